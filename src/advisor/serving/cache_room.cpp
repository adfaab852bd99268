// SPDX-License-Identifier: MIT
#include "advisor/serving/cache_room.h"

#include <algorithm>
#include <cmath>

#include "advisor/memory/advice.h"
#include "advisor/memory/cache.h"
#include "advisor/memory/estimate.h"

namespace wgf::advisor {
namespace {

// What a program takes of a GPU besides weights and caches.
struct ProgramMemory {
  double context, context_spread;  // bytes; half of the 90 % interval, relative
  double chunk_tokens;             // of prompts read at once
  double logit_bytes;              // of each of them and each word; 0: of the last token alone
  bool has_embedding;              // the input table is read by the GPU
};
// Servers: context and CUDA graphs as of training (memory/other_terms.cpp; docs/method/memory.md).
constexpr ProgramMemory server{1.3 * gibi, 0.8, 8192, 0, true};
// llama.cpp's context took 309 MiB beside its buffers, Ollama counts 377 to 457 (their issue 6160,
// pull request 3241); buffers are laid out for the logits of 512 tokens in 32 bits; the input table
// stays in the host's memory, as ExLlama's does.
constexpr ProgramMemory llama_cpp{0.4 * gibi, 0.3, 512, 4, false};
constexpr ProgramMemory exllama{0.4 * gibi, 0.5, 2048, 0, false};
constexpr ProgramMemory other{0.4 * gibi, 0.5, 2048, 0, true};

constexpr double group_bytes = 0.5 * gibi;  // communication of several GPUs
constexpr double chunk_passes = 6;          // tensors of the hidden state alive at once
constexpr double router_bytes = 2;          // of a weight
constexpr double group_spread = 1, chunk_spread = 0.5;

const ProgramMemory& memory_of(ServingSoftware software) {
  if (!is_for_one_user(software)) return server;
  if (software == ServingSoftware::llama_cpp) return llama_cpp;
  return software == ServingSoftware::exllama ? exllama : other;
}

// Of the layers, on the first stage, which has most, and on the last.
double first_stage(const Network& network, const ServingLayout& layout) {
  const double layers = network.layer_count();
  return std::ceil(layers / layout.pp) / layers;
}
double last_stage(const Network& network, const ServingLayout& layout) {
  const double layers = network.layer_count();
  return std::floor(layers / layout.pp) / layers;
}

double weight_bytes(const Network& network, const ServingLayout& layout,
                    const ServingPrecision& precision, bool has_embedding) {
  const double wide = stored_bytes(attention_type(network, precision), precision);
  const double narrow = stored_bytes(precision.matrices, precision);
  const auto with_wide = [narrow](double share) {
    return narrow + share * std::max(2 - narrow, 0.0);
  };
  const double attention = std::max(wide, with_wide(network.wide.attention));
  double bytes = 0;
  for (const LayerGroup& group : network.layers) {
    const LayerParams one = layer_params(network, group);
    const auto dense = static_cast<double>(one.dense + one.shared);
    const double channels = dense * with_wide(network.wide.dense) +
                            static_cast<double>(one.experts) * with_wide(network.wide.experts);
    bytes +=
        group.count * (static_cast<double>(one.attention) * attention / layout.tp +
                       static_cast<double>(one.router) * router_bytes + channels / layout.ranks());
  }
  const NetworkParams all = count_parameters(network);
  // A table that is input and output in one is read by the GPU in any case. Of stages the first has
  // the input, the last the output.
  const bool is_one = all.head == 0;
  const auto input = static_cast<double>(has_embedding || is_one ? all.embedding : 0);
  const auto output = static_cast<double>(all.head);
  const double a_word = precision.table_bits / 8 / layout.tp;
  if (layout.pp == 1) return bytes + (input + output) * a_word;
  return std::max(bytes * first_stage(network, layout) + input * a_word,
                  bytes * last_stage(network, layout) + output * a_word);
}

double request_bytes(const Network& network, const ServingLayout& layout,
                     const ServingPrecision& precision, double tokens) {
  MemoryCase one;
  one.task = Task::infer;
  one.sequence = tokens;
  one.layout.tp = layout.tp;
  one.cache_precision = precision.cache == CacheType::fp8 ? Precision::fp8 : Precision::bf16;
  double bytes = 0;
  for (const LayerGroup& group : network.layers)
    if (group.attention.kind != Attention::Kind::none)
      bytes += group.count * layer_cache_bytes(group, one);
  return bytes * first_stage(network, layout);
}

}  // namespace

double stored_bytes(MatrixType type, const ServingPrecision& precision) {
  if (type == MatrixType::bf16) return 2;
  return precision.bits_per_weight > 0 ? precision.bits_per_weight / 8
                                       : facts_of(type).weight_bytes;
}

MatrixType attention_type(const Network& network, const ServingPrecision& precision) {
  const bool is_four_bits = facts_of(precision.matrices).weight_bytes < 1;
  const bool is_wide = network.has_experts() && is_four_bits && !precision.has_narrow_attention;
  const bool is_left = network.wide.attention > 0.5;
  return is_wide || is_left ? MatrixType::bf16 : precision.matrices;
}

double memory_share(ServingSoftware software) {
  return is_for_one_user(software) ? 1 : 0.9;
}

CacheRoom cache_room(const Network& network, const ServingLayout& layout,
                     const ServingPrecision& precision, ServingSoftware software,
                     const catalog::Gpu& gpu, double request_tokens) {
  const ProgramMemory& program = memory_of(software);
  CacheRoom room;
  room.weights = weight_bytes(network, layout, precision, program.has_embedding);
  // Programs that share out whole layers need no library of collectives.
  const bool has_group = layout.gpus() > 1 && !cuts_layers_only(software);
  const double group = has_group ? group_bytes : 0;
  const double chunk = program.chunk_tokens *
                       (chunk_passes * 2 * network.hidden + program.logit_bytes * network.vocab);
  room.others = program.context + group + chunk;
  room.half_width = std::hypot(program.context_spread * program.context, group_spread * group,
                               chunk_spread * chunk);
  room.memory = static_cast<double>(gpu.memory().value);
  // TensorRT-LLM takes its share of what weights and others leave.
  const double share = memory_share(software), taken = room.weights + room.others;
  room.free = software == ServingSoftware::trtllm ? share * (room.memory - taken)
                                                  : share * room.memory - taken;
  room.budget = taken + room.free;
  room.request = request_bytes(network, layout, precision, request_tokens);
  if (network.is_assumed) room.request_spread = assumed_shape_memory_spread;
  if (room.free <= 0 || room.request <= 0) return room;
  room.requests = room.free / room.request * layout.attention_dp;
  room.tokens = room.requests * request_tokens;
  return room;
}

}  // namespace wgf::advisor
