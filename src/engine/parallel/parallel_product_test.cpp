// SPDX-License-Identifier: MIT
#include "engine/parallel/parallel_product.h"

#include <gtest/gtest.h>

#include "engine/distributed/thread_ranks.h"

namespace wgf::engine {
namespace {

constexpr std::int64_t rows = 6, size = 8;

TEST(ParallelProduct, IsTheWholeProductWhoeverHasParts) {
  ParallelProduct alone(ProductForm::whole, rows, size, at::TensorOptions(), 1, nullptr);
  alone.multiply();
  for (const int count : {2, 4})
    for (const ProductForm form :
         {ProductForm::column, ProductForm::column_gathered, ProductForm::row})
      with_ranks(count, [&](RankGroup& ranks) {
        ParallelProduct product(form, rows, size, at::TensorOptions(), 1, &ranks);
        product.multiply();
        product.exchange();
        const std::int64_t part = size / count;
        const at::Tensor wanted = form == ProductForm::column
                                      ? alone.output().narrow(1, ranks.rank() * part, part)
                                      : alone.output();
        EXPECT_LT((product.output() - wanted).abs().max().item<float>(), 1e-5);
        EXPECT_EQ(product.has_exchange(), form != ProductForm::column);
        EXPECT_EQ(product.flops() * count, alone.flops());
      });
}

}  // namespace
}  // namespace wgf::engine
