// SPDX-License-Identifier: MIT
// NVIDIA GPUs through NVML.

#include <array>
#include <utility>

#include "hardware/gpu_vendor.h"
#include "hardware/nvml_api.h"
#include "hardware/nvml_health.h"
#include "hardware/nvml_links.h"
#include "hardware/system_files.h"

namespace wgf::hardware {
namespace {

using nvml::Device;

std::optional<unsigned int> read_number(nvml::ReadNumber* function, Device device) {
  unsigned int value = 0;
  if (succeeds(function, device, &value)) return value;
  return std::nullopt;
}

std::optional<unsigned int> read_typed(nvml::ReadClock* function, Device device, int type) {
  unsigned int value = 0;
  if (succeeds(function, device, type, &value)) return value;
  return std::nullopt;
}

std::optional<int> as_int(std::optional<unsigned int> value) {
  return value ? std::optional<int>(static_cast<int>(*value)) : std::nullopt;
}

std::optional<double> as_double(std::optional<unsigned int> value) {
  return value ? std::optional<double>(*value) : std::nullopt;
}

std::optional<Watts> milliwatts(std::optional<unsigned int> value) {
  return value ? std::optional<Watts>(Watts(*value / 1e3)) : std::nullopt;
}

Bytes as_bytes(unsigned long long value) {
  return Bytes(static_cast<std::int64_t>(value));
}

std::string read_text(nvml::ReadText* function, Device device) {
  std::array<char, nvml::name_size> text{};
  static_assert(nvml::name_size >= nvml::uuid_size);
  return succeeds(function, device, text.data(), nvml::name_size - 1) ? text.data() : "";
}

// Idle and clocks a user asked for hold the clock down too, but are no sign of a limit.
std::vector<std::string> throttle_names(unsigned long long bits) {
  static constexpr std::array<std::pair<unsigned long long, const char*>, 7> names{{
      {nvml::sw_power_cap, "power_cap"},
      {nvml::hw_slowdown, "hw_slowdown"},
      {nvml::sync_boost, "sync_boost"},
      {nvml::sw_thermal_slowdown, "sw_thermal"},
      {nvml::hw_thermal_slowdown, "hw_thermal"},
      {nvml::hw_power_brake, "hw_power_brake"},
      {nvml::display_clock, "display_clock"},
  }};
  std::vector<std::string> active;
  for (const auto& [bit, name] : names)
    if ((bits & bit) != 0) active.emplace_back(name);
  return active;
}

class Nvml final : public GpuVendor {
 public:
  Nvml(DynamicLibrary library, std::filesystem::path root)
      : library_(std::move(library)), api_(library_), root_(std::move(root)) {
    started_ = succeeds(api_.init);
    if (started_) find_devices();
  }

  ~Nvml() override {
    if (started_) succeeds(api_.shutdown);
  }

  bool is_started() const { return started_; }
  std::string name() const override { return "NVIDIA"; }

  std::string driver_version() const override {
    std::array<char, nvml::version_size> text{};
    return succeeds(api_.driver_version, text.data(), nvml::version_size - 1) ? text.data() : "";
  }

  std::vector<GpuInfo> devices() override {
    std::vector<GpuInfo> gpus;
    for (const nvml::Endpoint& endpoint : endpoints_) gpus.push_back(describe(endpoint));
    return gpus;
  }

  GpuReading read(int index) override;
  std::optional<std::vector<GpuProcess>> processes(int index) override;
  GpuHealth health(int index) override {
    const nvml::Endpoint* endpoint = find(index);
    return endpoint == nullptr ? GpuHealth{} : nvml::read_health(api_, endpoint->device);
  }
  std::vector<GpuLink> links() override { return nvml::read_links(api_, endpoints_); }

 private:
  void find_devices();
  const nvml::Endpoint* find(int index) const;
  GpuInfo describe(const nvml::Endpoint& endpoint) const;
  void describe_pcie_and_power(Device device, GpuInfo& info) const;
  void describe_modes(Device device, GpuInfo& info) const;
  std::vector<GpuSlice> describe_slices(Device device) const;
  std::string cuda_driver_version() const;
  void read_fields(Device device, GpuReading& reading) const;

