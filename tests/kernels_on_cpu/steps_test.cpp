// SPDX-License-Identifier: MIT
// What a step begins with, which experts its tokens go to, and values of a prompt in the cache.

#include <gtest/gtest.h>

#include <numeric>

#include "kernels.h"
#include "numbers.h"

namespace wgf {
namespace {

TEST(NextToken, IsTheLikeliestItsRowTimesTheScaleTheState) {
  constexpr std::size_t vocabulary = 20, width = 96, sequences = 3;
  Numbers from;
  const Bf16s table = from.bf16(vocabulary * width), gains = from.bf16(width);
  Bf16s hidden(sequences * width), scaled(hidden.size());
  std::vector<float> squares(hidden.size() / 16);
  // Of the second sequence none is known; the third is at its last place.
  std::vector<unsigned long long> best{5ULL << 32 | (0xffffffffU - 17), 0,
                                       9ULL << 32 | (0xffffffffU - 3)};
  std::vector<long long> ids{1, 2, 4}, past{10, 11, 30};
  unsigned steps = 6;
  const next_of_96::NextTokenArguments a{table.data(),
                                         gains.data(),
                                         hidden.data(),
                                         scaled.data(),
                                         squares.data(),
                                         best.data(),
                                         ids.data(),
                                         past.data(),
                                         7,
                                         30,
                                         &steps,
                                         4};
  emulated::launch({sequences, 1, 1}, 256, [&] { next_of_96::next_token(a); });
  EXPECT_EQ(ids, (std::vector<long long>{17, 2, 3}));
  EXPECT_EQ(past, (std::vector<long long>{11, 12, 7}));
  EXPECT_EQ(best, (std::vector<unsigned long long>(3)));
  EXPECT_EQ(steps, 7U);
  Errors errors;
  for (std::size_t s = 0; s < sequences; ++s) {
    double square = 0;
    for (std::size_t n = 0; n < width; ++n) {
      const std::size_t at = s * width + n;
      errors.add(hidden[at], 4 * value(table[static_cast<std::size_t>(ids[s]) * width + n]));
      errors.add(scaled[at], value(hidden[at]) * (1 + value(gains[n])));
      square = n % 16 == 0 ? 0 : square;
      square += value(hidden[at]) * value(hidden[at]);
      if (n % 16 == 15) errors.add(static_cast<double>(squares[at / 16]), square);
    }
  }
  EXPECT_LT(errors.largest(), rounded_once);
}

template <typename Arguments, typename Kernel>
double choice_error(Kernel kernel, std::size_t chosen_each, bool renormalises) {
  constexpr std::size_t experts = 40, stride = 48, columns = 8, sequences = 3;
  Numbers from;
  std::vector<float> scores = from.floats(sequences * stride, -2, 2);
  scores[7] = scores[21] = 3;  // of equal ones the first
  std::vector<int> list(1 + experts), choices(columns * chosen_each);
  std::vector<float> shares(experts * columns, -1);
  const Arguments a{scores.data(), list.data(), shares.data(), choices.data(),
                    static_cast<int>(sequences)};
  emulated::launch({1, 1, 1}, columns * 32, [&] { kernel(a); });
  Errors errors;
  std::vector<bool> wanted(experts);
  std::vector<std::vector<double>> wanted_shares(experts, std::vector<double>(sequences));
  for (std::size_t t = 0; t < sequences; ++t) {
    const float* mine = &scores[t * stride];
    std::vector<std::size_t> order(experts);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t left, std::size_t right) { return mine[left] > mine[right]; });
    double total = 0;
    for (std::size_t i = 0; i < (renormalises ? chosen_each : experts); ++i)
      total += std::exp(static_cast<double>(mine[order[i]]));
    for (std::size_t i = 0; i < chosen_each; ++i) {
      EXPECT_EQ(choices[t * chosen_each + i], static_cast<int>(order[i]));
      wanted[order[i]] = true;
      wanted_shares[order[i]][t] = std::exp(static_cast<double>(mine[order[i]])) / total;
    }
  }
  std::vector<int> wanted_list;
  for (std::size_t expert = 0; expert < experts; ++expert)
    if (wanted[expert]) wanted_list.push_back(static_cast<int>(expert));
  EXPECT_EQ(list[0], static_cast<int>(wanted_list.size()));
  for (std::size_t i = 0; i < wanted_list.size(); ++i) {
    EXPECT_EQ(list[1 + i], wanted_list[i]);
    for (std::size_t t = 0; t < sequences; ++t)
      errors.add(static_cast<double>(shares[i * columns + t]),
                 wanted_shares[static_cast<std::size_t>(wanted_list[i])][t]);
  }
  return errors.largest();
}

