// SPDX-License-Identifier: MIT
#include "catalog/market_facts.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "base/error.h"
#include "catalog/catalog.h"
#include "messages/message_table.h"

namespace wgf::catalog {
namespace {

using testing::HasSubstr;

TEST(MarketFacts, EveryEmbeddedTableReads) {
  EXPECT_EQ(embedded_purchase_prices().size(), 155U);
  EXPECT_EQ(embedded_electricity_tariffs().size(), 408U);
  EXPECT_EQ(embedded_grid_carbon().size(), 358U);
  EXPECT_EQ(embedded_power_overheads().size(), 29U);
  EXPECT_EQ(embedded_spot_interruptions().size(), 561U);
  EXPECT_EQ(embedded_failure_rates().size(), 29U);
}

TEST(MarketFacts, CardsAreThoseOfTheCatalogue) {
  const GpuCatalog& gpus = embedded_catalog().gpus();
  for (const PurchasePrice& price : embedded_purchase_prices())
    EXPECT_NE(gpus.find_id(price.gpu_id), nullptr) << price.gpu_id;
  for (const SpotInterruption& one : embedded_spot_interruptions())
    if (!one.gpu_id.empty()) {
      EXPECT_NE(gpus.find_id(one.gpu_id), nullptr) << one.gpu_id;
    }
}

TEST(MarketFacts, ValuesAreThoseOfTheirSources) {
  const auto rates = embedded_failure_rates();
  // Llama 3 Herd of Models: 419 unexpected interruptions in 54 days on 16,384 GPUs.
  EXPECT_EQ(rates[0].gpus, 16384);
  EXPECT_EQ(rates[0].interruptions, 419);
  EXPECT_EQ(rates[0].job, Hours(3.09));
  EXPECT_EQ(rates[0].gpu, Hours(50677));
  EXPECT_FALSE(rates[0].node);
  const auto spot = embedded_spot_interruptions();
  EXPECT_EQ(spot[0].gpu_id, "a100-sxm-40gb");
  EXPECT_EQ(spot[0].gpu_count, 8);
  EXPECT_EQ(spot[0].kind, SpotInterruption::Kind::advisor);
  EXPECT_EQ(spot[0].month_low, 0);
  EXPECT_EQ(spot[0].month_high, 0.05);
  const auto traced = std::find_if(spot.begin(), spot.end(), [](const SpotInterruption& one) {
    return one.kind == SpotInterruption::Kind::measured && one.provider == "gcp";
  });
  ASSERT_NE(traced, spot.end());
  EXPECT_EQ(traced->per_hour, 0.099);
}

std::string error_of(const std::string& text) {
  try {
    read_purchase_prices(text, "p.csv");
  } catch (const Error& fault) {
    return messages::render(fault.message(), messages::Language::english);
  }
  return "no error";
}

TEST(MarketFacts, WhatIsWrongIsNamed) {
  const std::string heading = "gpu_id,condition,low_usd,high_usd,date,source\n";
  EXPECT_EQ(error_of(heading + "l4,new,2000,2500,2026,shop\n"), "no error");
  EXPECT_THAT(error_of(heading + "l4,new,2500,2000,2026,shop\n"), HasSubstr("p.csv:2: high_usd"));
  EXPECT_THAT(error_of(heading + "l4,old,2000,2500,2026,shop\n"), HasSubstr("new, used, msrp"));
  EXPECT_THAT(error_of(heading + "l4,new,-5,2500,2026,shop\n"), HasSubstr("low_usd"));
  EXPECT_THAT(error_of(heading + "l4,new,2000,2500,2026,\n"), HasSubstr("source"));
}

}  // namespace
}  // namespace wgf::catalog
