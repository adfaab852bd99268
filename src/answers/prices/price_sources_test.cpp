// SPDX-License-Identifier: MIT
#include "answers/prices/price_sources.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace wgf::answers {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(PriceSources, BodiesAreJson) {
  for (const PriceSource& source : price_sources()) {
    EXPECT_TRUE(source.url.starts_with("https://")) << source.name;
    if (!source.body.empty()) {
      EXPECT_TRUE(nlohmann::json::accept(source.body)) << source.name;
    }
  }
}

TEST(PriceSources, KeysGoWhereTheInterfaceWantsThemAndAreNotShown) {
  const net::DownloadRequest vast = request_of(*find_price_source("vast"), "http://x/", "k");
  EXPECT_THAT(vast.headers, ElementsAre("Authorization: Bearer k"));
  const net::DownloadRequest runpod = request_of(*find_price_source("runpod"), "http://x/", "a&b");
  EXPECT_EQ(runpod.url, "http://x/?api_key=a%26b");
  EXPECT_EQ(runpod.shown, "http://x/");
  EXPECT_THAT(request_of(*find_price_source("lambda"), "http://x/", "").headers, IsEmpty());
  EXPECT_EQ(find_price_source("nobody"), nullptr);
}

}  // namespace
}  // namespace wgf::answers
