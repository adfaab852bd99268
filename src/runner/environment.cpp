// SPDX-License-Identifier: MIT
#include "runner/environment.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "base/text.h"
#include "hardware/gpu_vendor.h"
#include "runner/launch/engine_location.h"

namespace wgf::runner {
namespace {

using results::Environment;
using results::Parameters;

// set() for what may be unknown: absent values and empty texts leave no fact.
void put(Parameters& facts, std::string_view name, const std::string& value) {
  if (!value.empty()) facts.set(name, value);
}
void put(Parameters& facts, std::string_view name, const std::optional<std::string>& value) {
  put(facts, name, value.value_or(""));
}
void put(Parameters& facts, std::string_view name, std::optional<int> value) {
  if (value) facts.set(name, std::int64_t{*value});
}
void put(Parameters& facts, std::string_view name, std::optional<double> value) {
  if (value) facts.set(name, *value);
}
void put(Parameters& facts, std::string_view name, std::optional<bool> value) {
  if (value) facts.set(name, *value);
}
void put(Parameters& facts, std::string_view name, std::optional<Watts> value) {
  if (value) facts.set(name, value->value);
}
// For people "total", for programs "total_bytes".
void put(Parameters& facts, std::string_view name, std::optional<Bytes> value) {
  if (!value) return;
  facts.set(name, format_bytes(*value));
  facts.set(fmt::format("{}_bytes", name), value->value);
}

Parameters cpu_facts(const hardware::Cpu& cpu) {
  Parameters facts;
  put(facts, "model", cpu.model);
  put(facts, "vendor", cpu.vendor);
  put(facts, "sockets", cpu.sockets);
  put(facts, "physical_cores", cpu.physical_cores);
  put(facts, "logical_cores", cpu.logical_cores);
  put(facts, "usable_cores", cpu.usable_cores);
  put(facts, "max_mhz", cpu.max_mhz);
  put(facts, "clock_now_mhz", cpu.clock_now_mhz);
  put(facts, "governor", cpu.governor);
  put(facts, "instruction_sets", join(cpu.instruction_sets, " "));
  return facts;
}

Parameters memory_facts(const hardware::Memory& memory) {
  Parameters facts;
  put(facts, "total", memory.total);
  put(facts, "available", memory.available);
  put(facts, "swap", memory.swap_total);
  return facts;
}

Parameters numa_facts(const std::vector<hardware::NumaNode>& nodes) {
  Parameters facts;
  for (const hardware::NumaNode& node : nodes)
    facts.set(fmt::format("node_{}", node.id),
              fmt::format("CPUs {}{}", node.cpus,
                          node.memory ? ", " + format_bytes(*node.memory) : std::string()));
  return facts;
}

Parameters disk_facts(const std::vector<hardware::Disk>& disks) {
  Parameters facts;
  for (const hardware::Disk& disk : disks) {
    std::vector<std::string> parts{to_text(disk.kind), format_bytes(disk.size)};
    if (!disk.model.empty()) parts.push_back(disk.model);
    facts.set(disk.name, join(parts, ", "));
  }
  return facts;
}

Parameters os_facts(const hardware::OperatingSystem& os) {
  Parameters facts;
  put(facts, "distribution", os.distribution);
  put(facts, "kernel", os.kernel);
  put(facts, "architecture", os.architecture);
  return facts;
}

std::string mpi_text(const hardware::Mpi& mpi) {
  std::vector<std::string> parts;
  for (const std::string& part : {mpi.implementation, mpi.version, "(" + mpi.path + ")"})
    if (!part.empty()) parts.push_back(part);
  return join(parts, " ");
}

Parameters software_facts(const EnvironmentSources& sources) {
  const hardware::Software& software = sources.software;
  Parameters facts;
  put(facts, "compiler", software.compiler);
  const std::string& kernel_driver =
      software.nvidia_driver.empty() ? software.amd_driver : software.nvidia_driver;
  const std::string& driver = sources.gpus.empty() ? kernel_driver : sources.gpus[0].driver_version;
  put(facts, "driver", driver.empty() ? kernel_driver : driver);
  if (!sources.gpus.empty()) put(facts, "driver_cuda", sources.gpus[0].cuda_driver_version);
  put(facts, "cuda_toolkit", software.cuda_toolkit);
  put(facts, "rocm", software.rocm);
  if (software.mpi) facts.set("mpi", mpi_text(*software.mpi));
  for (const auto& [name, value] : sources.engine) facts.set(name, value);
  return facts;
}

Parameters network_facts(const std::vector<hardware::NetworkDevice>& network) {
  Parameters facts;
  for (const hardware::NetworkDevice& device : network) {
    std::vector<std::string> parts;
    if (device.kind == hardware::NetworkDevice::Kind::infiniband) parts.emplace_back("RDMA");
    for (const std::string& part : {device.link_layer, device.state})
      if (!part.empty()) parts.push_back(part);
    if (device.megabits_per_second)
      parts.push_back(fmt::format("{:g} Gbit/s", *device.megabits_per_second / 1e3));
    if (!device.driver.empty()) parts.push_back(device.driver);
    facts.set(device.name, join(parts, ", "));
  }
  return facts;
}

Parameters container_facts(const hardware::ContainerLimits& container) {
  Parameters facts;
  put(facts, "kind", container.kind);
  if (container.cgroup_version > 0)
    facts.set("cgroup_version", std::int64_t{container.cgroup_version});
  put(facts, "cpu_quota", container.cpu_quota);
  put(facts, "memory_max", container.memory_max);
  put(facts, "memory_peak", container.memory_peak);
  put(facts, "cpuset", container.cpuset);
  return facts;
}

std::string slice_text(const hardware::GpuSlice& slice) {
  std::vector<std::string> parts{slice.name};
  if (slice.memory_total) parts.push_back(format_bytes(*slice.memory_total));
  return join(parts, ", ");
}

Parameters gpu_facts(const hardware::GpuInfo& gpu) {
  Parameters facts;
  put(facts, "vendor", gpu.vendor);
  put(facts, "name", gpu.name);
  put(facts, "uuid", gpu.uuid);
  put(facts, "pci_id", gpu.pci_id);
  put(facts, "memory", gpu.memory_total);
  put(facts, "driver", gpu.driver_version);
  put(facts, "compute_capability", gpu.compute_capability);
  put(facts, "pcie_generation", gpu.pcie_generation);
  put(facts, "pcie_generation_max", gpu.pcie_generation_max);
  put(facts, "pcie_width", gpu.pcie_width);
  put(facts, "pcie_width_max", gpu.pcie_width_max);
  put(facts, "power_limit_w", gpu.power_limit);
  put(facts, "power_limit_default_w", gpu.power_limit_default);
  put(facts, "power_limit_min_w", gpu.power_limit_min);
  put(facts, "power_limit_max_w", gpu.power_limit_max);
  put(facts, "max_sm_clock_mhz", gpu.max_sm_clock_mhz);
  put(facts, "max_memory_clock_mhz", gpu.max_memory_clock_mhz);
  put(facts, "ecc", gpu.ecc);
  put(facts, "mig", gpu.mig);
  for (std::size_t i = 0; i < gpu.slices.size(); ++i)
    facts.set(fmt::format("slice_{}", i), slice_text(gpu.slices[i]));
  put(facts, "persistence", gpu.persistence);
  put(facts, "numa_node", gpu.numa_node);
  return facts;
}

Parameters link_facts(const std::vector<hardware::GpuLink>& links) {
  Parameters facts;
  for (const hardware::GpuLink& link : links) {
    const std::string name = fmt::format("gpu_{}_gpu_{}", link.from, link.to);
    put(facts, name, link.kind);
    put(facts, name + "_peer", link.peer_access);
  }
  return facts;
}

void add_section(Environment& environment, std::string name, Parameters facts) {
  if (!facts.empty()) environment.sections.push_back({std::move(name), std::move(facts)});
}

}  // namespace

Environment make_environment(const EnvironmentSources& sources) {
  const hardware::Machine& machine = sources.machine;
  Environment environment;
  add_section(environment, "cpu", cpu_facts(machine.cpu));
  add_section(environment, "memory", memory_facts(machine.memory));
  add_section(environment, "numa", numa_facts(machine.numa_nodes));
  add_section(environment, "disk", disk_facts(machine.disks));
  add_section(environment, "os", os_facts(machine.os));
  add_section(environment, "software", software_facts(sources));
  add_section(environment, "network", network_facts(machine.network));
  add_section(environment, "container", container_facts(machine.container));
  for (std::size_t i = 0; i < sources.gpus.size(); ++i)
    add_section(environment, fmt::format("gpu_{}", i), gpu_facts(sources.gpus[i]));
  add_section(environment, "gpu_links", link_facts(sources.links));
  add_section(environment, "product",
              {{"version", sources.product.version}, {"commit", sources.product.commit}});
  return environment;
}

EnvironmentSources inspect_environment(const Product& product) {
  const char* search_path = std::getenv("PATH");
  EnvironmentSources sources{
      .product = product,
      .machine = hardware::inspect_machine(),
      .software = hardware::inspect_software("/", search_path == nullptr ? "" : search_path),
      .engine = engine_facts_beside_engine()};
  for (const auto& vendor : hardware::open_gpu_vendors()) {
    const auto offset = static_cast<int>(sources.gpus.size());
    for (hardware::GpuInfo& gpu : vendor->devices()) sources.gpus.push_back(std::move(gpu));
    // A vendor counts its own GPUs from 0; one it cannot open leaves a gap in the numbers.
    const auto place = [&](int index) {
      for (std::size_t i = static_cast<std::size_t>(offset); i < sources.gpus.size(); ++i)
        if (sources.gpus[i].index == index) return static_cast<int>(i);
      return offset + index;
    };
    for (hardware::GpuLink& link : vendor->links()) {
      link.from = place(link.from);
      link.to = place(link.to);
      sources.links.push_back(std::move(link));
    }
  }
  return sources;
}

Parameters engine_facts(const results::Hello& hello) {
  Parameters facts;
  put(facts, "libtorch", hello.torch_version);
  for (const auto& [name, value] : hello.facts)
    if (results::to_text(value) != "") facts.set(name == "cuda_runtime" ? "cuda" : name, value);
  return facts;
}

Parameters engine_facts_beside_engine() {
  Parameters facts;
  std::filesystem::path engine;
  try {
    engine = find_engine();
  } catch (const Error&) {
    return facts;  // a front program alone is an ordinary build
  }
  // The engine may be a link to where it was built: the facts lie there.
  std::error_code error;
  std::filesystem::path real = std::filesystem::canonical(engine, error);
  const std::filesystem::path file =
      (error ? engine : real).replace_filename(hardware::engine_facts_name());
  std::vector<std::pair<std::string, std::string>> lines = hardware::read_engine_facts(file);
  // A folder that was built elsewhere runs with the LibTorch that is named: its versions count.
  if (const char* torch = std::getenv("WGF_TORCH_DIR"); torch != nullptr && !lines.empty())
    for (auto& line : hardware::read_installed_versions(std::filesystem::path(torch) / ".."))
      lines.push_back(std::move(line));
  for (const auto& [name, value] : lines) {
    if (name == "torch_version")
      facts.set("libtorch", value);
    else if (name == "cuda_runtime")
      facts.set("cuda", value);
    else if (name == "cuda_built")
      facts.set(name, value == "true");
    else
      facts.set(name, value);
  }
  return facts;
}

}  // namespace wgf::runner
