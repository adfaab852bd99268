// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <regex>

#include "base/subprocess.h"
#include "base/text.h"
#include "hardware/gpu.h"
#include "hardware/health.h"
#include "hardware/system_files.h"

namespace wgf::hardware {
namespace {

using Path = std::filesystem::path;

// A ring buffer holds a few MiB at most; a log file that grew for years is read from its end.
constexpr std::size_t longest_log = std::size_t{8} << 20;

// /dev/kmsg gives one record a read and says EAGAIN after the last; a record that was overwritten
// meanwhile is EPIPE and the next read goes on.
std::optional<std::string> read_ring_buffer(const Path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (file.get() < 0) return std::nullopt;
  std::string text;
  std::array<char, 8192> record{};
  while (text.size() < longest_log) {
    const ssize_t count = ::read(file.get(), record.data(), record.size());
    if (count > 0)
      text.append(record.data(), static_cast<std::size_t>(count));
    else if (count == 0 || (errno != EPIPE && errno != EINTR))
      break;
  }
  return text.empty() ? std::nullopt : std::optional<std::string>(text);
}

std::optional<std::string> read_end(const Path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (file.get() < 0) return std::nullopt;
  const off_t size = ::lseek(file.get(), 0, SEEK_END);
  const auto limit = static_cast<off_t>(longest_log);
  ::lseek(file.get(), size > limit ? size - limit : 0, SEEK_SET);
  std::string text;
  std::array<char, 65536> part{};
  for (ssize_t count = 0; (count = ::read(file.get(), part.data(), part.size())) > 0;)
    text.append(part.data(), static_cast<std::size_t>(count));
  return text;
}

// "size=65536k" among the options of a tmpfs mount; absent: half of the memory, the kernel's rule.
std::optional<Bytes> tmpfs_size(std::string_view options) {
  for (const std::string& option : split(options, ',')) {
    constexpr std::string_view name = "size=";
    if (!option.starts_with(name)) continue;
    std::string_view value = std::string_view(option).substr(name.size());
    std::int64_t unit = 1;
    if (value.ends_with('k')) unit = 1024;
    if (value.ends_with('m')) unit = mebi;
    if (value.ends_with('g')) unit = gibi;
    if (unit != 1) value.remove_suffix(1);
    const auto number = parse_integer(value);
    return number ? std::optional<Bytes>(Bytes(*number * unit)) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<Bytes> shared_memory_size(const Path& root) {
  for (const std::string& line : split(read_value(root / "proc/mounts").value_or(""), '\n')) {
    const std::vector<std::string> fields = split(line, ' ');
    if (fields.size() < 4 || fields[1] != "/dev/shm") continue;
    if (const auto size = tmpfs_size(fields[3])) return size;
    const auto memory = value_of_line(read_value(root / "proc/meminfo").value_or(""), "MemTotal");
    const auto total = memory ? kibibytes_text(*memory) : std::nullopt;
    return total ? std::optional<Bytes>(Bytes(*total / 2)) : std::nullopt;
  }
  return std::nullopt;
}

void count_governors(const Path& root, HostHealth& host) {
  const Path folder = root / "sys/devices/system/cpu";
  int with = 0;
  int other = 0;
  for (const std::string& name : folder_entries(folder)) {
    if (!name.starts_with("cpu") || !parse_integer(name.substr(3))) continue;
    if (const auto governor = read_value(folder / name / "cpufreq/scaling_governor")) {
      ++with;
      other += *governor == "performance" ? 0 : 1;
    }
  }
  if (with > 0) {
    host.cpus_with_governor = with;
    host.cpus_without_performance_governor = other;
  }
}

}  // namespace

std::vector<XidError> find_xid_errors(std::string_view kernel_log) {
  static const std::regex pattern(R"(NVRM: Xid \((?:PCI:)?([0-9a-fA-F:.]+)\): (\d+))");
  std::vector<XidError> errors;
  for (std::cregex_iterator
           found(kernel_log.data(), kernel_log.data() + kernel_log.size(), pattern),
       end;
       found != end; ++found) {
    const auto number = parse_integer((*found)[2].str());
    errors.push_back({.pci_id = normalized_pci_id((*found)[1].str()),
                      .number = static_cast<int>(number.value_or(0))});
  }
  return errors;
}

std::optional<KernelLog> read_kernel_log(const Path& root) {
  if (auto text = read_ring_buffer(root / "dev/kmsg"))
    return KernelLog{"/dev/kmsg", std::move(*text)};
  for (const char* file : {"var/log/kern.log", "var/log/messages", "var/log/syslog"})
    if (auto text = read_end(root / file))
      return KernelLog{std::string("/") + file, std::move(*text)};
  return std::nullopt;
}

HostHealth inspect_host_health(const Path& root) {
  HostHealth host;
  host.shared_memory = shared_memory_size(root);
  host.allowed_cpus = allowed_cpu_list(root);
  count_governors(root, host);
  return host;
}

bool cpu_lists_overlap(std::string_view a, std::string_view b) {
  const auto cpus = cpus_of_list(a), others = cpus_of_list(b);
  return cpus && others && std::any_of(cpus->begin(), cpus->end(), [&](std::int64_t cpu) {
           return others->contains(cpu);
         });
}

}  // namespace wgf::hardware
