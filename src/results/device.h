// SPDX-License-Identifier: MIT
#pragma once
// The devices a result was measured on.

#include <span>
#include <string>
#include <vector>

#include "base/units.h"
#include "results/case.h"
#include "results/parameters.h"

namespace wgf::results {

struct Device {
  std::string id;          // "cpu", "cuda:0"; on each node of several they are counted anew
  std::string name;        // as the driver reports it
  std::string catalog_id;  // "h200-sxm"; empty: not in the catalogue
  std::string uuid;
  Bytes memory;      // total
  Parameters facts;  // driver-reported: power_limit_w, pcie_generation, ecc, mig, …

  bool operator==(const Device&) const = default;
};

// The devices a case asks for, of which nothing is known yet but what they are called.
std::vector<Device> named_devices(const Case& value);

// "cuda:0", "cuda:0,cuda:1": as a case asks for them.
std::string device_ids(std::span<const Device> devices);

// "NVIDIA H200", "2 x NVIDIA H100", "NVIDIA H100 + 3 x NVIDIA H200": in the order they are first
// met.
std::string device_names(std::span<const Device> devices);

}  // namespace wgf::results
