// SPDX-License-Identifier: MIT
#include "report/ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/statistics.h"
#include "base/text.h"
#include "report/result_table.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Metric;
using results::Rank;
using results::Result;

std::string number_text(const std::string& tag, double value) {
  return metric_text(results::single_metric(tag, value));
}

// "1 (node-a, cuda:1)"; without the node where all are on one.
std::string place_text(const Result& result, const Rank& rank) {
  std::vector<std::string> places;
  if (node_count(result) > 1) places.push_back(rank.node);
  if (rank.device < result.devices.size()) places.push_back(result.devices[rank.device].id);
  return fmt::format("{} ({})", rank.rank, join(places, ", "));
}

std::optional<RankSpread> spread_of(const Result& result, const std::string& tag) {
  RankSpread spread{.tag = tag};
  const bool is_time = results::metric_info(tag).better == results::Better::lower;
  std::vector<double> values;
  double slowest = 0;
  for (const Rank& rank : result.ranks) {
    const Metric* metric = rank.find(tag);
    if (metric == nullptr || !std::isfinite(metric->value)) continue;
    values.push_back(metric->value);
    const bool is_slower = is_time ? metric->value > slowest : metric->value < slowest;
    if (spread.slowest != nullptr && !is_slower) continue;
    slowest = metric->value;
    spread.slowest = &rank;
  }
  if (values.size() < 2) return std::nullopt;
  spread.ranks = values.size();
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  spread.min = *least;
  spread.max = *most;
  spread.median = median(values);
  return spread;
}

}  // namespace

std::optional<RankSpread> rank_spread(const Result& result) {
  for (const MainNumber number : {MainNumber::time, MainNumber::rate})
    if (const Metric* metric = main_number(result, number))
      if (auto spread = spread_of(result, metric->tag)) return spread;
  return std::nullopt;
}

std::size_t node_count(const Result& result) {
  std::set<std::string> nodes;
  for (const Rank& rank : result.ranks) nodes.insert(rank.node);
  return std::max<std::size_t>(nodes.size(), 1);
}

std::string with_nodes(std::string devices, const Result& result, Language language) {
  const std::size_t nodes = node_count(result);
  if (nodes == 1) return devices;
  return messages::render({"report.devices_on_nodes",
                           {{"devices", std::move(devices)}, {"count", std::to_string(nodes)}}},
                          language);
}

std::string ranks_text(const Result& result, Language language) {
  const std::optional<RankSpread> spread = rank_spread(result);
  if (!spread) return "";
  return messages::render({"report.ranks_text",
                           {{"count", std::to_string(spread->ranks)},
                            {"metric", messages::render("metric." + spread->tag, language)},
                            {"min", number_text(spread->tag, spread->min)},
                            {"median", number_text(spread->tag, spread->median)},
                            {"max", number_text(spread->tag, spread->max)},
                            {"slowest", place_text(result, *spread->slowest)}}},
                          language);
}

std::vector<TitledTable> rank_tables(const results::Run& run, Language language) {
  TitledTable titled{messages::render("report.ranks_title", language),
                     {{text_column("report.column_case", language),
                       text_column("report.ranks_devices", language),
                       {messages::render("report.ranks", language), Align::right},
                       text_column("report.column_metric", language),
                       {"min", Align::right},
                       {messages::render("report.ranks_median", language), Align::right},
                       {"max", Align::right},
                       text_column("report.ranks_slowest", language)},
                      {}}};
  const std::vector<std::string> labels = result_labels(run, language);
  for (std::size_t i = 0; i < run.results.size(); ++i) {
    const Result& result = run.results[i];
    const std::optional<RankSpread> spread = rank_spread(result);
    if (!spread) continue;
    titled.table.rows.push_back(
        {labels[i], with_nodes(results::device_names(result.devices), result, language),
         std::to_string(spread->ranks), messages::render("metric." + spread->tag, language),
         number_text(spread->tag, spread->min), number_text(spread->tag, spread->median),
         number_text(spread->tag, spread->max), place_text(result, *spread->slowest)});
  }
  if (titled.table.rows.empty()) return {};
  return {std::move(titled)};
}

}  // namespace wgf::report
