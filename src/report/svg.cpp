// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "report/chart_renderer.h"
#include "report/charts/chart.h"
#include "report/picture.h"
#include "report/result_table.h"

namespace wgf::report {
namespace {

constexpr int head_height = 92, margin = 16;

std::string escape_xml(std::string_view text) {
  std::string escaped;
  for (const char character : text) {
    if (character == '&')
      escaped += "&amp;";
    else if (character == '<')
      escaped += "&lt;";
    else if (character == '>')
      escaped += "&gt;";
    else
      escaped += character;
  }
  return escaped;
}

std::string text_line(int y, int size, std::string_view colour, std::string_view text) {
  return fmt::format(
      "<text x=\"{}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"{}\" fill=\"{}\">{}</text>\n",
      margin, y, size, colour, escape_xml(text));
}

// "NVIDIA H200, driver 580.95, …": the first facts of the machine, as many as fit the width.
std::string machine_text(const results::Run& run, messages::Language language) {
  constexpr std::size_t most_columns = 130;
  std::string text;
  for (const auto& [name, value] : machine_lines(run, language)) {
    const std::string next = text.empty() ? value : text + ", " + value;
    if (display_width(next) > most_columns) continue;
    text = next;
  }
  return text;
}

std::string score_text(const results::Run& run, messages::Language language) {
  if (!run.score) return "";
  return messages::render({run.score->is_partial() ? "chart.score_partial" : "chart.score",
                           {{"score", format_number(run.score->total, 3)},
                            {"version", std::to_string(run.score->version)},
                            {"rank", std::to_string(run.score->rank)},
                            {"ranked", std::to_string(run.score->ranked)}}},
                          language);
}

std::string head(const ReportInput& input) {
  const results::Run& run = input.runs.front();
  std::string text = text_line(32, 20, "#222", messages::render("report.title", input.language));
  if (input.runs.size() > 1) {
    text += text_line(56, 13, "#444", join(input.names, ", "));
  } else {
    text += text_line(56, 13, "#444", machine_text(run, input.language));
    const std::string score = score_text(run, input.language);
    text +=
        text_line(78, 13, "#444", score.empty() ? run.started_at : score + "   " + run.started_at);
  }
  return text;
}

std::vector<Chart> wanted_charts(const ReportInput& input) {
  std::vector<Chart> charts = make_charts(input);
  std::vector<std::string> names;
  for (const Chart& chart : charts) names.push_back(chart.name);
  for (const std::string& name : input.charts)
    if (std::find(names.begin(), names.end(), name) == names.end())
      throw Error({"report.unknown_chart", {{"chart", name}, {"charts", join(names, ", ")}}},
                  ExitCode::usage);
  std::erase_if(charts, [&](const Chart& chart) {
    const bool is_wanted =
        input.charts.empty() ||
        std::find(input.charts.begin(), input.charts.end(), chart.name) != input.charts.end();
    return chart.is_empty || !is_wanted;
  });
  if (charts.empty()) throw Error({"report.no_charts", {}}, ExitCode::not_supported);
  return charts;
}

// A whole drawing becomes part of another by saying where it stands.
std::string placed(const std::string& svg, int top) {
  constexpr std::string_view start = "<svg ";
  return fmt::format("<svg x=\"0\" y=\"{}\" ", top) + svg.substr(start.size()) + "\n";
}

}  // namespace

std::string write_svg(const ReportInput& input) {
  const std::vector<Chart> charts = wanted_charts(input);
  ChartRenderer renderer;
  std::string body;
  int top = head_height;
  for (const Chart& chart : charts) {
    body += placed(renderer.render_svg(chart.option, chart_width, chart.height), top);
    top += chart.height;
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
      "width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n{2}{3}</svg>\n",
      chart_width, top + margin, head(input), body);
}

}  // namespace wgf::report
