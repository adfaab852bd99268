// SPDX-License-Identifier: MIT
#include "truth/operator_words.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>

#include "base/text.h"
#include "truth/row_cells.h"
#include "truth/row_counts.h"
#include "truth/said_words.h"

namespace wgf::truth {
namespace {

// Letters and digits alone, in lower case: "FP8 (E4M3)" → "fp8e4m3".
std::string folded(std::string_view text) {
  std::string kept;
  for (const char c : lower_case(text))
    if (is_letter(c) || is_digit(c)) kept += c;
  return kept;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_half(std::string_view format) {
  return is_one_of(format, {"bfloat16", "bf16", "float16", "fp16", "f16", "half", "torchbfloat16",
                            "torchfloat16"});
}

bool is_fp8(std::string_view format) {
  return is_one_of(format, {"fp8", "float8", "f8", "e4m3", "fp8e4m3", "fp8e4m3fn", "fp8e5m2",
                            "float8e4m3fn", "float8e4m3", "float8e5m2", "torchfloat8e4m3fn"});
}

}  // namespace

std::optional<advisor::MatrixType> matrix_type_named(std::string_view format) {
  using enum advisor::MatrixType;
  static const std::map<std::string, advisor::MatrixType, std::less<>> types{
      {"fp8pertensor", fp8},
      {"fp8tensor", fp8},
      {"fp8tensorwise", fp8},
      {"fp8static", fp8},
      {"fp8rowwise", fp8},
      {"fp8perchannel", fp8},
      {"fp8pertoken", fp8},
      {"fp8w8a8", fp8},
      {"w8a8fp8", fp8},
      {"fp8block", fp8_block},
      {"fp8blockwise", fp8_block},
      {"fp8blockscale", fp8_block},
      {"fp8128x128", fp8_block},
      {"fp8block128", fp8_block},
      {"fp8block128x128", fp8_block},
      {"blockfp8", fp8_block},
      {"blockwisefp8", fp8_block},
      {"nvfp4", fp4},
      {"fp4", fp4},
      {"fp4e2m1", fp4},
      {"e2m1", fp4},
      {"w4a4nvfp4", fp4},
      {"nvfp4w4a4", fp4},
      {"sq", int8},
      {"int8", int8},
      {"smoothquant", int8},
      {"int8sq", int8},
      {"w8a8int8", int8},
      {"int8w8a8", int8},
      {"int8wo", int8_weights},
      {"int8weightonly", int8_weights},
      {"w8a16", int8_weights},
      {"int8w8a16", int8_weights},
      {"w8a16int8", int8_weights},
      {"int4wo", int4_weights},
      {"int4weightonly", int4_weights},
      {"w4a16", int4_weights},
      {"w4a16awq", int4_weights},
      {"w4a16gptq", int4_weights},
      {"int4awq", int4_weights},
      {"int4gptq", int4_weights},
      {"awq", int4_weights},
      {"gptq", int4_weights},
      {"w4a16int4", int4_weights},
      {"int4w4a16", int4_weights},
      {"w4a16mxfp4", fp4_weights},
      {"mxfp4w4a16", fp4_weights},
      {"w4a8mxfp4mxfp8", fp4_fp8},
      {"mxfp4mxfp8", fp4_fp8},
      {"w4a8mxfp4fp8", fp4_fp8},
  };
  const std::string name = folded(format);
  if (is_half(name)) return bf16;
  if (is_fp8(name)) return fp8;
  const auto found = types.find(name);
  return found == types.end() ? std::nullopt : std::optional(found->second);
}

std::optional<advisor::CacheType> cache_type_named(std::string_view format) {
  const std::string name = folded(format);
  if (is_unstated(format) || is_half(name) || name == "auto") return advisor::CacheType::bf16;
  return is_fp8(name) ? std::optional(advisor::CacheType::fp8) : std::nullopt;
}

std::optional<bool> is_prompt_phase(std::string_view phase) {
  const std::string name = folded(phase);
  if (is_one_of(name, {"context", "prefill", "ctx", "prompt", "prefilling", "contextphase",
                       "prefillphase", "promptprocessing"}))
    return true;
  if (is_one_of(name, {"generation", "decode", "gen", "decoding", "generationphase", "decodephase",
                       "tokengeneration", "generate"}))
    return false;
  return std::nullopt;
}

std::optional<advisor::ExpertLoad> expert_load_named(std::string_view distribution) {
  const std::string text = flat_words(distribution), name = folded(distribution);
  if (is_one_of(name, {"balanced", "uniform", "even", "equal", "perfectlybalanced", "roundrobin"}))
    return advisor::ExpertLoad::even;
  constexpr double fitted = 1, near = 0.1;
  if (!name.starts_with("powerlaw")) return std::nullopt;
  const double exponent =
      first_labelled(text, {"power law", "powerlaw", "alpha", "exponent"}).value_or(fitted);
  return std::abs(exponent - fitted) < near ? std::optional(advisor::ExpertLoad::power_law)
                                            : std::nullopt;
}

std::optional<advisor::Collective> collective_named(std::string_view operation) {
  std::string name = folded(operation);
  if (name.starts_with("nccl")) name.erase(0, std::string_view("nccl").size());
  for (const std::string_view tail : {"perf", "single", "intotensor", "tensor", "v"})
    if (name.size() > tail.size() && name.ends_with(tail)) name.erase(name.size() - tail.size());
  if (is_one_of(name, {"allreduce", "ar"})) return advisor::Collective::all_reduce;
  if (is_one_of(name, {"allgather", "ag"})) return advisor::Collective::all_gather;
  if (is_one_of(name, {"reducescatter", "rs"})) return advisor::Collective::reduce_scatter;
  if (is_one_of(name, {"alltoall", "all2all", "a2a"})) return advisor::Collective::all_to_all;
  return std::nullopt;
}

bool is_nccl(std::string_view kernel, std::string_view library) {
  const std::string name = folded(is_unstated(kernel) ? library : kernel);
  return name.starts_with("nccl") || name == "torchdistributed" || name == "pytorchnccl";
}

std::optional<double> element_bytes_of(std::string_view format) {
  const std::string name = folded(format);
  if (is_half(name)) return 2;
  if (is_fp8(name) || is_one_of(name, {"int8", "uint8", "char", "byte", "bytes"})) return 1;
  if (is_one_of(name, {"float", "float32", "fp32", "f32", "int32", "torchfloat32"})) return 4;
  return is_one_of(name, {"double", "float64", "fp64", "int64"}) ? std::optional(8.0)
                                                                 : std::nullopt;
}

void require_plain_operator(const std::string& notes) {
  const std::string text = lower_case(notes);
  const bool is_other = says_any(text, {"sparsity", "sparse", "2:4", "backward", "bwd",
                                        "bidirectional", "sliding window", "local attention"}) ||
                        has_any(text, {"non-causal", "noncausal", "not causal", "causal=false",
                                       "causal: false", "causal mask off", "all pairs"}) ||
                        says_alone(text, {"mla"});
  if (is_other) throw Unreadable{"an operator that is not described"};
}

}  // namespace wgf::truth
