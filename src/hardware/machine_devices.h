// SPDX-License-Identifier: MIT
#pragma once
// The parts of inspect_machine that list devices: disks and network.

#include <filesystem>
#include <vector>

#include "hardware/machine.h"

namespace wgf::hardware {

// Real disks; loop, memory and mapper devices are left out.
std::vector<Disk> inspect_disks(const std::filesystem::path& root);
// Network interfaces that lead out of the machine, and InfiniBand or RoCE adapters.
std::vector<NetworkDevice> inspect_network(const std::filesystem::path& root);

}  // namespace wgf::hardware
