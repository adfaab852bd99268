// SPDX-License-Identifier: MIT
#include "truth/serving_words.h"

#include <algorithm>
#include <string>

#include "advisor/serving/format_support.h"
#include "advisor/serving/service_precision.h"
#include "base/text.h"
#include "truth/row_words.h"

namespace wgf::truth {
namespace {

constexpr double gptq_128_bits = 4.25;
constexpr double exl2_head_bits = 6;  // of the output matrix: convert.py's default

// Bits of a weight: blocks of 32 by their definition, mixtures as llama.cpp's tools/quantize prints
// them for Llama 2 7B.
struct GgmlFormat {
  std::string_view name;
  double bits;
};
constexpr GgmlFormat ggml_formats[] = {
    {"iq2_xxs", 2.06},
    {"iq2_xs", 2.31},
    {"iq3_xxs", 3.06},
    {"iq3_s", 3.44},
    {"iq4_xs", 4.25},
    {"iq4_nl", 4.5},
    {"q2_k", 3.35},
    {"q3_k_s", 3.50},
    {"q3_k_m", 3.91},
    {"q3_k_l", 4.27},
    {"q4_0", 4.5},
    {"q4_1", 5.0},
    {"q4_k_s", 4.58},
    {"q5_0", 5.5},
    {"q4_k_m", advisor::q4_k_m_bits},
    {"q5_1", 6.0},
    {"iq3_m", 3.66},
    {"iq2_m", 2.7},
    {"q5_k_s", 5.52},
    {"q5_k_m", 5.68},
    {"q6_k", advisor::q6_k_bits},
    {"q8_0", advisor::q8_0_bits},
    {"q3_k", 3.91},
    {"q4_k", advisor::q4_k_m_bits},
    {"q5_k", 5.68},  // of other sizes
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

// What people call these for short: Ollama's "q4" is Q4_K_M.
constexpr GgmlFormat short_ggml_names[] = {{"q2", 3.35},
                                           {"q3", 3.91},
                                           {"q4", advisor::q4_k_m_bits},
                                           {"q5", 5.68},
                                           {"q6", advisor::q6_k_bits},
                                           {"q8", advisor::q8_0_bits}};

// "3bit", "3-bit" of GPTQ and AWQ: with the scales of 128 weights each.
std::optional<double> grouped_bits(const std::string& text) {
  constexpr double of_scales = gptq_128_bits - 4;
  for (const std::string_view word : {"bit", "-bit"})
    for (std::size_t found = text.find(word); found != std::string::npos && found > 0;
         found = text.find(word, found + 1))
      if (const char digit = text[found - 1]; digit >= '2' && digit <= '7')
        return digit - '0' + of_scales;
  return std::nullopt;
}

// "AWQ (fp8 kv cache)", "bf16 weights, fp8 KV": parts that name the cache speak of it alone.
struct FormatText {
  std::string weights, cache;
};
FormatText parts_of(const std::string& words) {
  std::string text = words;
  for (const std::string_view word : {" with ", " and "})
    if (const std::size_t found = text.find(word); found != std::string::npos)
      text.replace(found, word.size(), ",");
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return std::string_view(";()+/").find(c) != std::string_view::npos; }, ',');
  FormatText parts;
  for (const std::string& part : split(text, ',')) {
    if (trim(part).empty()) continue;
    std::string& of = has_any(part, {"kv", "cache"}) ? parts.cache : parts.weights;
    of += of.empty() ? part : "," + part;
  }
  if (parts.weights.empty()) parts.weights = words;  // "FP8-KV" is both
  return parts;
}

// Empty text: what the software usually has.
std::optional<advisor::CacheType> cache_of(const std::string& text, advisor::CacheType usual) {
  if (text.empty()) return usual;
  if (says_any(text, {"fp8", "e4m3", "e5m2", "int8", "q8", "8-bit", "8bit"}))
    return advisor::CacheType::fp8;
  if (has_any(text, {"fp4", "int4", "q4", "4-bit", "4bit"})) return std::nullopt;
  const bool is_wide = has_any(text, {"16", "half", "auto", "fp8", "int8"});  // the latter denied
  return is_wide ? std::optional(advisor::CacheType::bf16) : std::nullopt;
}

// Sixteen bits where nothing is said, but of programs whose checkpoints are narrow as a rule.
bool is_in_16_bits(const std::string& text, advisor::ServingSoftware software) {
  const bool is_silent = text.empty() || has_any(text, {"unquantized", "no quantization", "auto"});
  if (is_silent || text == "none")
    return !advisor::is_for_one_user(software) ||
           software == advisor::ServingSoftware::transformers;
  return has_any(text,
                 {"bf16", "fp16", "float16", "half", "16-bit", "16 bit", "16bit", "w16a16"}) ||
         text.starts_with("f16") || trim(text) == "16";
}

// Software that runs fp8 on cards without its arithmetic multiplies such weights in 16 bits, as
// service_precision() has them.
bool keeps_fp8_alone(advisor::ServingSoftware software, const catalog::Gpu& gpu) {
  return !catalog::dense_peak(gpu, "fp8") && !advisor::is_for_one_user(software) &&
         advisor::is_known_to_run(software, "fp8", gpu);
}

}  // namespace