TEST(ChooseExperts, TakesTheLargestScoresInOrderAndSharesOfAllOrOfThem) {
  EXPECT_LT(choice_error<eight_of_forty::ChoiceArguments>(eight_of_forty::choose_experts, 8, false),
            1e-5);
  EXPECT_LT(choice_error<four_of_forty::ChoiceArguments>(four_of_forty::choose_experts, 4, true),
            1e-5);
}

TEST(PlaceValues, TurnsThoseOfAPromptIntoPagesWhereverItBegins) {
  constexpr std::size_t given = 100, keys = 2, width = 64, row = 8 * width, pages = 3;
  for (const long long past : {0LL, 27LL, 64LL}) {
    Numbers from;
    const Bf16s heads = from.bf16(2 * given * row);
    const std::vector<long long> begins{past, past};
    const std::vector<int> table{2, 0, 4, 5, 1, 3};
    Bf16s values(2 * pages * keys * width * 64, 0x7fff);
    const values_placed::ValueArguments a{heads.data(), begins.data(), table.data(),
                                          pages,        given,         values.data()};
    emulated::launch({3, keys, 2}, 256, [&] { values_placed::place_values(a); });
    for (std::size_t s = 0; s < 2; ++s)
      for (std::size_t position = 0; position < pages * 64; ++position)
        for (std::size_t head = 0; head < keys; ++head)
          for (std::size_t n = 0; n < width; ++n) {
            const auto page = static_cast<std::size_t>(table[s * pages + position / 64]);
            const Bf16 got = values[((page * keys + head) * width + n) * 64 + position % 64];
            const auto token = static_cast<long long>(position) - past;
            const bool is_there = token >= 0 && token < static_cast<long long>(given);
            ASSERT_EQ(got, is_there ? heads[(s * given + static_cast<std::size_t>(token)) * row +
                                            (6 + head) * width + n]
                                    : 0x7fff)
                << past << " " << position;
          }
  }
}

template <class Arguments, class Cell, class Kernel>
void expect_pages_read(const Kernel& kernel, const std::vector<Cell>& cells) {
  constexpr std::size_t heads = 2, width = 64, pages = 3, seen = 150, of_page = heads * width * 64;
  const std::vector<int> table{2, 0, 4, 5, 1, 3};
  const std::vector<Cell> keys(cells.begin(), cells.begin() + 6 * of_page);
  const std::vector<Cell> values(cells.end() - 6 * of_page, cells.end());
  Bf16s keys_read(2 * heads * seen * width, 0x7fff), values_read = keys_read;
  const Arguments a{table.data(),      pages, seen, keys.data(), values.data(), keys_read.data(),
                    values_read.data()};
  emulated::launch({pages, heads, 2}, 256, [&] { kernel(a); });
  for (std::size_t s = 0; s < 2; ++s)
    for (std::size_t head = 0; head < heads; ++head)
      for (std::size_t t = 0; t < seen; ++t)
        for (std::size_t n = 0; n < width; ++n) {
          const std::size_t page =
              static_cast<std::size_t>(table[s * pages + t / 64]) * heads + head;
          const std::size_t at = ((s * heads + head) * seen + t) * width + n;
          ASSERT_EQ(value(keys_read[at]), value(keys[(page * 64 + t % 64) * width + n]))
              << t << " " << n;
          ASSERT_EQ(value(values_read[at]), value(values[(page * width + n) * 64 + t % 64]))
              << t << " " << n;
        }
}

TEST(ReadPages, GivesKeysAndValuesTokenByTokenWhereverTheyLie) {
  constexpr std::size_t of_all = 6 * 2 * 64 * 64;
  Numbers from;
  expect_pages_read<pages_of_bf16::PageArguments>(pages_of_bf16::read_pages, from.bf16(2 * of_all));
  std::vector<std::uint8_t> bytes;
  while (bytes.size() < 2 * of_all) {
    const auto next = static_cast<std::uint8_t>(bytes.size() * 37 % 251);
    bytes.push_back((next & 0x7f) == 0x7f ? 0 : next);
  }
  expect_pages_read<pages_of_e4m3::PageArguments>(pages_of_e4m3::read_pages, bytes);
}

}  // namespace
}  // namespace wgf
