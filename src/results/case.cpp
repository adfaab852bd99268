// SPDX-License-Identifier: MIT
#include "results/case.h"

#include <algorithm>

#include "base/text.h"

namespace wgf::results {

std::string Case::key() const {
  std::string key = benchmark;
  for (const auto& [name, value] : parameters) key += " " + name + "=" + to_text(value);
  if (const auto others = std::count(device.begin(), device.end(), ','); others > 0)
    key += " devices=" + std::to_string(others + 1);
  return key;
}

std::vector<std::string> Case::device_ids() const {
  return split(device, ',');
}

bool Case::is_on_cpu() const {
  return device == "cpu";
}

}  // namespace wgf::results
