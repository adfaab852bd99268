// SPDX-License-Identifier: MIT
#include "cli/lists/gpu_table.h"

#include <gmock/gmock.h>

#include <algorithm>

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
              ElementsAre("GPU", "GB", "GB/s", "fp32", "tf32", "fp16", "sparse", "fp8", "sparse"));
  EXPECT_THAT(narrow.left_out, ElementsAre("vendor", "fp64", "bf16", "int8", "USD", "architecture",
                                           "year", "tf32 sparse", "W", "fp4"));
  // Few cards with short names leave room for more.
  const auto h100 = catalog::find_gpus(catalog_.gpus(), "h100");
  EXPECT_EQ(titles(make_gpu_table(h100, "", 80, context_)).size(), 12u);
}

TEST_F(GpuTableTest, FiguresWithSparsityStandBesideThePeakOfFp16InAnyWidth) {
  for (const auto language : {messages::Language::english, messages::Language::chinese}) {
    context_.language = language;
    for (const char* field : {"", "vendor", "fp64", "tf32", "int8", "fp4", "price"}) {
      const GpuTable table = make_gpu_table(all_, field, 80, context_);
      EXPECT_TRUE(table.has_sparse) << field;
      const std::vector<std::string> all = titles(table);
      const auto fp16 = std::find(all.begin(), all.end(), "fp16");
      ASSERT_LT(fp16 - all.begin() + 1, static_cast<std::ptrdiff_t>(all.size()));
      EXPECT_EQ(fp16[1], context_.text("cli.column_sparse")) << field;
    }
  }
}

TEST_F(GpuTableTest, CardsWithoutSparsityShowNoneAndMissNone) {
  const auto v100 = catalog::find_gpus(catalog_.gpus(), "v100");
  const GpuTable narrow = make_gpu_table(v100, "", 80, context_);
  EXPECT_FALSE(narrow.has_sparse);
  EXPECT_THAT(narrow.left_out, testing::Each(Not(testing::HasSubstr("sparse"))));
  EXPECT_FALSE(make_gpu_table(v100, "", std::nullopt, context_).has_sparse);
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
