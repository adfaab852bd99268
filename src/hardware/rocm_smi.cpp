// SPDX-License-Identifier: MIT
// AMD GPUs through ROCm SMI.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "hardware/gpu_vendor.h"
#include "hardware/rocm_smi_api.h"
#include "hardware/system_files.h"

namespace wgf::hardware {
namespace {

using rocm::Device;

Bytes as_bytes(std::uint64_t value) {
  return Bytes(static_cast<std::int64_t>(value));
}
Watts microwatts(std::uint64_t value) {
  return Watts(static_cast<double>(value) / 1e6);
}

struct Clock {
  double current_mhz = 0, max_mhz = 0;
};

template <typename Table>
std::optional<Clock> clock_of(const Table& table) {
  if (table.count == 0 || table.count > std::size(table.hertz) || table.current >= table.count)
    return std::nullopt;
  Clock clock{.current_mhz = static_cast<double>(table.hertz[table.current]) / 1e6};
  for (std::uint32_t i = 0; i < table.count; ++i)
    clock.max_mhz = std::max(clock.max_mhz, static_cast<double>(table.hertz[i]) / 1e6);
  return clock;
}

class RocmSmi final : public GpuVendor {
 public:
  RocmSmi(DynamicLibrary library, std::filesystem::path root)
      : library_(std::move(library)), api_(library_), root_(std::move(root)) {
    started_ = succeeds(api_.init, std::uint64_t{0});
    std::uint32_t count = 0;
    if (started_ && succeeds(api_.device_count, &count)) count_ = count;
  }

  ~RocmSmi() override {
    if (started_) succeeds(api_.shut_down);
  }

  bool is_started() const { return started_; }
  std::string name() const override { return "AMD"; }

  std::string driver_version() const override {
    std::array<char, 256> text{};
    return succeeds(api_.version_text, rocm::driver_component, text.data(),
                    static_cast<std::uint32_t>(text.size() - 1))
               ? text.data()
               : "";
  }

  std::vector<GpuInfo> devices() override {
    std::vector<GpuInfo> gpus;
    for (Device device = 0; device < count_; ++device) gpus.push_back(describe(device));
    return gpus;
  }

  GpuReading read(int index) override;
  std::optional<std::vector<GpuProcess>> processes(int index) override;
  GpuHealth health(int index) override;
  std::vector<GpuLink> links() override;

 private:
  GpuInfo describe(Device device) const;
  void describe_power(Device device, GpuInfo& info) const;
  std::string pci_id(Device device) const;
  std::optional<Clock> clock(Device device, int type) const;
  std::optional<Watts> power(Device device) const;
  std::optional<double> temperature(Device device, std::uint32_t sensor) const;
  std::optional<std::uint64_t> memory(Device device,
                                      rocm::Status (*function)(Device, int, std::uint64_t*)) const;
  bool has(int index) const { return index >= 0 && static_cast<Device>(index) < count_; }

