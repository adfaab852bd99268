// SPDX-License-Identifier: MIT
#include "results/link_times.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"

namespace wgf::results {
namespace {

constexpr double micro = 1e-6, giga = 1e9;

// Whole; nothing where it is no number above `least`.
std::optional<double> number_above(const std::string& text, double least) {
  std::size_t end = 0;
  try {
    const double number = std::stod(text, &end);
    return end == text.size() && number >= least ? std::optional(number) : std::nullopt;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

[[noreturn]] void refuse(std::string_view text) {
  throw Error({"results.bad_link_times", {{"text", std::string(text)}}}, ExitCode::usage);
}

}  // namespace

std::string to_text(const LinkTimes& times) {
  std::vector<std::string> parts;
  for (const auto& [operation, time] : times)
    parts.push_back(fmt::format("{} {:.4g}:{:.4g}", operation, time.latency.value / micro,
                                time.bytes_per_s / giga));
  return join(parts, "; ");
}

LinkTimes parse_link_times(std::string_view text) {
  LinkTimes times;
  for (const std::string& part : split(text, ';')) {
    const std::string one(trim(part));
    const std::size_t space = one.find(' '), colon = one.find(':');
    if (space == std::string::npos || colon == std::string::npos || colon < space) refuse(text);
    const auto latency = number_above(one.substr(space + 1, colon - space - 1), 0);
    const auto bandwidth = number_above(one.substr(colon + 1), 1e-9);
    if (!latency || !bandwidth) refuse(text);
    times[one.substr(0, space)] = {Seconds(*latency * micro), *bandwidth * giga};
  }
  return times;
}

double bus_factor(std::string_view operation, int ranks) {
  const double others = (ranks - 1.0) / ranks;
  if (operation == "all_reduce") return 2 * others;
  if (operation == "broadcast" || operation == "reduce" || operation == "send_recv") return 1;
  return others;
}

Seconds exchange_time(const LinkTimes& times, std::string_view operation, double bytes, int ranks) {
  if (ranks < 2 || times.empty()) return {};
  const auto found = times.find(operation);
  const LinkTime& link = found == times.end() ? times.begin()->second : found->second;
  return link.latency + Seconds(bus_factor(operation, ranks) * bytes / link.bytes_per_s);
}

}  // namespace wgf::results