  DynamicLibrary library_;
  nvml::Api api_;
  std::filesystem::path root_;
  bool started_ = false;
  std::vector<nvml::Endpoint> endpoints_;
};

void Nvml::find_devices() {
  unsigned int count = 0;
  if (!succeeds(api_.device_count, &count)) return;
  for (unsigned int index = 0; index < count; ++index) {
    nvml::Endpoint endpoint{.index = static_cast<int>(index)};
    if (!succeeds(api_.device_by_index, index, &endpoint.device))
      continue;  // fallen off the bus, or not ours to see
    nvml::PciInfo pci{};
    if (succeeds(api_.pci_info, endpoint.device, &pci)) {
      pci.bus_id[sizeof pci.bus_id - 1] = '\0';
      endpoint.pci_id = normalized_pci_id(pci.bus_id);
    }
    endpoints_.push_back(std::move(endpoint));
  }
}

const nvml::Endpoint* Nvml::find(int index) const {
  for (const nvml::Endpoint& endpoint : endpoints_)
    if (endpoint.index == index) return &endpoint;
  return nullptr;
}

std::string Nvml::cuda_driver_version() const {
  int version = 0;  // 1000 × major + 10 × minor
  if (!succeeds(api_.cuda_driver_version, &version)) return "";
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

GpuInfo Nvml::describe(const nvml::Endpoint& endpoint) const {
  const Device device = endpoint.device;
  GpuInfo info{.index = endpoint.index,
               .vendor = name(),
               .name = read_text(api_.name, device),
               .uuid = read_text(api_.uuid, device),
               .pci_id = endpoint.pci_id,
               .driver_version = driver_version(),
               .cuda_driver_version = cuda_driver_version()};
  nvml::Memory memory{};
  if (succeeds(api_.memory_info, device, &memory)) info.memory_total = as_bytes(memory.total);
  int major = 0;
  int minor = 0;
  if (succeeds(api_.compute_capability, device, &major, &minor))
    info.compute_capability = std::to_string(major) + "." + std::to_string(minor);
  describe_pcie_and_power(device, info);
  describe_modes(device, info);
  info.max_sm_clock_mhz = as_int(read_typed(api_.max_clock, device, nvml::clock_sm));
  info.max_memory_clock_mhz = as_int(read_typed(api_.max_clock, device, nvml::clock_memory));
  info.numa_node = numa_node_of_pci_device(root_, endpoint.pci_id);
  return info;
}

void Nvml::describe_pcie_and_power(Device device, GpuInfo& info) const {
  info.pcie_generation = as_int(read_number(api_.pcie_generation, device));
  info.pcie_width = as_int(read_number(api_.pcie_width, device));
  info.pcie_generation_max = as_int(read_number(api_.pcie_generation_max, device));
  info.pcie_width_max = as_int(read_number(api_.pcie_width_max, device));
  info.power_limit = milliwatts(read_number(api_.power_limit, device));
  info.power_limit_default = milliwatts(read_number(api_.power_limit_default, device));
  unsigned int low = 0;
  unsigned int high = 0;
  if (succeeds(api_.power_limit_range, device, &low, &high)) {
    info.power_limit_min = milliwatts(low);
    info.power_limit_max = milliwatts(high);
  }
}

void Nvml::describe_modes(Device device, GpuInfo& info) const {
  int current = 0;
  int pending = 0;
  if (succeeds(api_.ecc_mode, device, &current, &pending)) info.ecc = current != 0;
  if (succeeds(api_.persistence_mode, device, &current)) info.persistence = current != 0;
  unsigned int mig = 0;
  unsigned int mig_pending = 0;
  if (succeeds(api_.mig_mode, device, &mig, &mig_pending)) info.mig = mig != 0;
  if (mig != 0) info.slices = describe_slices(device);
}

// Places that no slice was made for answer "not found".
std::vector<GpuSlice> Nvml::describe_slices(Device device) const {
  std::vector<GpuSlice> slices;
  const unsigned int most = read_number(api_.most_slices, device).value_or(0);
  for (unsigned int index = 0; index < most; ++index) {
    Device handle = nullptr;
    if (!succeeds(api_.slice_by_index, device, index, &handle)) continue;
    GpuSlice slice{.name = read_text(api_.name, handle), .uuid = read_text(api_.uuid, handle)};
    nvml::Memory memory{};
    if (succeeds(api_.memory_info, handle, &memory)) {
      slice.memory_total = as_bytes(memory.total);
      slice.memory_free = as_bytes(memory.free);
    }
    slices.push_back(std::move(slice));
  }
  return slices;
}

// Power of this instant where the driver has it: nvmlDeviceGetPowerUsage is a mean over the last
// second on newer GPUs, which smears a short measurement.
void Nvml::read_fields(Device device, GpuReading& reading) const {
  std::array<nvml::FieldValue, 2> fields{};
  fields[0].field_id = nvml::field_memory_temperature;
  fields[1].field_id = nvml::field_power_instant;
  const bool answered =
      succeeds(api_.field_values, device, static_cast<int>(fields.size()), fields.data());
  const auto usable = [&](const nvml::FieldValue& field) {
    return answered && field.result == 0 && field.value_type == nvml::value_is_unsigned;
  };
  // A memory that reports 0 °C has no sensor.
  if (usable(fields[0]) && fields[0].value.as_unsigned != 0)
    reading.memory_temperature_c = fields[0].value.as_unsigned;
  reading.power = usable(fields[1]) && fields[1].value.as_unsigned != 0
                      ? milliwatts(fields[1].value.as_unsigned)
                      : milliwatts(read_number(api_.power_usage, device));
}

GpuReading Nvml::read(int index) {
  GpuReading reading;
  const nvml::Endpoint* endpoint = find(index);
  if (endpoint == nullptr) return reading;
  const Device device = endpoint->device;
  reading.sm_clock_mhz = as_double(read_typed(api_.clock, device, nvml::clock_sm));
  reading.memory_clock_mhz = as_double(read_typed(api_.clock, device, nvml::clock_memory));
  reading.temperature_c = as_double(read_typed(api_.temperature, device, nvml::sensor_die));
  read_fields(device, reading);
  unsigned long long value = 0;
  if (succeeds(api_.total_energy, device, &value))
    reading.energy = Joules(static_cast<double>(value) / 1e3);
  nvml::Utilization utilization{};
  if (succeeds(api_.utilization, device, &utilization)) {
    reading.gpu_utilization = utilization.gpu;
    reading.memory_utilization = utilization.memory;
  }
  nvml::Memory memory{};
  if (succeeds(api_.memory_info, device, &memory)) {
    reading.memory_used = as_bytes(memory.used);
    reading.memory_free = as_bytes(memory.free);
    reading.memory_total = as_bytes(memory.total);
  }
  if (succeeds(api_.throttle_reasons, device, &value))
    reading.throttle_reasons = throttle_names(value);
  return reading;
}

std::optional<std::vector<GpuProcess>> Nvml::processes(int index) {
  const nvml::Endpoint* endpoint = find(index);
  if (endpoint == nullptr || api_.compute_processes == nullptr) return std::nullopt;
  std::vector<nvml::ProcessInfo> found(64);
  auto count = static_cast<unsigned int>(found.size());
  nvml::Return result = api_.compute_processes(endpoint->device, &count, found.data());
  if (result == nvml::insufficient_size) {
    count += 16;  // room for those that start meanwhile
    found.resize(count);
    result = api_.compute_processes(endpoint->device, &count, found.data());
  }
  if (result != 0) return std::nullopt;
  std::vector<GpuProcess> processes;
  for (unsigned int i = 0; i < count && i < found.size(); ++i) {
    GpuProcess process{.pid = found[i].pid};
    if (found[i].used_gpu_memory != nvml::memory_not_available)
      process.memory = as_bytes(found[i].used_gpu_memory);
    processes.push_back(process);
  }
  return processes;
}

}  // namespace

std::unique_ptr<GpuVendor> open_nvml(const std::filesystem::path& root) {
  DynamicLibrary library("WGF_NVML_LIBRARY", {"libnvidia-ml.so.1", "libnvidia-ml.so"});
  if (!library.is_open()) return nullptr;
  auto vendor = std::make_unique<Nvml>(std::move(library), root);
  return vendor->is_started() ? std::move(vendor) : nullptr;
}

}  // namespace wgf::hardware
