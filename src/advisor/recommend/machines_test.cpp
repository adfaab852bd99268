// SPDX-License-Identifier: MIT
#include "advisor/recommend/machines.h"

#include <gtest/gtest.h>

#include "catalog/catalog.h"

namespace wgf::advisor {
namespace {

catalog::Offer offer(const char* gpu, double gpus, double price, const char* date) {
  catalog::Offer one;
  one.provider = "a";
  one.gpu_id = one.gpu_name = gpu;
  one.gpu_count = gpus;
  one.on_demand = UsdPerHour(price);
  one.date = parse_date(date);
  return one;
}

std::vector<Machine> machines(const catalog::Offers& offers) {
  static std::vector<PricedOffer> priced;
  const Day today = parse_date("2026-11-20")->first;
  priced = priced_offers(offers, catalog::embedded_catalog().gpus(), {}, today);
  return rented_machines(priced);
}

TEST(RentedMachines, AreTheCheapestOfCardAndCount) {
  const catalog::Offers offers{offer("h100-sxm", 1, 3, "2026-01-01"),
                               offer("h100-sxm", 1, 2, "2026-01-01"),
                               offer("h100-sxm", 8, 12, "2026-01-01")};
  const std::vector<Machine> found = machines(offers);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].offer->per_gpu, UsdPerHour(2));
  EXPECT_EQ(found[0].offers, 2);
  EXPECT_EQ(found[1].gpus, 8);
  EXPECT_EQ(found[1].offer->price(), UsdPerHour(12));
}

TEST(RentedMachines, TakeTheCheapestOfAnyAgeAndKeepTheFreshOneBesideIt) {
  const catalog::Offers offers{offer("h100-sxm", 1, 1, "2026-01-01"),
                               offer("h100-sxm", 1, 2, "2026-11-19")};
  const std::vector<Machine> found = machines(offers);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].offer->per_gpu, UsdPerHour(1));
  EXPECT_EQ(found[0].fresh->per_gpu, UsdPerHour(2));
  EXPECT_EQ(machines({offers[0]})[0].fresh, nullptr);
}

TEST(RentedMachines, GetNoDearerByAnotherOffer) {
  const catalog::Offers all{
      offer("h100-sxm", 1, 1.47, "2026-01-01"), offer("h100-sxm", 1, 6.98, "2026-11-19"),
      offer("h100-sxm", 1, 3.00, "2026-11-18"), offer("h100-sxm", 1, 1.40, "2025-01-01")};
  double before = 1e9;
  for (std::size_t count = 1; count <= all.size(); ++count) {
    const double price =
        machines({all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count)})[0]
            .offer->per_gpu.value;
    EXPECT_LE(price, before);
    before = price;
  }
  EXPECT_EQ(before, 1.40);
}

TEST(RentedMachines, KeepSpotMachinesOfEachProvider) {
  catalog::Offers offers{offer("h100-sxm", 1, 3, "2026-01-01"),
                         offer("h100-sxm", 1, 3, "2026-01-01")};
  offers[0].spot = UsdPerHour(1);
  offers[1].spot = UsdPerHour(2);
  offers[1].provider = "b";
  const std::vector<Machine> found = machines(offers);
  ASSERT_EQ(found.size(), 3u);  // on demand of either, spot of a and of b
  EXPECT_EQ(found[0].offers, 2);
  EXPECT_EQ(found[1].offer->per_gpu, UsdPerHour(1));
  EXPECT_EQ(found[2].offer->per_gpu, UsdPerHour(2));
}

TEST(RentedMachines, LeaveOutSharesOpenVariantsAndWhatIsSoldOut) {
  catalog::Offers offers{offer("a10", 0.5, 1, "2026-01-01"), offer("h100-sxm", 1, 2, "2026-01-01"),
                         offer("", 1, 1, "2026-01-01")};
  offers[1].availability = catalog::Availability::none;
  offers[2].gpu_name = "H100";
  EXPECT_TRUE(machines(offers).empty());
}

std::optional<RunRent> rent(const catalog::Offers& offers, int gpus) {
  static std::vector<PricedOffer> priced;
  const catalog::GpuCatalog& cards = catalog::embedded_catalog().gpus();
  priced = priced_offers(offers, cards, {}, parse_date("2026-11-20")->first);
  return run_rent(priced, *cards.find_id("h100-sxm"), gpus);
}

TEST(RunRent, IsOfMachinesThatHoldTheRun) {
  const catalog::Offers offers{
      offer("h100-sxm", 1, 1, "2026-01-01"), offer("h100-sxm", 2, 2.4, "2026-01-01"),
      offer("h100-sxm", 8, 16, "2026-01-01"), offer("h100-sxm", 8, 24, "2026-11-19"),
      offer("h100-sxm", 16, 64, "2026-01-01")};
  const auto usd = [&](int gpus) { return rent(offers, gpus)->offer->per_gpu.value; };
  EXPECT_EQ(usd(1), 1);
  EXPECT_EQ(usd(2), 1.2);
  EXPECT_EQ(usd(8), 2);
  EXPECT_EQ(usd(64), 2);  // eight of eight
  EXPECT_TRUE(rent(offers, 64)->does_hold);
}

TEST(RunRent, OfOtherMachinesSaysSo) {
  const catalog::Offers offers{offer("h100-sxm", 3, 3.6, "2026-01-01"),
                               offer("h100-sxm", 1, 1, "2026-01-01")};
  const auto found = rent(offers, 8);
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->does_hold);
  EXPECT_EQ(found->offer->per_gpu, UsdPerHour(1));
  EXPECT_EQ(found->least, 1);
  EXPECT_EQ(found->most, 3);
  EXPECT_FALSE(rent({offer("l4", 1, 1, "2026-01-01")}, 1));  // nobody offers the card
}

}  // namespace
}  // namespace wgf::advisor
