// SPDX-License-Identifier: MIT
// The machine as it is: hardware/ read live, the catalogue for what silicon can do.

#include <algorithm>
#include <map>

#include "advisor/limits/physical_limits.h"
#include "base/files.h"
#include "base/text.h"
#include "catalog/name_resolver.h"
#include "hardware/gpu_vendor.h"
#include "hardware/machine.h"
#include "runner/machine.h"

namespace wgf::runner {
namespace {

// Two fused multiply-add units of 8 (AVX2) or 16 (AVX-512) fp32 lanes, 2 FLOP each.
constexpr double avx2_flop_per_clock = 32;
constexpr double avx512_flop_per_clock = 64;

// Empty for a process of another container.
std::string process_name(std::int64_t pid) {
  const auto name = try_read_file("/proc/" + std::to_string(pid) + "/comm");
  return name ? std::string(trim(*name)) : "";
}

bool has(const hardware::Cpu& cpu, std::string_view set) {
  return std::find(cpu.instruction_sets.begin(), cpu.instruction_sets.end(), set) !=
         cpu.instruction_sets.end();
}

// Only where the kernel's frequency driver tells the true maximum: in many virtual machines the
// clock shown is the base clock, which the processor exceeds.
advisor::PeakRates cpu_peaks(const hardware::Cpu& cpu, std::optional<double> quota) {
  advisor::PeakRates peaks;
  if (!cpu.governor || !cpu.max_mhz || !cpu.physical_cores) return peaks;
  const double flop_per_clock = has(cpu, "avx512f") ? avx512_flop_per_clock
                                : has(cpu, "avx2")  ? avx2_flop_per_clock
                                                    : 0;
  if (flop_per_clock == 0) return peaks;
  const int cores = std::min(*cpu.physical_cores, cpu.usable_cores.value_or(*cpu.physical_cores));
  const FlopsPerSecond of_core(*cpu.max_mhz * 1e6 * flop_per_clock);
  // A case shorter than the quota's period can be through before it is stopped.
  peaks.flop_limits = {{"fp32", of_core * cores}};
  peaks.dense_flops = {{"fp32", of_core * std::min<double>(cores, quota.value_or(cores))}};
  return peaks;
}

// However fast a clock there is; sums of products in tiles (AMX) take 16-bit numbers alone.
FlopsPerSecond most_of_cpu(const hardware::Cpu& cpu) {
  constexpr double fastest_clock_hz = 6e9, amx_flop_per_clock = 1024;
  const double flop_per_clock = has(cpu, "amx_bf16")      ? amx_flop_per_clock
                                : has(cpu, "avx512_bf16") ? 2 * avx512_flop_per_clock
                                : has(cpu, "avx512f")     ? avx512_flop_per_clock
                                : has(cpu, "avx2")        ? avx2_flop_per_clock
                                                          : 0;
  return FlopsPerSecond(cpu.usable_cores.value_or(0) * flop_per_clock * fastest_clock_hz);
}

FlopsPerSecond most_of(const advisor::PeakRates& peaks) {
  FlopsPerSecond most;
  for (const auto& [mode, rate] : peaks.flop_limits) most = std::max(most, rate);
  return most;
}

template <typename T>
void put(results::Parameters& facts, const char* name, const std::optional<T>& value) {
  if constexpr (std::is_same_v<T, int>) {
    if (value) facts.set(name, static_cast<std::int64_t>(*value));
  } else {
    if (value) facts.set(name, *value);
  }
}

results::Parameters facts_of(const hardware::GpuInfo& info) {
  results::Parameters facts;
  if (!info.driver_version.empty()) facts.set("driver_version", info.driver_version);
  if (!info.cuda_driver_version.empty()) facts.set("cuda_driver_version", info.cuda_driver_version);
  if (!info.compute_capability.empty()) facts.set("compute_capability", info.compute_capability);
  if (!info.pci_id.empty()) facts.set("pci_id", info.pci_id);
  put(facts, "pcie_generation", info.pcie_generation);
  put(facts, "pcie_width", info.pcie_width);
  if (info.power_limit) facts.set("power_limit_w", info.power_limit->value);
  put(facts, "max_sm_clock_mhz", info.max_sm_clock_mhz);
  put(facts, "max_memory_clock_mhz", info.max_memory_clock_mhz);
  put(facts, "ecc", info.ecc);
  put(facts, "mig", info.mig);
  put(facts, "numa_node", info.numa_node);
  return facts;
}

class LocalMachine final : public Machine {
 public:
  explicit LocalMachine(const catalog::Catalog& catalog)
      : catalog_(catalog), vendors_(hardware::open_gpu_vendors()) {}

