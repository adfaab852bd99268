// SPDX-License-Identifier: MIT
#pragma once
// Ranks tell each other that they live, for those that wait where nothing else would say: NCCL's
// kernels wait for a rank that is gone for ever.

#include <c10/util/intrusive_ptr.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <torch/csrc/distributed/c10d/Store.hpp>

namespace wgf::engine {

class RankHeartbeat {
 public:
  struct Times {
    std::chrono::milliseconds beat{1000}, silence{10'000};
  };
  // store: this thread's own. is_lost is called once, from the thread, with the rank that was
  // silent for too long; with 0, whose store it is, where the store is gone.
  RankHeartbeat(c10::intrusive_ptr<c10d::Store> store, int rank, int size,
                std::function<void(int rank)> is_lost, Times times);
  ~RankHeartbeat();
  RankHeartbeat(const RankHeartbeat&) = delete;
  RankHeartbeat& operator=(const RankHeartbeat&) = delete;

 private:
  void watch();
  bool waits_one_beat();

  c10::intrusive_ptr<c10d::Store> store_;
  const int rank_, size_;
  const std::function<void(int)> is_lost_;
  const Times times_;
  std::mutex mutex_;
  std::condition_variable ending_;
  bool is_ending_ = false;
  std::thread thread_;
};

}  // namespace wgf::engine
