// SPDX-License-Identifier: MIT
#include "hardware/machine.h"

#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <set>
#include <system_error>
#include <utility>

#include "base/files.h"
#include "base/text.h"
#include "hardware/control_group.h"
#include "hardware/machine_devices.h"
#include "hardware/system_files.h"

namespace wgf::hardware {
namespace {

using Path = std::filesystem::path;

// Those that decide which kernels run, in the words of /proc/cpuinfo (x86 and Arm).
constexpr std::array<std::string_view, 14> deciding_sets{
    "avx",      "avx2",     "fma",      "avx512f", "avx512_vnni", "avx512_bf16", "avx512_fp16",
    "amx_tile", "amx_bf16", "amx_int8", "asimd",   "sve",         "sve2",        "bf16"};

std::vector<std::string> instruction_sets_of(std::string_view flags) {
  const std::vector<std::string> words = split(flags, ' ');
  const std::set<std::string_view> present(words.begin(), words.end());
  std::vector<std::string> found;
  for (const std::string_view name : deciding_sets)
    if (present.contains(name)) found.emplace_back(name);
  return found;
}

// What the blocks of /proc/cpuinfo say together.
struct CpuinfoTotals {
  int logical = 0;
  double highest_mhz = 0;
  std::string socket;  // of the block being read
  std::set<std::string> sockets;
  std::set<std::pair<std::string, std::string>> cores;
};

void take_cpuinfo_line(std::string_view name, std::string_view value, Cpu& cpu,
                       CpuinfoTotals& totals) {
  if (name == "processor") {
    ++totals.logical;
  } else if (name == "model name") {
    cpu.model = value;
  } else if (name == "vendor_id" || name == "CPU implementer") {
    cpu.vendor = value;
  } else if (name == "cpu MHz") {
    totals.highest_mhz = std::max(totals.highest_mhz, parse_number(value).value_or(0));
  } else if (name == "physical id") {
    totals.socket = value;
    totals.sockets.insert(totals.socket);
  } else if (name == "core id") {
    totals.cores.emplace(totals.socket, value);
  } else if ((name == "flags" || name == "Features") && cpu.instruction_sets.empty()) {
    cpu.instruction_sets = instruction_sets_of(value);
  }
}

std::optional<int> positive(std::size_t count) {
  return count > 0 ? std::optional<int>(static_cast<int>(count)) : std::nullopt;
}

Cpu inspect_cpu(const Path& root) {
  Cpu cpu;
  CpuinfoTotals totals;
  const std::string text = try_read_file(root / "proc/cpuinfo").value_or("");
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const std::size_t colon = line.find(':');
    if (colon != std::string_view::npos)
      take_cpuinfo_line(trim(line.substr(0, colon)), trim(line.substr(colon + 1)), cpu, totals);
  }
  cpu.sockets = positive(totals.sockets.size());
  cpu.physical_cores = positive(totals.cores.size());
  cpu.logical_cores = positive(static_cast<std::size_t>(totals.logical));
  const Path frequency = root / "sys/devices/system/cpu/cpu0/cpufreq";
  if (const auto kilohertz = read_integer(frequency / "cpuinfo_max_freq"))
    cpu.max_mhz = static_cast<double>(*kilohertz) / 1e3;
  if (totals.highest_mhz > 0) cpu.clock_now_mhz = totals.highest_mhz;
  cpu.governor = read_value(frequency / "scaling_governor");
  if (const auto allowed = allowed_cpus(root)) cpu.usable_cores = static_cast<int>(allowed->size());
  return cpu;
}

std::optional<Bytes> kibibytes_line(std::string_view text, std::string_view name) {
  const auto value = value_of_line(text, name);
  const auto bytes = value ? kibibytes_text(*value) : std::nullopt;
  return bytes ? std::optional<Bytes>(Bytes(*bytes)) : std::nullopt;
}

std::vector<NumaNode> inspect_numa_nodes(const Path& root) {
  std::vector<NumaNode> nodes;
  const Path folder = root / "sys/devices/system/node";
  for (const std::string& name : folder_entries(folder)) {
    const auto id = name.starts_with("node") ? parse_integer(name.substr(4)) : std::nullopt;
    if (!id) continue;
    NumaNode node{.id = static_cast<int>(*id),
                  .cpus = read_value(folder / name / "cpulist").value_or("")};
    const std::string memory = read_value(folder / name / "meminfo").value_or("");
    node.memory = kibibytes_line(memory, "Node " + std::to_string(*id) + " MemTotal");
    nodes.push_back(std::move(node));
  }
  std::sort(nodes.begin(), nodes.end(),
            [](const NumaNode& a, const NumaNode& b) { return a.id < b.id; });
  return nodes;
}

std::string distribution(const Path& root) {
  for (const char* file : {"etc/os-release", "usr/lib/os-release"}) {
    const auto text = read_value(root / file);
    for (const std::string& line : split(text.value_or(""), '\n')) {
      constexpr std::string_view name = "PRETTY_NAME=";
      if (line.starts_with(name)) {
        std::string value(trim(std::string_view(line).substr(name.size())));
        std::erase(value, '"');
        return value;
      }
    }
  }
  return "";
}

OperatingSystem inspect_os(const Path& root) {
  utsname system{};
  uname(&system);
  return {.kernel = read_value(root / "proc/sys/kernel/osrelease").value_or(""),
          .distribution = distribution(root),
          .architecture = system.machine};
}

std::string container_kind(const Path& root) {
  std::error_code error;
  const std::string group = read_value(root / "proc/1/cgroup").value_or("");
  if (std::filesystem::exists(root / "var/run/secrets/kubernetes.io", error) ||
      group.find("kubepods") != std::string::npos)
    return "kubernetes";
  if (std::filesystem::exists(root / ".dockerenv", error) ||
      group.find("docker") != std::string::npos)
    return "docker";
  if (std::filesystem::exists(root / "run/.containerenv", error)) return "podman";
  return group.find("lxc") != std::string::npos ? "lxc" : "";
}

ContainerLimits inspect_container(const Path& root) {
  const ControlGroup group(root);
  return {.kind = container_kind(root),
          .cgroup_version = group.version(),
          .cpu_quota = group.cpu_quota(),
          .memory_max = group.memory_max(),
          .memory_peak = group.memory_peak(),
          .cpuset = group.cpuset()};
}

}  // namespace

Memory memory_of_machine(const Path& root) {
  const std::string text = read_value(root / "proc/meminfo").value_or("");
  return {.total = kibibytes_line(text, "MemTotal"),
          .available = kibibytes_line(text, "MemAvailable"),
          .swap_total = kibibytes_line(text, "SwapTotal")};
}

Memory inspect_memory(const Path& root) {
  Memory memory = memory_of_machine(root);
  const ControlGroup group(root);
  const auto limit = [](std::optional<Bytes>& bytes, const std::optional<Bytes>& most) {
    if (most && (!bytes || *most < *bytes)) bytes = most;
  };
  limit(memory.total, group.memory_max());
  limit(memory.available, group.memory_available());
  return memory;
}

Machine inspect_machine(const Path& root) {
  return {.cpu = inspect_cpu(root),
          .memory = inspect_memory(root),
          .numa_nodes = inspect_numa_nodes(root),
          .disks = inspect_disks(root),
          .os = inspect_os(root),
          .container = inspect_container(root),
          .network = inspect_network(root)};
}

}  // namespace wgf::hardware
