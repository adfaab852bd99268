// SPDX-License-Identifier: MIT
#include "advisor/market/purchase.h"

#include <gtest/gtest.h>

#include "catalog/catalog.h"

namespace wgf::advisor {
namespace {

using catalog::PurchasePrice;
using Condition = PurchasePrice::Condition;

PurchasePrice row(const char* gpu, Condition condition, double low, double high, const char* date) {
  return {gpu, condition, Usd(low), Usd(high), parse_date(date), "s", ""};
}

const catalog::Gpu& gpu(const char* id) {
  return *catalog::embedded_catalog().gpus().find_id(id);
}

const std::vector<PurchasePrice> prices{
    row("l40s", Condition::fresh, 7000, 10'000, ""),
    row("l40s", Condition::fresh, 9750, 9750, "2024-11"),
    row("l40s", Condition::fresh, 7500, 8500, "2026"),
    row("l40s", Condition::fresh, 8000, 9000, "2025-02"),
    row("l40s", Condition::list, 9000, 9000, ""),
    row("a40", Condition::fresh, 5000, 5500, ""),
    row("a40", Condition::fresh, 5200, 6000, ""),
    row("t4", Condition::used, 500, 600, "2026-02"),
    row("a10", Condition::list, 2800, 2800, "2021-04"),
};

TEST(Purchase, TheRangeOfTheNewestYear) {
  const auto one = purchase_of(prices, gpu("l40s"), Condition::fresh);
  ASSERT_TRUE(one);
  EXPECT_EQ(one->price, (Between<Usd>{Usd(7500), Usd(9000)}));  // 2026 and 2025-02
  EXPECT_EQ(one->rows.size(), 2U);
  EXPECT_EQ(to_text(*one->newest), "2026");
  EXPECT_EQ(to_text(*one->oldest), "2025-02");
}

TEST(Purchase, AListPriceAndAnEstimateAreNoStreetPrice) {
  std::vector<PurchasePrice> rows{row("b200", Condition::fresh, 40'000, 40'000, "")};
  const auto basis = [&](const char* id) {
    return basis_of(*purchase_of(rows, gpu(id), Condition::fresh));
  };
  EXPECT_EQ(basis("b200"), PriceBasis::street);
  rows[0].notes = "launch price; press estimate";
  EXPECT_EQ(basis("b200"), PriceBasis::estimate);
  EXPECT_EQ(basis("rtx-4090"), PriceBasis::list);
}

TEST(Purchase, UndatedRowsWhereThereAreNoOthers) {
  const auto one = purchase_of(prices, gpu("a40"), Condition::fresh);
  ASSERT_TRUE(one);
  EXPECT_EQ(one->price, (Between<Usd>{Usd(5000), Usd(6000)}));
  EXPECT_FALSE(one->newest);
}

TEST(Purchase, ListPriceForANewCardWithoutShop) {
  const auto one = purchase_of(prices, gpu("a10"), Condition::fresh);
  ASSERT_TRUE(one);
  EXPECT_EQ(one->condition, Condition::list);
  EXPECT_EQ(one->price.low, Usd(2800));
  // From the card's own record: 1,599 $ at launch in 2022.
  const auto recorded = purchase_of(prices, gpu("rtx-4090"), Condition::fresh);
  ASSERT_TRUE(recorded);
  EXPECT_TRUE(recorded->rows.empty());
  EXPECT_EQ(recorded->price, (Between<Usd>{Usd(1599), Usd(1599)}));
  EXPECT_EQ(to_text(*recorded->newest), "2022");
}

TEST(Purchase, UsedCardsHaveNoOtherPrice) {
  EXPECT_EQ(purchase_of(prices, gpu("t4"), Condition::used)->price.high, Usd(600));
  EXPECT_FALSE(purchase_of(prices, gpu("l40s"), Condition::used));
}

}  // namespace
}  // namespace wgf::advisor
