// SPDX-License-Identifier: MIT
// Queries, keys and values: products that turn them and put them into the cache, of heads of which
// a part turns; and the kernel that does it after a product, with norms of heads.

#include <gtest/gtest.h>

#include "kernels.h"
#include "numbers.h"

namespace wgf {
namespace {

constexpr std::size_t heads = 4, kv_heads = 2, size = 64, turning = 32, page = 64;
constexpr std::size_t all_rows = (heads + 2 * kv_heads) * size;

// Pages of two each, the second before the first; tokens here and there, one at the end of a page.
struct Cache {
  std::vector<long long> past;
  std::vector<int> table;
  Bf16s keys, values;

  explicit Cache(std::size_t tokens)
      : keys(2 * tokens * kv_heads * size * page), values(keys.size()) {
    for (std::size_t t = 0; t < tokens; ++t) {
      past.push_back(static_cast<long long>(t == 0 ? 63 : 64 + 5 * t));
      table.push_back(static_cast<int>(2 * t + 1));
      table.push_back(static_cast<int>(2 * t));
    }
  }
  std::size_t place(std::size_t t) const { return static_cast<std::size_t>(past[t]) % page; }
  std::size_t page_head(std::size_t t, std::size_t head) const {
    const std::size_t number =
        static_cast<std::size_t>(table[2 * t + static_cast<std::size_t>(past[t]) / page]);
    return (number * kv_heads + head) * size * page;
  }
  double key(std::size_t t, std::size_t head, std::size_t n) const {
    return value(keys[page_head(t, head) + place(t) * size + n]);
  }
  double value_of(std::size_t t, std::size_t head, std::size_t n) const {
    return value(values[page_head(t, head) + n * page + place(t)]);
  }
};

struct Turns {
  std::vector<float> cosines, sines;  // [positions, turning / 2]
  explicit Turns(Numbers& from) {
    for (std::size_t i = 0; i < 128 * turning / 2; ++i) {
      const float angle = from.one(-3, 3);
      cosines.push_back(std::cos(angle));
      sines.push_back(std::sin(angle));
    }
  }
  // Number n of a head whose numbers are `head`.
  double turned(const double* head, std::size_t n, long long position) const {
    if (n >= turning) return head[n];
    const std::size_t half = turning / 2, pair = n % half,
                      at = static_cast<std::size_t>(position) * half + pair;
    const auto cosine = static_cast<double>(cosines[at]), sine = static_cast<double>(sines[at]);
    return n < half ? head[n] * cosine - head[n + half] * sine
                    : head[n] * cosine + head[n - half] * sine;
  }
};

// Of a token's numbers before they turn.
void check(Errors& errors, const std::vector<double>& rows, const Turns& turns, const Cache& cache,
           const Bf16s& queries, std::size_t t) {
  for (std::size_t head = 0; head < heads + 2 * kv_heads; ++head)
    for (std::size_t n = 0; n < size; ++n) {
      const double* numbers = &rows[head * size];
      const double turned = turns.turned(numbers, n, cache.past[t]);
      if (head < heads)
        errors.add(queries[(t * heads + head) * size + n], turned);
      else if (head < heads + kv_heads)
        errors.add(cache.key(t, head - heads, n), turned);
      else
        errors.add(cache.value_of(t, head - heads - kv_heads, n), numbers[n]);
    }
}

template <typename Arguments, typename Kernel>
double product_error(Kernel kernel, std::size_t inner, std::size_t tokens, unsigned threads,
                     unsigned blocks) {
  Numbers from;
  const Bf16s weights = from.bf16(all_rows * inner, 0.3F), input = from.bf16(tokens * inner),
              bias = from.bf16(all_rows);
  const std::vector<float> squares = from.floats(tokens * inner / 16, 1, 3);
  const Turns turns(from);
  Cache cache(tokens);
  Bf16s queries(tokens * heads * size);
  Arguments a{};
  a.weights = reinterpret_cast<const std::uint8_t*>(weights.data());
  a.input = input.data();
  a.squares = squares.data();
  a.bias = bias.data();
  a.output = queries.data();
  a.tokens = static_cast<int>(tokens);
  a.epsilon = 1e-5F;
  a.cosines = turns.cosines.data();
  a.sines = turns.sines.data();
  a.past = cache.past.data();
  a.block_table = cache.table.data();
  a.blocks_each = 2;
  a.keys = cache.keys.data();
  a.values = cache.values.data();
  emulated::launch({blocks, 1, 1}, threads, [&] { kernel(a); });
  Errors errors;
  for (std::size_t t = 0; t < tokens; ++t) {
    std::vector<double> rows(all_rows);
    for (std::size_t row = 0; row < all_rows; ++row) {
      for (std::size_t k = 0; k < inner; ++k)
        rows[row] += value(weights[row * inner + k]) * value(input[t * inner + k]);
      rows[row] = rows[row] * norm_of(&squares[t * inner / 16], inner) + value(bias[row]);
    }
    check(errors, rows, turns, cache, queries, t);
  }
  return errors.largest();
}

TEST(Heads, TurnInPartAndGoToTheCacheAtTheEndOfAProduct) {
  EXPECT_LT(
      product_error<heads_of_one::ProductArguments>(heads_of_one::staged_product, 96, 1, 256, 5),
      rounded_once);
  EXPECT_LT(product_error<heads_of_three::ProductArguments>(heads_of_three::skinny_product, 96, 3,
                                                            128, 6),
            rounded_once);
  EXPECT_LT(
      product_error<heads_of_nine::ProductArguments>(heads_of_nine::wide_product, 512, 9, 512, 3),
      rounded_once);
}

TEST(Heads, HaveNormsAndTurnInPartAfterAProduct) {
  constexpr std::size_t tokens = 3;
  Numbers from;
  Bf16s rows = from.bf16(tokens * all_rows);
  const Bf16s given = rows, query_gains = from.bf16(size), key_gains = from.bf16(size);
  const Turns turns(from);
  Cache cache(tokens);
  Bf16s queries(tokens * heads * size);
  heads_placed::HeadArguments a{};
  a.heads = rows.data();
  a.query_gains = query_gains.data();
  a.key_gains = key_gains.data();
  a.queries = queries.data();
  a.query_stride = heads * size;
  a.cosines = turns.cosines.data();
  a.sines = turns.sines.data();
  a.past = cache.past.data();
  a.block_table = cache.table.data();
  a.blocks_each = 2;
  a.tokens = 1;
  a.epsilon = 1e-5F;
  a.keys = cache.keys.data();
  a.values = cache.values.data();
  emulated::launch({tokens, 2, 1}, 128, [&] { heads_placed::place_heads(a); });
  Errors errors;
  for (std::size_t t = 0; t < tokens; ++t) {
    std::vector<double> normed(all_rows);
    for (std::size_t head = 0; head < heads + 2 * kv_heads; ++head) {
      double square = 0;
      const auto number = [&](std::size_t n) {
        return value(given[t * all_rows + head * size + n]);
      };
      for (std::size_t n = 0; n < size; ++n) square += number(n) * number(n);
      const Bf16s& gains = head < heads ? query_gains : key_gains;
      for (std::size_t n = 0; n < size; ++n)
        normed[head * size + n] =
            head >= heads + kv_heads
                ? number(n)
                : number(n) / std::sqrt(square / size + 1e-5) * (1 + value(gains[n]));
    }
    check(errors, normed, turns, cache, queries, t);
  }
  EXPECT_LT(errors.largest(), rounded_once);
}

}  // namespace
}  // namespace wgf
