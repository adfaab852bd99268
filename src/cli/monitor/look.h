// SPDX-License-Identifier: MIT
#pragma once
// What monitor shows: one look at the machine and its GPUs. Whatever cannot be read is absent.

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "hardware/cpu_load.h"
#include "hardware/gpu_vendor.h"

namespace wgf::cli {

struct WatchedProcess {
  hardware::GpuProcess process;
  std::string program;  // as the kernel shortens it; empty: in another container, or over
};

struct WatchedGpu {
  hardware::GpuInfo info;
  hardware::GpuReading reading;
  std::optional<std::vector<WatchedProcess>> processes;
  std::deque<double> utilizations;  // percent, of the last looks, this one last
};

struct Look {
  std::string time;                   // "2026-11-09T14:03:00Z"
  int cores = 0;                      // this process may use
  std::optional<double> cpu_percent;  // of them, all processes together, since the look before
  std::optional<Bytes> memory_total, memory_used;
  std::optional<Bytes> container_limit, container_used;
  std::vector<WatchedGpu> gpus;
};

// Looks again and again; keeps what one look needs of those before.
class Watcher {
 public:
  // indices: of the vendor's library; empty: all GPUs. Throws Error(usage) for one that is not
  // there.
  explicit Watcher(const std::vector<std::string>& indices);
  bool has_gpus() const { return !gpus_.empty(); }
  Look look();

 private:
  std::vector<std::unique_ptr<hardware::GpuVendor>> vendors_;
  std::vector<hardware::GpuHandle> gpus_;
  std::vector<std::deque<double>> utilizations_;
  std::optional<hardware::CoreTimes> last_;
};

// A page for people, at most so many columns wide.
std::string look_text(const Look& look, std::size_t columns, const Context& context);
// One line of JSON, without the newline.
std::string look_json(const Look& look);

}  // namespace wgf::cli
