// SPDX-License-Identifier: MIT
#include "advisor/serving/service_precision.h"

#include <algorithm>

#include "advisor/serving/format_support.h"

namespace wgf::advisor {
namespace {

constexpr std::string_view names[] = {"bf16", "fp16", "fp8", "int8", "int4", "fp4"};
constexpr std::string_view published_names[] = {"fp4"};

bool has_arithmetic(const catalog::Gpu& gpu, const char* type) {
  return catalog::dense_peak(gpu, type).has_value();
}

MatrixType eight_bits(const Network& network, const catalog::Gpu& gpu) {
  if (!has_arithmetic(gpu, "fp8")) return MatrixType::int8_weights;
  return network.has_experts() ? MatrixType::fp8_block : MatrixType::fp8;
}

MatrixType matrices_of(std::string_view name, const Network& network, const catalog::Gpu& gpu) {
  const bool has_fp4 = has_arithmetic(gpu, "fp4");
  if (network.has_mxfp4_experts) return has_fp4 ? MatrixType::fp4_fp8 : MatrixType::fp4_weights;
  if (name == "fp8") return eight_bits(network, gpu);
  if (name == "int8") return MatrixType::int8_weights;
  if (name == "int4") return MatrixType::int4_weights;
  if (name == "fp4") return has_fp4 ? MatrixType::fp4 : MatrixType::fp4_weights;
  return MatrixType::bf16;
}

// Of a weight, where it is not the type's: blocks of the program's own, and NVFP4 on cards that
// multiply it in 16 bits, whose type is that of MXFP4.
double own_bits(MatrixType type, ServingSoftware software, const Network& network) {
  if (type == MatrixType::fp4_weights && !network.has_mxfp4_experts) return 8 * nvfp4_bytes;
  if (software == ServingSoftware::llama_cpp && type == MatrixType::int8_weights) return q8_0_bits;
  if (type != MatrixType::int4_weights) return 0;
  if (software == ServingSoftware::llama_cpp) return q4_k_m_bits;
  if (network.published_in == "int4") return 8 * int4_of_32_bytes;
  return software == ServingSoftware::mlc ? q4_0_bits : 0;
}

}  // namespace

std::span<const std::string_view> service_precisions() {
  return names;
}

std::span<const std::string_view> service_precisions(const Network& network) {
  if (network.has_mxfp4_experts) return published_names;
  return names;
}

bool has_format(ServingSoftware software, std::string_view name) {
  if (software == ServingSoftware::transformers) return name == "bf16" || name == "fp16";
  return !is_for_one_user(software) || (name != "fp8" && name != "fp4");
}

std::string_view served_precision(std::string_view name, const Network& network) {
  if (name == "nf4") name = "int4";
  return network.has_mxfp4_experts ? published_names[0] : name;
}

std::optional<ServingPrecision> service_precision(std::string_view name, ServingSoftware software,
                                                  const Network& network, const catalog::Gpu& gpu) {
  const bool is_known = std::find(std::begin(names), std::end(names), name) != std::end(names);
  if (!is_known || (!network.has_mxfp4_experts && !has_format(software, name))) return std::nullopt;
  if (!is_known_to_run(software, network.has_mxfp4_experts ? "mxfp4" : name, gpu))
    return std::nullopt;
  ServingPrecision precision;
  precision.matrices = matrices_of(name, network, gpu);
  precision.bits_per_weight = own_bits(precision.matrices, software, network);
  precision.has_narrow_attention =
      is_for_one_user(software) && precision.matrices == MatrixType::int4_weights;
  precision.cache = usual_cache(precision.matrices, software, network, gpu);
  precision.table_bits = table_bits_of(precision, software);
  return precision;
}

double table_bits_of(const ServingPrecision& precision, ServingSoftware software) {
  constexpr double wide = 16;
  if (precision.matrices == MatrixType::bf16) return wide;
  if (software == ServingSoftware::mlc)
    return precision.bits_per_weight > 0 ? precision.bits_per_weight : wide;
  if (software != ServingSoftware::llama_cpp) return wide;
  return precision.matrices == MatrixType::int4_weights ? q6_k_bits : q8_0_bits;
}

CacheType usual_cache(MatrixType matrices, ServingSoftware software, const Network& network,
                      const catalog::Gpu& gpu) {
  const bool is_usual = software == ServingSoftware::trtllm || software == ServingSoftware::vllm;
  const bool is_narrow = matrices != MatrixType::bf16;
  const char* arithmetic = network.has_mxfp4_experts ? "fp4" : "fp8";
  return is_usual && is_narrow && has_arithmetic(gpu, arithmetic) ? CacheType::fp8
                                                                  : CacheType::bf16;
}

}  // namespace wgf::advisor
