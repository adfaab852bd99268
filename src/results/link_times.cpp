// SPDX-License-Identifier: MIT
#include "results/link_times.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "base/error.h"
#include "base/text.h"

namespace wgf::results {
namespace {

constexpr double micro = 1e-6, giga = 1e9;
constexpr double least_micro = 1e-6;
constexpr std::int64_t most_ranks = 1 << 20;

// Whole; nothing where it is no number above `least`.
std::optional<double> number_above(const std::string& text, double least) {
  std::size_t end = 0;
  try {
    const double number = std::stod(text, &end);
    const bool is_whole = end == text.size() && std::isfinite(number);
    return is_whole && number >= least ? std::optional(number) : std::nullopt;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

[[noreturn]] void refuse(std::string_view text) {
  throw Error({"results.bad_link_times", {{"text", std::string(text)}}}, ExitCode::usage);
}

// "2.5:0.5"
std::optional<LinkTime> parse_bandwidth(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return std::nullopt;
  const auto latency = number_above(text.substr(0, colon), 0);
  const auto bandwidth = number_above(text.substr(colon + 1), 1e-9);
  if (!latency || !bandwidth) return std::nullopt;
  return LinkTime{.latency = Seconds(*latency * micro), .bytes_per_s = *bandwidth * giga};
}

// "1024=10 2048=11.5"
std::optional<LinkTime> parse_points(const std::string& ranks, const std::string& text) {
  const auto count = parse_integer(ranks);
  if (!count || *count < 2 || *count > most_ranks) return std::nullopt;
  MeasuredLink measured{.ranks = static_cast<int>(*count)};
  for (const std::string& point : split(text, ' ')) {
    const std::size_t equals = point.find('=');
    if (equals == std::string::npos) return std::nullopt;
    const auto bytes = number_above(point.substr(0, equals), 1);
    const auto time = number_above(point.substr(equals + 1), least_micro);
    if (!bytes || !time) return std::nullopt;
    measured.times[*bytes] = Seconds(*time * micro);
  }
  if (measured.times.empty()) return std::nullopt;
  return LinkTime{.measured = std::move(measured)};
}

std::string text_of(const std::string& operation, const LinkTime& time) {
  if (!time.measured)
    return fmt::format("{} {:.4g}:{:.4g}", operation, time.latency.value / micro,
                       time.bytes_per_s / giga);
  std::string text = fmt::format("{}@{}", operation, time.measured->ranks);
  for (const auto& [bytes, each] : time.measured->times)
    text += fmt::format(" {:.0f}={:.4g}", bytes, each.value / micro);
  return text;
}

// Where there is one size alone, in proportion to it.
double beyond(const std::map<double, Seconds>& times, double bytes) {
  const auto last = std::prev(times.end());
  double each = last->second.value / last->first;
  if (times.size() > 1) {
    const auto before = std::prev(last);
    const double slope = (last->second - before->second).value / (last->first - before->first);
    if (slope > 0) each = slope;
  }
  return last->second.value + (bytes - last->first) * each;
}

double time_at(const std::map<double, Seconds>& times, double bytes) {
  const auto above = times.lower_bound(bytes);
  if (above == times.begin()) return above->second.value;
  if (above == times.end()) return beyond(times, bytes);
  const auto below = std::prev(above);
  const double part = std::log(bytes / below->first) / std::log(above->first / below->first);
  return below->second.value * std::pow(above->second.value / below->second.value, part);
}

}  // namespace

std::string to_text(const LinkTimes& times) {
  std::vector<std::string> parts;
  for (const auto& [operation, time] : times) parts.push_back(text_of(operation, time));
  return join(parts, "; ");
}

LinkTimes parse_link_times(std::string_view text) {
  LinkTimes times;
  for (const std::string& part : split(text, ';')) {
    const std::string one(trim(part));
    const std::size_t space = one.find(' ');
    if (space == std::string::npos) refuse(text);
    const std::string name = one.substr(0, space), numbers = one.substr(space + 1);
    const std::size_t at = name.find('@');
    const auto time = at == std::string::npos ? parse_bandwidth(numbers)
                                              : parse_points(name.substr(at + 1), numbers);
    if (!time || at == 0) refuse(text);
    times[name.substr(0, at)] = *time;
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
  const auto& [known, link] = found == times.end() ? *times.begin() : *found;
  const double factor = bus_factor(operation, ranks);
  if (!link.measured) return link.latency + Seconds(factor * bytes / link.bytes_per_s);
  return Seconds(time_at(link.measured->times, bytes) * factor /
                 bus_factor(known, link.measured->ranks));
}

}  // namespace wgf::results
