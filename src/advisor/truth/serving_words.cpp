// SPDX-License-Identifier: MIT
#include "advisor/truth/serving_words.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "advisor/serving/service_precision.h"
#include "base/text.h"

namespace wgf::advisor {
namespace {

constexpr double gptq_128_bits = 4.25;

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
  } else if (has(text, "q4_k_m") || has(text, "gptq") || has(text, "exl2") || has(text, "int4")) {
    precision.matrices = MatrixType::int4_weights;
    precision.has_narrow_attention = !has(text, "int4");
    precision.bits_per_weight = has(text, "q4_k_m") ? q4_k_m_bits
                                : has(text, "gptq") ? gptq_128_bits
                                : has_groups_of_32  ? q4_0_bits
                                                    : bits_before(text, "bpw");
  } else if (has(text, "int8")) {
    precision.matrices = MatrixType::int8_weights;
  } else if (!has(text, "bf16") && !has(text, "fp16") && text != "f16") {
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