  DynamicLibrary library_;
  rocm::Api api_;
  std::filesystem::path root_;
  bool started_ = false;
  Device count_ = 0;
};

// BDFID: domain in the upper half, then bus (8 bits), device (5), function (3).
std::string RocmSmi::pci_id(Device device) const {
  std::uint64_t id = 0;
  if (!succeeds(api_.pci_id, device, &id)) return "";
  return fmt::format("{:04x}:{:02x}:{:02x}.{:x}", id >> 32, (id >> 8) & 0xff, (id >> 3) & 0x1f,
                     id & 0x7);
}

// In the older shape the first frequency, in Hz, stands where the newer one has the index of the
// current frequency: millions there mean the older.
std::optional<Clock> RocmSmi::clock(Device device, int type) const {
  rocm::Frequencies frequencies;
  std::memset(&frequencies, 0, sizeof frequencies);
  if (!succeeds(api_.clock, device, type, &frequencies)) return std::nullopt;
  constexpr std::uint64_t no_index = 1'000'000;
  return frequencies.v5.hertz[0] >= no_index ? clock_of(frequencies.v5) : clock_of(frequencies.v6);
}

std::optional<std::uint64_t> RocmSmi::memory(Device device,
                                             rocm::Status (*function)(Device, int,
                                                                      std::uint64_t*)) const {
  std::uint64_t value = 0;
  if (succeeds(function, device, rocm::memory_vram, &value)) return value;
  return std::nullopt;
}

std::optional<Watts> RocmSmi::power(Device device) const {
  std::uint64_t value = 0;
  int type = 0;
  if (succeeds(api_.power, device, &value, &type) ||
      succeeds(api_.power_average, device, std::uint32_t{0}, &value))
    return microwatts(value);
  return std::nullopt;
}

std::optional<double> RocmSmi::temperature(Device device, std::uint32_t sensor) const {
  std::int64_t value = 0;
  if (succeeds(api_.temperature, device, sensor, rocm::temperature_current, &value))
    return static_cast<double>(value) / 1e3;
  return std::nullopt;
}

GpuInfo RocmSmi::describe(Device device) const {
  GpuInfo info{.index = static_cast<int>(device), .vendor = name(), .pci_id = pci_id(device)};
  info.driver_version = driver_version();
  std::array<char, 256> text{};
  if (succeeds(api_.name, device, text.data(), text.size() - 1)) info.name = text.data();
  std::uint64_t value = 0;
  if (succeeds(api_.unique_id, device, &value)) info.uuid = fmt::format("GPU-{:016x}", value);
  if (const auto total = memory(device, api_.memory_total)) info.memory_total = as_bytes(*total);
  if (succeeds(api_.ecc_blocks, device, &value)) info.ecc = value != 0;
  if (const auto sm = clock(device, rocm::clock_system))
    info.max_sm_clock_mhz = static_cast<int>(sm->max_mhz);
  if (const auto vram = clock(device, rocm::clock_memory))
    info.max_memory_clock_mhz = static_cast<int>(vram->max_mhz);
  std::int32_t node = -1;
  if (succeeds(api_.numa_node, device, &node) && node >= 0)
    info.numa_node = node;
  else
    info.numa_node = numa_node_of_pci_device(root_, info.pci_id);
  describe_power(device, info);
  return info;
}

void RocmSmi::describe_power(Device device, GpuInfo& info) const {
  constexpr std::uint32_t sensor = 0;
  std::uint64_t value = 0;
  if (succeeds(api_.power_cap, device, sensor, &value)) info.power_limit = microwatts(value);
  if (succeeds(api_.power_cap_default, device, &value))
    info.power_limit_default = microwatts(value);
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  if (succeeds(api_.power_cap_range, device, sensor, &high, &low)) {
    info.power_limit_max = microwatts(high);
    info.power_limit_min = microwatts(low);
  }
}

GpuReading RocmSmi::read(int index) {
  GpuReading reading;
  if (!has(index)) return reading;
  const auto device = static_cast<Device>(index);
  if (const auto sm = clock(device, rocm::clock_system)) reading.sm_clock_mhz = sm->current_mhz;
  if (const auto vram = clock(device, rocm::clock_memory))
    reading.memory_clock_mhz = vram->current_mhz;
  reading.power = power(device);
  std::uint64_t counter = 0;
  std::uint64_t nanoseconds = 0;
  float resolution = 0;
  if (succeeds(api_.energy, device, &counter, &resolution, &nanoseconds))
    reading.energy = Joules(static_cast<double>(counter) * static_cast<double>(resolution) / 1e6);
  // Data-centre cards have no edge sensor; the hottest spot then stands for the die.
  reading.temperature_c = temperature(device, rocm::sensor_edge);
  if (!reading.temperature_c) reading.temperature_c = temperature(device, rocm::sensor_junction);
  reading.memory_temperature_c = temperature(device, rocm::sensor_memory);
  std::uint32_t percent = 0;
  if (succeeds(api_.busy, device, &percent)) reading.gpu_utilization = percent;
  if (succeeds(api_.memory_busy, device, &percent)) reading.memory_utilization = percent;
  const auto total = memory(device, api_.memory_total);
  const auto used = memory(device, api_.memory_usage);
  if (total) reading.memory_total = as_bytes(*total);
  if (used) reading.memory_used = as_bytes(*used);
  if (total && used && *used <= *total) reading.memory_free = as_bytes(*total - *used);
  return reading;
}

// Of a process on another GPU the library says that it is not here, in words of its version; a
// refusal to answer at all is known.
std::optional<std::vector<GpuProcess>> RocmSmi::processes(int index) {
  std::uint32_t count = 0;
  if (!has(index) || api_.process_on_device == nullptr ||
      !succeeds(api_.processes, static_cast<rocm::ProcessInfo*>(nullptr), &count))
    return std::nullopt;
  count += 16;  // room for those that start meanwhile
  std::vector<rocm::ProcessInfo> found(count);
  if (!succeeds(api_.processes, found.data(), &count)) return std::nullopt;
  found.resize(std::min<std::size_t>(count, found.size()));
  std::vector<GpuProcess> processes;
  for (const rocm::ProcessInfo& process : found) {
    rocm::ProcessInfo here{};
    const rocm::Status status =
        api_.process_on_device(process.process_id, static_cast<Device>(index), &here);
    if (rocm::is_refusal(status)) return std::nullopt;
    if (status == 0)
      processes.push_back({.pid = process.process_id, .memory = as_bytes(here.vram_usage)});
  }
  return processes;
}

// Errors are counted per block of the chip; blocks without ECC refuse.
GpuHealth RocmSmi::health(int index) {
  GpuHealth health;
  if (!has(index)) return health;
  const auto device = static_cast<Device>(index);
  for (int bit = 0; bit < rocm::ecc_block_count; ++bit) {
    rocm::ErrorCount count{};
    if (succeeds(api_.ecc_count, device, 1 << bit, &count)) {
      health.ecc_corrected =
          health.ecc_corrected.value_or(0) + static_cast<std::int64_t>(count.corrected);
      health.ecc_uncorrected =
          health.ecc_uncorrected.value_or(0) + static_cast<std::int64_t>(count.uncorrected);
    }
  }
  std::uint32_t pages = 0;
  if (succeeds(api_.retired_pages, device, &pages, static_cast<void*>(nullptr)))
    health.retired_pages = static_cast<int>(pages);
  return health;
}

std::vector<GpuLink> RocmSmi::links() {
  std::vector<GpuLink> links;
  for (Device from = 0; from < count_; ++from) {
    for (Device to = from + 1; to < count_; ++to) {
      GpuLink link{.from = static_cast<int>(from), .to = static_cast<int>(to)};
      std::uint64_t hops = 0;
      int type = 0;
      if (succeeds(api_.link_type, from, to, &hops, &type))
        link.kind = type == rocm::link_xgmi ? "XGMI" : "PCIE";
      bool accessible = false;
      if (succeeds(api_.peer_access, from, to, &accessible)) link.peer_access = accessible;
      links.push_back(link);
    }
  }
  return links;
}

}  // namespace

std::unique_ptr<GpuVendor> open_rocm_smi(const std::filesystem::path& root) {
  DynamicLibrary library(
      "WGF_ROCM_SMI_LIBRARY",
      {"librocm_smi64.so.7", "librocm_smi64.so.6", "librocm_smi64.so.5", "librocm_smi64.so.1",
       "librocm_smi64.so", "/opt/rocm/lib/librocm_smi64.so"});
  if (!library.is_open()) return nullptr;
  auto vendor = std::make_unique<RocmSmi>(std::move(library), root);
  return vendor->is_started() ? std::move(vendor) : nullptr;
}

}  // namespace wgf::hardware
