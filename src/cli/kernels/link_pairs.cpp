// SPDX-License-Identifier: MIT
#include "cli/kernels/link_pairs.h"

#include <algorithm>

#include "hardware/gpu_vendor.h"

namespace wgf::cli {

std::vector<results::Parameters> link_pairs() {
  const auto vendors = hardware::open_gpu_vendors();
  const auto count =
      std::max<std::int64_t>(2, static_cast<std::int64_t>(hardware::all_gpus(vendors).size()));
  std::vector<results::Parameters> pairs;
  for (std::int64_t from = 0; from < count; ++from)
    for (std::int64_t to = 0; to < count; ++to)
      if (from != to) pairs.push_back({{"from", from}, {"to", to}});
  return pairs;
}

}  // namespace wgf::cli
