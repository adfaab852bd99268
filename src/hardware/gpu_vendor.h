// SPDX-License-Identifier: MIT
#pragma once
// A GPU maker's management library, opened at run time so that the same program runs with and
// without it. One file per vendor (nvml.cpp, rocm_smi.cpp), one list of them: open_gpu_vendors().
// Settings are only read.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hardware/gpu.h"
#include "hardware/health.h"

namespace wgf::hardware {

class GpuVendor {
 public:
  virtual ~GpuVendor() = default;

  virtual std::string name() const = 0;            // "NVIDIA", "AMD"
  virtual std::string driver_version() const = 0;  // empty: not readable
  virtual std::vector<GpuInfo> devices() = 0;
  // An index that is not there reads as nothing at all.
  virtual GpuReading read(int index) = 0;
  // Nothing where the library does not tell, which is another thing than none.
  virtual std::optional<std::vector<GpuProcess>> processes(int index) = 0;
  virtual GpuHealth health(int index) = 0;
  // Every pair once, from < to; empty for one GPU.
  virtual std::vector<GpuLink> links() = 0;
};

// The vendors whose library is on this machine and starts; none on a machine without GPU. Another
// library can be named in WGF_NVML_LIBRARY and WGF_ROCM_SMI_LIBRARY (the tests' fakes); an empty
// value there means "do not open it".
std::vector<std::unique_ptr<GpuVendor>> open_gpu_vendors();

// One each; nothing where the library is missing or refuses to start. root: where /sys is looked
// up.
std::unique_ptr<GpuVendor> open_nvml(const std::filesystem::path& root = "/");
std::unique_ptr<GpuVendor> open_rocm_smi(const std::filesystem::path& root = "/");

// One GPU and the library that reads it.
struct GpuHandle {
  GpuVendor* vendor = nullptr;
  GpuInfo info;
};
std::vector<GpuHandle> all_gpus(const std::vector<std::unique_ptr<GpuVendor>>& vendors);
// Those an engine can use, as it counts them: of NVIDIA's the visible in their order, of others
// all.
std::vector<GpuHandle> usable_gpus(const std::vector<std::unique_ptr<GpuVendor>>& vendors);

}  // namespace wgf::hardware