// "Q4_K - Medium" is llama-bench's name of Q4_K_M.
std::optional<double> ggml_bits(std::string text) {
  constexpr std::string_view between = "_k - ";
  if (const std::size_t found = text.find(between); found != std::string::npos)
    text = text.substr(0, found) + "_k_" + text.substr(found + between.size(), 1);
  for (const GgmlFormat& format : ggml_formats) {
    const std::size_t found = text.find(format.name);
    if (found == std::string::npos) continue;
    // mixtures whose size is not known: "Q4_K_XL", "Q4_K_L", "Q2_K_S"
    const std::string_view behind = std::string_view(text).substr(found + format.name.size());
    const bool is_other =
        format.name.ends_with('k') && behind.size() > 1 && behind[0] == '_' && is_letter(behind[1]);
    return is_other ? std::nullopt : std::optional(format.bits);
  }
  if (has(text, "_k_x")) return std::nullopt;
  for (const GgmlFormat& format : short_ggml_names)
    if (text.starts_with(format.name) && !has_any(text, {"f16", "f32"})) return format.bits;
  return std::nullopt;
}

std::optional<advisor::ServingPrecision> precision_of(std::string_view words,
                                                      std::string_view cache,
                                                      advisor::ServingSoftware software,
                                                      const advisor::Network& network,
                                                      const catalog::Gpu& gpu) {
  const FormatText parts = parts_of(lower_case(words));
  const std::string& text = parts.weights;
  advisor::ServingPrecision precision;
  const bool has_fp4 = catalog::dense_peak(gpu, "fp4").has_value();
  const bool has_groups_of_32 =
      software == advisor::ServingSoftware::mlc || software == advisor::ServingSoftware::llama_cpp;
  const bool is_four = has_any(
      text, {"int4", "4-bit", "4bit", "w4a", "4 bit", "q4f", "q4bf", "bpw", "exl2", "exl3"});
  if (network.has_mxfp4_experts || says_any(text, {"mxfp4"})) {
    precision.matrices = has_fp4 ? advisor::MatrixType::fp4_fp8 : advisor::MatrixType::fp4_weights;
  } else if (says_any(text, {"nf4"})) {
    precision.matrices = advisor::MatrixType::int4_weights;
    precision.bits_per_weight = 8 * advisor::nf4_bytes;
  } else if (says_any(text, {"fp4"})) {
    precision.matrices = has_fp4 ? advisor::MatrixType::fp4 : advisor::MatrixType::fp4_weights;
    if (!has_fp4) precision.bits_per_weight = 8 * advisor::nvfp4_bytes;
  } else if (!is_four && says_any(text, {"fp8", "e4m3"})) {
    const bool is_block = has(text, "block") || network.has_experts();
    precision.matrices = is_block ? advisor::MatrixType::fp8_block : advisor::MatrixType::fp8;
    if (keeps_fp8_alone(software, gpu)) precision.matrices = advisor::MatrixType::int8_weights;
  } else if (const auto bits = ggml_bits(text)) {
    precision.matrices =
        *bits > 8 ? advisor::MatrixType::int8_weights : advisor::MatrixType::int4_weights;
    precision.has_narrow_attention = true;
    precision.bits_per_weight = *bits;
  } else if (!is_four &&
             says_any(text, {"int8", "8-bit", "8bit", "w8a8", "w8a16", "smoothquant"})) {
    precision.matrices = advisor::MatrixType::int8_weights;
  } else if (is_four || says_any(text, {"gptq", "awq", "hqq"})) {
    precision.matrices = advisor::MatrixType::int4_weights;
    precision.has_narrow_attention = !has(text, "int4");
    precision.bits_per_weight = has(text, "bpw")    ? bits_before(text, "bpw")
                                : has_groups_of_32  ? advisor::q4_0_bits
                                : has(text, "int4") ? 0
                                                    : grouped_bits(text).value_or(gptq_128_bits);
  } else if (!is_in_16_bits(text, software)) {
    return std::nullopt;
  }
  precision.table_bits = has_any(text, {"exl2", "exl3"})
                             ? exl2_head_bits
                             : advisor::table_bits_of(precision, software);
  const auto cached = cache_of(cache.empty() ? parts.cache : lower_case(cache),
                               advisor::usual_cache(precision.matrices, software, network, gpu));
  if (!cached) return std::nullopt;
  precision.cache = *cached;
  return precision;
}

}  // namespace wgf::truth
