// SPDX-License-Identifier: MIT
#include "advisor/truth/serving_words.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "advisor/serving/service_precision.h"
#include "advisor/truth/row_words.h"
#include "base/text.h"

namespace wgf::advisor {
namespace {

constexpr double gptq_128_bits = 4.25;

// Bits of a weight: blocks of 32 by their definition, mixtures as llama.cpp's tools/quantize prints
// them for Llama 2 7B.
struct GgmlFormat {
  std::string_view name;
  double bits;
};
constexpr GgmlFormat ggml_formats[] = {
    {"q2_k", 3.35},   {"q3_k_s", 3.50}, {"q3_k_m", 3.91},        {"q3_k_l", 4.27},    {"q4_0", 4.5},
    {"q4_1", 5.0},    {"q4_k_s", 4.58}, {"q4_k_m", q4_k_m_bits}, {"q5_0", 5.5},       {"q5_1", 6.0},
    {"q5_k_s", 5.52}, {"q5_k_m", 5.68}, {"q6_k", 6.56},          {"q8_0", q8_0_bits},
};

bool has(const std::string& text, std::string_view word) {
  return text.find(word) != std::string::npos;
}

// "4.0bpw" → 4.
double bits_before(const std::string& text, std::string_view word) {
  const std::size_t end = text.find(word);
  if (end == std::string::npos) return 0;
  const std::size_t start = text.find_last_of(' ', end);
  return parse_number(text.substr(start + 1, end - start - 1)).value_or(0);
}

std::optional<double> ggml_bits(const std::string& text) {
  for (const GgmlFormat& format : ggml_formats)
    if (has(text, format.name)) return format.bits;
  return std::nullopt;
}

// Sixteen bits where nothing is said, but of programs whose checkpoints are narrow as a rule.
bool is_in_16_bits(const std::string& text, ServingSoftware software) {
  if (text.empty()) return !is_for_one_user(software) || software == ServingSoftware::transformers;
  return has_any(text, {"bf16", "fp16", "float16", "half", "16-bit", "w16a16"}) || text == "f16";
}

}  // namespace

std::optional<ServingPrecision> precision_of(std::string_view words, std::string_view cache,
                                             ServingSoftware software, const Network& network,
                                             const catalog::Gpu& gpu) {
  const std::string text = lower_case(words);
  ServingPrecision precision;
  const bool has_fp4 = catalog::dense_peak(gpu, "fp4").has_value();
  const bool has_groups_of_32 =
      software == ServingSoftware::mlc || software == ServingSoftware::llama_cpp;
  if (network.has_mxfp4_experts || has(text, "mxfp4")) {
    precision.matrices = has_fp4 ? MatrixType::fp4_fp8 : MatrixType::fp4_weights;
  } else if (has(text, "fp4")) {
    precision.matrices = has_fp4 ? MatrixType::fp4 : MatrixType::fp4_weights;
    if (!has_fp4) precision.bits_per_weight = 8 * nvfp4_bytes;
  } else if (has(text, "fp8")) {
    const bool is_block = has(text, "block") || network.has_experts();
    precision.matrices = is_block ? MatrixType::fp8_block : MatrixType::fp8;
  } else if (const auto bits = ggml_bits(text)) {
    precision.matrices = *bits > 8 ? MatrixType::int8_weights : MatrixType::int4_weights;
    precision.has_narrow_attention = true;
    precision.bits_per_weight = *bits;
  } else if (has_any(text, {"int8", "8-bit", "8bit", "w8a8", "w8a16", "smoothquant"}) &&
             !has_any(text, {"int4", "4-bit", "4bit", "w4a", "exl2"})) {
    precision.matrices = MatrixType::int8_weights;
  } else if (has_any(text, {"gptq", "awq", "w4a16", "exl2", "int4", "4-bit", "4bit"})) {
    precision.matrices = MatrixType::int4_weights;
    precision.has_narrow_attention = !has(text, "int4");
    precision.bits_per_weight = has(text, "exl2")   ? bits_before(text, "bpw")
                                : has_groups_of_32  ? q4_0_bits
                                : has(text, "int4") ? 0
                                                    : gptq_128_bits;
  } else if (!is_in_16_bits(text, software)) {
    return std::nullopt;
  }
  const bool is_eight = has(lower_case(cache), "fp8");
  precision.cache = cache.empty() ? usual_cache(precision.matrices, software, network, gpu)
                    : is_eight    ? CacheType::fp8
                                  : CacheType::bf16;
  return precision;
}

std::optional<int> number_behind(std::string_view text, std::string_view word) {
  const std::size_t found = text.find(word);
  if (found == std::string_view::npos) return std::nullopt;
  const std::string_view rest = text.substr(found + word.size());
  int number = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  return error == std::errc() && number > 0 ? std::optional(number) : std::nullopt;
}

std::optional<PoolWords> pool_of(std::string_view notes, std::string_view word) {
  const std::size_t start = notes.find(word);
  if (start == std::string_view::npos) return std::nullopt;
  const std::string_view part = notes.substr(start, notes.find(')', start) - start);
  const auto engines = number_behind(part, word);
  const auto tp = number_behind(part, "(tp"), adp = number_behind(part, " adp");
  const auto ep = number_behind(part, " ep");
  if (!engines || !tp || !adp || !ep) return std::nullopt;
  PoolWords pool;
  pool.layout = {.tp = *tp, .ep = *ep, .attention_dp = *adp};
  pool.engines = *engines;
  pool.most_requests = number_behind(part, " bs").value_or(0);
  return pool;
}

}  // namespace wgf::advisor
