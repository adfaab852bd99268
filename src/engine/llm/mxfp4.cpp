// SPDX-License-Identifier: MIT
#include "engine/llm/mxfp4.h"

#include <ATen/ops/constant_pad_nd.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/where.h>

#include <vector>

#include "engine/llm/four_bits.h"

namespace wgf::engine {
namespace {

constexpr std::int64_t largest_exponent = 2;  // of e2m1
// Beyond these a kernel's sums would leave the range of bf16.
constexpr std::int64_t least_stored = 2, most_stored = 190;
constexpr std::int64_t in_group = 4;  // exponents that lie together
constexpr std::int64_t words = 4, in_half = 4,
                       halves = 2;  // of a block; numbers of 16 bits; of a word

// What the eight magnitudes stand for, then the same below zero.
at::Tensor numbers_of_codes(const at::Tensor& codes) {
  static const std::vector<float> numbers{0,     0.5F,  1,  1.5F,  2,  3,  4,  6,
                                          -0.0F, -0.5F, -1, -1.5F, -2, -3, -4, -6};
  return at::tensor(numbers).to(codes.device()).index({codes.to(at::kInt)});
}

// Bytes of e8m0 as the numbers they stand for, in float32.
at::Tensor powers_of(const at::Tensor& exponents) {
  const at::Tensor whole = exponents.to(at::kInt);
  constexpr int least = 1 << 22;  // 2^-127 has no exponent of its own
  return at::where(whole == 0, least, whole.bitwise_left_shift(23)).contiguous().view(at::kFloat);
}

// To the nearest of 0, 0.5, 1, 1.5, 2, 3, 4 and 6, their places in this list.
at::Tensor nearest_codes(const at::Tensor& magnitudes) {
  const auto above = [&](double border) { return (magnitudes > border).to(at::kByte); };
  const auto from = [&](double border) { return (magnitudes >= border).to(at::kByte); };
  return above(0.25) + from(0.75) + above(1.25) + from(1.75) + above(2.5) + from(3.5) + above(5);
}

// A sign and three bits of four numbers in sixteen bits, as widen_block of the text finds them.
at::Tensor joined(const at::Tensor& codes) {  // [..., 4, 2]: numbers of each half of a word
  const auto part = [&](std::int64_t number) { return codes.select(-2, number).to(at::kInt); };
  const auto placed = [&](std::int64_t number, std::int64_t sign, std::int64_t rest) {
    const at::Tensor code = part(number);
    return code.bitwise_right_shift(3) * (1 << sign) + code.bitwise_and(7) * (1 << rest);
  };
  const at::Tensor last = part(3);
  return placed(0, 15, 6) + placed(1, 12, 3) + placed(2, 9, 0) +
         last.bitwise_right_shift(3) * (1 << 14) +
         last.bitwise_right_shift(2).bitwise_and(1) * (1 << 13) + last.bitwise_and(3) * (1 << 10);
}
at::Tensor parted(const at::Tensor& sixteen) {  // and back
  const auto bits = [&](std::int64_t from, std::int64_t mask) {
    return sixteen.bitwise_right_shift(from).bitwise_and(mask);
  };
  return at::stack({bits(15, 1) * 8 + bits(6, 7), bits(12, 1) * 8 + bits(3, 7),
                    bits(9, 1) * 8 + bits(0, 7), bits(14, 1) * 8 + bits(13, 1) * 4 + bits(10, 3)},
                   -2);
}

}  // namespace

at::Tensor dequantise_mxfp4(const StoredBlocks& stored, c10::ScalarType type) {
  const at::Tensor codes = halves_of_bytes(stored.numbers).flatten(-2);  // [..., blocks, 32]
  return (numbers_of_codes(codes) * powers_of(stored.exponents).unsqueeze(-1)).flatten(-2).to(type);
}

PackedBlocks pack_mxfp4(const at::Tensor& plain) {
  const std::int64_t blocks = plain.size(-1) / mxfp4_block;
  const at::Tensor numbers =
      plain.to(at::kFloat).reshape(sizes_ending(plain, {blocks, mxfp4_block})).contiguous();
  // Of a float its own exponent, with the same bias.
  const at::Tensor exponents =
      (numbers.abs().amax(-1).contiguous().view(at::kInt).bitwise_right_shift(23) -
       largest_exponent)
          .clamp(least_stored, most_stored);
  const at::Tensor scaled = numbers / powers_of(exponents).unsqueeze(-1);
  const at::Tensor codes =
      nearest_codes(scaled.abs()) + (scaled < 0).to(at::kByte) * 8;  // [..., blocks, 32]
  const at::Tensor sixteen =
      joined(codes.reshape(sizes_ending(plain, {blocks, words, in_half, halves})));
  PackedBlocks packed;
  packed.numbers = at::stack({sixteen.bitwise_and(255), sixteen.bitwise_right_shift(8)}, -1)
                       .to(at::kByte)
                       .reshape(sizes_ending(plain, {plain.size(-1) / 2}));
  const std::int64_t groups = (blocks + in_group - 1) / in_group;
  packed.exponents = at::constant_pad_nd(exponents.to(at::kByte), {0, groups * in_group - blocks})
                         .reshape(sizes_ending(plain, {groups, in_group}))
                         .transpose(-3, -2)
                         .contiguous();
  return packed;
}

at::Tensor widen_mxfp4(const PackedBlocks& packed) {
  const at::Tensor& bytes = packed.numbers;
  const std::int64_t blocks = 2 * bytes.size(-1) / mxfp4_block;
  const at::Tensor pairs =
      bytes.reshape(sizes_ending(bytes, {blocks, words, halves, 2})).to(at::kInt);
  const at::Tensor codes = parted(pairs.select(-1, 0) + pairs.select(-1, 1) * 256)
                               .reshape(sizes_ending(bytes, {blocks, mxfp4_block}));
  const at::Tensor exponents = packed.exponents.transpose(-3, -2).flatten(-2).narrow(-1, 0, blocks);
  return (numbers_of_codes(codes) * powers_of(exponents).unsqueeze(-1)).flatten(-2);
}

}  // namespace wgf::engine
