// SPDX-License-Identifier: MIT
#include "cli/words/report_rents.h"

#include <gtest/gtest.h>

#include "catalog/catalog.h"

namespace wgf::cli {
namespace {

catalog::Offer offer(const char* gpu_id, double count, double usd, const char* date) {
  return {.provider = "p",
          .gpu_name = gpu_id,
          .gpu_id = gpu_id,
          .gpu_count = count,
          .on_demand = UsdPerHour(usd),
          .date = parse_date(date)};
}

std::vector<report::Rent> rents_at(const catalog::Offers& offers, const char* today) {
  return rents_of(offers, catalog::embedded_catalog().gpus(), parse_date(today)->first);
}

TEST(ReportRents, TheCheapestFreshOneOfEachCardElseAnOldOneWithItsAge) {
  const catalog::Offers offers{offer("l4", 1, 0.50, "2026-11-01"),
                               offer("l4", 1, 0.40, "2026-01-01"),
                               offer("t4", 4, 0.80, "2026-11-01"),
                               offer("a10", 1, 0.75, "2026-11-01"), offer("l40s", 1, 0.90, "")};
  const auto rents = rents_at(offers, "2026-11-21");
  ASSERT_EQ(rents.size(), 3U);  // a T4 is offered by four alone
  const report::Rent* l4 = report::find_rent(rents, "l4");
  ASSERT_NE(l4, nullptr);
  EXPECT_DOUBLE_EQ(l4->price.value, 0.50);
  EXPECT_EQ(l4->age, report::PriceAge::fresh);
  const auto later = rents_at(offers, "2027-01-01");
  EXPECT_DOUBLE_EQ(report::find_rent(later, "l4")->price.value, 0.40);
  EXPECT_EQ(report::find_rent(later, "l4")->age, report::PriceAge::stale);
  EXPECT_EQ(report::find_rent(rents, "a10")->age, report::PriceAge::fresh);
  EXPECT_EQ(report::find_rent(rents, "l40s")->age, report::PriceAge::unknown);
  EXPECT_EQ(report::find_rent(rents_at(offers, "2027-01-01"), "a10")->age, report::PriceAge::stale);
}

}  // namespace
}  // namespace wgf::cli
