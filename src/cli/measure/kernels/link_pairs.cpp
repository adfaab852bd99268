// SPDX-License-Identifier: MIT
#include "cli/measure/kernels/link_pairs.h"

#include <algorithm>
#include <numeric>

#include "hardware/gpu_vendor.h"

namespace wgf::cli {

namespace {

std::vector<std::int64_t> numbers_of_all_gpus() {
  const auto vendors = hardware::open_gpu_vendors();
  std::vector<std::int64_t> numbers(
      std::max<std::size_t>(2, hardware::usable_gpus(vendors).size()));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

}  // namespace

std::vector<results::Parameters> link_pairs(std::vector<std::int64_t> from,
                                            std::vector<std::int64_t> to) {
  const bool are_named = !from.empty() && !to.empty();
  if (!are_named) {
    const std::vector<std::int64_t> all = numbers_of_all_gpus();
    if (from.empty()) from = all;
    if (to.empty()) to = all;
  }
  std::vector<results::Parameters> pairs;
  for (const std::int64_t source : from)
    for (const std::int64_t target : to)
      if (source != target || are_named) pairs.push_back({{"from", source}, {"to", target}});
  return pairs;
}

}  // namespace wgf::cli
