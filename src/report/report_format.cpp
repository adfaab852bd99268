// SPDX-License-Identifier: MIT
#include "report/report_format.h"

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "report/html.h"
#include "report/picture.h"

namespace wgf::report {
namespace {

std::string write_one_run(const ReportInput& input) {
  if (input.runs.size() > 1)
    throw Error({"report.one_run_only", {{"count", std::to_string(input.runs.size())}}},
                ExitCode::usage);
  return write_json(input.runs.front(), input.language);
}

std::string write_rows(const ReportInput& input) {
  std::string text = write_csv(input.runs.front(), input.language);
  for (const results::Run& run : input.runs.subspan(1)) {
    const std::string more = write_csv(run, input.language);
    text += more.substr(more.find("\r\n") + 2);  // the headings are there already
  }
  return text;
}

template <std::string (*write)(const results::Run&, messages::Language)>
std::string write_each(const ReportInput& input) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < input.runs.size(); ++i) {
    const bool is_named = input.runs.size() > 1 && i < input.names.size();
    parts.push_back((is_named ? input.names[i] + "\n\n" : "") +
                    write(input.runs[i], input.language));
  }
  return join(parts, "\n");
}

constexpr ReportFormat formats[] = {
    {"html", "report.html", write_html},
    {"json", "results.json", write_one_run},
    {"csv", "results.csv", write_rows},
    {"md", "report.md", write_each<write_markdown>},
    {"txt", "report.txt", write_each<write_text>},
    {"svg", "report.svg", write_svg},
    {"png", "report.png", write_png, check_png},
};

std::string format_names() {
  std::vector<std::string> names;
  for (const ReportFormat& format : formats) names.emplace_back(format.name);
  return join(names, ", ");
}

}  // namespace

std::span<const ReportFormat> all_report_formats() {
  return formats;
}

const ReportFormat& report_format(std::string_view name) {
  const std::string folded = fold_name(name);
  const auto* found =
      std::find_if(std::begin(formats), std::end(formats),
                   [&](const ReportFormat& format) { return format.name == folded; });
  if (found != std::end(formats)) return *found;
  if (folded == "htm") return report_format("html");
  throw Error(
      {"report.unknown_format", {{"format", std::string(name)}, {"formats", format_names()}}},
      ExitCode::usage);
}

const ReportFormat& format_of_file(const std::filesystem::path& path) {
  const std::string suffix = path.extension().string();
  if (suffix.size() < 2)
    throw Error({"report.no_suffix", {{"path", path.string()}, {"formats", format_names()}}},
                ExitCode::usage);
  return report_format(std::string_view(suffix).substr(1));
}

}  // namespace wgf::report
