// SPDX-License-Identifier: MIT
// What the charts draw of prices.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "report/charts/chart_list.h"
#include "report/scored_run.h"

namespace wgf::report {
namespace {

using testing::ElementsAre;

Json value_chart(const results::Run& run, std::vector<Rent> rents) {
  return make_value_chart({.runs = {&run, 1}, .rents = std::move(rents)}).option;
}

TEST(ValueChart, EveryAgeOfAPriceIsASeriesOfItsOwnAndTheMachineIsDrawn) {
  const results::Run run = scored_run();
  const Json option = value_chart(run, {rent("b200", 4.5, PriceAge::fresh, "2026-11-09"),
                                        rent("h100-sxm", 1.29, PriceAge::unknown),
                                        rent("mi300x", 2, PriceAge::stale, "2026-05"),
                                        rent("h200-sxm", 2.5, PriceAge::stale, "2026-05-24")});
  std::vector<std::string> names, symbols;
  for (const Json& series : option["series"]) {
    names.push_back(series["name"]);
    symbols.push_back(series["symbol"]);
  }
  EXPECT_THAT(names, ElementsAre("price of the last 30 days", "older price", "undated price",
                                 "this machine, older price"));
  EXPECT_THAT(symbols, ElementsAre("circle", "triangle", "emptyDiamond", "triangle"));
  EXPECT_EQ(option["legend"][0]["data"], Json(names));
  const Json& own = option["series"][3]["data"];
  ASSERT_EQ(own.size(), 1U);  // with its own score, not that of its record
  EXPECT_EQ(own[0]["value"], Json({2.5, 77.8}));
  // 77.8 / 2.5
  EXPECT_EQ(own[0]["conditions"],
            Json({"NVIDIA H200 SXM 141GB", "2.50 $/h, cloud, stale: 2026-05-24", "77.8",
                  "31.1 points per $/h"}));
  EXPECT_THAT(option["series"][2]["data"][0]["conditions"].dump(),
              testing::HasSubstr("1.29 $/h, cloud, date unknown"));
}

TEST(ValueChart, AMachineThatNobodyRentsIsNamedInTheNote) {
  const results::Run run = scored_run();
  std::vector<Rent> rents{rent("b200", 4.5, PriceAge::fresh, "2026-11-09"),
                          rent("h100-sxm", 1.29, PriceAge::unknown)};
  const auto note = [&] { return value_chart(run, rents)["title"]["subtext"].get<std::string>(); };
  EXPECT_THAT(note(), testing::EndsWith("not drawn, without a rent: NVIDIA H200"));
  EXPECT_LE(text_width(note()), chart_width - 32);
  rents.push_back(rent("h200-sxm", 2.5, PriceAge::fresh, "2026-11-09"));
  EXPECT_THAT(note(), testing::Not(testing::HasSubstr("not drawn")));
}

TEST(ValueChart, WithoutPricesItIsEmpty) {
  const results::Run run = scored_run();
  EXPECT_TRUE(make_value_chart({.runs = {&run, 1}}).is_empty);
}

TEST(RadarChart, ItsValueIsWhatAnHoursDollarBuys) {
  results::Run run = sample_run();
  run.devices[0].catalog_id = "h200-sxm";
  results::Result& product = run.results[0];
  product.measured_case.benchmark = "matmul";
  product.metrics = {{.tag = "flops", .value = 700}, {.tag = "power", .value = 700}};
  run.results.push_back(product);
  run.results.back().measured_case.benchmark = "bandwidth";
  run.results.back().metrics = {{.tag = "bandwidth", .value = 4200}};
  const auto indicators = [&](std::vector<Rent> rents) {
    return make_radar_chart({.runs = {&run, 1}, .rents = std::move(rents)})
        .option["radar"]["indicator"];
  };
  EXPECT_EQ(indicators({}).size(), 4U);  // an axis without a figure is left out
  const Json all = indicators({rent("h200-sxm", 2.5, PriceAge::stale, "2026-05-24")});
  ASSERT_EQ(all.size(), 5U);
  EXPECT_EQ(all[4]["name"], "value\n280 TFLOP/s per $/h");  // 700 / 2.5
}

}  // namespace
}  // namespace wgf::report
