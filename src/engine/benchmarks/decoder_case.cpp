// SPDX-License-Identifier: MIT
#include "engine/benchmarks/decoder_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/error.h"
#include "engine/benchmarks/llm_weights.h"
#include "engine/device_code/code_cache.h"
#include "engine/device_code/peer_all_reduce.h"
#include "engine/distributed/rank_group.h"
#include "engine/kernels/kernel_parameters.h"
#include "engine/llm/decoder_config.h"
#include "engine/llm/device_decoder.h"
#include "engine/llm/library_decoder.h"
#include "engine/llm/matrix_product.h"
#include "engine/llm/mxfp4.h"
#include "engine/llm/tensor_parallel.h"
#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"
#include "results/decoder_lengths.h"

namespace wgf::engine {
namespace {

// How the matrices of a precision lie in memory: "int4" and "mxfp4" are weights of 4 bits, computed
// with in bf16.
WeightFormat weight_format(const std::string& precision) {
  if (precision == "fp8") return WeightFormat::fp8;
  if (precision == "int8") return WeightFormat::int8;
  if (precision == "mxfp4") return WeightFormat::mxfp4;
  return precision == "int4" ? WeightFormat::int4 : WeightFormat::plain;
}

// Throws CaseEnded where rows of 4 bits are no whole groups, or mxfp4 has no experts.
void check_groups(const DecoderShape& shape, WeightFormat weights) {
  const auto refuse = [](const Message& reason) {
    throw CaseEnded(results::Status::unsupported, reason);
  };
  if (weights == WeightFormat::mxfp4) {
    if (shape.experts.count == 0)
      refuse({"engine.mxfp4_without_experts", {{"family", shape.family}}});
    for (const std::int64_t width : {shape.hidden, shape.experts.width})
      if (width % mxfp4_block != 0)
        refuse({"engine.no_int4_groups",
                {{"group", std::to_string(mxfp4_block)}, {"width", std::to_string(width)}}});
  }
  if (weights != WeightFormat::int4) return;
  for (const std::int64_t width :
       {shape.hidden, shape.query_width(), shape.feed_forward, shape.experts.width})
    if (width % int4_group != 0)
      refuse({"engine.no_int4_groups",
              {{"group", std::to_string(int4_group)}, {"width", std::to_string(width)}}});
}

std::unique_ptr<Decoder> make_decoder(const DecoderChoice& choice, CacheSize cache,
                                      const DecoderWeights& weights,
                                      std::vector<Message>& warnings) {
  if (choice.kernels != "library") {
    try {
      return make_device_decoder(choice.shape, weights, cache);
    } catch (const Error& error) {
      if (choice.kernels == "own") throw CaseEnded(results::Status::unsupported, error.message());
      if (weights.embedding.is_cuda()) warnings.push_back(error.message());
    }
  }
  return make_library_decoder(choice.shape, weights, cache);
}

// Where it is left to us, of the sizes of which ours are faster and GPUs that see each other's
// memory. Throws CaseEnded where ours are asked for and they do not.
void set_peer_sums(const DecoderChoice& choice, RankGroup& ranks, c10::Device device,
                   DecoderWeights& weights) {
  const bool is_auto = choice.sums == "auto";
  const bool are_near = device.is_cuda() && ranks.local_size() == ranks.size();
  if (choice.sums == "nccl" || (is_auto && !are_near)) return;
  constexpr Bytes at_once(64 * mebi), none(256);  // of the two-shot way
  try {
    weights.sums = std::make_shared<const PeerAllReduce>(ranks, device, choice.type(),
                                                         is_auto ? none : at_once);
    if (is_auto) weights.most_summed = PeerAllReduce::most_faster(ranks.size());
  } catch (const Error& error) {
    if (!is_auto) throw CaseEnded(results::Status::unsupported, error.message());
  }
}

}  // namespace

DecoderChoice read_decoder_choice(const results::Case& value, c10::Device device) {
  const results::Parameters& parameters = value.parameters;
  const std::string precision = parameters.text("precision", device.is_cpu() ? "fp32" : "bf16");
  const WeightFormat weights = weight_format(precision);
  const DecoderShape whole = read_decoder_config(value.model_config, parameters.text("model"));
  const DecoderShape shape = share_of(whole, count_of(parameters, "tp", 1));
  check_groups(shape, weights);
  return {.shape = shape,
          .whole = whole,
          .precision =
              weights == WeightFormat::plain ? parse_precision(precision, device) : Precision::bf16,
          .weights = weights,
          .cache = choice_of(parameters, "kv_precision", {"auto", "fp8"}) == "fp8"
                       ? CacheFormat::fp8
                       : CacheFormat::plain,
          .kernels = choice_of(parameters, "kernels", {"auto", "own", "library"}),
          .sums = choice_of(parameters, "rank_sums", {"auto", "nccl", "own"}),
          .launch = device.is_cpu() ? Launch::eager : Launch::graph};
}

results::MathMode set_decoder_math(const DecoderChoice& choice, c10::Device device) {
  results::MathMode math = set_math_mode(choice.precision, LowPrecision::pure);
  if (choice.weights == WeightFormat::fp8) {
    math.parameters_dtype = "fp8";
    if (multiplies_fp8(device)) math.compute = "fp8";
  }
  if (choice.weights == WeightFormat::int8) math.parameters_dtype = "int8";
  if (choice.weights == WeightFormat::int4) math.parameters_dtype = "int4";
  if (choice.weights == WeightFormat::mxfp4) math.parameters_dtype = "mxfp4";
  return math;
}

void check_positions(const DecoderChoice& choice, std::int64_t tokens) {
  if (tokens > choice.shape.most_positions)
    throw CaseEnded(results::Status::skipped,
                    {"engine.beyond_positions",
                     {{"tokens", std::to_string(tokens)},
                      {"most", std::to_string(choice.shape.most_positions)}}});
}

LoadedDecoder load_decoder(const DecoderChoice& choice, CacheSize cache, const results::Case& value,
                           c10::Device device, const Context& context, MeasuredCase& measured) {
  context.hooks.progress("load", 0, 1);
  cache.tokens = std::max(cache.tokens, results::least_cache_tokens);
  cache.format = choice.cache;
  const auto began = std::chrono::steady_clock::now();
  LoadedDecoder loaded;
  const WeightShare share{context.ranks == nullptr ? 0 : context.ranks->rank(), choice.shape.ranks};
  loaded.weights = load_weights(value, choice.whole, {choice.type(), choice.weights}, share, device,
                                measured, loaded.warnings);
  loaded.weights.ranks = share.ranks > 1 ? context.ranks : nullptr;
  if (share.ranks > 1) set_peer_sums(choice, *context.ranks, device, loaded.weights);
  loaded.decoder = make_decoder(choice, cache, loaded.weights, loaded.warnings);
  synchronize(device);
  if (const auto fault = take_code_cache_fault()) loaded.warnings.push_back(*fault);
  measured.add(
      "load_time",
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count());
  return loaded;
}

std::optional<Message> wrong_decode(const DecoderChoice& choice, const LoadedDecoder& loaded,
                                    std::int64_t sequences, const results::Case& value,
                                    const Context& context, MeasuredCase& measured,
                                    CheckedPasses passes) {
  context.hooks.progress("check", 0, 1);
  const Numerics numerics = check_numerics(*loaded.decoder, choice.shape, loaded.weights, sequences,
                                           choice.cache, value.seed, passes);
  measured.add("kl_divergence", numerics.divergence);
  measured.add("kl_allowed", numerics.largest_allowed);
  measured.add("perplexity_ratio", numerics.perplexity_ratio);
  if (numerics.is_right()) return std::nullopt;
  if (!std::isfinite(numerics.furthest())) return Message{"engine.decode_not_finite", {}};
  return Message{"engine.wrong_decode",
                 {{"divergence", fmt::format("{:.2g}", numerics.furthest())},
                  {"allowed", fmt::format("{:.2g}", numerics.largest_allowed)}}};
}

void add_model_size(const DecoderChoice& choice, MeasuredCase& measured) {
  measured.add("parameters", count_weights(choice.whole).all);
  measured.add_model_state(
      Bytes(static_cast<std::int64_t>(weight_bytes(choice.shape, choice.bytes()))));
}

CheckedDecoder checked_decoder(const DecoderChoice& choice, CacheSize cache,
                               const results::Case& value, c10::Device device,
                               const Context& context) {
  MeasuredCase measured(value, context, device);
  const results::MathMode math = set_decoder_math(choice, device);
  CheckedDecoder checked{.loaded = load_decoder(choice, cache, value, device, context, measured)};
  const std::optional<Message> wrong = wrong_decode(choice, checked.loaded, cache.sequences, value,
                                                    context, measured, CheckedPasses::mixed);
  add_model_size(choice, measured);
  checked.result = measured.take();
  checked.result.math_mode = math;
  for (const Message& warning : checked.loaded.warnings) checked.result.warnings.push_back(warning);
  if (!wrong) return checked;
  checked.is_right = false;
  checked.result.status = results::Status::invalid;
  checked.result.reason = wrong;
  return checked;
}

}  // namespace wgf::engine
