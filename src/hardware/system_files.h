// SPDX-License-Identifier: MIT
#pragma once
// Small readings from /proc and /sys, where a missing file is ordinary.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace wgf::hardware {

// The file without surrounding white space; nothing where it cannot be read.
std::optional<std::string> read_value(const std::filesystem::path& path);
std::optional<std::int64_t> read_integer(const std::filesystem::path& path);

// The value behind "name:" in text made of such lines (/proc/meminfo, /proc/self/status).
std::optional<std::string> value_of_line(std::string_view text, std::string_view name);
// "  1024 kB" as a number of bytes.
std::optional<std::int64_t> kibibytes_text(std::string_view text);

// Names in a folder, sorted; none where it is not there.
std::vector<std::string> folder_entries(const std::filesystem::path& folder);

// The CPUs a kernel list such as "0-3,8" names; nothing where it is no such list.
std::optional<std::set<std::int64_t>> cpus_of_list(std::string_view list);

// The CPUs this process may use, from /proc/self/status: the list as it stands there, and read.
std::optional<std::string> allowed_cpu_list(const std::filesystem::path& root);
std::optional<std::set<std::int64_t>> allowed_cpus(const std::filesystem::path& root);

// NUMA node of a PCI device by its normalized id; nothing where the machine has no nodes (-1).
std::optional<int> numa_node_of_pci_device(const std::filesystem::path& root,
                                           std::string_view pci_id);

}  // namespace wgf::hardware
