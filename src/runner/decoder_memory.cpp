// SPDX-License-Identifier: MIT
#include "runner/decoder_memory.h"

#include <algorithm>
#include <cmath>

#include "advisor/network/hugging_face.h"
#include "base/error.h"
#include "results/decoder_lengths.h"
#include "results/decoder_weights.h"

namespace wgf::runner {
namespace {

using advisor::Network;
using results::Case;

// Seen on Hopper: context, LibTorch's kernels and our own, compiled.
constexpr Bytes gpu_overhead{700 * mebi}, cpu_overhead{300 * mebi};
// The numerics are checked with least_cache_tokens of at most so many sequences.
constexpr std::int64_t checked_sequences = 4;
constexpr std::int64_t page_tokens = 64;
constexpr std::string_view load_benchmark = "llm_load";

std::optional<Network> network_of(const Case& value) {
  const bool is_decoder = value.benchmark == "llm" || value.benchmark == load_benchmark;
  if (!is_decoder || value.model_config.empty()) return std::nullopt;
  try {
    return advisor::network_from_config(value.model_config, value.parameters.text("model"));
  } catch (const Error&) {
    return std::nullopt;
  }
}

double element_bytes(std::string_view precision) {
  return precision == "fp32" || precision == "tf32" ? 4 : 2;
}

// That share matrices and cache, each in a memory of its own; of a CPU they share that.
double memories_of(const Case& value) {
  return value.is_on_cpu() ? 1 : static_cast<double>(value.parameters.integer("tp", 1));
}

double feed_forward_width(const Network& network) {
  double widest = 0;
  for (const advisor::LayerGroup& group : network.layers) {
    const advisor::FeedForward& part = group.feed_forward;
    const double of_experts =
        part.experts > 0 ? double{1} * part.hidden * part.experts_per_token : part.hidden;
    widest = std::max(widest, of_experts);
  }
  return widest;
}

// Every layer keeps the whole text, those with a window too.
double cache_numbers_of_token(const Network& network) {
  double numbers = 0;
  for (const advisor::LayerGroup& group : network.layers)
    numbers += static_cast<double>(group.count) *
               static_cast<double>(advisor::cache_numbers_per_token(group.attention));
  return numbers;
}

// Gate and up of a layer's experts in 16 bits, as products of many tokens take narrow ones.
double widened_expert_bytes(const Network& network, const Case& value) {
  const std::string precision = value.parameters.text("precision");
  if (value.is_on_cpu() || results::weight_bytes(precision) >= 2) return 0;
  double most = 0;
  for (const advisor::LayerGroup& group : network.layers)
    most = std::max(
        most, 2.0 * 2.0 * group.feed_forward.experts * group.feed_forward.hidden * network.hidden);
  return most / memories_of(value);
}

// That go through the layers together; a load reads prompts in parts, beside its answers.
std::int64_t tokens_at_once(const Case& value, std::int64_t batch) {
  if (value.benchmark == load_benchmark) return value.parameters.integer("turn_tokens") + batch;
  const std::int64_t depth = value.parameters.integer("depth", 0);
  return batch * std::max(value.parameters.integer("prompt_tokens"),
                          std::min(depth, results::depth_at_once));
}

// Keys and values of a layer once more, beside its pages: what tokens after others see.
double copied_numbers(const Network& network, const Case& value, std::int64_t batch) {
  if (value.benchmark == load_benchmark || value.parameters.integer("depth", 0) == 0) return 0;
  std::int64_t of_token = 0;
  for (const advisor::LayerGroup& group : network.layers)
    of_token = std::max<std::int64_t>(of_token, advisor::cache_numbers_per_token(group.attention));
  return static_cast<double>(of_token) * static_cast<double>(batch) *
         static_cast<double>(results::cache_tokens(value.parameters)) / memories_of(value);
}

// Of a prompt: the state, gate, up and their product; in float32 its norms beside it. Of a check:
// logits of every token several times, and the largest matrix in float32. One follows the other.
double work_bytes(const Network& network, const Case& value, std::int64_t batch) {
  const auto tokens = static_cast<double>(tokens_at_once(value, batch));
  const double bytes = element_bytes(value.parameters.text("precision"));
  const double of_token = bytes * (6 * network.hidden + 3 * feed_forward_width(network)) +
                          (bytes < 4 ? 0 : 4 * 3.0 * network.hidden);
  const double logits = 4.0 * network.vocab * static_cast<double>(batch);
  const double of_prompt =
      tokens * of_token + bytes * copied_numbers(network, value, batch) + 2 * logits;
  const auto rows = static_cast<double>(std::min(batch, checked_sequences));
  const double head = bytes < 4 ? 4.0 * network.vocab * network.hidden : 0;
  const double of_check = head + rows * results::least_cache_tokens * 4.0 * 4.0 * network.vocab +
                          static_cast<double>(batch) * results::least_cache_tokens * of_token +
                          2 * logits;
  return std::max(of_prompt, of_check) + widened_expert_bytes(network, value);
}

Bytes whole(double bytes) {
  return Bytes(static_cast<std::int64_t>(std::min(bytes, 1e18)));
}

// Of a number that is kept of a key or a value.
double cache_bytes(const Case& value) {
  const results::Parameters& parameters = value.parameters;
  return parameters.text("kv_precision") == "fp8" ? 1 : element_bytes(parameters.text("precision"));
}

// Gate, up and down of all experts of all layers.
double expert_numbers(const Network& network) {
  double numbers = 0;
  for (const advisor::LayerGroup& group : network.layers) {
    const advisor::FeedForward& part = group.feed_forward;
    numbers += double{3} * group.count * part.experts * part.hidden * network.hidden;
  }
  return numbers;
}

// Of the matrices of layers; mxfp4 is of experts alone.
double layer_bytes(const Network& network, double numbers, const std::string& precision) {
  if (precision != "mxfp4") return numbers * results::weight_bytes(precision);
  const double of_experts = std::min(numbers, expert_numbers(network));
  return of_experts * results::weight_bytes(precision) +
         (numbers - of_experts) * element_bytes(precision);
}

DecoderMemory memory_of(const Network& network, const Case& value, std::int64_t batch) {
  const std::string precision = value.parameters.text("precision");
  const auto count = advisor::count_parameters(network);
  const double wide = static_cast<double>(count.embedding + count.head),
               all = static_cast<double>(network.published_params.value_or(count.total()));
  const std::int64_t pages =
      (results::cache_tokens(value.parameters) + page_tokens - 1) / page_tokens;
  const double ranks = memories_of(value);  // the table of tokens is whole on each
  DecoderMemory memory;
  memory.sequences = batch;
  memory.weights =
      whole(layer_bytes(network, all - wide, precision) / ranks +
            (static_cast<double>(count.embedding) + static_cast<double>(count.head) / ranks) *
                element_bytes(precision));
  const double of_sequence = static_cast<double>(pages * page_tokens) / ranks *
                             cache_numbers_of_token(network) * cache_bytes(value);
  memory.cache_of_sequence = whole(of_sequence);
  memory.cache = whole(of_sequence * static_cast<double>(batch));
  memory.work = whole(work_bytes(network, value, batch));
  memory.overhead = value.is_on_cpu() ? cpu_overhead : gpu_overhead;
  return memory;
}

}  // namespace

std::optional<DecoderMemory> decoder_memory(const Case& value) {
  const auto network = network_of(value);
  if (!network) return std::nullopt;
  return memory_of(*network, value, value.parameters.integer("batch_size", 1));
}

std::optional<std::int64_t> most_sequences(const Case& value, Bytes free_memory) {
  const auto network = network_of(value);
  if (!network) return std::nullopt;
  const auto fits = [&](std::int64_t batch) {
    return memory_of(*network, value, batch).total() <= free_memory;
  };
  if (!fits(1)) return 0;
  std::int64_t low = 1, high = 2;
  constexpr std::int64_t most = std::int64_t{1} << 20;
  while (high < most && fits(high)) high *= 2;
  low = high / 2;
  while (high - low > 1) {
    const std::int64_t middle = (low + high) / 2;
    (fits(middle) ? low : high) = middle;
  }
  return low;
}

TextLength text_length(const Case& value) {
  const auto network = network_of(value);
  return {results::longest_text(value.parameters), network ? network->max_sequence.value_or(0) : 0};
}

}  // namespace wgf::runner
