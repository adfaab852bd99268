// SPDX-License-Identifier: MIT
#include "advisor/serving/service_precision.h"

#include <algorithm>

namespace wgf::advisor {
namespace {

constexpr std::string_view names[] = {"bf16", "fp16", "fp8", "int8", "int4", "fp4"};
// Bits of a weight with its scales: blocks of 32 with one in 16 bits; blocks of 4 and 6 bits mixed.
constexpr double bits_q8_0 = 8.5, bits_q4_k_m = 4.85;

bool has_arithmetic(const catalog::Gpu& gpu, const char* type) {
  return catalog::dense_peak(gpu, type).has_value();
}

bool keeps_published_experts(const Network& network) {
  return network.name.find("gpt-oss") != std::string::npos;
}

MatrixType eight_bits(const Network& network, const catalog::Gpu& gpu) {
  if (!has_arithmetic(gpu, "fp8")) return MatrixType::int8_weights;
  const bool has_experts =
      std::any_of(network.layers.begin(), network.layers.end(),
                  [](const auto& group) { return group.feed_forward.experts > 0; });
  return has_experts ? MatrixType::fp8_block : MatrixType::fp8;
}

MatrixType matrices_of(std::string_view name, const Network& network, const catalog::Gpu& gpu) {
  const bool has_fp4 = has_arithmetic(gpu, "fp4");
  if (keeps_published_experts(network))
    return has_fp4 ? MatrixType::fp4_fp8 : MatrixType::fp4_weights;
  if (name == "fp8") return eight_bits(network, gpu);
  if (name == "int8") return MatrixType::int8_weights;
  if (name == "int4") return MatrixType::int4_weights;
  if (name == "fp4") return has_fp4 ? MatrixType::fp4 : MatrixType::fp4_weights;
  return MatrixType::bf16;
}

}  // namespace

std::span<const std::string_view> service_precisions() {
  return names;
}

std::optional<ServingPrecision> service_precision(std::string_view name, ServingSoftware software,
                                                  const Network& network, const catalog::Gpu& gpu) {
  const bool is_known = std::find(std::begin(names), std::end(names), name) != std::end(names);
  const bool is_float = name == "fp8" || name == "fp4";
  if (!is_known || (is_float && is_for_one_user(software))) return std::nullopt;
  ServingPrecision precision;
  precision.matrices = matrices_of(name, network, gpu);
  if (software == ServingSoftware::llama_cpp && precision.matrices == MatrixType::int8_weights)
    precision.bits_per_weight = bits_q8_0;
  if (software == ServingSoftware::llama_cpp && precision.matrices == MatrixType::int4_weights) {
    precision.bits_per_weight = bits_q4_k_m;
    precision.has_narrow_attention = true;
  }
  const bool is_usual = software == ServingSoftware::trtllm || software == ServingSoftware::vllm;
  const bool is_narrow = precision.matrices != MatrixType::bf16;
  if (is_usual && is_narrow && has_arithmetic(gpu, "fp8")) precision.cache = CacheType::fp8;
  return precision;
}

}  // namespace wgf::advisor
