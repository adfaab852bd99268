// SPDX-License-Identifier: MIT
// Attention of a new token over pages: all keys or a window of them, with and without sinks, by one
// block of threads or by several whose parts the last one joins.

#include <gtest/gtest.h>

#include <numbers>

#include "kernels.h"
#include "numbers.h"

namespace wgf {
namespace {

constexpr std::size_t query_heads = 8, key_heads = 2, page_keys = 64, pages_each = 3;

template <typename Arguments, typename Kernel>
double attention_error(Kernel kernel, std::size_t size, std::size_t window, bool has_sinks,
                       const std::vector<long long>& past, unsigned parts_each) {
  const std::size_t sequences = past.size(), pages = sequences * pages_each;
  Numbers from;
  const Bf16s queries = from.bf16(sequences * query_heads * size),
              sinks = from.bf16(query_heads, 3);
  const Bf16s keys = from.bf16(pages * key_heads * page_keys * size),
              values = from.bf16(keys.size());
  std::vector<int> table;
  for (std::size_t i = 0; i < pages; ++i) table.push_back(static_cast<int>(pages - 1 - i));
  const std::size_t group = query_heads / key_heads;
  std::vector<float> parts(sequences * key_heads * parts_each * group * (size + 4));
  std::vector<unsigned> arrived(sequences * key_heads);
  Bf16s output(sequences * query_heads * size);
  const double scale = 1 / std::sqrt(static_cast<double>(size));
  Arguments a{};
  a.queries = queries.data();
  a.keys = keys.data();
  a.values = values.data();
  a.sinks = sinks.data();
  a.output = output.data();
  a.past = past.data();
  a.block_table = table.data();
  a.blocks_each = pages_each;
  a.scale = static_cast<float>(scale * std::numbers::log2e);
  a.parts = parts.data();
  a.arrived = arrived.data();
  emulated::launch({parts_each, key_heads, static_cast<unsigned>(sequences)}, 128,
                   [&] { kernel(a); });
  Errors errors;
  for (std::size_t s = 0; s < sequences; ++s)
    for (std::size_t head = 0; head < query_heads; ++head) {
      const auto last = static_cast<std::size_t>(past[s]);
      const std::size_t first = window > 0 && last + 1 > window ? last + 1 - window : 0;
      const std::size_t kv = head / group;
      const auto page_of = [&](std::size_t token) {
        return (static_cast<std::size_t>(table[s * pages_each + token / page_keys]) * key_heads +
                kv) *
               page_keys * size;
      };
      double total = has_sinks ? std::exp(value(sinks[head])) : 0;
      std::vector<double> sums(size);
      for (std::size_t token = first; token <= last; ++token) {
        double score = 0;
        for (std::size_t n = 0; n < size; ++n)
          score += value(queries[(s * query_heads + head) * size + n]) *
                   value(keys[page_of(token) + token % page_keys * size + n]);
        const double weight = std::exp(score * scale);
        total += weight;
        for (std::size_t n = 0; n < size; ++n)
          sums[n] += weight * value(values[page_of(token) + n * page_keys + token % page_keys]);
      }
      for (std::size_t n = 0; n < size; ++n)
        errors.add(output[(s * query_heads + head) * size + n], sums[n] / total);
    }
  return errors.largest();
}

TEST(DecodeAttention, SeesAllKeysOrAWindowAndGivesSinksTheirShare) {
  const std::vector<long long> past{5, 150, 191};
  for (const unsigned parts_each : {1, 2, 3}) {
    EXPECT_LT(attention_error<attention_of_all::AttentionArguments>(
                  attention_of_all::decode_attention, 64, 0, false, past, parts_each),
              rounded_twice);
    EXPECT_LT(attention_error<attention_of_window::AttentionArguments>(
                  attention_of_window::decode_attention, 64, 40, true, past, parts_each),
              rounded_twice);
  }
  EXPECT_LT(attention_error<attention_with_sinks::AttentionArguments>(
                attention_with_sinks::decode_attention, 256, 0, true, {70}, 3),
            rounded_twice);
}

}  // namespace
}  // namespace wgf
