// SPDX-License-Identifier: MIT
#pragma once
// A matrix of random numbers in any format a product takes.

#include <ATen/core/Tensor.h>

#include <string_view>

#include "engine/measure/number_format.h"

namespace wgf::engine {

enum class Stored { as_used, transposed };

// [batch, rows, columns], or [rows, columns] for a batch of one; FP4 packs two numbers of a row in
// one byte, so that its columns are half as many. Normal numbers; integers are uniform over all.
at::Tensor random_matrix(std::int64_t batch, std::int64_t rows, std::int64_t columns,
                         const NumberFormat& format, Stored stored, c10::Device device);

// One matrix of a batch; the operand itself where it is no batch.
at::Tensor matrix_of(const at::Tensor& operand, std::int64_t place);

// Rows (dimension 0) or columns (1) of a matrix, as float64 on the CPU.
at::Tensor picked_lines(const at::Tensor& matrix, std::int64_t dimension, const at::Tensor& places);

}  // namespace wgf::engine
