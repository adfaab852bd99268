// SPDX-License-Identifier: MIT
#include "report/charts/chart_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

#include "base/text.h"
#include "report/joined_processes.h"
#include "report/result_table.h"

namespace wgf::report {
namespace {

using results::Result;
using results::Run;
using results::Status;

// Okabe and Ito's colours: told apart by colour-blind readers, on white and on black.
constexpr const char* palette[] = {"#0072B2", "#E69F00", "#009E73", "#CC79A7",
                                   "#56B4E9", "#D55E00", "#8C8C8C"};

constexpr int most_label_px = 320;
constexpr double px_per_column = 7.3;  // DejaVu Sans at 12 px; Arial is narrower
constexpr double linear_span = 100;    // beyond it the smallest bars could not be seen
constexpr double linear_time_span = 10;

// Work of one kind on two devices of a machine is two cases. How many several ranks share is in
// their key.
bool has_several_devices(const Run& run) {
  std::set<std::string_view> devices;
  for (const Result& result : run.results)
    if (result.measured_case.ranks() == 1) devices.insert(result.measured_case.device);
  return devices.size() > 1;
}

std::size_t processes_of(const ReportInput& input, const ChartRow& row) {
  if (input.processes.empty()) return 1;
  return input.processes[row.run]
                        [static_cast<std::size_t>(row.result - input.runs[row.run].results.data())];
}

}  // namespace

int text_width(const std::string& text) {
  return static_cast<int>(static_cast<double>(display_width(text)) * px_per_column);
}

std::vector<ChartRow> measured_rows(const ReportInput& input) {
  std::vector<std::string> order;  // keys as first met
  std::map<std::string, std::vector<ChartRow>> rows_of;
  const bool with_device = std::any_of(input.runs.begin(), input.runs.end(), has_several_devices);
  for (std::size_t i = 0; i < input.runs.size(); ++i) {
    const Run& run = input.runs[i];
    const std::vector<std::string> labels = case_labels(run);
    for (std::size_t j = 0; j < run.results.size(); ++j) {
      const Result& result = run.results[j];
      if (result.status != Status::ok) continue;
      const std::string& device = result.measured_case.device;
      const std::string key = result.measured_case.key() + (with_device ? " @" + device : "");
      auto& rows = rows_of[key];
      if (rows.empty()) order.push_back(key);
      rows.push_back({i, &result, key, labels[j] + (with_device ? " " + device : "")});
    }
  }
  std::vector<ChartRow> all;
  for (const std::string& key : order)
    all.insert(all.end(), rows_of[key].begin(), rows_of[key].end());
  return all;
}

ShownRows limit_cases(std::vector<ChartRow> rows, const ReportInput& input) {
  ShownRows shown;
  std::size_t total = 0;
  bool is_joined = false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    total += i == 0 || !is_same_case(rows[i - 1], rows[i]) ? 1 : 0;
    is_joined = is_joined || processes_of(input, rows[i]) > 1;
    if (total <= most_cases) shown.rows.push_back(rows[i]);
  }
  if (is_joined) shown.note = messages::render("chart.joined", input.language);
  if (total > most_cases)
    shown.note += messages::render(
        {"chart.first_cases",
         {{"shown", std::to_string(most_cases)}, {"total", std::to_string(total)}}},
        input.language);
  return shown;
}

std::vector<std::string> run_names(const ReportInput& input) {
  std::vector<std::string> names(input.runs.size());
  if (names.size() > 1 && input.names.size() == names.size()) names = input.names;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Run& run = input.runs[i];
    if (names[i].empty()) names[i] = results::device_names(run.devices);
    if (names[i].empty()) names[i] = run.started_at;
  }
  const std::set<std::string> different(names.begin(), names.end());
  if (different.size() < names.size())
    for (std::size_t i = 0; i < names.size(); ++i)
      names[i] = fmt::format("{}: {} {}", i + 1, names[i], input.runs[i].started_at);
  return names;
}

Json condition_lines_of(const ReportInput& input, const ChartRow& row, const std::string& value) {
  Json lines = Json::array({row.label, value});
  if (input.runs.size() > 1) lines.push_back(run_names(input)[row.run]);
  if (const std::string joined = joined_text(processes_of(input, row), input.language);
      !joined.empty())
    lines.push_back(messages::render("report.processes", input.language) + ": " + joined);
  for (const auto& [name, text] :
       result_conditions(input.runs[row.run], *row.result, input.language))
    lines.push_back(name + ": " + text);
  for (const Message& warning : row.result->warnings)
    lines.push_back(messages::render(warning, input.language));
  return lines;
}

Json chart_number(double value) {
  if (!std::isfinite(value)) return nullptr;
  constexpr int digits = 6;
  return std::strtod(fmt::format("{:.{}g}", value, digits).c_str(), nullptr);
}

Json chart_option(const std::string& title, const std::string& subtitle) {
  Json option;
  option["animation"] = false;
  option["color"] = palette;
  constexpr int title_left = 16;
  option["title"] = {{"text", title},
                     {"subtext", shortened_to(chart_width - 2 * title_left, subtitle)},
                     {"left", title_left},
                     {"top", 8}};
  option["title"]["itemGap"] = 6;
  option["tooltip"] = {{"trigger", "item"}, {"confine", true}};
  for (const char* list : {"grid", "xAxis", "yAxis", "series"}) option[list] = Json::array();
  return option;
}

