// SPDX-License-Identifier: MIT
#include "engine/measure/number_format.h"

#include <cmath>
#include <vector>

#include "base/text.h"
#include "engine/measure/case_ended.h"
#include "engine/measure/cuda_properties.h"
#include "engine/measure/device.h"
#include "engine/measure/math_mode.h"

namespace wgf::engine {
namespace {

using c10::ScalarType;

// TF32 has the significand of fp16; products of the formats below fp32 are summed in fp32. FP8
// products are summed in registers of some 14 significant bits (Hopper's "fast accumulation") and
// written as bf16, and so are those of FP4; INT8 products are summed exactly.
const NumberFormat formats[] = {
    {"fp64", ScalarType::Double, ScalarType::Double, std::ldexp(1.0, -53), std::ldexp(1.0, -53),
     "float64"},
    {"fp32", ScalarType::Float, ScalarType::Float, std::ldexp(1.0, -24), std::ldexp(1.0, -24),
     "float32"},
    {"tf32", ScalarType::Float, ScalarType::Float, std::ldexp(1.0, -11), std::ldexp(1.0, -24),
     "float32"},
    {"fp16", ScalarType::Half, ScalarType::Half, std::ldexp(1.0, -11), std::ldexp(1.0, -24),
     "float16"},
    {"bf16", ScalarType::BFloat16, ScalarType::BFloat16, std::ldexp(1.0, -8), std::ldexp(1.0, -24),
     "bfloat16"},
    {"fp8", ScalarType::Float8_e4m3fn, ScalarType::BFloat16, std::ldexp(1.0, -8),
     std::ldexp(1.0, -14), "float8_e4m3fn"},
    {"int8", ScalarType::Char, ScalarType::Int, 0, 0, "int8"},
    {"fp4", ScalarType::Float4_e2m1fn_x2, ScalarType::BFloat16, std::ldexp(1.0, -8),
     std::ldexp(1.0, -14), "float4_e2m1fn_x2"},
};

// Compute capability from which tensor cores have the format; 0: any.
int least_capability(std::string_view format) {
  if (format == "tf32") return 80;
  if (format == "fp8") return 89;
  if (format == "fp4") return 100;
  return 0;
}

// 90 of "9.0"; nothing where the runtime tells none (a ROCm build): LibTorch then decides.
std::optional<int> capability(c10::Device device) {
  const std::string text = cuda_properties(device.index()).compute_capability;
  const std::size_t dot = text.find('.');
  if (dot == std::string::npos) return std::nullopt;
  const auto major = parse_integer(std::string_view(text).substr(0, dot));
  const auto minor = parse_integer(std::string_view(text).substr(dot + 1));
  if (!major || !minor) return std::nullopt;
  return static_cast<int>(*major * 10 + *minor);
}

bool device_has(std::string_view format, c10::Device device) {
  if (!is_gpu(device)) return format != "tf32" && format != "fp4";
  return has_format(format, capability(device));
}

}  // namespace

const NumberFormat* find_format(std::string_view name) {
  for (const NumberFormat& format : formats)
    if (format.name == name) return &format;
  return nullptr;
}

const NumberFormat* find_format(ScalarType type) {
  for (const NumberFormat& format : formats)
    if (format.type == type) return &format;
  return nullptr;
}

bool has_format(std::string_view format, std::optional<int> compute_capability) {
  return !compute_capability || *compute_capability >= least_capability(format);
}

const NumberFormat& find_format(const std::string& name, c10::Device device) {
  const NumberFormat* format = find_format(name);
  if (format == nullptr) {
    std::vector<std::string> names;
    for (const NumberFormat& known : formats) names.emplace_back(known.name);
    throw CaseEnded(results::Status::failed,
                    {"engine.unknown_value",
                     {{"name", "precision"}, {"value", name}, {"choices", join(names, ", ")}}});
  }
  if (device_has(name, device)) return *format;
  throw CaseEnded(results::Status::unsupported, {"engine.precision_unsupported",
                                                 {{"precision", name}, {"device", device.str()}}});
}

results::MathMode set_math_mode(const NumberFormat& format) {
  const Precision precision = format.name == "tf32"                 ? Precision::tf32
                              : format.type == ScalarType::Half     ? Precision::fp16
                              : format.type == ScalarType::BFloat16 ? Precision::bf16
                                                                    : Precision::fp32;
  results::MathMode mode = set_math_mode(precision, LowPrecision::pure);
  mode.compute = format.name;
  mode.parameters_dtype = format.torch_name;
  return mode;
}

}  // namespace wgf::engine
