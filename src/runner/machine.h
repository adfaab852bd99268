// SPDX-License-Identifier: MIT
#pragma once
// What the runner asks about the machine while it works: one interface, the real one and a test's.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "advisor/limits/peak_rates.h"
#include "base/units.h"
#include "catalog/catalog.h"
#include "results/result.h"

namespace wgf::runner {

struct DeviceState {
  results::Device device;
  advisor::PeakRates peaks;
  std::optional<Bytes> free_memory;  // what a new process could still take
  FlopsPerSecond most_flops;         // nothing here computes faster in any format; 0: not known
};

struct ForeignProcess {
  std::int64_t pid = 0;
  std::string name;
  std::optional<Bytes> memory;
};

class Machine {
 public:
  virtual ~Machine() = default;
  // Which card the engine's device is, from its greeting: CUDA may count in another order than the
  // driver. Devices nothing was said of are found by their number.
  virtual void know_uuid(const std::string& /*device_id*/, const std::string& /*uuid*/) {}
  virtual DeviceState state(const std::string& device_id) = 0;
  // Processes that use the device, except own_pid (our engine) and ourselves.
  virtual std::vector<ForeignProcess> foreign_processes(const std::string& device_id,
                                                        std::int64_t own_pid) = 0;
};

// This machine, by hardware/ and the catalogue, which must outlive it.
std::unique_ptr<Machine> make_local_machine(const catalog::Catalog& catalog);

}  // namespace wgf::runner