  void know_uuid(const std::string& device_id, const std::string& uuid) override {
    if (!uuid.empty()) uuids_[device_id] = uuid;
  }

  DeviceState state(const std::string& device_id) override {
    DeviceState state = device_id == "cpu" ? cpu_state() : gpu_state(device_id);
    state.device.id = device_id;
    return state;
  }

  std::vector<ForeignProcess> foreign_processes(const std::string& device_id,
                                                std::int64_t own_pid) override {
    const std::optional<hardware::GpuHandle> gpu = find_gpu(device_id);
    if (!gpu) return {};
    const auto all = gpu->vendor->processes(gpu->info.index);
    if (!all) return {};  // no warning where nobody knows
    std::vector<ForeignProcess> foreign, unknown;
    for (const hardware::GpuProcess& process : hardware::foreign_processes(*all, own_pid)) {
      const std::string name = process_name(process.pid);
      (name.empty() ? unknown : foreign).push_back({process.pid, name, process.memory});
    }
    // Within a container the driver may give the host's numbers, under which our own engine is not
    // to be told apart: one of the unknown may be ours.
    if (!unknown.empty()) unknown.erase(unknown.begin());
    foreign.insert(foreign.end(), unknown.begin(), unknown.end());
    return foreign;
  }

 private:
  static DeviceState cpu_state() {
    const hardware::Machine machine = hardware::inspect_machine();
    DeviceState state{.peaks = cpu_peaks(machine.cpu, machine.container.cpu_quota),
                      .free_memory = machine.memory.available};
    state.most_flops = most_of_cpu(machine.cpu);
    state.device.name = machine.cpu.model;
    state.device.memory = machine.memory.total.value_or(Bytes(0));
    put(state.device.facts, "usable_cores", machine.cpu.usable_cores);
    return state;
  }

  DeviceState gpu_state(const std::string& device_id) {
    DeviceState state;
    const std::optional<hardware::GpuHandle> gpu = find_gpu(device_id);
    if (!gpu) return state;
    const hardware::GpuInfo& info = gpu->info;
    if (info.mig.value_or(false)) return slice_state(device_id, info);
    state.device = {.name = info.name,
                    .uuid = info.uuid,
                    .memory = info.memory_total.value_or(Bytes(0)),
                    .facts = facts_of(info)};
    state.free_memory = gpu->vendor->read(info.index).memory_free;
    const catalog::Gpu* record =
        catalog::identify_device(catalog_.gpus(), info.name, info.memory_total);
    if (record != nullptr) {
      state.device.catalog_id = record->id;
      state.peaks = advisor::card_peaks(*record, info.max_sm_clock_mhz);
      state.most_flops = most_of(state.peaks);
    }
    return state;
  }

  // A slice of a card (MIG) has neither its memory nor its rates.
  DeviceState slice_state(const std::string& device_id, const hardware::GpuInfo& card) {
    const auto known = uuids_.find(device_id);
    const std::string uuid = known == uuids_.end() ? "" : known->second;
    DeviceState state{.device = {.name = card.name, .uuid = uuid, .facts = facts_of(card)}};
    const hardware::GpuSlice* slice = hardware::slice_in_use(card, uuid);
    if (slice == nullptr) return state;
    if (!slice->name.empty()) state.device.name = slice->name;
    if (uuid.empty()) state.device.uuid = slice->uuid;
    state.device.memory = slice->memory_total.value_or(Bytes(0));
    state.free_memory = slice->memory_free;
    return state;
  }

  // By the UUID the engine named, else by number: cuda:N counts the devices CUDA_VISIBLE_DEVICES
  // leaves, in its order.
  std::optional<hardware::GpuHandle> find_gpu(const std::string& device_id) {
    if (!device_id.starts_with("cuda:")) return std::nullopt;
    if (const auto known = uuids_.find(device_id); known != uuids_.end())
      for (const hardware::GpuHandle& gpu : hardware::all_gpus(vendors_))
        if (hardware::find_gpu_by_uuid({&gpu.info, 1}, known->second)) return gpu;
    const auto index = parse_integer(std::string_view(device_id).substr(5));
    const std::vector<hardware::GpuHandle> gpus = hardware::usable_gpus(vendors_);
    if (!index || *index < 0 || static_cast<std::size_t>(*index) >= gpus.size())
      return std::nullopt;
    return gpus[static_cast<std::size_t>(*index)];
  }

  const catalog::Catalog& catalog_;
  std::vector<std::unique_ptr<hardware::GpuVendor>> vendors_;
  std::map<std::string, std::string> uuids_;  // by device id
};

}  // namespace

std::unique_ptr<Machine> make_local_machine(const catalog::Catalog& catalog) {
  return std::make_unique<LocalMachine>(catalog);
}

}  // namespace wgf::runner
