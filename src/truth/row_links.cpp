// SPDX-License-Identifier: MIT
#include "truth/row_links.h"

#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "truth/row_counts.h"
#include "truth/said_words.h"

namespace wgf::truth {
namespace {

constexpr std::string_view gigabytes = "gigabytes";  // a second, told from bits before case is lost

// The parts of a cell: "NVLink | Storage: 2x 200Gb/s, compute: 8x 400Gb/s" are three.
std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> parts(1);
  std::string words(text);
  for (const std::string_view bytes : {"GB/s", "GBps", "GiB/s", "GB/sec"})
    for (std::size_t at = words.find(bytes); at != std::string::npos; at = words.find(bytes))
      words.replace(at, bytes.size(), std::string(gigabytes));
  for (const char c : lower_case(words))
    if (std::string_view("|;,+").find(c) != std::string_view::npos) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  return parts;
}

// "400 gb/s", "400gbps", "400 gbit/s", "100gbe", "100 gb ethernet", "10g ethernet"; bytes ("900
// gb/s" of NVLink) are told apart by what names them.
std::optional<double> gigabits_of(const std::string& text) {
  constexpr double bits = 8;
  if (const auto number = number_before(text, gigabytes)) return *number * bits;
  for (const char* unit :
       {"gb/s", "gbps", "gbit", "gb per", "gbe", "gb ", "g ethernet", "gib ether"})
    if (const auto number = number_before(text, unit)) return number;
  // InfiniBand's generations, of four lanes each.
  const std::pair<const char*, double> names[] = {
      {"edr", 100}, {"hdr100", 100}, {"hdr", 200}, {"ndr", 400}, {"xdr", 800}};
  for (const auto& [name, gigabits] : names)
    if (has_any(text, {name})) return gigabits;
  return std::nullopt;
}

// "8x HDR200", "4 * 100 Gb/s", "4 NICs of 100 Gb/s": adapters.
std::optional<double> adapters_of(const std::string& text) {
  // "Omni-Path 100Gb/s x4"
  if (const std::size_t last = text.rfind(" x");
      last != std::string::npos && last + 2 < text.size())
    if (const auto behind = parse_number(trim(std::string_view(text).substr(last + 2))))
      return behind;
  for (const char* word : {"x", "*", "\xC3\x97", "nic", "adapter", "hca", "port", "rail"}) {
    const std::size_t found = text.find_first_of("0123456789");
    if (found == std::string::npos) return std::nullopt;
    std::size_t end = found;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    const std::string_view rest = trim(std::string_view(text).substr(end));
    if (rest.starts_with(word)) return parse_number(text.substr(found, end - found));
  }
  return std::nullopt;
}

}  // namespace

std::optional<BytesPerSecond> network_of(std::string_view interconnect, int gpus_per_node) {
  constexpr double bytes = 1e9 / 8;  // of a gigabit
  const bool has_infiniband = says_any(lower_case(interconnect), {"infiniband", "ib "});
  for (const std::string& part : parts_of(interconnect)) {
    const bool is_inside = has_any(part, {"nvlink", "nvswitch", "xgmi", "fabric", "pcie"});
    if (is_inside || has_any(part, {"storage", "management"})) continue;
    const std::optional<double> gigabits = gigabits_of(part);
    if (!gigabits || *gigabits <= 0) continue;
    if (has_any(part, {"per gpu", "/gpu", "a gpu", "per card"}))
      return BytesPerSecond(*gigabits * bytes);
    const auto adapters = adapters_of(part);
    const bool is_of_node = has_any(part, {"per node", "/node", "node-node", "node-to-node",
                                           "inter-node", "internode", "efa", "per host"});
    constexpr double slow = 25;  // nobody has several of these
    const bool is_only_one = !has_infiniband && !has_any(part, {"roce"}) &&
                             (says_any(part, {"ethernet", "gbe"}) || says_alone(part, {"tcp"}) ||
                              (!adapters && *gigabits <= slow));
    if (!adapters && !is_of_node && !is_only_one) continue;
    return BytesPerSecond(*gigabits * adapters.value_or(1) * bytes / gpus_per_node);
  }
  return std::nullopt;
}

bool denies_links(const Cells& cells) {
  const std::string links = lower_case(cells.text("interconnect")),
                    both = links + "; " + lower_case(cells.text("notes"));
  const bool is_denied = has_any(both, {"nvlink"}) && !says_any(both, {"nvlink", "nvswitch"});
  return is_denied || says_any(both, {"pcie only", "pcie-only", "only pcie", "over pcie",
                                      "p2p disabled", "p2p off", "p2p_disable=1"});
}

std::optional<int> stated_node_gpus(const Cells& cells) {
  if (const auto stated = gpus_of(cells, "gpus_per_node")) return stated;
  const std::string words = flat_words(cells.text("gpu") + "; " + cells.text("interconnect") +
                                       "; " + cells.text("notes"));
  const std::pair<const char*, int> systems[] = {{"dgx 2", 16}, {"dgx2", 16},  {"hgx 2", 16},
                                                 {"nvl72", 72}, {"nvl36", 36}, {"nvl4", 4}};
  for (const auto& [system, gpus] : systems)
    if (says_alone(words, {system}) || (has_any(system, {" "}) && says_word(words, {system})))
      return gpus;
  return std::nullopt;
}

}  // namespace wgf::truth
