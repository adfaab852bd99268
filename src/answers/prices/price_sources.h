// SPDX-License-Identifier: MIT
#pragma once
// The public interfaces prices can be asked of, one entry each in price_sources.cpp.

#include <span>
#include <string_view>

#include "net/http_client.h"

namespace wgf::answers {

struct PriceSource {
  enum class KeyUse { optional_header, optional_in_address, required_header };
  std::string_view name;  // of the provider
  std::string_view url;
  std::string_view body;          // of the request; empty: GET
  std::string_view key_variable;  // of the environment
  KeyUse key_use = KeyUse::optional_header;
};

std::span<const PriceSource> price_sources();
const PriceSource* find_price_source(std::string_view name);  // nullptr: none

// The request to this interface at its own address, or another one. key: empty where there is none.
net::DownloadRequest request_of(const PriceSource& source, std::string_view url,
                                std::string_view key);

}  // namespace wgf::answers
