// SPDX-License-Identifier: MIT
#pragma once
// Products of rows in the order of experts with the matrix of each, [experts, outputs, inputs]:
// those of expert e end at ends[e], int32. On GPUs from 9.0 on, of bf16, one call that asks the
// host for nothing; else one product an expert.

#include <ATen/core/Tensor.h>

#include "engine/training/parameter_group.h"

namespace wgf::engine {

// x [rows, inputs] times matrices, transposed: [rows, outputs].
at::Tensor grouped_linear(const at::Tensor& x, const at::Tensor& matrices, const at::Tensor& ends);
at::Tensor grouped_inputs_backward(const at::Tensor& d_output, const at::Tensor& matrices,
                                   const at::Tensor& ends);
// An expert without rows has a gradient of zeros.
void grouped_weights_backward(const at::Tensor& d_output, const at::Tensor& x,
                              const at::Tensor& ends, const GradientPlace& gradient);

}  // namespace wgf::engine
