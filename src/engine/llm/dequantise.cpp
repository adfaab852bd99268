// SPDX-License-Identifier: MIT
#include "engine/llm/dequantise.h"

#include <ATen/ops/stack.h>
#include <ATen/ops/tensor.h>

#include <vector>

namespace wgf::engine {
namespace {

// Eight numbers of four bits for each int32, lowest first: [a, b] becomes [a, b, 8].
at::Tensor unpacked(const at::Tensor& words) {
  const at::Tensor bytes =
      words.contiguous().view(at::kByte).reshape({words.size(0), words.size(1), 4});
  return at::stack({bytes.bitwise_and(15), bytes.bitwise_right_shift(4)}, -1).flatten(2);
}

// AWQ's kernels want eight outputs in this order; place i of the eight holds output order[i].
at::Tensor in_output_order(const at::Tensor& eights) {
  const std::vector<std::int64_t> place_of_output{0, 4, 1, 5, 2, 6, 3, 7};
  const at::Tensor places = at::tensor(place_of_output, eights.options().dtype(at::kLong));
  return eights.index_select(-1, places);
}

// Exact in float32: products of 11 and 5 bits.
at::Tensor scaled(const at::Tensor& numbers, const at::Tensor& zeros, const PackedMatrix& packed,
                  c10::ScalarType type) {
  const auto of_inputs = [&](const at::Tensor& of_groups) {  // [groups, outputs]
    return of_groups.to(at::kFloat).t().index_select(1, packed.groups);
  };
  return numbers.to(at::kFloat)
      .sub_(of_inputs(zeros))
      .mul_(of_inputs(packed.scales))
      .to(type)
      .contiguous();
}

}  // namespace

at::Tensor dequantise_gptq(const PackedMatrix& packed, bool has_zeros_less_one,
                           c10::ScalarType type) {
  const at::Tensor numbers = unpacked(packed.numbers).permute({1, 0, 2}).flatten(1);
  at::Tensor zeros = unpacked(packed.zeros).flatten(1);
  if (has_zeros_less_one) zeros = zeros.add(1).bitwise_and(15);
  return scaled(numbers, zeros, packed, type);
}

at::Tensor dequantise_awq(const PackedMatrix& packed, c10::ScalarType type) {
  const at::Tensor numbers = in_output_order(unpacked(packed.numbers)).flatten(1).t();
  const at::Tensor zeros = in_output_order(unpacked(packed.zeros)).flatten(1);
  return scaled(numbers, zeros, packed, type);
}

}  // namespace wgf::engine
