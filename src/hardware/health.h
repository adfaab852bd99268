// SPDX-License-Identifier: MIT
#pragma once
// What tells a healthy GPU and machine from a worn or misconfigured one, beyond what a measurement
// needs: memory errors, retired pages, links that are down, Xid errors of the kernel log, limits a
// container sets. As everywhere, absent means "cannot be read".

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"

namespace wgf::hardware {

// Rows of memory that were replaced by spare ones (NVIDIA, from Ampere on).
struct RowRemaps {
  int correctable = 0, uncorrectable = 0;
  bool pending = false;  // takes effect at the next reset of the GPU
  bool failed = false;   // no spare row was left
};

struct GpuHealth {
  std::optional<bool> ecc_pending, mig_pending;                // the mode after the next reset
  std::optional<std::int64_t> ecc_corrected, ecc_uncorrected;  // since the driver was loaded
  std::optional<std::int64_t> ecc_corrected_ever, ecc_uncorrected_ever;
  std::optional<int> retired_pages;
  std::optional<bool> retired_pages_pending;
  std::optional<RowRemaps> row_remaps;
  std::optional<int> links_up, links_down;  // NVLinks; both absent where the GPU has none
};

// An error the NVIDIA driver wrote to the kernel log: "NVRM: Xid (PCI:0000:1b:00): 79, …".
struct XidError {
  std::string pci_id;  // normalized
  int number = 0;

  bool operator==(const XidError&) const = default;
};
std::vector<XidError> find_xid_errors(std::string_view kernel_log);

struct KernelLog {
  std::string file;  // "/dev/kmsg"
  std::string text;
};
// What the kernel said since it started: its ring buffer, else a log file. Nothing where neither
// may be read, which is ordinary for a user and in a container.
std::optional<KernelLog> read_kernel_log(const std::filesystem::path& root = "/");

struct HostHealth {
  std::optional<Bytes> shared_memory;                    // size of /dev/shm
  std::optional<std::string> allowed_cpus;               // this process's affinity, "0-3,8"
  std::optional<int> cpus_without_performance_governor;  // of those with a frequency driver
  std::optional<int> cpus_with_governor;
};
HostHealth inspect_host_health(const std::filesystem::path& root = "/");

// Whether two kernel lists such as "0-3,8" name a CPU in common.
bool cpu_lists_overlap(std::string_view a, std::string_view b);

}  // namespace wgf::hardware
