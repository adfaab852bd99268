// SPDX-License-Identifier: MIT
#pragma once
// Everything the checks of doctor look at, gathered first, so that a check is a plain function of
// facts: tests make them up, or have them read from a fake driver library and made-up files.

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "hardware/gpu_vendor.h"
#include "hardware/health.h"
#include "hardware/machine.h"
#include "results/protocol.h"
#include "results/result.h"
#include "runner/machine.h"

namespace wgf::runner {

// A device and what the engine found on it. A case that was not run is not in the list.
struct DeviceWork {
  std::string device;  // as the engine names it: "cuda:0", "cpu"
  std::vector<results::Result> results;

  const results::Result* find(std::string_view benchmark) const;
};

struct GpuFacts {
  hardware::GpuInfo info;
  hardware::GpuHealth health;
  hardware::GpuReading reading;                          // before the engine began
  std::optional<std::vector<ForeignProcess>> processes;  // of that moment; nothing: not readable
  const catalog::Gpu* record = nullptr;                  // nullptr: not in the catalogue
  std::string device;  // "cuda:0"; empty: LibTorch does not see it
  std::optional<hardware::GpuInfo> info_under_load;

  std::string subject() const { return "GPU " + std::to_string(info.index); }
};

struct EngineFacts {
  std::optional<Message> fault;  // why there is none, or why it did not start
  results::Parameters facts;     // engine_facts(hello); versions alone where it was not started
  bool was_started = false;
};

struct DoctorFacts {
  hardware::Machine machine;
  hardware::HostHealth host;
  std::optional<hardware::KernelLog> kernel_log;
  bool has_nvidia_gpu = false;  // the machine shows one, whether or not a driver answers
  std::string visible_devices;  // CUDA_VISIBLE_DEVICES
  std::vector<GpuFacts> gpus;
  EngineFacts engine;
  std::vector<DeviceWork> work;

  const DeviceWork* work_of(const GpuFacts& gpu) const;
};

// What drivers and files say; milliseconds. The catalogue must outlive the facts.
DoctorFacts gather_facts(const std::vector<std::unique_ptr<hardware::GpuVendor>>& vendors,
                         const catalog::GpuCatalog& catalog,
                         const std::filesystem::path& root = "/");

// The engine's word on versions and on which GPU is cuda:N.
void add_engine(DoctorFacts& facts, const results::Hello& hello);

}  // namespace wgf::runner
