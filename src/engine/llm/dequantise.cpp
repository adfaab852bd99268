// SPDX-License-Identifier: MIT
#include "engine/llm/dequantise.h"

#include "engine/llm/four_bits.h"

namespace wgf::engine {
namespace {

// Eight numbers of four bits for each int32, lowest first: [a, b] becomes [a, b, 8].
at::Tensor unpacked(const at::Tensor& words) {
  const at::Tensor bytes =
      words.contiguous().view(at::kByte).reshape({words.size(0), words.size(1), 4});
  return halves_of_bytes(bytes).flatten(2);
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
  const at::Tensor numbers = from_places(unpacked(packed.numbers)).flatten(1).t();
  const at::Tensor zeros = from_places(unpacked(packed.zeros)).flatten(1);
  return scaled(numbers, zeros, packed, type);
}

}  // namespace wgf::engine
