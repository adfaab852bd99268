// SPDX-License-Identifier: MIT
#pragma once
// Which devices ranks of one machine take.

#include <string>
#include <string_view>

#include "base/text.h"

namespace wgf::runner {

// "cuda:1", two ranks: "cuda:1,cuda:2". On a CPU they share it.
inline std::string devices_of_ranks(std::string_view first, std::int64_t ranks) {
  std::string devices(first);
  const std::size_t colon = first.find(':');
  if (colon == std::string_view::npos) return devices;
  const auto number = parse_integer(first.substr(colon + 1)).value_or(0);
  for (std::int64_t i = 1; i < ranks; ++i)
    devices += "," + std::string(first.substr(0, colon + 1)) + std::to_string(number + i);
  return devices;
}

}  // namespace wgf::runner
