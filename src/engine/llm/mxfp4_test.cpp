// SPDX-License-Identifier: MIT
#include "engine/llm/mxfp4.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/full.h>
#include <ATen/ops/randint.h>
#include <ATen/ops/tensor.h>
#include <gtest/gtest.h>

#include <cstring>

namespace wgf::engine {
namespace {

at::Tensor bytes(std::vector<std::int64_t> values, std::vector<std::int64_t> sizes) {
  return at::tensor(values, at::kLong).to(at::kByte).reshape(sizes);
}

// A row of one block: all sixteen codes twice, the lower half of each byte first.
at::Tensor all_codes() {
  std::vector<std::int64_t> pairs;
  for (int twice = 0; twice < 2; ++twice)
    for (std::int64_t code = 0; code < 16; code += 2) pairs.push_back(code + 16 * (code + 1));
  return bytes(pairs, {1, 1, 16});
}

std::vector<float> floats(const at::Tensor& tensor) {
  const at::Tensor flat = tensor.to(at::kFloat).contiguous();
  return {flat.const_data_ptr<float>(), flat.const_data_ptr<float>() + flat.numel()};
}

TEST(Mxfp4, HasTheNumbersOfTheStandard) {
  const std::vector<float> once{0, 0.5F, 1, 1.5F, 2, 3, 4, 6, 0, -0.5F, -1, -1.5F, -2, -3, -4, -6};
  std::vector<float> expected = once;
  expected.insert(expected.end(), once.begin(), once.end());
  EXPECT_EQ(floats(dequantise_mxfp4({all_codes(), bytes({127}, {1, 1})}, at::kFloat)), expected);
  for (float& number : expected) number /= 8;
  EXPECT_EQ(floats(dequantise_mxfp4({all_codes(), bytes({124}, {1, 1})}, at::kBFloat16)), expected);
}

TEST(Mxfp4, StoredBlocksComeBackFromThePackedOnes) {
  const StoredBlocks stored{at::randint(256, {3, 8, 5, 16}, at::kLong).to(at::kByte),
                            at::randint(100, 140, {3, 8, 5}, at::kLong).to(at::kByte)};
  const at::Tensor numbers = dequantise_mxfp4(stored, at::kBFloat16);
  EXPECT_EQ(numbers.sizes().vec(), (std::vector<std::int64_t>{3, 8, 160}));
  const PackedBlocks packed = pack_mxfp4(numbers);
  EXPECT_EQ(packed.numbers.sizes().vec(), (std::vector<std::int64_t>{3, 8, 80}));
  EXPECT_EQ(packed.exponents.sizes().vec(), (std::vector<std::int64_t>{3, 2, 8, 4}));
  EXPECT_TRUE(widen_mxfp4(packed).equal(numbers.to(at::kFloat)));
}

TEST(Mxfp4, RoundsToTheNearestAndOfTwoToTheEvenOne) {
  at::Tensor row = at::full({1, 32}, 6.0);
  const std::vector<float> given{0.24F, 0.25F, 0.26F, 0.75F, 1.25F, 1.75F, 2.5F, 3.5F, 5, 5.1F, -5},
      expected{0, 0, 0.5F, 1, 1, 2, 2, 4, 4, 6, -4};
  row.select(0, 0).narrow(0, 0, 11).copy_(at::tensor(given));
  const std::vector<float> rounded = floats(widen_mxfp4(pack_mxfp4(row)));
  EXPECT_EQ(std::vector<float>(rounded.begin(), rounded.begin() + 11), expected);
  // The largest has an exponent of 2; 7.9 with it is at most 6.
  EXPECT_EQ(floats(widen_mxfp4(pack_mxfp4(at::full({1, 32}, 7.9))))[0], 6);
  EXPECT_EQ(floats(widen_mxfp4(pack_mxfp4(at::full({1, 32}, 0.0))))[0], 0);
}

float of_bf16(std::uint32_t bits) {
  bits <<= 16;
  float number = 0;
  std::memcpy(&number, &bits, sizeof(number));
  return number;
}

// The instructions of widen_block in the text, one by one.
TEST(Mxfp4, LiesAsTheKernelsReadIt) {
  const at::Tensor numbers = dequantise_mxfp4({all_codes(), bytes({127}, {1, 1})}, at::kFloat);
  const PackedBlocks packed = pack_mxfp4(numbers);
  const std::vector<float> expected = floats(numbers);
  EXPECT_EQ(packed.exponents.const_data_ptr<std::uint8_t>()[0], 127);
  std::uint32_t words[4];
  std::memcpy(words, packed.numbers.const_data_ptr(), sizeof(words));
  constexpr std::uint32_t number = 0x81c081c0U;
  for (std::size_t i = 0; i < 4; ++i) {
    const std::uint32_t word = words[i];
    const std::uint32_t last =
        (word << 1 & 0x80008000U) | (word >> 5 & 0x01000100U) | (word >> 4 & 0x00c000c0U);
    const std::uint32_t pairs[4] = {word & number, word << 3 & number, word << 6 & number, last};
    for (std::size_t pair = 0; pair < 4; ++pair) {
      constexpr float bias = 8.5070592e37F;  // 2^126
      EXPECT_EQ(of_bf16(pairs[pair] & 0xffff) * bias, expected[8 * i + 2 * pair]);
      EXPECT_EQ(of_bf16(pairs[pair] >> 16) * bias, expected[8 * i + 2 * pair + 1]);
    }
  }
}

}  // namespace
}  // namespace wgf::engine
