// SPDX-License-Identifier: MIT
#pragma once
// The arithmetic of a case: every switch of LibTorch that changes it is set explicitly, then read
// back, so that the record says what ran and not what was asked for.

#include <c10/core/Device.h>
#include <c10/core/ScalarType.h>

#include <optional>
#include <string>
#include <string_view>

#include "results/result.h"

namespace wgf::engine {

enum class Precision { fp32, tf32, fp16, bf16 };

// Tensor cores have TF32 since Ampere, "8.0"; LibTorch's switch is silent on older cards. Where no
// capability is known ("", a ROCm build) LibTorch decides.
bool has_tf32(std::string_view compute_capability);

// Throws CaseEnded(failed) for a name that is none, CaseEnded(unsupported) for TF32 on a CPU or a
// GPU without it.
Precision parse_precision(const std::string& name, c10::Device device);
// float16 or bfloat16; nothing for the two that compute on float32 tensors.
std::optional<c10::ScalarType> low_precision_dtype(Precision precision);

enum class LowPrecision {
  autocast,  // parameters stay float32, matrix work runs in the low precision
  pure,      // parameters and inputs are in the low precision
};

results::MathMode set_math_mode(Precision precision, LowPrecision kind);

// Autocast around one forward pass and its loss, as Python's `with torch.autocast(...)`: the cache
// of converted weights lives as long as the pass. Does nothing without a dtype.
class AutocastScope {
 public:
  // A recorded graph must not find weights converted outside it, so the cache can be switched off.
  enum class WeightCache { on, off };
  AutocastScope(c10::DeviceType device, std::optional<c10::ScalarType> dtype, WeightCache cache);
  ~AutocastScope();
  AutocastScope(const AutocastScope&) = delete;
  AutocastScope& operator=(const AutocastScope&) = delete;

 private:
  c10::DeviceType device_;
  bool is_active_;
  bool was_enabled_ = false;
  bool had_cache_ = false;
  c10::ScalarType old_dtype_ = c10::ScalarType::Float;
};

}  // namespace wgf::engine
