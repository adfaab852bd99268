// SPDX-License-Identifier: MIT
#include "engine/measure/rank_results.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "base/text.h"
#include "results/protocol.h"

namespace wgf::engine {
namespace {

using results::Metric;
using results::Result;

bool is_of_memory(const Metric& metric) {
  return metric.tag.find("memory_") != std::string::npos;
}

// Of all its phases.
double step_time(const Result& result) {
  double sum = 0;
  for (const Metric& metric : result.metrics)
    if (metric.tag == "step_time" || metric.tag.ends_with(".step_time")) sum += metric.value;
  return sum;
}

results::Rank rank_of(const Result& result, int rank, const std::string& node, std::size_t device) {
  results::Rank one{.rank = rank, .node = node, .device = device, .metrics = result.metrics};
  for (Metric& metric : one.metrics) metric.samples.clear();
  return one;
}

void raise_memory(Result& whole, const Result& other) {
  for (const Metric& metric : other.metrics) {
    if (!is_of_memory(metric)) continue;
    const auto same = std::find_if(whole.metrics.begin(), whole.metrics.end(),
                                   [&](const Metric& m) { return m.tag == metric.tag; });
    if (same != whole.metrics.end() && same->value < metric.value) *same = metric;
  }
}

bool is_of_all(const std::string& tag) {
  return tag == "bandwidth" || tag.ends_with(".bandwidth") ||
         tag.find("energy_per_") != std::string::npos;
}

// Each has a memory of its own and takes power of its own, for work that is counted of all:
// together they read, and take for a step, what all of them do.
void add_up(Result& whole, const std::vector<Result>& all) {
  for (Metric& metric : whole.metrics) {
    if (!is_of_all(metric.tag)) continue;
    double sum = 0;
    for (const Result& one : all)
      if (const Metric* found = one.find(metric.tag)) sum += found->value;
    metric = results::single_metric(metric.tag, sum);
  }
}

std::string node_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

// What ranks wait and spend their time on is the mean of all, and theory one for all.
void take_means(Result& whole, const std::vector<Result>& all) {
  for (Metric& metric : whole.metrics) {
    if (!metric.tag.starts_with("bubble") && !metric.tag.starts_with("part_")) continue;
    double sum = 0;
    for (const Result& one : all)
      if (const Metric* found = one.find(metric.tag)) sum += found->value;
    metric.value = sum / static_cast<double>(all.size());
  }
}

Result parsed(const std::string& line) {
  auto message = results::parse_engine_message(line);
  if (message)
    if (auto* result = std::get_if<Result>(&*message)) return std::move(*result);
  throw std::runtime_error("a rank sent something that is no result");
}

}  // namespace

results::Case case_of_rank(const results::Case& whole, int local_rank) {
  results::Case one = whole;
  const std::vector<std::string> devices = whole.device_ids();
  one.device = devices[static_cast<std::size_t>(local_rank) % devices.size()];
  return one;
}

Result joined_results(const results::Case& whole, std::vector<Result> all,
                      const std::vector<std::string>& nodes) {
  const auto slowest = std::max_element(
      all.begin(), all.end(),
      [](const Result& a, const Result& b) { return step_time(a) < step_time(b); });
  Result joined = *slowest;
  joined.measured_case = whole;
  add_up(joined, all);
  take_means(joined, all);
  joined.devices.clear();
  const std::string& node = nodes.front();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Result& one = all[i];
    raise_memory(joined, one);
    for (const Message& warning : one.warnings)
      if (std::find(joined.warnings.begin(), joined.warnings.end(), warning) ==
          joined.warnings.end())
        joined.warnings.push_back(warning);
    const results::Device& device = one.devices.front();
    auto known =
        std::find_if(joined.devices.begin(), joined.devices.end(), [&](const results::Device& d) {
          return d.id == device.id && (d.uuid == device.uuid || nodes[i] == node);
        });
    if (known == joined.devices.end()) known = joined.devices.insert(known, device);
    joined.ranks.push_back(rank_of(one, static_cast<int>(i), nodes[i],
                                   static_cast<std::size_t>(known - joined.devices.begin())));
  }
  return joined;
}

Result join_ranks(const results::Case& whole, const Result& own, RankGroup& ranks) {
  const std::vector<std::string> nodes = ranks.gather(node_name());
  std::vector<Result> all;
  for (const std::string& line : ranks.gather(results::to_line(results::EngineMessage(own))))
    all.push_back(parsed(line));
  return joined_results(whole, std::move(all), nodes);
}

}  // namespace wgf::engine
