// SPDX-License-Identifier: MIT
#include "answers/prices/price_sources.h"

#include <fmt/format.h>

#include <string>

namespace wgf::answers {
namespace {

using KeyUse = PriceSource::KeyUse;

// What can be rented now, the cheapest first; far above what any page shows, below our size limit.
constexpr std::string_view vast_query =
    R"({"rentable":{"eq":true},"rented":{"eq":false},"verified":{"eq":true},)"
    R"("order":[["dph_total","asc"]],"type":"ondemand","limit":5000})";

constexpr std::string_view runpod_query =
    R"({"query":"query { gpuTypes { id displayName memoryInGb secureCloud communityCloud )"
    R"(securePrice communityPrice secureSpotPrice communitySpotPrice maxGpuCount )"
    R"(lowestPrice(input:{gpuCount:1, secureCloud:true}) { stockStatus minimumBidPrice )"
    R"(uninterruptablePrice minVcpu minMemory } } }"})";

constexpr PriceSource sources[] = {
    {"vast", "https://console.vast.ai/api/v0/bundles/", vast_query, "VAST_API_KEY",
     KeyUse::optional_header},
    {"runpod", "https://api.runpod.io/graphql", runpod_query, "RUNPOD_API_KEY",
     KeyUse::optional_in_address},
    {"lambda", "https://cloud.lambda.ai/api/v1/instance-types", "", "LAMBDA_API_KEY",
     KeyUse::required_header},
};

// For the part of an address behind "?name=".
std::string percent_encoded(std::string_view text) {
  std::string encoded;
  for (const char c : text) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
    if (is_plain)
      encoded += c;
    else
      encoded += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return encoded;
}

}  // namespace

std::span<const PriceSource> price_sources() {
  return sources;
}

const PriceSource* find_price_source(std::string_view name) {
  for (const PriceSource& source : sources)
    if (source.name == name) return &source;
  return nullptr;
}

net::DownloadRequest request_of(const PriceSource& source, std::string_view url,
                                std::string_view key) {
  net::DownloadRequest request{.url = std::string(url), .shown = std::string(url)};
  request.body = source.body;
  request.key_variable = source.key_variable;
  if (key.empty()) return request;
  if (source.key_use == KeyUse::optional_in_address)
    request.url += "?api_key=" + percent_encoded(key);
  else
    request.headers.push_back("Authorization: Bearer " + std::string(key));
  return request;
}

}  // namespace wgf::answers
