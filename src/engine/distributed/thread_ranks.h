// SPDX-License-Identifier: MIT
#pragma once
// For tests: ranks as threads of one process, which Gloo cannot tell from processes.

#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "engine/distributed/rank_group.h"

namespace wgf::engine {

inline void with_ranks(int size, const std::function<void(RankGroup&)>& work) {
  static std::atomic<int> groups = 0;
  const std::filesystem::path meeting =
      std::filesystem::temp_directory_path() /
      ("wgf_ranks_" + std::to_string(getpid()) + "_" + std::to_string(groups++));
  std::vector<std::thread> threads;
  for (int rank = 0; rank < size; ++rank)
    threads.emplace_back([&, rank] {
      RankGroup group({.rank = rank,
                       .size = size,
                       .local_rank = rank,
                       .local_size = size,
                       .launcher = "own",
                       .meeting_file = meeting.string()});
      work(group);
    });
  for (std::thread& thread : threads) thread.join();
  std::filesystem::remove(meeting);
}

}  // namespace wgf::engine
