// SPDX-License-Identifier: MIT
#include "load/user_search.h"

#include <gmock/gmock.h>

#include <functional>

namespace wgf::load {
namespace {

using testing::ElementsAre;

// All loads that are measured of a server with this throughput and these most users within limits.
std::vector<std::size_t> searched(const std::function<double(double)>& rate, std::size_t within,
                                  std::size_t most = 4096) {
  std::vector<TriedUsers> tried;
  std::vector<std::size_t> users;
  while (const auto next = next_users(tried, most)) {
    users.push_back(*next);
    tried.push_back({*next, rate(static_cast<double>(*next)), *next <= within});
    if (users.size() > 40) break;
  }
  return users;
}

// 100 tokens/s a user, 1,000 in all.
double saturating(double users) {
  return 100 * std::min(users, 10.0);
}

TEST(UserSearch, DoublesUntilMoreUsersGiveNoMore) {
  EXPECT_THAT(searched(saturating, 4096), ElementsAre(1, 2, 4, 8, 16, 32));
  EXPECT_THAT(searched([](double) { return 70; }, 4096), ElementsAre(1, 2));
}

TEST(UserSearch, ThenNarrowsWhatTheLimitsAllow) {
  // Kept by 11 and not by 12, which a tenth does not tell apart.
  EXPECT_THAT(searched(saturating, 11), ElementsAre(1, 2, 4, 8, 16, 32, 11, 13, 12));
  EXPECT_THAT(searched(saturating, 2), ElementsAre(1, 2, 4, 8, 16, 32, 3));
  EXPECT_THAT(searched(saturating, 0), ElementsAre(1, 2, 4, 8, 16, 32));
}

TEST(UserSearch, EndsAtTheMostUsers) {
  EXPECT_THAT(searched([](double users) { return users; }, 4096, 6), ElementsAre(1, 2, 4, 6));
}

}  // namespace
}  // namespace wgf::load
