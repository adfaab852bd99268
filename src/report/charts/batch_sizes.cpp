// SPDX-License-Identifier: MIT
// Of max-batch: memory and throughput over the batch size. A size that memory did not suffice for
// is a red mark at the limit.

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"
#include "report/charts/chart_list.h"
#include "report/result_table.h"

namespace wgf::report {
namespace {

using results::Result;
using results::Run;
using results::Status;

constexpr int drawing_height = 460;
constexpr const char* red = "#D62728";
constexpr double mebi_per_gibi = 1024;

// The first run of the task; its sizes in their order, of each the last result.
struct Search {
  std::size_t run = 0;
  std::map<std::int64_t, const Result*> sizes;
};

Search search_of(const ReportInput& input) {
  for (std::size_t i = 0; i < input.runs.size(); ++i) {
    if (input.runs[i].task != "max_batch") continue;
    Search search{.run = i};
    for (const Result& result : input.runs[i].results)
      search.sizes[result.measured_case.parameters.integer("batch_size")] = &result;
    return search;
  }
  return {};
}

std::optional<double> value_of(const Result& result, std::string_view tag) {
  const results::Metric* metric = result.find(tag);
  return metric && std::isfinite(metric->value) ? std::optional(metric->value) : std::nullopt;
}

Json point(std::int64_t batch, double value, const ReportInput& input, const Search& search,
           const Result& result, const std::string& text) {
  const ChartRow row{search.run, &result, "", case_label(result.measured_case)};
  return {{"value", {batch, chart_number(value)}},
          {"conditions", condition_lines_of(input, row, text)}};
}

Json line(const std::string& name, const Json& colour, Json data, bool is_dashed) {
  return {{"type", "line"},
          {"name", name},
          {"color", colour},
          {"clip", false},
          {"symbol", "circle"},
          {"symbolSize", is_dashed && data.size() > 1 ? 0 : 8},
          {"lineStyle", {{"type", is_dashed ? "dashed" : "solid"}, {"width", 2}}},
          {"data", std::move(data)}};
}

// Horizontal, with its name over its right end.
Json level(const std::string& text, double mib, const char* colour, bool is_dashed) {
  return {{"yAxis", chart_number(mib)},
          {"lineStyle", {{"color", colour}, {"type", is_dashed ? "dashed" : "solid"}}},
          {"label", {{"formatter", text}, {"position", "insideEndTop"}}}};
}

// Powers of two around all sizes.
void add_axes(Json& option, const Search& search, const std::string& heading, int top,
              messages::Language language) {
  const auto low = static_cast<double>(search.sizes.begin()->first),
             high = static_cast<double>(search.sizes.rbegin()->first);
  option["grid"].push_back({{"left", 84}, {"right", 40}, {"top", top + 34}, {"bottom", 56}});
  option["xAxis"].push_back({{"type", "log"},
                             {"logBase", 2},
                             {"min", std::exp2(std::floor(std::log2(low)))},
                             {"max", std::exp2(std::ceil(std::log2(high * 1.05)))},
                             {"name", messages::render("chart.batch_size", language)},
                             {"nameLocation", "middle"},
                             {"nameGap", 30}});
  option["yAxis"].push_back({{"type", "value"},
                             {"min", 0},
                             {"name", heading},
                             {"nameTextStyle", {{"align", "left"}, {"fontWeight", "bold"}}}});
}

Json memory_points(const ReportInput& input, const Search& search, const char* forecast_tag) {
  Json data = Json::array();
  for (const auto& [batch, result] : search.sizes) {
    const auto gib = forecast_tag != nullptr        ? value_of(*result, forecast_tag)
                     : result->status == Status::ok ? results::memory_in_use(*result)
                                                    : std::nullopt;
    if (gib)
      data.push_back(point(batch, *gib * mebi_per_gibi, input, search, *result,
                           format_number(*gib * mebi_per_gibi) + " MiB"));
  }
  return data;
}

// At the limit, or without one at the forecast or above everything measured.
Json failed_points(const ReportInput& input, const Search& search) {
  double highest = 0;
  for (const auto& [batch, result] : search.sizes)
    highest = std::max(highest, results::memory_in_use(*result).value_or(0));
  Json data = Json::array();
  for (const auto& [batch, result] : search.sizes) {
    if (result->status != Status::out_of_memory) continue;
    const auto limit = value_of(*result, "memory_limit"),
               forecast = value_of(*result, "memory_forecast");
    const double gib = limit ? *limit : forecast ? *forecast : highest;
    data.push_back(point(batch, gib * mebi_per_gibi, input, search, *result,
                         messages::render("status.out_of_memory", input.language)));
  }
  return data;
}

Json levels_of(const Search& search, messages::Language language) {
  Json levels = Json::array();
  const Result& first = *search.sizes.begin()->second;
  const auto limit = value_of(first, "memory_limit"), budget = value_of(first, "memory_budget");
  if (limit)
    levels.push_back(level(messages::render("chart.memory_limit", language), *limit * mebi_per_gibi,
                           red, false));
  if (limit && budget && *budget < *limit)
    levels.push_back(level(format_number(100 * *budget / *limit, 3) + " %", *budget * mebi_per_gibi,
                           "#E69F00", true));
  return levels;
}

bool has_measured(const Search& search) {
  return std::any_of(search.sizes.begin(), search.sizes.end(),
                     [](const auto& size) { return size.second->status == Status::ok; });
}

std::string subtitle_of(const Search& search) {
  return case_label(search.sizes.begin()->second->measured_case);
}

}  // namespace

Chart make_batch_memory_chart(const ReportInput& input) {
  const auto text = [&](const char* key) { return messages::render(key, input.language); };
  Chart chart{.name = "batch_memory", .title = text("chart.batch_memory")};
  const Search search = search_of(input);
  chart.is_empty = search.sizes.empty();
  if (chart.is_empty) return chart;
  chart.option = chart_option(
      chart.title, messages::render({"chart.batch_memory_note", {{"case", subtitle_of(search)}}},
                                    input.language));
  const Json colours = chart.option["color"];
  Json measured =
      line(text("chart.measured_memory"), colours[0], memory_points(input, search, nullptr), false);
  measured["markLine"] = {
      {"silent", true}, {"symbol", "none"}, {"data", levels_of(search, input.language)}};
  chart.option["series"].push_back(std::move(measured));
  std::vector<std::string> names{text("chart.measured_memory")};
  if (Json forecast = memory_points(input, search, "memory_forecast"); !forecast.empty()) {
    names.push_back(text("chart.forecast_memory"));
    chart.option["series"].push_back(line(names.back(), colours[1], std::move(forecast), true));
  }
  if (Json failed = failed_points(input, search); !failed.empty()) {
    names.push_back(text("status.out_of_memory"));
    chart.option["series"].push_back({{"type", "scatter"},
                                      {"name", names.back()},
                                      {"symbol", "diamond"},
                                      {"symbolSize", 16},
                                      {"color", red},
                                      {"data", std::move(failed)}});
  }
  const int top = add_legend(chart.option, names);
  add_axes(chart.option, search, "MiB", top, input.language);
  chart.height = drawing_height + top - first_panel_top;
  return chart;
}

Chart make_batch_throughput_chart(const ReportInput& input) {
  const auto text = [&](const char* key) { return messages::render(key, input.language); };
  Chart chart{.name = "batch_throughput", .title = text("chart.batch_throughput")};
  const Search search = search_of(input);
  chart.is_empty = search.sizes.empty() || !has_measured(search);
  if (chart.is_empty) return chart;
  chart.option = chart_option(chart.title, subtitle_of(search));
  Json data = Json::array();
  for (const auto& [batch, result] : search.sizes)
    if (const results::Metric* rate = result->find("throughput"))
      data.push_back(point(batch, rate->value, input, search, *result, metric_text(*rate)));
  chart.option["series"].push_back(
      line(text("metric.throughput"), chart.option["color"][0], std::move(data), false));
  add_axes(chart.option, search, "samples/s", first_panel_top - 20, input.language);
  chart.height = drawing_height - 60;
  return chart;
}

}  // namespace wgf::report
