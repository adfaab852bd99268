// SPDX-License-Identifier: MIT
#pragma once
// The control group this process is in, of either version of the kernel's interface. A limit may
// stand at the group or any group above it: the tightest counts.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"

namespace wgf::hardware {

class ControlGroup {
 public:
  explicit ControlGroup(const std::filesystem::path& root = "/");

  int version() const { return version_; }  // 2, 1, or 0 where there is none
  std::optional<double> cpu_quota() const;  // in CPUs
  std::optional<Bytes> memory_max() const;
  // What can still be taken before a limit is reached; nothing where there is none.
  std::optional<Bytes> memory_available() const;
  std::optional<Bytes> memory_now() const;
  std::optional<Bytes> memory_peak() const;
  std::string cpuset() const;

 private:
  using Folder = std::filesystem::path;
  // The group of a controller and those above it, innermost first.
  std::vector<Folder> folders(const std::string& controller) const;
  std::optional<std::int64_t> memory_limit_of(const Folder& folder) const;
  // Of the innermost group that has such a file.
  std::optional<Bytes> first_memory(const char* of_version_1, const char* of_version_2) const;

  Folder root_;
  int version_ = 0;
  std::string membership_;  // /proc/self/cgroup
};

}  // namespace wgf::hardware
