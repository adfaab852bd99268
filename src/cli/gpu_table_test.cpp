// SPDX-License-Identifier: MIT
#include "cli/gpu_table.h"

#include <gmock/gmock.h>

#include "base/text.h"
#include "catalog/catalog.h"
#include "catalog/name_resolver.h"

namespace wgf::cli {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

class GpuTableTest : public testing::Test {
 protected:
  GpuTableTest() {
    for (const catalog::Gpu& gpu : catalog_.gpus().gpus) all_.push_back(&gpu);
  }

  static std::vector<std::string> titles(const GpuTable& table) {
    std::vector<std::string> titles;
    for (const report::Column& column : table.table.columns) titles.push_back(column.title);
    return titles;
  }

  static std::size_t width(const GpuTable& table) {
    std::size_t widest = 0;
    for (const std::string& line : split(report::to_terminal(table.table), '\n'))
      widest = std::max(widest, display_width(line));
    return widest;
  }

  catalog::Catalog catalog_;
  std::vector<const catalog::Gpu*> all_;
  Context context_;
};

TEST_F(GpuTableTest, FitsAnyWidthFromEightyWhateverItIsSortedBy) {
  for (const auto language : {messages::Language::english, messages::Language::chinese}) {
    context_.language = language;
    for (const char* field :
         {"", "id", "vendor", "memory", "fp64", "tf32", "int8", "fp4", "year", "price"})
      for (const std::size_t columns : {80u, 100u, 130u, 200u})
        EXPECT_LE(width(make_gpu_table(all_, field, columns, context_)), columns) << field;
  }
}

TEST_F(GpuTableTest, WhatSaysLeastLeavesFirst) {
  const GpuTable narrow = make_gpu_table(all_, "", 80, context_);
  EXPECT_THAT(titles(narrow),
              ElementsAre("GPU", "GB", "GB/s", "fp32", "tf32", "fp16", "fp8", "fp4", "W"));
  EXPECT_THAT(narrow.left_out, ElementsAre("vendor", "fp64", "bf16", "int8", "USD", "architecture",
                                           "year", "sparse"));
  // Few cards with short names leave room for the figures with sparsity.
  const auto h100 = catalog::find_gpus(catalog_.gpus(), "h100");
  EXPECT_THAT(titles(make_gpu_table(h100, "", 80, context_)), Contains("sparse"));
}

TEST_F(GpuTableTest, WithoutAWidthEveryColumnIsThere) {
  const GpuTable wide = make_gpu_table(all_, "", std::nullopt, context_);
  EXPECT_EQ(wide.table.columns.size(), 21u);
  EXPECT_TRUE(wide.left_out.empty());
  EXPECT_EQ(wide.table.rows[0].size(), 21u);
}

TEST_F(GpuTableTest, TheColumnSortedByStays) {
  EXPECT_THAT(titles(make_gpu_table(all_, "price", 80, context_)), Contains("USD"));
  EXPECT_THAT(titles(make_gpu_table(all_, "int8", 80, context_)), Contains("int8"));
  EXPECT_THAT(titles(make_gpu_table(all_, "bf16", 80, context_)), Contains("bf16"));
  EXPECT_THAT(titles(make_gpu_table(all_, "fp64", 80, context_)), Contains("fp64"));
  EXPECT_THAT(titles(make_gpu_table(all_, "fp32", 80, context_)), Not(Contains("fp64")));
}

}  // namespace
}  // namespace wgf::cli
