// SPDX-License-Identifier: MIT
#include "load/user_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wgf::load {
namespace {

constexpr double least_gain = 1.05, fine_enough = 1.1;

// Whether more users than in any load so far may give more.
bool may_grow(const std::vector<TriedUsers>& tried) {
  std::vector<TriedUsers> by_users = tried;
  std::sort(by_users.begin(), by_users.end(),
            [](const TriedUsers& a, const TriedUsers& b) { return a.users < b.users; });
  if (by_users.size() < 2) return true;
  double best_below = 0;
  for (std::size_t i = 0; i + 1 < by_users.size(); ++i)
    best_below = std::max(best_below, by_users[i].tokens_per_second);
  return by_users.back().tokens_per_second >= least_gain * best_below;
}

}  // namespace

std::optional<std::size_t> next_users(const std::vector<TriedUsers>& tried, std::size_t most) {
  if (tried.empty()) return 1;
  std::size_t largest = 0;
  for (const TriedUsers& one : tried) largest = std::max(largest, one.users);
  if (largest < most && may_grow(tried)) return std::min(most, 2 * largest);
  constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  std::size_t kept = 0, broken = none;
  for (const TriedUsers& one : tried)
    if (one.keeps_limits) kept = std::max(kept, one.users);
  for (const TriedUsers& one : tried)
    if (!one.keeps_limits && one.users > kept) broken = std::min(broken, one.users);
  if (kept == 0 || broken == none) return std::nullopt;
  const auto low = static_cast<double>(kept), high = static_cast<double>(broken);
  const auto middle = static_cast<std::size_t>(std::lround(std::sqrt(low * high)));
  if (middle <= kept || middle >= broken || high / low < fine_enough) return std::nullopt;
  return middle;
}

}  // namespace wgf::load
