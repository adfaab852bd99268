// SPDX-License-Identifier: MIT
#include "report/formats/report_format.h"

#include <vector>

#include "base/error.h"
#include "base/printable.h"
#include "base/text.h"
#include "report/formats/html.h"
#include "report/formats/picture.h"
#include "report/table.h"
#include "results/json.h"

namespace wgf::report {
namespace {

std::string write_one_run(const ReportInput& input) {
  if (input.runs.size() > 1)
    throw Error({"report.one_run_only", {{"count", std::to_string(input.runs.size())}}},
                ExitCode::usage);
  return write_json(input.runs.front(), input.language);
}

// A file that nothing reads never takes the place of one that is read.
void check_run(const std::string& text, const std::string& file_name) {
  try {
    results::parse_run(text, file_name);
  } catch (const Error& fault) {
    throw Error({"report.unreadable",
                 {{"path", file_name},
                  {"reason", messages::render(fault.message(), messages::Language::english)}}});
  }
}

std::string heading_line(const std::string& name) {
  return "# " + markdown_line(name);
}

std::string plain_line(const std::string& name) {
  return printable(name);
}

std::string markdown_of(const results::Run& run, const ReportInput& input) {
  return write_markdown(run, input.language);
}

std::string text_of(const results::Run& run, const ReportInput& input) {
  return write_text(run, input.language, input.width);
}

// One below the other, each under the name of its file.
template <std::string (*write)(const results::Run&, const ReportInput&),
          std::string (*title)(const std::string&)>
std::string write_each(const ReportInput& input) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < input.runs.size(); ++i) {
    const bool is_named = input.runs.size() > 1 && i < input.names.size();
    parts.push_back((is_named ? title(input.names[i]) + "\n\n" : "") + write(input.runs[i], input));
  }
  return join(parts, "\n");
}

constexpr ReportFormat formats[] = {
    {"html", "report.html", write_html},
    {"json", "results.json", write_one_run, nullptr, check_run},
    {"csv", "results.csv", write_csv},
    {"md", "report.md", write_each<markdown_of, heading_line>},
    {"txt", "report.txt", write_each<text_of, plain_line>},
    {"svg", "report.svg", write_svg},
    {"png", "report.png", write_png, check_png},
};

}  // namespace

FormatList<ReportInput> all_report_formats() {
  return formats;
}

const ReportFormat& report_format(std::string_view name) {
  return find_format(all_report_formats(), name);
}

}  // namespace wgf::report
