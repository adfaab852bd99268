// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "base/printable.h"
#include "base/text.h"
#include "report/charts/chart.h"
#include "report/charts/chart_renderer.h"
#include "report/formats/picture.h"
#include "report/result_table.h"
#include "report/score_section.h"

namespace wgf::report {
namespace {

constexpr int margin = 16;

std::string escape_xml(std::string_view text) {
  std::string escaped;
  for (const char character : printable(text)) {
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

// The facts of these labels, as many as fit the width and each once: a CPU's name is its device's.
std::string facts_text(const std::vector<LabelledText>& lines,
                       std::initializer_list<const char*> labels, messages::Language language) {
  constexpr std::size_t most_columns = 125;
  std::string text;
  for (const char* label : labels)
    for (const auto& [name, value] : lines) {
      if (name != messages::render(label, language)) continue;
      if (text.find(value) != std::string::npos) continue;
      const std::string next = text.empty() ? value : text + ", " + value;
      if (display_width(next) <= most_columns) text = next;
    }
  return text;
}

std::string score_line(const results::Run& run, messages::Language language) {
  if (!run.score) return "";
  return messages::render({run.score->is_partial() ? "chart.score_partial" : "chart.score",
                           {{"score", score_text(run.score->total)},
                            {"version", std::to_string(run.score->version)},
                            {"rank", std::to_string(run.score->rank)},
                            {"ranked", std::to_string(run.score->ranked)}}},
                          language);
}

std::vector<std::string> head_of_run(const results::Run& run, messages::Language language) {
  const std::vector<LabelledText> lines = machine_lines(run, language);
  const std::string score = score_line(run, language);
  return {facts_text(lines, {"report.device", "report.cpu", "report.memory"}, language),
          facts_text(lines, {"report.software", "report.system"}, language),
          score.empty() ? run.started_at : score + " · " + run.started_at};
}

// Each run by its name, with its machine and when it began.
std::vector<std::string> head_of_comparison(const ReportInput& input) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < input.runs.size(); ++i) {
    const results::Run& run = input.runs[i];
    std::string line = i < input.names.size() ? input.names[i] : std::to_string(i + 1);
    if (const std::string subject = subject_of(run); !subject.empty()) line += " · " + subject;
    lines.push_back(line + " · " + run.started_at);
  }
  return lines;
}

// The title and the lines below it; moves top to where the charts begin.
std::string head(const ReportInput& input, int& top) {
  constexpr int title_line = 32, first_line = 56, line_step = 22, gap = 14;
  const bool is_comparison = input.runs.size() > 1;
  std::string text =
      text_line(title_line, 20, "#222", messages::render(title_key(input.runs), input.language));
  top = first_line;
  for (const std::string& line : is_comparison ? head_of_comparison(input)
                                               : head_of_run(input.runs.front(), input.language)) {
    if (line.empty()) continue;
    text += text_line(top, 13, "#444", line);
    top += line_step;
  }
  top += gap - line_step;
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

// Script engines for one chart at a time each. They end with the process: taking one down piece by
// piece takes as long as drawing a chart.
class KeptRenderers {
 public:
  static KeptRenderers& all() {
    static KeptRenderers& kept = *new KeptRenderers;
    return kept;
  }
  std::string draw(const Chart& chart) {
    std::unique_ptr<ChartRenderer> renderer = taken();
    std::string svg = renderer->render_svg(chart.option, chart_width, chart.height);
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(renderer));
    return svg;
  }

 private:
  std::unique_ptr<ChartRenderer> taken() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        std::unique_ptr<ChartRenderer> renderer = std::move(idle_.back());
        idle_.pop_back();
        return renderer;
      }
    }
    return std::make_unique<ChartRenderer>();  // others need not wait for its start
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<ChartRenderer>> idle_;
};

// Each chart by itself: a script engine uses one processor.
std::vector<std::string> drawn(const std::vector<Chart>& charts) {
  std::vector<std::string> drawings(charts.size());
  in_parallel(charts.size(), [&](std::size_t i) {
    // ECharts leaves the control characters of names in its drawing; XML has no place for them.
    drawings[i] = printable(KeptRenderers::all().draw(charts[i]), Kept::white_space);
  });
  return drawings;
}

}  // namespace

std::string write_svg(const ReportInput& input) {
  const std::vector<Chart> charts = wanted_charts(input);
  int top = 0;
  const std::string heading = head(input, top);
  const std::vector<std::string> drawings = drawn(charts);
  std::string body;
  for (std::size_t i = 0; i < charts.size(); ++i) {
    body += placed(drawings[i], top);
    top += charts[i].height;
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
      "width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n{2}{3}</svg>\n",
      chart_width, top + margin, heading, body);
}

}  // namespace wgf::report
