// SPDX-License-Identifier: MIT
#include "cli/kernels/link_pairs.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <string_view>

#include "hardware/gpu_vendor.h"

namespace wgf::cli {

namespace {

// Those the engine can use: with CUDA_VISIBLE_DEVICES only the GPUs it names.
std::size_t usable_gpus() {
  const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
  std::size_t count = 0;
  for (const auto& vendor : hardware::open_gpu_vendors()) {
    const std::vector<hardware::GpuInfo> found = vendor->devices();
    if (vendor->name() != "NVIDIA") {
      count += found.size();
      continue;
    }
    const auto ordinals = hardware::cuda_ordinals(
        found, visible == nullptr ? std::nullopt : std::optional<std::string_view>(visible));
    count += static_cast<std::size_t>(
        std::count_if(ordinals.begin(), ordinals.end(), [](const auto& one) { return !!one; }));
  }
  return count;
}

std::vector<std::int64_t> numbers_of_all_gpus() {
  std::vector<std::int64_t> numbers(std::max<std::size_t>(2, usable_gpus()));
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
