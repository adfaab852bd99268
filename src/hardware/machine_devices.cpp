// SPDX-License-Identifier: MIT
#include "hardware/machine_devices.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <system_error>

#include "base/text.h"
#include "hardware/system_files.h"

namespace wgf::hardware {
namespace {

using Path = std::filesystem::path;

bool starts_with_any(std::string_view name, std::span<const std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

DiskKind kind_of_disk(const std::string& name, const Path& folder) {
  if (name.starts_with("nvme")) return DiskKind::nvme;
  if (name.starts_with("vd") || name.starts_with("xvd"))
    return DiskKind::virtual_disk;  // what a hypervisor says about rotation means nothing
  const auto rotational = read_integer(folder / "queue/rotational");
  if (!rotational) return DiskKind::unknown;
  return *rotational == 0 ? DiskKind::solid_state : DiskKind::rotating;
}

// Name of the driver bound to a device: the last part of a symbolic link.
std::string driver_of(const Path& folder) {
  std::error_code error;
  const Path target = std::filesystem::read_symlink(folder / "device/driver", error);
  return error ? "" : target.filename().string();
}

std::vector<NetworkDevice> inspect_interfaces(const Path& root) {
  static constexpr std::array<std::string_view, 8> inner{"ifb",    "tun",   "lo",  "veth",
                                                         "docker", "virbr", "br-", "dummy"};
  std::vector<NetworkDevice> devices;
  const Path all = root / "sys/class/net";
  for (const std::string& name : folder_entries(all)) {
    const Path folder = all / name;
    const auto state = read_value(folder / "operstate");
    if (!state || name == "bonding_masters" || starts_with_any(name, inner)) continue;
    NetworkDevice device{.name = name, .state = *state, .driver = driver_of(folder)};
    const auto speed = read_integer(folder / "speed");  // -1 or an error where there is no link
    if (speed && *speed > 0) device.megabits_per_second = static_cast<double>(*speed);
    devices.push_back(std::move(device));
  }
  return devices;
}

std::vector<NetworkDevice> inspect_infiniband(const Path& root) {
  std::vector<NetworkDevice> devices;
  const Path all = root / "sys/class/infiniband";
  for (const std::string& name : folder_entries(all)) {
    const Path port = all / name / "ports/1";
    NetworkDevice device{.name = name,
                         .kind = NetworkDevice::Kind::infiniband,
                         .state = read_value(port / "state").value_or(""),
                         .link_layer = read_value(port / "link_layer").value_or(""),
                         .driver = driver_of(all / name)};
    const auto rate = read_value(port / "rate");  // "400 Gb/sec (4X NDR)"
    const auto gigabits = rate ? parse_number(split(*rate, ' ').front()) : std::nullopt;
    if (gigabits) device.megabits_per_second = *gigabits * 1e3;
    devices.push_back(std::move(device));
  }
  return devices;
}

}  // namespace

std::string to_text(DiskKind kind) {
  switch (kind) {
    case DiskKind::nvme:
      return "nvme";
    case DiskKind::solid_state:
      return "solid_state";
    case DiskKind::rotating:
      return "rotating";
    case DiskKind::virtual_disk:
      return "virtual";
    case DiskKind::unknown:
      break;
  }
  return "unknown";
}

std::vector<Disk> inspect_disks(const Path& root) {
  static constexpr std::array<std::string_view, 8> not_disks{"loop", "ram", "zram", "dm-",
                                                             "sr",   "fd",  "md",   "nbd"};
  constexpr std::int64_t sector = 512;  // the unit of /sys/block/*/size, whatever the disk's own
  std::vector<Disk> disks;
  const Path all = root / "sys/block";
  for (const std::string& name : folder_entries(all)) {
    const auto sectors = read_integer(all / name / "size");
    if (starts_with_any(name, not_disks) || !sectors || *sectors == 0) continue;
    disks.push_back({.name = name,
                     .model = read_value(all / name / "device/model").value_or(""),
                     .kind = kind_of_disk(name, all / name),
                     .size = Bytes(*sectors * sector)});
  }
  return disks;
}

std::vector<NetworkDevice> inspect_network(const Path& root) {
  std::vector<NetworkDevice> devices = inspect_interfaces(root);
  for (NetworkDevice& device : inspect_infiniband(root)) devices.push_back(std::move(device));
  return devices;
}

}  // namespace wgf::hardware
