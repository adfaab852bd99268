// SPDX-License-Identifier: MIT
#include "advisor/market/places.h"

#include <gtest/gtest.h>

namespace wgf::advisor {
namespace {

using catalog::ElectricityTariff;
using catalog::GridCarbon;
using catalog::PowerOverhead;
using Kind = ElectricityTariff::Kind;

ElectricityTariff tariff(const char* place, double usd, Kind kind) {
  return {place, UsdPerKilowattHour(usd), kind, parse_date("2024"), "s"};
}

const std::vector<ElectricityTariff> tariffs{
    tariff("DEU (Germany)", 0.40, Kind::household), tariff("DEU (Germany)", 0.365, Kind::household),
    tariff("US-Texas", 0.06, Kind::business), tariff("US-Texas", 0.09, Kind::business),
    tariff("EU27 average", 0.2, Kind::business)};

TEST(Places, NamesPeopleTypeAreThoseOfTheTables) {
  const std::vector<std::string> places{"DEU (Germany)", "US-Texas", "aws:eu-central-1",
                                        "gcp:us-south1 (Dallas)", "World average"};
  EXPECT_EQ(find_place(places, "germany"), "DEU (Germany)");
  EXPECT_EQ(find_place(places, "deu"), "DEU (Germany)");
  EXPECT_EQ(find_place(places, "DE"), "DEU (Germany)");
  EXPECT_EQ(find_place(places, "德国"), "DEU (Germany)");
  EXPECT_EQ(find_place(places, "世界"), "World average");
  EXPECT_EQ(find_place(places, "Texas"), "US-Texas");
  EXPECT_EQ(find_place(places, "eu-central-1"), "aws:eu-central-1");
  EXPECT_EQ(find_place(places, "gcp:us-south1"), "gcp:us-south1 (Dallas)");
  EXPECT_EQ(find_place(places, "world"), "World average");
  EXPECT_EQ(find_place(places, "Atlantis"), "");
  EXPECT_EQ(find_place(places, " "), "");
}

TEST(Places, ATariffIsTheRangeOfItsRows) {
  const auto texas = tariff_of(tariffs, "US-Texas", Kind::business);
  ASSERT_TRUE(texas);
  EXPECT_EQ(texas->price,
            (Between<UsdPerKilowattHour>{UsdPerKilowattHour(0.06), UsdPerKilowattHour(0.09)}));
  EXPECT_EQ(texas->rows.size(), 2U);
  EXPECT_EQ(tariff_of(tariffs, "EU", Kind::business)->rows.size(), 1U);
  EXPECT_FALSE(tariff_of(tariffs, "FRA (France)", Kind::business));
}

TEST(Places, TheOtherKindWhereOneIsNotKnown) {
  const auto germany = tariff_of(tariffs, "DEU (Germany)", Kind::business);
  ASSERT_TRUE(germany);
  EXPECT_EQ(germany->kind, Kind::household);
  EXPECT_EQ(germany->price.low.value, 0.365);
}

TEST(Places, AStateHasItsCountrysCarbon) {
  const std::vector<GridCarbon> table{
      {"USA (United States)", GramsPerKilowattHour(400), parse_date("2022"), "s"},
      {"USA (United States)", GramsPerKilowattHour(380), parse_date("2024"), "s"},
      {"World", GramsPerKilowattHour(480), {}, "s"}};
  EXPECT_EQ(carbon_of(table, "US-Texas")->carbon.value, 380);
  EXPECT_EQ(carbon_of(table, "World average")->carbon.value, 480);
  EXPECT_EQ(carbon_of(table, "DEU (Germany)"), nullptr);
}

TEST(Places, TheNewestOverheadOfAnOperator) {
  const std::vector<PowerOverhead> table{{"Equinix average", 1.46, parse_date("2022"), "s"},
                                         {"Equinix average", 1.42, parse_date("2023"), "s"},
                                         {"Home or office PC", 1, {}, "s"}};
  EXPECT_EQ(overhead_of(table, "equinix")->pue, 1.42);
  EXPECT_EQ(overhead_of(table, "home")->pue, 1);
  EXPECT_EQ(overhead_of(table, "nobody"), nullptr);
}

}  // namespace
}  // namespace wgf::advisor
