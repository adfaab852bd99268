// SPDX-License-Identifier: MIT
#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <system_error>
#include <thread>
#include <vector>

namespace wgf {

void in_parallel(std::size_t count, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  const auto take = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::future<void>> others;
  try {
    for (std::size_t i = 1; i < std::min(processors, count); ++i)
      others.push_back(std::async(std::launch::async, take));
  } catch (const std::system_error&) {
    // No more threads are allowed: those there are do it.
  }
  take();
  for (std::future<void>& other : others) other.get();
}

}  // namespace wgf