int label_width(std::span<const std::string> labels) {
  int width = 0;
  for (const std::string& label : labels) width = std::max(width, text_width(label));
  return std::min(width + 8, most_label_px);
}

int label_width(const RowPanel& panel) {
  constexpr double bold_share = 1.15;
  int width = label_width(panel.labels);
  for (const std::size_t heading : panel.headings)
    width = std::max(width, static_cast<int>(bold_share * text_width(panel.labels[heading])) + 8);
  return std::min(width, most_label_px);
}

std::string shortened_to(int most_px, const std::string& label) {
  if (text_width(label) <= most_px) return label;
  const auto is_inside = [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
  };
  std::string text = label;
  while (!text.empty() && text_width(text + "…") > most_px) {
    while (text.size() > 1 && is_inside(text.back()))
      text.pop_back();  // a character of several bytes leaves whole
    text.pop_back();
  }
  return text.empty() ? label : text + "…";
}

namespace {

// The power of ten at least half a decade below, so that the smallest value has a bar too.
double log_axis_start(double smallest) {
  constexpr double least_decades = 0.5;
  return std::pow(10, std::floor(std::log10(smallest) - least_decades));
}

bool is_log_axis(const RowPanel& panel) {
  const double span = panel.prefers_log ? linear_time_span : linear_span;
  return panel.smallest > 0 && panel.largest > span * panel.smallest;
}

// A heading is an object, a row its label alone.
Json row_labels(const RowPanel& panel) {
  Json labels = panel.labels;
  for (const std::size_t heading : panel.headings)
    labels[heading] = {{"value", panel.labels[heading]}, {"textStyle", {{"fontWeight", "bold"}}}};
  return labels;
}

// What is too long for its room goes on in a second line: the precision of a case stands last.
Json row_label_style(int width) {
  constexpr int line_height = 12;
  return {{"interval", 0},
          {"width", width},
          {"overflow", "break"},
          {"lineHeight", line_height},
          {"height", 2 * line_height},
          {"lineOverflow", "truncate"},
          {"margin", 10}};
}

}  // namespace

double axis_start(const RowPanel& panel) {
  return is_log_axis(panel) ? log_axis_start(panel.smallest) : 0;
}

int add_panel(Json& option, const RowPanel& panel, int top, int width) {
  constexpr int heading_room = 30, axis_room = 44;
  const auto rows = static_cast<int>(panel.labels.size());
  const std::size_t index = option["grid"].size();
  const bool is_log = is_log_axis(panel);
  option["grid"].push_back({{"left", width + 24},
                            {"right", text_room},
                            {"top", top + heading_room},
                            {"height", rows * row_height},
                            {"outerBoundsMode", "none"}});
  Json value_axis{{"type", is_log ? "log" : "value"},
                  {"gridIndex", index},
                  {"splitNumber", 4},
                  {"axisLabel", {{"hideOverlap", true}}}};
  // A bar of a logarithmic axis stands on 1 unless told otherwise.
  if (is_log) value_axis["min"] = value_axis["startValue"] = axis_start(panel);
  if (panel.most > 0) value_axis["max"] = chart_number(panel.most);
  option["xAxis"].push_back(value_axis);
  // Inverse: the first row stands on top, and the heading over it.
  option["yAxis"].push_back({{"type", "category"},
                             {"gridIndex", index},
                             {"data", row_labels(panel)},
                             {"inverse", true},
                             {"name", is_log ? panel.heading + panel.log_note : panel.heading},
                             {"nameLocation", "start"},
                             {"nameTextStyle", {{"align", "left"}, {"fontWeight", "bold"}}},
                             {"axisTick", {{"show", false}}},
                             {"axisLabel", row_label_style(width)}});
  return top + heading_room + rows * row_height + axis_room;
}

int add_bar_panel(Json& option, const RowPanel& panel, std::size_t number, int top, int label_width,
                  Json bars, Json texts, const std::string& name) {
  const int next = add_panel(option, panel, top, label_width);
  option["series"].push_back({{"type", "bar"},
                              {"name", name},
                              {"barWidth", 14},
                              {"xAxisIndex", number},
                              {"yAxisIndex", number},
                              {"color", option["color"][number]},
                              {"data", std::move(bars)}});
  option["series"].push_back(row_texts_series(number, "", std::move(texts)));
  return next;
}

Json row_text(double x, std::size_t row, const std::string& text) {
  return {{"value", {chart_number(x), row}}, {"label", {{"formatter", text}}}};
}

Json text_outline() {
  return {{"textBorderColor", "#FFFFFF"}, {"textBorderWidth", 4}};
}

Json row_texts_series(std::size_t panel, const std::string& name, Json data) {
  Json label = text_outline();
  label.update({{"show", true}, {"position", "right"}, {"distance", 8}});
  return {{"type", "scatter"},   {"name", name},    {"xAxisIndex", panel},
          {"yAxisIndex", panel}, {"symbolSize", 0}, {"silent", true},
          {"data", data},        {"clip", false},   {"label", std::move(label)}};
}

}  // namespace wgf::report
