// SPDX-License-Identifier: MIT
// Products of chosen experts with biases and clamped SwiGLU, as gpt-oss has them: in mxfp4 and in 8
// bits.

#include <gtest/gtest.h>

#include "kernels.h"
#include "numbers.h"

namespace wgf {
namespace {

constexpr std::size_t experts = 12, width = 64, down_rows = 96;

// Which experts the tokens go to, and each token's share of each of the list.
struct Routing {
  std::vector<int> list;
  std::vector<std::vector<float>> shares;  // [list, tokens]

  std::size_t tokens() const { return shares.front().size(); }
  std::vector<int> chosen() const {
    std::vector<int> all{static_cast<int>(list.size())};
    all.insert(all.end(), list.begin(), list.end());
    all.resize(1 + experts);
    return all;
  }
  std::vector<float> laid_out(std::size_t columns) const {
    std::vector<float> all(experts * columns);
    for (std::size_t i = 0; i < list.size(); ++i)
      for (std::size_t t = 0; t < tokens(); ++t) all[i * columns + t] = shares[i][t];
    return all;
  }
};
const Routing one{{4, 9}, {{0.7F}, {0.3F}}};
const Routing two{{0, 5, 11}, {{0.6F, 0}, {0.4F, 0.1F}, {0, 0.9F}}};
const Routing nine{{0, 1, 2, 3, 4, 5, 6, 7, 8, 10},
                   std::vector<std::vector<float>>(10, std::vector<float>(9, 0.1F))};

// Zero and one beyond the tokens: nobody may read them.
constexpr Bf16 nobodys = 0x7fff;

struct Launch {
  std::size_t columns;
  unsigned threads, blocks;
};

template <typename Arguments, typename Kernel, typename Matrix>
double gate_error(Kernel kernel, const Routing& routing, const Matrix& weights, Launch launch) {
  Numbers from;
  const std::size_t tokens = routing.tokens(), columns = launch.columns;
  const std::size_t inner = weights.wide.size() / (experts * 2 * width);
  const Bf16s input = from.bf16(tokens * inner), bias = from.bf16(experts * 2 * width);
  const std::vector<float> squares = from.floats(tokens * inner / 16, 1, 3);
  const std::vector<int> chosen = routing.chosen();
  const std::vector<float> shares = routing.laid_out(columns);
  Bf16s output(routing.list.size() * columns * width, nobodys);
  Arguments a{};
  a.weights = weights.numbers.data();
  a.scales = weights.scales();
  a.input = input.data();
  a.squares = squares.data();
  a.bias = bias.data();
  a.output = output.data();
  a.tokens = static_cast<int>(tokens);
  a.epsilon = 1e-5F;
  a.chosen = chosen.data();
  a.shares = shares.data();
  emulated::launch({launch.blocks, 1, 1}, launch.threads, [&] { kernel(a); });
  Errors errors;
  for (std::size_t i = 0; i < routing.list.size(); ++i)
    for (std::size_t t = 0; t < tokens; ++t)
      for (std::size_t n = 0; n < width; ++n) {
        const auto sum_of = [&](std::size_t number) {
          const std::size_t row = static_cast<std::size_t>(routing.list[i]) * 2 * width + number;
          double sum = 0;
          for (std::size_t k = 0; k < inner; ++k)
            sum += weights.wide[row * inner + k] * value(input[t * inner + k]);
          return sum * norm_of(&squares[t * inner / 16], inner) + value(bias[row]);
        };
        const double gate = std::min(sum_of(n), 7.0), up = std::clamp(sum_of(width + n), -7.0, 7.0);
        errors.add(output[(i * columns + t) * width + n],
                   (up + 1) * gate / (1 + std::exp(-1.702 * gate)) *
                       static_cast<double>(routing.shares[i][t]));
      }
  return errors.largest();
}

TEST(ExpertProducts, GateAndUpOfTheChosenOnes) {
  Numbers from;
  const BlockMatrix blocks(from, experts, 2 * width, 352);
  EXPECT_LT(gate_error<gate_of_one::ProductArguments>(gate_of_one::staged_product, one, blocks,
                                                      {8, 384, 3}),
            rounded_once);
  EXPECT_LT(gate_error<gate_of_two::ProductArguments>(gate_of_two::staged_product, two, blocks,
                                                      {8, 384, 5}),
            rounded_once);
  EXPECT_LT(gate_error<gate_of_nine::ProductArguments>(gate_of_nine::skinny_product, nine, blocks,
                                                       {16, 256, 4}),
            rounded_once);
  const ByteMatrix floats(from, experts * 2 * width, 384, true);
  EXPECT_LT(gate_error<gate_of_two_fp8::ProductArguments>(gate_of_two_fp8::staged_product, two,
                                                          floats, {8, 256, 5}),
            rounded_once);
  EXPECT_LT(gate_error<gate_of_nine_fp8::ProductArguments>(gate_of_nine_fp8::skinny_product, nine,
                                                           floats, {16, 256, 4}),
            rounded_once);
  const ByteMatrix whole(from, experts * 2 * width, 384, false);
  EXPECT_LT(gate_error<gate_of_one_int8::ProductArguments>(gate_of_one_int8::staged_product, one,
                                                           whole, {8, 256, 3}),
            rounded_once);
}

template <typename Arguments, typename Kernel, typename Matrix>
double down_error(Kernel kernel, const Routing& routing, const Matrix& weights, Launch launch) {
  Numbers from;
  const std::size_t tokens = routing.tokens(), columns = launch.columns;
  const std::size_t inner = weights.wide.size() / (experts * down_rows);
  Bf16s input = from.bf16(routing.list.size() * columns * inner);
  for (std::size_t row = 0; row < routing.list.size() * columns; ++row)
    if (row % columns >= tokens) std::fill_n(input.begin() + row * inner, inner, nobodys);
  const Bf16s bias = from.bf16(experts * down_rows), gains = from.bf16(down_rows);
  const Bf16s before = from.bf16(tokens * down_rows);
  Bf16s hidden = before, scaled(tokens * down_rows);
  std::vector<float> squares(tokens * down_rows / 16);
  const std::vector<int> chosen = routing.chosen();
  const std::vector<float> shares = routing.laid_out(columns);
  Arguments a{};
  a.weights = weights.numbers.data();
  a.scales = weights.scales();
  a.input = input.data();
  a.bias = bias.data();
  a.output = hidden.data();
  a.next_gains = gains.data();
  a.scaled = scaled.data();
  a.next_squares = squares.data();
  a.tokens = static_cast<int>(tokens);
  a.chosen = chosen.data();
  a.shares = shares.data();
  emulated::launch({launch.blocks, 1, 1}, launch.threads, [&] { kernel(a); });
  Errors errors;
  for (std::size_t t = 0; t < tokens; ++t)
    for (std::size_t n = 0; n < down_rows; ++n) {
      const std::size_t at = t * down_rows + n;
      double sum = value(before[at]);
      for (std::size_t i = 0; i < routing.list.size(); ++i) {
        const std::size_t row = static_cast<std::size_t>(routing.list[i]) * down_rows + n;
        for (std::size_t k = 0; k < inner; ++k)
          sum += weights.wide[row * inner + k] * value(input[(i * columns + t) * inner + k]);
        sum += static_cast<double>(routing.shares[i][t]) * value(bias[row]);
      }
      errors.add(hidden[at], sum);
      errors.add(scaled[at], value(hidden[at]) * value(gains[n]));
      if (n % 16 != 15) continue;
      double square = 0;
      for (std::size_t i = at - 15; i <= at; ++i) square += std::pow(value(hidden[i]), 2);
      errors.add(static_cast<double>(squares[at / 16]), square);
    }
  return errors.largest();
}

TEST(ExpertProducts, DownOfTheChosenOnesWithTheBiasesOfEach) {
  Numbers from;
  const BlockMatrix blocks(from, experts, down_rows, 352);
  EXPECT_LT(down_error<down_of_one::ProductArguments>(down_of_one::staged_product, one, blocks,
                                                      {8, 384, 3}),
            rounded_twice);
  EXPECT_LT(down_error<down_of_two::ProductArguments>(down_of_two::staged_product, two, blocks,
                                                      {8, 384, 4}),
            rounded_twice);
  EXPECT_LT(down_error<down_of_nine::ProductArguments>(down_of_nine::skinny_product, nine, blocks,
                                                       {16, 256, 4}),
            rounded_twice);
  const ByteMatrix floats(from, experts * down_rows, 384, true);
  EXPECT_LT(down_error<down_of_two_fp8::ProductArguments>(down_of_two_fp8::staged_product, two,
                                                          floats, {8, 256, 4}),
            rounded_twice);
  EXPECT_LT(down_error<down_of_nine_fp8::ProductArguments>(down_of_nine_fp8::skinny_product, nine,
                                                           floats, {16, 256, 4}),
            rounded_twice);
  const ByteMatrix whole(from, experts * down_rows, 384, false);
  EXPECT_LT(down_error<down_of_one_int8::ProductArguments>(down_of_one_int8::staged_product, one,
                                                           whole, {8, 256, 3}),
            rounded_twice);
}

// Rows sorted by expert: none, one, more than two blocks of tokens, one more.
// Weights times their scale are rounded to bf16, which those of blocks are exactly.
template <typename Arguments, typename Kernel, typename Matrix>
double many_error(Kernel kernel, const Matrix& weights, const void* scales, bool has_bias) {
  constexpr std::size_t rows = 160, matrices = 4;
  const std::vector<int> ends{0, 1, 131, 140};
  Numbers from;
  const std::size_t inner = weights.wide.size() / (matrices * rows);
  const auto tokens = static_cast<std::size_t>(ends.back());
  Bf16s input = from.bf16(tokens * inner), output(tokens * rows, nobodys);
  const Bf16s bias = from.bf16(matrices * rows);
  Arguments a{};
  a.weights = weights.numbers.data();
  a.scales = scales;
  a.input = input.data();
  a.ends = ends.data();
  a.bias = bias.data();
  a.output = output.data();
  emulated::launch({2, matrices, 1}, 128, [&] { kernel(a); });
  Errors errors;
  for (std::size_t token = 0, expert = 0; token < tokens; ++token) {
    while (token >= static_cast<std::size_t>(ends[expert])) ++expert;
    for (std::size_t row = 0; row < rows; ++row) {
      const std::size_t number = expert * rows + row;
      double sum = has_bias ? value(bias[number]) : 0;
      for (std::size_t k = 0; k < inner; ++k)
        sum += emulated::of_bf16(
                   emulated::to_bf16(static_cast<float>(weights.wide[number * inner + k]))) *
               static_cast<double>(value(input[token * inner + k]));
      errors.add(output[token * rows + row], sum);
    }
  }
  return errors.largest();
}

TEST(ExpertProducts, OfManyTokensSortedByExpert) {
  Numbers from;
  const BlockMatrix blocks(from, 4, 160, 352);
  EXPECT_LT(many_error<many_of_blocks::ExpertArguments>(many_of_blocks::expert_product, blocks,
                                                        blocks.scales(), true),
            rounded_once);
  const FourBitMatrix groups(from, 4, 160, 384);
  EXPECT_LT(many_error<many_of_groups::ExpertArguments>(many_of_groups::expert_product, groups,
                                                        groups.group_scales.data(), false),
            rounded_once);
}

}  // namespace
}  // namespace wgf
