// SPDX-License-Identifier: MIT
#include "engine/distributed/rank_heartbeat.h"

#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

namespace wgf::engine {
namespace {

using namespace std::chrono_literals;

constexpr RankHeartbeat::Times quick{20ms, 1000ms};
constexpr int nobody = -1;

class Store {
 public:
  Store() {
    c10d::TCPStoreOptions options;
    options.port = 0;
    options.isServer = true;
    options.waitWorkers = false;
    store_ = c10::make_intrusive<c10d::PrefixStore>(
        "test", c10::make_intrusive<c10d::TCPStore>("127.0.0.1", options));
  }
  c10::intrusive_ptr<c10d::Store> clone() { return store_->clone(); }

 private:
  c10::intrusive_ptr<c10d::Store> store_;
};

int waited_for(const std::atomic<int>& lost, std::chrono::milliseconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (lost == nobody && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(5ms);
  return lost;
}

TEST(RankHeartbeat, NamesTheRankThatFellSilent) {
  Store store;
  std::atomic<int> lost = nobody;
  const auto tell = [&](int rank) { lost = rank; };
  const RankHeartbeat first(store.clone(), 0, 3, tell, quick);
  const RankHeartbeat second(store.clone(), 1, 3, tell, quick);
  std::optional<RankHeartbeat> third(std::in_place, store.clone(), 2, 3, tell, quick);
  EXPECT_EQ(waited_for(lost, 200ms), nobody);
  third.reset();
  EXPECT_EQ(waited_for(lost, 10s), 2);
}

// Ranks make theirs when they come to it.
TEST(RankHeartbeat, OneThatHasNotBegunIsNotLost) {
  Store store;
  std::atomic<int> lost = nobody;
  const RankHeartbeat first(
      store.clone(), 0, 2, [&](int rank) { lost = rank; }, quick);
  EXPECT_EQ(waited_for(lost, 1300ms), nobody);
}

}  // namespace
}  // namespace wgf::engine
