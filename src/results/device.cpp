// SPDX-License-Identifier: MIT
#include "results/device.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace wgf::results {

std::vector<Device> named_devices(const Case& value) {
  std::vector<Device> devices;
  for (std::string& id : value.device_ids()) devices.push_back({.id = std::move(id)});
  return devices;
}

std::string device_ids(std::span<const Device> devices) {
  std::vector<std::string> ids;
  for (const Device& device : devices) ids.push_back(device.id);
  return join(ids, ",");
}

std::string device_names(std::span<const Device> devices) {
  std::vector<std::pair<std::string, int>> counted;
  for (const Device& device : devices) {
    const auto known = std::find_if(counted.begin(), counted.end(),
                                    [&](const auto& one) { return one.first == device.name; });
    if (known == counted.end())
      counted.emplace_back(device.name, 1);
    else
      ++known->second;
  }
  std::vector<std::string> names;
  for (const auto& [name, count] : counted)
    names.push_back(count == 1 ? name : std::to_string(count) + " x " + name);
  return join(names, " + ");
}

}  // namespace wgf::results
