// SPDX-License-Identifier: MIT
// Sums of ranks, rows rounded to e4m3, and that no kernel text is left without an answer.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "kernels.h"
#include "numbers.h"

namespace wgf {
namespace {

TEST(SumRanks, AddsWhatAllHoldToTheState) {
  constexpr std::size_t width = 96, given = 2, columns = 8;
  Numbers from;
  const Bf16s before = from.bf16(given * width), gains = from.bf16(width);
  const std::vector<float> parts = from.floats(2 * columns * width, -1, 1);
  Bf16s state = before, scaled(given * width);
  std::vector<float> squares(given * width / 16);
  const unsigned arrivals = 12, steps = 3;  // of four blocks in each
  const sum_of_two::SumArguments a{state.data(), parts.data(),  &arrivals,      &steps, 4,
                                   gains.data(), scaled.data(), squares.data(), nullptr};
  emulated::launch({1, given, 1}, 256, [&] { sum_of_two::sum_ranks(a); });
  Errors errors;
  for (std::size_t at = 0; at < given * width; ++at) {
    errors.add(state[at], value(before[at]) + static_cast<double>(parts[at]) +
                              static_cast<double>(parts[columns * width + at]));
    errors.add(scaled[at], value(state[at]) * value(gains[at % width]));
    if (at % 16 != 15) continue;
    double square = 0;
    for (std::size_t i = at - 15; i <= at; ++i) square += value(state[i]) * value(state[i]);
    errors.add(static_cast<double>(squares[at / 16]), square);
  }
  EXPECT_LT(errors.largest(), rounded_once);
}

TEST(SumRanks, GivesTheSumAloneWhereANormFollows) {
  constexpr std::size_t width = 96, given = 2, columns = 8;
  Numbers from;
  const std::vector<float> parts = from.floats(2 * columns * width, -1, 1);
  std::vector<float> sums(given * width);
  const unsigned arrivals = 12, steps = 3;
  const sum_for_norm::SumArguments a{nullptr, parts.data(), &arrivals, &steps,     4,
                                     nullptr, nullptr,      nullptr,   sums.data()};
  emulated::launch({1, given, 1}, 256, [&] { sum_for_norm::sum_ranks(a); });
  for (std::size_t at = 0; at < sums.size(); ++at)
    EXPECT_EQ(sums[at], parts[at] + parts[columns * width + at]);
}

TEST(RoundRows, FillEachRowsRangeByItsLargestNumber) {
  constexpr std::size_t width = 192, rows = 3;
  Numbers from;
  const Bf16s input = from.bf16(rows * width);
  std::vector<std::uint8_t> output(input.size());
  std::vector<float> scales(rows);
  const rows_of_e4m3::RoundArguments a{input.data(), output.data(), scales.data()};
  emulated::launch({rows, 1, 1}, 256, [&] { rows_of_e4m3::round_rows(a); });
  for (std::size_t row = 0; row < rows; ++row) {
    double largest = 0;
    for (std::size_t n = 0; n < width; ++n)
      largest = std::max(largest, std::abs(value(input[row * width + n])));
    EXPECT_NEAR(static_cast<double>(scales[row]), largest / 448, 1e-6);
    for (std::size_t n = 0; n < width; ++n) {
      const std::size_t at = row * width + n;
      const std::uint32_t half = emulated::halves_of_e4m3(output[at]) & 0xffff;
      EXPECT_NEAR(static_cast<double>(emulated::of_half(half) * scales[row]), value(input[at]),
                  std::abs(value(input[at])) / 15 + largest / 448 / 512);
    }
  }
}

TEST(KernelTexts, OfDecodingAllHaveAnAnswerButThoseThatGiveNoNumbers) {
  std::set<std::string> run{"await_ranks", "read_rate"};
  std::ifstream cases(WGF_SOURCE_DIR "/tests/kernels_on_cpu/cases.txt");
  for (std::string line; std::getline(cases, line);) {
    std::istringstream words(line);
    std::string name, text;
    if (words >> name >> text && name != "#") run.insert(text);
  }
  for (const auto& file :
       std::filesystem::directory_iterator(WGF_SOURCE_DIR "/src/engine/device_code/texts")) {
    std::ifstream stream(file.path());
    std::stringstream text;
    text << stream.rdbuf();
    const std::string name = file.path().stem().string();
    if (text.str().find("__global__") != std::string::npos && !name.starts_with("train"))
      EXPECT_TRUE(run.contains(name)) << name;
  }
}

}  // namespace
}  // namespace wgf
