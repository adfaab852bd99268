// SPDX-License-Identifier: MIT
// Products by matrices of every form of weights, and by blocks that share the rows of one.

#include <gtest/gtest.h>

#include "kernels.h"
#include "numbers.h"

namespace wgf {
namespace {

constexpr std::size_t outputs = 64;

// [outputs, width] as matrix.h keeps it, with what it stands for.
struct Weights {
  std::vector<std::uint8_t> stored;
  std::vector<float> row_scales;
  Bf16s group_scales;
  std::vector<double> wide;

  const void* scales() const {
    if (!row_scales.empty()) return row_scales.data();
    return group_scales.empty() ? nullptr : group_scales.data();
  }
};

Weights plain(Numbers& from, std::size_t width) {
  Weights made;
  for (const Bf16 number : from.bf16(outputs * width)) {
    made.stored.push_back(static_cast<std::uint8_t>(number));
    made.stored.push_back(static_cast<std::uint8_t>(number >> 8));
    made.wide.push_back(value(number));
  }
  return made;
}

Weights of_bytes(Numbers& from, std::size_t width, bool is_float) {
  const ByteMatrix matrix(from, outputs, width, is_float);
  return {matrix.numbers, matrix.row_scales, {}, matrix.wide};
}

Weights of_four_bits(Numbers& from, std::size_t width) {
  const FourBitMatrix matrix(from, 1, outputs, width);
  return {matrix.numbers, {}, matrix.group_scales, matrix.wide};
}

struct Made {
  std::vector<float> output;
  std::vector<double> answer;
  std::vector<unsigned long long> best;
};

template <typename Arguments, typename Kernel>
Made product(Kernel kernel, const Weights& weights, Numbers& from, std::size_t width,
             std::size_t tokens, bool has_norm, bool has_bias, unsigned threads, unsigned blocks) {
  const Bf16s input = from.bf16(tokens * width), bias = from.bf16(outputs);
  const std::vector<float> squares = from.floats(tokens * width / 16, 1, 3);
  std::vector<float> parts(outputs * 16 * 4);
  std::vector<unsigned> arrived(64);
  Made made;
  made.output.resize(tokens * outputs);
  made.best.resize(tokens);
  Arguments a{};
  a.weights = weights.stored.data();
  a.scales = weights.scales();
  a.input = input.data();
  a.squares = squares.data();
  a.bias = bias.data();
  a.output = made.output.data();
  a.tokens = static_cast<int>(tokens);
  a.epsilon = 1e-5F;
  a.best = made.best.data();
  a.parts = parts.data();
  a.arrived = arrived.data();
  emulated::launch({blocks, 1, 1}, threads, [&] { kernel(a); });
  for (std::size_t t = 0; t < tokens; ++t)
    for (std::size_t row = 0; row < outputs; ++row) {
      double sum = 0;
      for (std::size_t k = 0; k < width; ++k)
        sum += weights.wide[row * width + k] * value(input[t * width + k]);
      if (has_norm) sum *= norm_of(&squares[t * width / 16], width);
      made.answer.push_back(sum + (has_bias ? value(bias[row]) : 0));
    }
  return made;
}

double error_of(const Made& made) {
  Errors errors;
  for (std::size_t i = 0; i < made.output.size(); ++i)
    errors.add(static_cast<double>(made.output[i]), made.answer[i]);
  return errors.largest();
}

template <typename Few, typename More, typename FewKernel, typename MoreKernel>
void check(FewKernel few, MoreKernel more, const Weights& weights, Numbers& from, double allowed) {
  constexpr std::size_t width = 256;
  EXPECT_LT(error_of(product<Few>(few, weights, from, width, 3, true, true, 256, 3)), allowed);
  EXPECT_LT(error_of(product<More>(more, weights, from, width, 5, true, true, 128, 2)), 1e-4);
}

// Narrow weights multiply staged inputs of 15 bits.
constexpr double of_15_bits = 1e-3;

TEST(DenseProducts, AreThoseOfWhatWeightsStandFor) {
  Numbers from;
  check<few_of_bf16::ProductArguments, more_of_bf16::ProductArguments>(
      few_of_bf16::staged_product, more_of_bf16::skinny_product, plain(from, 256), from, 1e-4);
  check<few_of_fp8::ProductArguments, more_of_fp8::ProductArguments>(
      few_of_fp8::staged_product, more_of_fp8::skinny_product, of_bytes(from, 256, true), from,
      of_15_bits);
  check<few_of_int8::ProductArguments, more_of_int8::ProductArguments>(
      few_of_int8::staged_product, more_of_int8::skinny_product, of_bytes(from, 256, false), from,
      of_15_bits);
  check<few_of_int4::ProductArguments, more_of_int4::ProductArguments>(
      few_of_int4::staged_product, more_of_int4::skinny_product, of_four_bits(from, 256), from,
      of_15_bits);
}

TEST(DenseProducts, AreJoinedOfThePiecesOfSeveralBlocks) {
  Numbers from;
  const Weights weights = plain(from, 1024);
  const Made made = product<pieces_of_rows::ProductArguments>(pieces_of_rows::wide_product, weights,
                                                              from, 1024, 10, false, true, 512, 4);
  EXPECT_LT(error_of(made), 1e-4);
}

TEST(DenseProducts, KnowTheLargestLogitOfEachToken) {
  Numbers from;
  const Weights weights = plain(from, 256);
  const Made made = product<logits_of_three::ProductArguments>(
      logits_of_three::staged_product, weights, from, 256, 3, true, false, 256, 3);
  EXPECT_LT(error_of(made), 1e-4);
  for (std::size_t t = 0; t < 3; ++t) {
    const auto first = made.answer.begin() + static_cast<std::ptrdiff_t>(t * outputs);
    const auto row = std::max_element(first, first + outputs) - first;
    EXPECT_EQ(0xffffffffU - static_cast<std::uint32_t>(made.best[t]),
              static_cast<std::uint32_t>(row));
  }
}

}  // namespace
}  // namespace wgf
