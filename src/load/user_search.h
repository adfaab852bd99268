// SPDX-License-Identifier: MIT
#pragma once
// How many users a server takes: which load is to be measured next, given what was measured.

#include <cstddef>
#include <optional>
#include <vector>

namespace wgf::load {

struct TriedUsers {
  std::size_t users = 1;
  double tokens_per_second = 0;  // output
  bool keeps_limits = true;      // 99 % of the requests; true where there are none
};

// One user first, then twice as many each time, until twice as many give less than a twentieth
// more tokens: from there on requests only wait longer. Where limits were broken on the way, loads
// between the largest that kept them and the smallest above it that did not, each in the middle of
// what is left, until a tenth tells nothing more. Nothing: all is known.
std::optional<std::size_t> next_users(const std::vector<TriedUsers>& tried, std::size_t most);

}  // namespace wgf::load
