// SPDX-License-Identifier: MIT
#include "hardware/system_files.h"

#include <algorithm>
#include <system_error>

#include "base/files.h"
#include "base/text.h"

namespace wgf::hardware {

std::optional<std::string> read_value(const std::filesystem::path& path) {
  const std::optional<std::string> text = try_read_file(path);
  return text ? std::optional<std::string>(trim(*text)) : std::nullopt;
}

std::optional<std::int64_t> read_integer(const std::filesystem::path& path) {
  const std::optional<std::string> text = read_value(path);
  return text ? parse_integer(*text) : std::nullopt;
}

std::optional<std::string> value_of_line(std::string_view text, std::string_view name) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const std::size_t colon = line.find(':');
    if (colon != std::string_view::npos && trim(line.substr(0, colon)) == name)
      return std::string(trim(line.substr(colon + 1)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return std::nullopt;
}

std::optional<std::int64_t> kibibytes_text(std::string_view text) {
  text = trim(text);
  if (text.ends_with("kB")) text = trim(text.substr(0, text.size() - 2));
  const std::optional<std::int64_t> value = parse_integer(text);
  return value ? std::optional<std::int64_t>(*value * 1024) : std::nullopt;
}

std::vector<std::string> folder_entries(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    names.push_back(entry->path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::optional<std::set<std::int64_t>> cpus_of_list(std::string_view list) {
  std::set<std::int64_t> cpus;
  for (const std::string& part : split(trim(list), ',')) {
    const std::size_t dash = part.find('-');
    const auto first = parse_integer(std::string_view(part).substr(0, dash));
    const auto last =
        dash == std::string::npos ? first : parse_integer(std::string_view(part).substr(dash + 1));
    if (!first || !last || *last < *first) return std::nullopt;
    for (std::int64_t cpu = *first; cpu <= *last; ++cpu) cpus.insert(cpu);
  }
  return cpus;
}

std::optional<std::string> allowed_cpu_list(const std::filesystem::path& root) {
  const std::optional<std::string> status = read_value(root / "proc/self/status");
  return status ? value_of_line(*status, "Cpus_allowed_list") : std::nullopt;
}

std::optional<std::set<std::int64_t>> allowed_cpus(const std::filesystem::path& root) {
  const std::optional<std::string> list = allowed_cpu_list(root);
  return list ? cpus_of_list(*list) : std::nullopt;
}

std::optional<int> numa_node_of_pci_device(const std::filesystem::path& root,
                                           std::string_view pci_id) {
  if (pci_id.empty()) return std::nullopt;
  const auto node = read_integer(root / "sys/bus/pci/devices" / pci_id / "numa_node");
  return node && *node >= 0 ? std::optional<int>(static_cast<int>(*node)) : std::nullopt;
}

}  // namespace wgf::hardware
