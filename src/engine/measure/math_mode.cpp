// SPDX-License-Identifier: MIT
#include "engine/measure/math_mode.h"

#include <ATen/Context.h>
#include <ATen/autocast_mode.h>

#include "base/text.h"
#include "engine/measure/case_ended.h"
#include "engine/measure/cuda_properties.h"

namespace wgf::engine {
namespace {

std::string precision_text(at::Float32MatmulPrecision precision) {
  switch (precision) {
    case at::Float32MatmulPrecision::HIGHEST:
      return "highest";
    case at::Float32MatmulPrecision::HIGH:
      return "high";
    case at::Float32MatmulPrecision::MEDIUM:
      return "medium";
  }
  return "";
}

std::string compute_column(Precision precision) {
  switch (precision) {
    case Precision::fp32:
      return "fp32";
    case Precision::tf32:
      return "tf32";
    case Precision::fp16:
      return "fp16";
    case Precision::bf16:
      return "bf16";
  }
  return "";
}

std::string enabled_attention_backends(const at::Context& context) {
  std::vector<std::string> names;
  if (context.userEnabledFlashSDP()) names.emplace_back("flash");
  if (context.userEnabledMemEfficientSDP()) names.emplace_back("efficient");
  if (context.userEnabledCuDNNSDP()) names.emplace_back("cudnn");
  if (context.userEnabledMathSDP()) names.emplace_back("math");
  return join(names, ",");
}

void set_switches(at::Context& context, bool tf32) {
  // Both interfaces to TF32 are set alike: LibTorch refuses to answer when they disagree.
  context.setFloat32MatmulPrecision(tf32 ? "high" : "highest");
  context.setAllowTF32CuBLAS(tf32);
  context.setAllowTF32CuDNN(tf32);
  context.setBenchmarkCuDNN(true);
  context.setDeterministicCuDNN(false);
  context.setDeterministicAlgorithms(false, false);
  // All attention kernels, as in Python; LibTorch picks the best that fits the shapes.
  context.setSDPUseFlash(true);
  context.setSDPUseMemEfficient(true);
  context.setSDPUseCuDNN(true);
  context.setSDPUseMath(true);
}

}  // namespace

bool has_tf32(std::string_view compute_capability) {
  const auto major = parse_integer(compute_capability.substr(0, compute_capability.find('.')));
  return !major || *major >= 8;
}

Precision parse_precision(const std::string& name, c10::Device device) {
  if (name == "fp32") return Precision::fp32;
  if (name == "fp16") return Precision::fp16;
  if (name == "bf16") return Precision::bf16;
  if (name != "tf32")
    throw CaseEnded(
        results::Status::failed,
        {"engine.unknown_value",
         {{"name", "precision"}, {"value", name}, {"choices", "fp32, tf32, fp16, bf16"}}});
  if (device.is_cpu() || !has_tf32(cuda_properties(device.index()).compute_capability))
    throw CaseEnded(
        results::Status::unsupported,
        {"engine.precision_unsupported", {{"precision", name}, {"device", device.str()}}});
  return Precision::tf32;
}

std::optional<c10::ScalarType> low_precision_dtype(Precision precision) {
  if (precision == Precision::fp16) return c10::ScalarType::Half;
  if (precision == Precision::bf16) return c10::ScalarType::BFloat16;
  return std::nullopt;
}

results::MathMode set_math_mode(Precision precision, LowPrecision kind) {
  at::Context& context = at::globalContext();
  set_switches(context, precision == Precision::tf32);
  const auto dtype = low_precision_dtype(precision);
  const bool is_pure = dtype && kind == LowPrecision::pure;
  return {.compute = compute_column(precision),
          .parameters_dtype = !is_pure                       ? "float32"
                              : precision == Precision::bf16 ? "bfloat16"
                                                             : "float16",
          .autocast = dtype && !is_pure,
          .tf32_matmul = context.allowTF32CuBLAS(),
          .tf32_convolution = context.allowTF32CuDNN(),
          .cudnn_benchmark = context.benchmarkCuDNN(),
          .deterministic = context.deterministicAlgorithms(),
          .sdpa_backends = enabled_attention_backends(context),
          .float32_matmul_precision = precision_text(context.float32MatmulPrecision())};
}

AutocastScope::AutocastScope(c10::DeviceType device, std::optional<c10::ScalarType> dtype,
                             WeightCache cache)
    : device_(device), is_active_(dtype.has_value()) {
  if (!is_active_) return;
  was_enabled_ = at::autocast::is_autocast_enabled(device_);
  old_dtype_ = at::autocast::get_autocast_dtype(device_);
  had_cache_ = at::autocast::is_autocast_cache_enabled();
  at::autocast::set_autocast_enabled(device_, true);
  at::autocast::set_autocast_dtype(device_, *dtype);
  at::autocast::increment_nesting();
  at::autocast::set_autocast_cache_enabled(cache == WeightCache::on);
}

AutocastScope::~AutocastScope() {
  if (!is_active_) return;
  if (at::autocast::decrement_nesting() == 0) at::autocast::clear_cache();
  at::autocast::set_autocast_enabled(device_, was_enabled_);
  at::autocast::set_autocast_dtype(device_, old_dtype_);
  at::autocast::set_autocast_cache_enabled(had_cache_);
}

}  // namespace wgf::engine
