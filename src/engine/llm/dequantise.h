// SPDX-License-Identifier: MIT
#pragma once
// Matrices that GPTQ and AWQ stored in four bits, as numbers again: scale * (number - zero).

#include <ATen/core/Tensor.h>
#include <c10/core/ScalarType.h>

namespace wgf::engine {

// The tensors of one matrix, on any device. An int32 holds eight numbers.
struct PackedMatrix {
  at::Tensor numbers;  // qweight: GPTQ [inputs / 8, outputs], AWQ [inputs, outputs / 8]
  at::Tensor zeros;    // qzeros [groups, outputs / 8]
  at::Tensor scales;   // [groups, outputs]
  at::Tensor groups;   // [inputs] int64: the group of each input
};

// [outputs, inputs] of the type, each rounded once.
at::Tensor dequantise_gptq(const PackedMatrix& packed, bool has_zeros_less_one,
                           c10::ScalarType type);
at::Tensor dequantise_awq(const PackedMatrix& packed, c10::ScalarType type);

}  // namespace wgf::engine
