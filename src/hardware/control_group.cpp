// SPDX-License-Identifier: MIT
#include "hardware/control_group.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <system_error>

#include "base/text.h"
#include "hardware/system_files.h"

namespace wgf::hardware {
namespace {

bool is_there(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

// Version 1 writes "no limit" as a number near 2^63.
constexpr std::int64_t unlimited = std::int64_t{1} << 60;

std::optional<std::int64_t> limit_in(const std::filesystem::path& file) {
  const auto limit = read_integer(file);
  return limit && *limit < unlimited ? limit : std::nullopt;
}

// The number of a line "name 123" of memory.stat.
std::optional<std::int64_t> number_of_line(std::string_view text, std::string_view name) {
  for (const std::string& line : split(text, '\n')) {
    const std::vector<std::string> words = split(line, ' ');
    if (words.size() == 2 && words[0] == name) return parse_integer(words[1]);
  }
  return std::nullopt;
}

std::filesystem::path without_first(const std::filesystem::path& path) {
  std::filesystem::path rest;
  for (auto part = std::next(path.begin()); part != path.end(); ++part) rest /= *part;
  return rest;
}

// Within a container the path may be the host's: the mount is one of the groups on it, and what is
// left of the path below that is the group. Empty: the mount itself.
std::filesystem::path group_below(const std::filesystem::path& mount, std::filesystem::path group) {
  if (group.begin() != group.end() && *group.begin() == "..") return {};  // beside the mount
  while (!group.empty() && !is_there(mount / group)) group = without_first(group);
  return group;
}

// "150000 100000" is 1.5 CPUs, "max 100000" no limit.
std::optional<double> quota_v2(const std::filesystem::path& folder) {
  const auto text = read_value(folder / "cpu.max");
  const auto parts = text ? split(*text, ' ') : std::vector<std::string>();
  if (parts.size() != 2) return std::nullopt;
  const auto quota = parse_number(parts[0]);
  const auto period = parse_number(parts[1]);
  return quota && period && *period > 0 ? std::optional<double>(*quota / *period) : std::nullopt;
}

std::optional<double> quota_v1(const std::filesystem::path& folder) {
  const auto quota = read_integer(folder / "cpu.cfs_quota_us");
  const auto period = read_integer(folder / "cpu.cfs_period_us");
  if (!quota || !period || *quota <= 0 || *period <= 0) return std::nullopt;
  return static_cast<double>(*quota) / static_cast<double>(*period);
}

template <typename Value>
void keep_smaller(std::optional<Value>& kept, const std::optional<Value>& found) {
  if (found && (!kept || *found < *kept)) kept = found;
}

}  // namespace

ControlGroup::ControlGroup(const std::filesystem::path& root)
    : root_(root), membership_(read_value(root / "proc/self/cgroup").value_or("")) {
  const Folder mount = root_ / "sys/fs/cgroup";
  if (is_there(mount / "cgroup.controllers"))
    version_ = 2;
  else if (is_there(mount / "memory") || is_there(mount / "cpu") || is_there(mount / "cpu,cpuacct"))
    version_ = 1;
}

std::vector<ControlGroup::Folder> ControlGroup::folders(const std::string& controller) const {
  const Folder mount = root_ / "sys/fs/cgroup" / (version_ == 1 ? controller : "");
  Folder group;
  for (const std::string& line : split(membership_, '\n')) {  // "4:cpu,cpuacct:/path", "0::/path"
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::vector<std::string> names = split(line.substr(first + 1, second - first - 1), ',');
    const std::string wanted = version_ == 1 ? controller : "";
    if (std::find(names.begin(), names.end(), wanted) != names.end() ||
        (wanted.empty() && second == first + 1))
      group = Folder(line.substr(second + 1)).relative_path();
  }
  std::vector<Folder> chain;
  for (group = group_below(mount, group); !group.empty(); group = group.parent_path())
    chain.push_back(mount / group);
  chain.push_back(mount);
  return chain;
}

std::optional<double> ControlGroup::cpu_quota() const {
  std::optional<double> smallest;
  for (const Folder& folder : folders("cpu"))
    keep_smaller(smallest, version_ == 1 ? quota_v1(folder) : quota_v2(folder));
  return smallest;
}

std::optional<std::int64_t> ControlGroup::memory_limit_of(const Folder& folder) const {
  if (version_ != 1) return limit_in(folder / "memory.max");
  std::optional<std::int64_t> limit = limit_in(folder / "memory.limit_in_bytes");
  // That of the groups above, too, which a container does not see.
  const auto stat = read_value(folder / "memory.stat");
  const auto above = stat ? number_of_line(*stat, "hierarchical_memory_limit") : std::nullopt;
  if (above && *above < unlimited) keep_smaller(limit, above);
  return limit;
}

std::optional<Bytes> ControlGroup::memory_max() const {
  std::optional<std::int64_t> smallest;
  for (const Folder& folder : folders("memory")) keep_smaller(smallest, memory_limit_of(folder));
  return smallest ? std::optional<Bytes>(Bytes(*smallest)) : std::nullopt;
}

std::optional<Bytes> ControlGroup::memory_available() const {
  std::optional<std::int64_t> least;
  for (const Folder& folder : folders("memory")) {
    const auto limit = memory_limit_of(folder);
    const auto used =
        read_integer(folder / (version_ == 1 ? "memory.usage_in_bytes" : "memory.current"));
    if (!limit || !used) continue;
    // Files nobody has read lately are dropped before anybody is refused memory.
    const std::int64_t droppable =
        number_of_line(read_value(folder / "memory.stat").value_or(""),
                       version_ == 1 ? "total_inactive_file" : "inactive_file")
            .value_or(0);
    keep_smaller(least, std::optional(std::max<std::int64_t>(
                            *limit - std::max<std::int64_t>(*used - droppable, 0), 0)));
  }
  return least ? std::optional<Bytes>(Bytes(*least)) : std::nullopt;
}

std::optional<Bytes> ControlGroup::first_memory(const char* of_version_1,
                                                const char* of_version_2) const {
  for (const Folder& folder : folders("memory"))
    if (const auto bytes = read_integer(folder / (version_ == 1 ? of_version_1 : of_version_2)))
      return Bytes(*bytes);
  return std::nullopt;
}

std::optional<Bytes> ControlGroup::memory_now() const {
  return first_memory("memory.usage_in_bytes", "memory.current");
}

std::optional<Bytes> ControlGroup::memory_peak() const {
  return first_memory("memory.max_usage_in_bytes", "memory.peak");
}

std::string ControlGroup::cpuset() const {
  for (const Folder& folder : folders("cpuset")) {
    const auto cpus =
        read_value(folder / (version_ == 1 ? "cpuset.cpus" : "cpuset.cpus.effective"));
    if (cpus && !cpus->empty()) return *cpus;
  }
  return "";
}

}  // namespace wgf::hardware
