// SPDX-License-Identifier: MIT
#pragma once
// Whether a kernel computes rightly: what it wrote against the same in float64 on the CPU. A fast
// wrong kernel is no result.

#include <ATen/core/Tensor.h>

#include <vector>

#include "engine/measure/number_format.h"

namespace wgf::engine {

// What was computed on the device, and the same from the same (already rounded) inputs.
struct Comparison {
  at::Tensor computed, reference;  // both float64 on the CPU
  std::int64_t terms = 0;          // summed for one element
  double slack = 0;                // what the definition itself leaves open, as relative error
};

// Several answers as one, each in units of its own typical size.
Comparison joined(const std::vector<Comparison>& parts);

at::Tensor on_cpu(const at::Tensor& tensor);  // as float64

// Largest difference over the root mean square of the reference; infinite where anything computed
// is not a number.
double largest_error(const Comparison& comparison);
// The largest error that rounding in this format explains.
double tolerance(const NumberFormat& format, const Comparison& comparison);

// Up to `wanted` places of 0 … count - 1, spread over all of them with the first and the last: what
// is compared where the whole would take too long. int64, on the CPU.
at::Tensor sample_places(std::int64_t count, std::int64_t wanted);
// Those rows or columns of a tensor of any format, on the CPU as float64.
at::Tensor picked(const at::Tensor& tensor, std::int64_t dimension, const at::Tensor& places);

}  // namespace wgf::engine
