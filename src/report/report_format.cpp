// SPDX-License-Identifier: MIT
#include "report/report_format.h"

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "base/text.h"

namespace wgf::report {
namespace {

constexpr ReportFormat formats[] = {
    {"json", "results.json", write_json},
    {"csv", "results.csv", write_csv},
    {"md", "report.md", write_markdown},
    {"txt", "report.txt", write_text},
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
  if (folded == "html" || folded == "htm")
    throw Error({"report.format_not_supported", {{"format", "html"}, {"formats", format_names()}}},
                ExitCode::not_supported);
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
