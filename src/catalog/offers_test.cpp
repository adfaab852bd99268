// SPDX-License-Identifier: MIT
#include "catalog/offers.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "catalog/catalog.h"
#include "catalog/offer_cards.h"
#include "messages/message_table.h"

namespace wgf::catalog {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string heading =
    "provider,gpu_name,gpu_id,gpu_count,price_usd_hr,spot_price_usd_hr,price_cny_hr,"
    "snapshot_date,availability\n";

std::string error_of(const std::string& text) {
  try {
    read_offers(text, "mine.csv");
  } catch (const Error& fault) {
    return messages::render(fault.message(), messages::Language::english);
  }
  return "no error";
}

TEST(Offers, EmbeddedOnesReadAndNameCardsOfTheCatalogue) {
  const Offers offers = embedded_offers();
  EXPECT_EQ(offers.size(), 2266U);
  std::set<std::string> providers;
  int yuan = 0, undated = 0, without_card = 0;
  for (const Offer& offer : offers) {
    providers.insert(offer.provider);
    yuan += offer.cny_per_hour ? 1 : 0;
    undated += offer.date ? 0 : 1;
    without_card += offer.gpu_id.empty() ? 1 : 0;
    EXPECT_FALSE(offer.source.empty());
    if (!offer.gpu_id.empty()) {
      EXPECT_NE(embedded_catalog().gpus().find_id(offer.gpu_id), nullptr) << offer.gpu_id;
    }
  }
  EXPECT_EQ(providers.size(), 64U);
  EXPECT_EQ(yuan, 885);
  EXPECT_EQ(undated, 396 + 885);
  EXPECT_EQ(without_card, 1 + 202);
}

TEST(Offers, AreWrittenAsTheyAreRead) {
  Offers offers = embedded_offers();
  offers[0].availability = Availability::low;
  offers[0].stock = 3;
  const std::string text = write_offers(offers);
  EXPECT_EQ(write_offers(read_offers(text, "again.csv")), text);
}

TEST(Offers, YuanKeepTheirRate) {
  const Offers offers = read_offers(heading + "x,T4,t4,1,1.38,,10,2026-04,\n", "mine.csv");
  ASSERT_EQ(offers.size(), 1U);
  EXPECT_NEAR(*offers[0].usd_per_cny, 0.138, 1e-12);
  EXPECT_EQ(offers[0].cny_per_hour, 10);
  EXPECT_EQ(to_text(*offers[0].date), "2026-04");
}

TEST(Offers, WhatIsWrongIsNamedWithFileLineAndField) {
  const std::string good = "x,T4,t4,1,1,,,,\n";
  EXPECT_EQ(error_of(heading + good), "no error");
  EXPECT_THAT(error_of(heading + good + ",T4,t4,1,1,,,,\n"),
              AllOf(HasSubstr("mine.csv:3"), HasSubstr("provider")));
  EXPECT_THAT(error_of(heading + "x,T4,t4,1,,,,,\n"), HasSubstr("price_usd_hr"));
  EXPECT_THAT(error_of(heading + "x,T4,t4,1,-1,,,,\n"), HasSubstr("-1"));
  EXPECT_THAT(error_of(heading + "x,T4,t4,1,99999,,,,\n"), HasSubstr("99999"));
  EXPECT_THAT(error_of(heading + "x,T4,t4,0,1,,,,\n"), HasSubstr("gpu_count"));
  EXPECT_THAT(error_of(heading + "x,T4,t4,,1,,,,\n"), HasSubstr("gpu_count"));
  EXPECT_THAT(error_of(heading + "x,T4,t4,nan,1,,,,\n"), HasSubstr("gpu_count"));
  EXPECT_THAT(error_of(heading + "x,T4,t4,1,1,,,31.12.2026,\n"), HasSubstr("31.12.2026"));
  EXPECT_THAT(error_of(heading + "x,T4,t4,1,1,,,,perhaps\n"), HasSubstr("perhaps"));
  EXPECT_THAT(error_of(heading + "x,,,1,1,,,,\n"), HasSubstr("gpu_name"));
  EXPECT_THAT(error_of("provider,gpu_count\nx,1\n"), HasSubstr("price_usd_hr"));
}

TEST(Offers, TheNewerReplaceAProviderAsAWhole) {
  const Offers base =
      read_offers(heading + "a,T4,t4,1,1,,,,\nb,T4,t4,1,2,,,,\na,L4,l4,1,3,,,,\n", "x");
  const Offers merged = with_newer(base, read_offers(heading + "a,A10,a10,1,4,,,,\n", "y"));
  ASSERT_EQ(merged.size(), 2U);
  EXPECT_EQ(merged[0].provider, "b");
  EXPECT_EQ(merged[1].gpu_name, "A10");
}

std::vector<std::string> cards(std::string_view name, std::string_view hints = "",
                               std::optional<double> memory_gib = std::nullopt) {
  std::vector<std::string> ids;
  for (const Gpu* gpu : cards_of(embedded_catalog().gpus(), {name, hints, memory_gib}))
    ids.push_back(gpu->id);
  return ids;
}

TEST(OfferCards, NamesThatSayTheVariant) {
  EXPECT_THAT(cards("NVIDIA-H100-80GB-HBM3"), ElementsAre("h100-sxm"));
  EXPECT_THAT(cards("H100 SXM"), ElementsAre("h100-sxm"));
  EXPECT_THAT(cards("H100NVL"), ElementsAre("h100-nvl"));
  EXPECT_THAT(cards("A100-80G-PCIe"), ElementsAre("a100-pcie-80gb"));
  EXPECT_THAT(cards("A100-80G-PCIe-NVLink"), ElementsAre("a100-pcie-80gb"));
  EXPECT_THAT(cards("RTX4090"), ElementsAre("rtx-4090"));
  EXPECT_THAT(cards("RTX 6000Ada"), ElementsAre("rtx-6000-ada"));
  EXPECT_THAT(cards("A10G"), ElementsAre("a10g"));
  EXPECT_THAT(cards("RTX PRO 6000 WS"), ElementsAre("rtx-pro-6000-workstation"));
  EXPECT_THAT(cards("RTX 4060 Ti", "", 16), ElementsAre("rtx-4060-ti-16gb"));
}

TEST(OfferCards, HintsAndMemoryChoose) {
  EXPECT_THAT(cards("H100", "gpu_8x_h100_sxm5"), ElementsAre("h100-sxm"));
  EXPECT_THAT(cards("A100", "gpu_1x_a100_sxm4", 40), ElementsAre("a100-sxm-40gb"));
  EXPECT_THAT(cards("A100-80GB", "n3-A100-pcie"), ElementsAre("a100-pcie-80gb"));
  EXPECT_THAT(cards("GH200", "", 95.6), ElementsAre("gh200-96gb"));
}

TEST(OfferCards, OpenVariantsAreAllOfThem) {
  EXPECT_THAT(cards("H100"), ElementsAre("h100-sxm", "h100-pcie", "h100-nvl"));
  EXPECT_THAT(cards("H100", "", 80), ElementsAre("h100-sxm", "h100-pcie"));
  EXPECT_THAT(cards("A100-80GB"), ElementsAre("a100-sxm-80gb", "a100-pcie-80gb"));
  EXPECT_THAT(cards("A100 SXM4"), ElementsAre("a100-sxm-40gb", "a100-sxm-80gb"));
  for (const char* name : {"RTXPRO6000", "RTXPro6000", "RTXPRO6000Blackwell", "RTX PRO 6000 96GB"})
    EXPECT_THAT(cards(name),
                ElementsAre("rtx-pro-6000-server", "rtx-pro-6000-workstation", "rtx-pro-6000-maxq"))
        << name;
  EXPECT_THAT(cards("RTX PRO 6000 Blackwell Server Edition"), ElementsAre("rtx-pro-6000-server"));
}

TEST(OfferCards, AnotherMemoryIsAnotherCard) {
  EXPECT_THAT(cards("RTX4090", "", 48), IsEmpty());
  EXPECT_THAT(cards("RTX4090 48GB"), IsEmpty());
  EXPECT_THAT(cards("A800 40G"), IsEmpty());
  EXPECT_THAT(cards("L20 48GB"), IsEmpty());
  EXPECT_THAT(cards("G39 24GB (vendor label)"), IsEmpty());
}

}  // namespace
}  // namespace wgf::catalog
