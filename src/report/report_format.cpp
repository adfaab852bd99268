// SPDX-License-Identifier: MIT
#include "report/report_format.h"

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

}  // namespace

FormatList<ReportInput> all_report_formats() {
  return formats;
}

const ReportFormat& report_format(std::string_view name) {
  return find_format(all_report_formats(), name);
}

}  // namespace wgf::report
