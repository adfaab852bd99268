// SPDX-License-Identifier: MIT
#pragma once
// Products of many tokens by LibTorch's library.

#include "engine/llm/matrix.h"

namespace wgf::engine {

// x [..., inputs] times the matrix, [..., outputs] of x's type, which may be wider than that of the
// weights. Narrow weights are widened for it; but fp8 multiplies as it is where it can, inputs
// rounded to e4m3 by each token's largest number.
at::Tensor matrix_product(const at::Tensor& x, const Matrix& matrix, const at::Tensor& bias = {});

// GPUs from 9.0 on, whose library has products with a scale a row.
bool multiplies_fp8(c10::Device device);
// There, from 32 tokens of bf16 on.
bool has_fp8_product(const at::Tensor& x, const Matrix& matrix);
// Of inputs already rounded, a scale a row; `sizes` of the inputs as they were.
at::Tensor fp8_product(at::IntArrayRef sizes, const Matrix& rows, const Matrix& matrix,
                       const at::Tensor& bias);

// Rows in the order of experts times the matrix of each, [experts, outputs, inputs]: rows of expert
// e end at ends[e], int32 on the device. Of bf16 on GPUs from 9.0 on; the host asks for nothing.
bool groups_products(c10::Device device);
bool groups_products(const at::Tensor& rows);
bool has_grouped_product(const at::Tensor& rows, const Matrix& matrices);
at::Tensor grouped_product(const at::Tensor& rows, const Matrix& matrices, const at::Tensor& ends);

}  // namespace wgf::engine
