// SPDX-License-Identifier: MIT
#pragma once
// The number formats kernels compute in, with what their rounding allows.

#include <c10/core/Device.h>
#include <c10/core/ScalarType.h>

#include <optional>
#include <string>
#include <string_view>

#include "results/result.h"

namespace wgf::engine {

struct NumberFormat {
  std::string_view name;    // as in cases and datasheets: "bf16"
  c10::ScalarType type;     // of what is read
  c10::ScalarType result;   // of what is written
  double roundoff = 0;      // half the distance of neighbouring results near one; 0: exact
  double sum_roundoff = 0;  // the same of the sums of products
  std::string_view torch_name;

  std::int64_t bytes() const { return static_cast<std::int64_t>(c10::elementSize(type)); }
};

// Throws CaseEnded(failed) for a name that is none, CaseEnded(unsupported) for a format the device
// does not have.
const NumberFormat& find_format(const std::string& name, c10::Device device);

// Every format there is; the device may lack it.
const NumberFormat* find_format(std::string_view name);
// The one whose numbers are of this type: fp32 of float32. Null: no datasheet has it.
const NumberFormat* find_format(c10::ScalarType type);

// Whether a GPU of this compute capability (90 is 9.0) multiplies numbers of the format in
// hardware; nothing known of it, as in a ROCm build: LibTorch decides.
bool has_format(std::string_view format, std::optional<int> compute_capability);

// Sets LibTorch's switches to compute in this format; what they then read.
results::MathMode set_math_mode(const NumberFormat& format);

}  // namespace wgf::engine
