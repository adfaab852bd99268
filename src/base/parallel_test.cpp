// SPDX-License-Identifier: MIT
#include "base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace wgf {
namespace {

TEST(Parallel, CallsEachOnce) {
  std::vector<std::atomic<int>> calls(1000);
  in_parallel(calls.size(), [&](std::size_t i) { ++calls[i]; });
  for (const auto& count : calls) EXPECT_EQ(count, 1);
}

TEST(Parallel, NothingToDo) {
  in_parallel(0, [](std::size_t) { FAIL(); });
}

TEST(Parallel, WhatACallThrowsArrivesOnceAllHaveEnded) {
  std::atomic<int> running = 0;
  const auto work = [&](std::size_t i) {
    ++running;
    if (i == 3) {
      --running;
      throw std::runtime_error("three");
    }
    --running;
  };
  EXPECT_THROW(in_parallel(100, work), std::runtime_error);
  EXPECT_EQ(running, 0);
}

}  // namespace
}  // namespace wgf
