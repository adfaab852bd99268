// SPDX-License-Identifier: MIT
// Of train, scaling and parallel: efficiency over the number of GPUs, and what a step of a rank is
// spent on.

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"
#include "report/charts/chart_list.h"
#include "report/result_table.h"
#include "report/tasks/rank_points.h"

namespace wgf::report {
namespace {

using results::Result;
using results::Run;

constexpr int efficiency_height = 420;

bool is_of_ranks(const Run& run) {
  return run.task == "train" || run.task.starts_with("parallel_");
}

// Of the first run that has any.
struct Points {
  std::size_t run = 0;
  std::vector<RankPoint> all;
};
Points points_of(const ReportInput& input) {
  for (std::size_t i = 0; i < input.runs.size(); ++i) {
    const Run& run = input.runs[i];
    if (!is_of_ranks(run)) continue;
    Points points{i, run.task == "train" ? train_points(run) : form_points(run)};
    if (!points.all.empty()) return points;
  }
  return {};
}

std::string percent(double value) {
  return format_number(value, 3) + " %";
}

// Powers of two around all numbers of GPUs.
void add_axes(Json& option, const Points& points, int top, const ReportInput& input) {
  std::int64_t most = 2;
  double highest = 100;
  for (const RankPoint& point : points.all) {
    most = std::max(most, point.gpus);
    highest = std::max(highest, point.efficiency);
  }
  option["grid"].push_back({{"left", 64}, {"right", 40}, {"top", top + 34}, {"bottom", 56}});
  option["xAxis"].push_back(
      {{"type", "log"},
       {"logBase", 2},
       {"min", 1},
       {"max", std::exp2(std::ceil(std::log2(static_cast<double>(most) * 1.05)))},
       {"name", messages::render("chart.rank_gpus", input.language)},
       {"nameLocation", "middle"},
       {"nameGap", 30}});
  option["yAxis"].push_back({{"type", "value"},
                             {"min", 0},
                             {"max", 10 * std::ceil(highest / 10)},
                             {"name", "%"},
                             {"nameTextStyle", {{"align", "left"}, {"fontWeight", "bold"}}}});
}

// Times of the parts in ms, by tag, in the order of the table of metrics.
using Parts = std::vector<std::pair<std::string_view, double>>;
Parts parts_of(const Result& result) {
  Parts parts;
  for (const results::MetricInfo& info : results::all_metrics())
    if (info.tag.starts_with("part_"))
      if (const results::Metric* metric = result.find(info.tag); metric && metric->value > 0)
        parts.emplace_back(info.tag, metric->value);
  return parts;
}

// As the chart of efficiency has it where it does.
std::string short_label(const ChartRow& row, const Points& points, messages::Language language) {
  for (const RankPoint& point : points.all)
    if (point.result == row.result)
      return messages::render(
          Message{"chart.rank_row", {{"way", point.way}, {"gpus", std::to_string(point.gpus)}}},
          language);
  return row.label;
}

std::string parts_text(const Parts& parts, messages::Language language) {
  std::vector<std::string> texts;
  for (const auto& [tag, value] : parts)
    texts.push_back(messages::render("metric." + std::string(tag), language) + " " +
                    format_number(value, 3) + " ms");
  return join(texts, ", ");
}

}  // namespace

Chart make_efficiency_chart(const ReportInput& input) {
  Chart chart{.name = "efficiency",
              .title = messages::render("chart.rank_efficiency", input.language)};
  const Points points = points_of(input);
  chart.is_empty = points.all.empty();
  if (chart.is_empty) return chart;
  chart.option =
      chart_option(chart.title, messages::render("chart.rank_efficiency_note", input.language));
  std::map<std::string, std::vector<const RankPoint*>> lines;
  std::vector<std::string> names;
  for (const RankPoint& point : points.all) {
    if (!lines.contains(point.way)) names.push_back(point.way);
    lines[point.way].push_back(&point);
  }
  for (const std::string& name : names) {
    std::vector<const RankPoint*>& line = lines[name];
    std::stable_sort(line.begin(), line.end(),
                     [](const RankPoint* a, const RankPoint* b) { return a->gpus < b->gpus; });
    Json data = Json::array();
    for (const RankPoint* point : line) {
      const ChartRow row{points.run, point->result, "", case_label(point->result->measured_case)};
      const bool is_forecast = point->result->provenance != results::Provenance::measured;
      data.push_back({{"value", {point->gpus, chart_number(point->efficiency)}},
                      {"symbol", is_forecast ? "emptyCircle" : "circle"},
                      {"conditions", condition_lines_of(input, row, percent(point->efficiency))}});
    }
    chart.option["series"].push_back({{"type", "line"},
                                      {"name", name},
                                      {"clip", false},
                                      {"symbolSize", 9},
                                      {"lineStyle", {{"width", 2}}},
                                      {"data", std::move(data)}});
  }
  const int top = add_legend(chart.option, names);
  add_axes(chart.option, points, top, input);
  chart.height = efficiency_height + top - first_panel_top;
  return chart;
}

Chart make_step_parts_chart(const ReportInput& input) {
  Chart chart{.name = "step_parts", .title = messages::render("chart.step_parts", input.language)};
  std::vector<ChartRow> rows;
  for (const ChartRow& row :
       select_rows(measured_rows(input), [](const Result& one) { return !parts_of(one).empty(); }))
    if (is_of_ranks(input.runs[row.run]) && (rows.empty() || rows.front().run == row.run))
      rows.push_back(row);
  chart.is_empty = rows.empty();
  if (chart.is_empty) return chart;
  chart.option =
      chart_option(chart.title, messages::render("chart.step_parts_note", input.language));
  RowPanel axes{.heading = "ms"};
  const Points points = points_of(input);
  std::vector<std::string_view> tags;
  std::vector<double> sums;
  for (const ChartRow& row : rows) {
    axes.labels.push_back(short_label(row, points, input.language));
    sums.push_back(0);
    for (const auto& [tag, value] : parts_of(*row.result)) {
      if (std::find(tags.begin(), tags.end(), tag) == tags.end()) tags.push_back(tag);
      sums.back() += value;
    }
    axes.largest = std::max(axes.largest, sums.back());
  }
  std::vector<std::string> names;
  for (const std::string_view tag : tags)
    names.push_back(messages::render("metric." + std::string(tag), input.language));
  const int top = add_legend(chart.option, names);
  chart.height = add_panel(chart.option, axes, top, label_width(axes));
  for (std::size_t part = 0; part < tags.size(); ++part) {
    Json bars = Json::array();
    for (const ChartRow& row : rows) {
      const Parts parts = parts_of(*row.result);
      const auto found = std::find_if(parts.begin(), parts.end(),
                                      [&](const auto& one) { return one.first == tags[part]; });
      bars.push_back(
          {{"value", chart_number(found == parts.end() ? 0.0 : found->second)},
           {"conditions", condition_lines_of(input, row, parts_text(parts, input.language))}});
    }
    chart.option["series"].push_back({{"type", "bar"},
                                      {"stack", "step"},
                                      {"name", names[part]},
                                      {"barWidth", 14},
                                      {"data", std::move(bars)}});
  }
  Json texts = Json::array();
  for (std::size_t i = 0; i < rows.size(); ++i)
    texts.push_back(row_text(sums[i], i, format_number(sums[i], 4) + " ms"));
  chart.option["series"].push_back(row_texts_series(0, "", std::move(texts)));
  return chart;
}

}  // namespace wgf::report
