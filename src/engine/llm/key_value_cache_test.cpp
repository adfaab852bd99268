// SPDX-License-Identifier: MIT
#include "engine/llm/key_value_cache.h"

#include <ATen/Context.h>
#include <ATen/ops/allclose.h>
#include <ATen/ops/equal.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/tensor.h>
#include <gtest/gtest.h>

namespace wgf::engine {
namespace {

DecoderShape small() {
  DecoderShape shape;
  shape.layers = 1;
  shape.heads = 4;
  shape.kv_heads = 2;
  shape.head_size = 8;
  return shape;
}

class Caches : public testing::TestWithParam<CacheFormat> {
 protected:
  Caches() { at::manual_seed(1); }
  at::Tensor numbers() const { return 3 * at::randn({1, 2, 3, 8}); }

  const CacheSize size_{2, 128, GetParam()};
  // Across the end of a page; of the second sequence.
  const at::Tensor places_ = at::tensor({62, 63, 64}, at::kLong).unsqueeze(0);
};

TEST_P(Caches, BothKindsReadWhatTheySayTheyKeep) {
  PlainCache plain(small(), size_, at::kFloat);
  PagedCache paged(small(), size_, at::kFloat);
  const at::Tensor keys = numbers(), values = numbers();
  for (KeyValueCache* cache :
       {static_cast<KeyValueCache*>(&plain), static_cast<KeyValueCache*>(&paged)}) {
    cache->write(0, {1, 1}, keys, values, places_);
    EXPECT_TRUE(at::equal(cache->keys(0, {1, 1}, 65).narrow(2, 62, 3), cache->as_kept(keys)));
    EXPECT_TRUE(at::equal(cache->values(0, {1, 1}, 65).narrow(2, 62, 3), cache->as_kept(values)));
    for (const std::int64_t tokens : {40, 65}) {  // in a page and beyond
      EXPECT_EQ(cache->keys(0, {0, 2}, tokens).stride(3), 1);
      EXPECT_EQ(cache->values(0, {0, 2}, tokens).stride(3), 1);
    }
    EXPECT_EQ(cache->keys(0, {0, 2}, 65).scalar_type(), at::kFloat);
    EXPECT_EQ(cache->keys(0, {0, 1}, 65).abs().max().item<float>(), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, Caches, testing::Values(CacheFormat::plain, CacheFormat::fp8));

// Three bits of fraction: a sixteenth at most is lost. 448 is the largest there is.
TEST(CacheCells, ANumberOfOneByteIsTheNearest) {
  const CacheCells cells(CacheFormat::fp8, at::kFloat);
  const at::Tensor numbers = at::randn({1000}) * 20;
  const at::Tensor stored = cells.stored(numbers);
  EXPECT_EQ(stored.itemsize(), 1);
  EXPECT_TRUE(at::allclose(cells.numbers(stored), numbers, 1.0 / 16, 1e-3));
  EXPECT_FALSE(at::equal(cells.numbers(stored), numbers));
  const at::Tensor large = cells.numbers(cells.stored(at::tensor({1e4, -1e4, 1.0625}, at::kFloat)));
  EXPECT_TRUE(at::equal(large, at::tensor({448.0, -448.0, 1.0}, at::kFloat)));
}

}  // namespace
}  // namespace wgf::engine
