// SPDX-License-Identifier: MIT
// Sums of ranks, rows rounded to e4m3, and that no kernel text is left without an answer.

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>
#include <vector>

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

// Memory of ranks as the kernels of sums share it: how far blocks are, then whatever follows.
// Blocks run one after another here, so that all others are as far as any.
struct SharedMemory {
  static constexpr std::int64_t told = 4096;
  SharedMemory(std::size_t ranks, std::size_t bytes) : of(ranks) {
    for (std::vector<std::uint8_t>& one : of) {
      one.assign(told + bytes, 0);
      const std::uint32_t far = 1000;
      for (std::int64_t at = 0; at < told; at += 4) std::memcpy(&one[at], &far, 4);
      begins.push_back(reinterpret_cast<unsigned long long>(one.data()));
    }
  }
  std::uint32_t number(std::size_t rank, std::size_t at) const {
    std::uint32_t found = 0;
    std::memcpy(&found, &of[rank][at], 4);
    return found;
  }
  std::vector<std::vector<std::uint8_t>> of;
  std::vector<unsigned long long> begins;
};

// Of every rank's numbers, what a kernel makes of one's: the others' came first.
template <typename Number, typename Arguments, typename Kernel>
void expect_one_shot_sums(const std::vector<std::vector<Number>>& given, Kernel kernel,
                          const std::function<double(Number)>& value) {
  constexpr unsigned blocks = 2;
  const long long quads = static_cast<long long>(given[0].size() * sizeof(Number) / 16);
  SharedMemory memory(2, blocks * 4 * 2 * 512 * 16);
  std::vector<Number> sums;
  for (const unsigned rank : {1U, 0U}) {
    std::vector<std::uint32_t> met(blocks, 7);
    sums = given[rank];
    const Arguments a{reinterpret_cast<decltype(Arguments::numbers)>(sums.data()),
                      quads,
                      memory.begins.data(),
                      0,
                      SharedMemory::told,
                      met.data(),
                      rank};
    emulated::launch({blocks, 1, 1}, 512, [&] { kernel(a); });
    EXPECT_EQ(met, std::vector<std::uint32_t>(blocks, 9));  // two chunks each
    EXPECT_EQ(memory.number(1 - rank, 4 * rank), 9U);       // told to the other
  }
  for (std::size_t at = 0; at < sums.size(); ++at)
    ASSERT_EQ(value(sums[at]), value(given[0][at]) + value(given[1][at])) << at;
}

TEST(SumOneShot, AddsWhatOthersWroteAChunkAtATime) {
  std::vector<std::vector<float>> floats(2);
  std::vector<std::vector<std::uint16_t>> halves(2);
  for (int rank = 0; rank < 2; ++rank) {
    for (int i = 0; i < 4 * 1900; ++i)  // the last chunks are no whole ones
      floats[rank].push_back(static_cast<float>(i % 251 + 3 * rank));
    for (int i = 0; i < 8 * 1900; ++i)
      halves[rank].push_back(
          static_cast<std::uint16_t>(emulated::to_half(static_cast<float>(i % 67 - 5 * rank))));
  }
  expect_one_shot_sums<float, one_shot_of_floats::OneShotArguments>(
      floats, one_shot_of_floats::sum_one_shot, [](float number) { return number; });
  expect_one_shot_sums<std::uint16_t, one_shot_of_halves::OneShotArguments>(
      halves, one_shot_of_halves::sum_one_shot,
      [](std::uint16_t number) { return emulated::of_half(number); });
}

// Each rank adds up its part, for all.
template <typename Arguments, typename Kernel>
void expect_two_shot_sums(std::size_t ranks, std::size_t quads, Kernel kernel,
                          const std::function<double(const std::uint8_t*)>& value,
                          const std::function<void(std::uint8_t*, int)>& put, std::size_t bytes) {
  SharedMemory memory(ranks, 16 * quads);
  std::vector<double> wanted(16 * quads / bytes);
  for (std::size_t rank = 0; rank < ranks; ++rank)
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const int number = static_cast<int>(i % 13 + 2 * rank);
      put(&memory.of[rank][SharedMemory::told + bytes * i], number);
      wanted[i] += number;
    }
  for (unsigned rank = 0; rank < ranks; ++rank) {
    std::vector<std::uint32_t> met(2);
    const Arguments a{memory.begins.data(),
                      SharedMemory::told,
                      static_cast<long long>(quads),
                      0,
                      met.data(),
                      rank};
    emulated::launch({2, 1, 1}, 512, [&] { kernel(a); });
    EXPECT_EQ(met, (std::vector<std::uint32_t>{2, 2}));
    for (std::size_t other = 0; other < ranks; ++other)
      EXPECT_EQ(memory.number(other, 4 * rank), 2U);
  }
  for (std::size_t rank = 0; rank < ranks; ++rank)
    for (std::size_t i = 0; i < wanted.size(); ++i)
      ASSERT_EQ(value(&memory.of[rank][SharedMemory::told + bytes * i]), wanted[i])
          << "rank " << rank << ", number " << i;
}

TEST(SumTwoShot, LeavesTheSumsWithAll) {
  expect_two_shot_sums<two_shot_of_three::TwoShotArguments>(
      3, 7001, two_shot_of_three::sum_two_shot,
      [](const std::uint8_t* at) {
        float number = 0;
        std::memcpy(&number, at, 4);
        return static_cast<double>(number);
      },
      [](std::uint8_t* at, int number) {
        const auto as_float = static_cast<float>(number);
        std::memcpy(at, &as_float, 4);
      },
      4);
  expect_two_shot_sums<two_shot_of_bf16::TwoShotArguments>(
      2, 9000, two_shot_of_bf16::sum_two_shot,
      [](const std::uint8_t* at) {
        return static_cast<double>(emulated::of_bf16(at[0] | static_cast<unsigned>(at[1]) << 8));
      },
      [](std::uint8_t* at, int number) {
        const auto bits = static_cast<std::uint16_t>(emulated::to_bf16(static_cast<float>(number)));
        std::memcpy(at, &bits, 2);
      },
      2);
}

TEST(MeetRanks, TellsAllAndWaitsForAll) {
  SharedMemory memory(3, 0);
  std::uint32_t met = 41;
  const meeting_of_three::MeetArguments a{memory.begins.data(), 0, &met, 1};
  emulated::launch({1, 1, 1}, 32, [&] { meeting_of_three::meet_ranks(a); });
  EXPECT_EQ(met, 42U);
  for (std::size_t rank = 0; rank < 3; ++rank) {
    EXPECT_EQ(memory.number(rank, 4), 42U);
    EXPECT_EQ(memory.number(rank, 0), 1000U);  // others speak for themselves
  }
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
  // The last is of instructions that a processor has no likeness of: the gate of every run holds
  // it.
  std::set<std::string> run{"await_ranks", "hold_stream", "read_rate", "cluster_product"};
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
