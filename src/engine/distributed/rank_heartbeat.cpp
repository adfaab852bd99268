// SPDX-License-Identifier: MIT
#include "engine/distributed/rank_heartbeat.h"

#include <c10/util/Exception.h>

#include <string>
#include <vector>

namespace wgf::engine {
namespace {

using Clock = std::chrono::steady_clock;

struct Heard {
  std::string beat;
  Clock::time_point at;
};

std::string key_of(int rank) {
  return "alive/" + std::to_string(rank);
}

}  // namespace

RankHeartbeat::RankHeartbeat(c10::intrusive_ptr<c10d::Store> store, int rank, int size,
                             std::function<void(int rank)> is_lost, Times times)
    : store_(std::move(store)),
      rank_(rank),
      size_(size),
      is_lost_(std::move(is_lost)),
      times_(times),
      thread_([this] { watch(); }) {}

RankHeartbeat::~RankHeartbeat() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  ending_.notify_all();
  thread_.join();
}

bool RankHeartbeat::waits_one_beat() {
  std::unique_lock lock(mutex_);
  return !ending_.wait_for(lock, times_.beat, [this] { return is_ending_; });
}

void RankHeartbeat::watch() {
  std::vector<Heard> heard(static_cast<std::size_t>(size_), {"", Clock::now()});
  std::int64_t beats = 0;
  do {
    try {
      store_->set(key_of(rank_), std::to_string(++beats));
      for (int rank = 0; rank < size_; ++rank) {
        Heard& last = heard[static_cast<std::size_t>(rank)];
        // One that has not begun yet cannot fall silent.
        std::string beat = last.beat;
        if (rank != rank_ && store_->check({key_of(rank)})) beat = store_->get_to_str(key_of(rank));
        if (rank == rank_ || beat != last.beat) {
          last = {beat, Clock::now()};
        } else if (!beat.empty() && Clock::now() - last.at > times_.silence) {
          return is_lost_(rank);
        }
      }
    } catch (const c10::Error&) {
      return is_lost_(0);
    }
  } while (waits_one_beat());
}

}  // namespace wgf::engine
