// SPDX-License-Identifier: MIT
// Kernels between products: norms before and after a half of a layer, activations, matrices
// widened.

#include <gtest/gtest.h>

#include "kernels.h"
#include "numbers.h"

namespace wgf {
namespace {

constexpr std::size_t rows_given = 2, hidden = 288;

double root_of_mean_square(const std::vector<double>& numbers) {
  double square = 0;
  for (const double number : numbers) square += number * number;
  return std::sqrt(square / static_cast<double>(numbers.size()) + 1e-5);
}

TEST(AfterNorm, AddsTheNormOfWhatAHalfGave) {
  Numbers from;
  const std::vector<float> sums = from.floats(rows_given * hidden, -2, 2);
  const Bf16s gains = from.bf16(hidden), next = from.bf16(hidden),
              before = from.bf16(rows_given * hidden);
  Bf16s state = before, scaled(rows_given * hidden);
  std::vector<float> squares(rows_given * hidden / 16);
  const after_norm_of_288::AfterNormArguments a{
      sums.data(), gains.data(), state.data(), next.data(), scaled.data(), squares.data(), 1e-5F};
  emulated::launch({rows_given, 1, 1}, 512, [&] { after_norm_of_288::after_norm(a); });
  Errors errors;
  for (std::size_t t = 0; t < rows_given; ++t) {
    const std::vector<double> row(sums.begin() + t * hidden, sums.begin() + (t + 1) * hidden);
    double square = 0;
    for (std::size_t n = 0; n < hidden; ++n) {
      const std::size_t at = t * hidden + n;
      errors.add(state[at],
                 value(before[at]) + row[n] / root_of_mean_square(row) * (1 + value(gains[n])));
      errors.add(scaled[at], value(state[at]) * (1 + value(next[n])));
      square = n % 16 == 0 ? 0 : square;
      square += value(state[at]) * value(state[at]);
      if (n % 16 == 15) errors.add(static_cast<double>(squares[at / 16]), square);
    }
  }
  EXPECT_LT(errors.largest(), rounded_once);
}

TEST(AddNorm, AddsToTheStateAndGivesItsNormWithGainsStoredLessOne) {
  Numbers from;
  const Bf16s before = from.bf16(rows_given * hidden), added = from.bf16(rows_given * hidden),
              gains = from.bf16(hidden);
  Bf16s state = before, output(rows_given * hidden);
  const add_norm_of_288::AddNormArguments a{state.data(), added.data(), gains.data(), output.data(),
                                            1e-5F};
  emulated::launch({rows_given, 1, 1}, 256, [&] { add_norm_of_288::add_norm(a); });
  Errors errors;
  for (std::size_t t = 0; t < rows_given; ++t) {
    std::vector<double> row;
    for (std::size_t at = t * hidden; at < (t + 1) * hidden; ++at) {
      errors.add(state[at], value(before[at]) + value(added[at]));
      row.push_back(value(state[at]));
    }
    for (std::size_t n = 0; n < hidden; ++n)
      errors.add(output[t * hidden + n], row[n] / root_of_mean_square(row) * (1 + value(gains[n])));
  }
  EXPECT_LT(errors.largest(), rounded_once);
}

template <typename Arguments, typename Kernel, typename Answer>
double activation_error(Kernel kernel, Answer answer) {
  constexpr std::size_t width = 64;
  Numbers from;
  const Bf16s input = from.bf16(rows_given * 2 * width, 9);  // beyond the limits of gpt-oss
  Bf16s output(rows_given * width);
  const Arguments a{input.data(), output.data(), static_cast<long long>(output.size() / 8)};
  emulated::launch({1, 1, 1}, 256, [&] { kernel(a); });
  Errors errors;
  for (std::size_t i = 0; i < output.size(); ++i) {
    const Bf16* gate = &input[i / width * 2 * width + i % width];
    errors.add(output[i], answer(value(gate[0]), value(gate[width])));
  }
  return errors.largest();
}

TEST(Activations, AreThoseOfTheModels) {
  EXPECT_LT(
      activation_error<silu::GateArguments>(
          silu::gate, [](double gate, double up) { return gate / (1 + std::exp(-gate)) * up; }),
      rounded_once);
  EXPECT_LT(activation_error<gelu::GateArguments>(gelu::gate,
                                                  [](double gate, double up) {
                                                    const double inside =
                                                        std::sqrt(2 / std::acos(-1.0)) *
                                                        (gate + 0.044715 * std::pow(gate, 3));
                                                    return gate / 2 * (1 + std::tanh(inside)) * up;
                                                  }),
            rounded_once);
  EXPECT_LT(activation_error<clamped_silu::GateArguments>(
                clamped_silu::gate,
                [](double gate, double up) {
                  const double least = std::min(gate, 7.0);
                  return (std::clamp(up, -7.0, 7.0) + 1) * least / (1 + std::exp(-1.702 * least));
                }),
            rounded_once);
}

TEST(WidenMatrix, GivesWhatWholeNumbersOfExpertsStandFor) {
  constexpr std::size_t matrices = 3, rows = 16, inner = 384;
  Numbers from;
  const FourBitMatrix packed(from, matrices, rows, inner);
  Bf16s output(matrices * rows * inner);
  const groups_widened::WidenArguments a{packed.numbers.data(),
                                         packed.group_scales.data(),
                                         output.data(),
                                         matrices * rows,
                                         inner,
                                         rows};
  emulated::launch({2, 1, 1}, 256, [&] { groups_widened::widen_matrix(a); });
  Errors errors;
  for (std::size_t i = 0; i < output.size(); ++i) errors.add(output[i], packed.wide[i]);
  EXPECT_LT(errors.largest(), rounded_once);
}

TEST(WidenMatrix, GivesExactlyWhatBlocksStandFor) {
  constexpr std::size_t matrices = 3, rows = 16, inner = 352;
  Numbers from;
  const BlockMatrix blocks(from, matrices, rows, inner);
  Bf16s output(matrices * rows * inner);
  const blocks_widened::WidenArguments a{
      blocks.numbers.data(), blocks.exponents.data(), output.data(), matrices * rows, inner, rows};
  emulated::launch({2, 1, 1}, 256, [&] { blocks_widened::widen_matrix(a); });
  for (std::size_t i = 0; i < output.size(); ++i) ASSERT_EQ(value(output[i]), blocks.wide[i]) << i;
}

}  // namespace
}  // namespace wgf
