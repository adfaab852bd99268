// SPDX-License-Identifier: MIT
#include "cli/words/purchase_notes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "answers/own/tco_request.h"

namespace wgf::cli {
namespace {

using Condition = catalog::PurchasePrice::Condition;
using testing::ElementsAre;

TEST(PurchaseNotes, ArePartsSaidOnceBesideTheBasis) {
  const catalog::PurchasePrice rows[] = {
      {.gpu_id = "x", .low = Usd(1), .high = Usd(1), .notes = "street price; MSRP 1999"},
      {.gpu_id = "x", .low = Usd(1), .high = Usd(1), .notes = "MSRP 1999; retail"}};
  const advisor::Purchase purchase{{}, Condition::fresh, {&rows[0], &rows[1]}, {}, {}};
  Context context;
  EXPECT_THAT(purchase_notes(purchase, context), ElementsAre("MSRP 1999", "retail"));
  context.language = messages::Language::chinese;
  EXPECT_THAT(purchase_notes(purchase, context), ElementsAre("建议零售价 1999", "零售"));
}

TEST(PurchaseNotes, EveryPartOfTheTableHasChineseWords) {
  Context context;
  context.language = messages::Language::chinese;
  for (const catalog::PurchasePrice& row : catalog::embedded_purchase_prices()) {
    const std::vector<std::string> parts = note_parts(row.notes), words = row_notes(row, context);
    ASSERT_EQ(words.size(), parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) EXPECT_NE(words[i], parts[i]);
  }
}

}  // namespace
}  // namespace wgf::cli
