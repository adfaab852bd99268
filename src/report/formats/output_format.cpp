// SPDX-License-Identifier: MIT
#include "report/formats/output_format.h"

#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "report/formats/comparison_report.h"
#include "report/report_input.h"

namespace wgf::report {
namespace {

template <typename Input>
std::string names_of(FormatList<Input> formats, const std::string& before = "") {
  std::vector<std::string> names;
  for (const OutputFormat<Input>& format : formats)
    names.push_back(before + std::string(format.name));
  return join(names, ", ");
}

template <typename Input>
const OutputFormat<Input>* try_find_format(FormatList<Input> formats, std::string_view name) {
  const std::string folded = fold_name(name);
  const std::string_view wanted = folded == "htm" ? "html" : std::string_view(folded);
  for (const OutputFormat<Input>& format : formats)
    if (format.name == wanted) return &format;
  return nullptr;
}

}  // namespace

template <typename Input>
const OutputFormat<Input>& find_format(FormatList<Input> formats, std::string_view name) {
  if (const OutputFormat<Input>* format = try_find_format(formats, name)) return *format;
  throw Error(
      {"report.unknown_format", {{"format", std::string(name)}, {"formats", names_of(formats)}}},
      ExitCode::usage);
}

template <typename Input>
const OutputFormat<Input>* format_of_suffix(FormatList<Input> formats,
                                            const std::filesystem::path& path) {
  const std::string suffix = path.extension().string();
  return suffix.size() < 2 ? nullptr : try_find_format(formats, std::string_view(suffix).substr(1));
}

template <typename Input>
const OutputFormat<Input>& format_of_file(FormatList<Input> formats,
                                          const std::filesystem::path& path) {
  const std::string suffix = path.extension().string();
  if (suffix.size() < 2)
    throw Error(
        {"report.no_suffix", {{"path", path.string()}, {"formats", names_of(formats, ".")}}},
        ExitCode::usage);
  return find_format(formats, std::string_view(suffix).substr(1));
}

// The two kinds of things that are written.
template const OutputFormat<ReportInput>* format_of_suffix(FormatList<ReportInput>,
                                                           const std::filesystem::path&);
template const OutputFormat<ReportInput>& find_format(FormatList<ReportInput>, std::string_view);
template const OutputFormat<ReportInput>& format_of_file(FormatList<ReportInput>,
                                                         const std::filesystem::path&);
template const OutputFormat<ComparisonReport>* format_of_suffix(FormatList<ComparisonReport>,
                                                                const std::filesystem::path&);
template const OutputFormat<ComparisonReport>& find_format(FormatList<ComparisonReport>,
                                                           std::string_view);
template const OutputFormat<ComparisonReport>& format_of_file(FormatList<ComparisonReport>,
                                                              const std::filesystem::path&);

}  // namespace wgf::report
