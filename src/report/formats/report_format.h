// SPDX-License-Identifier: MIT
#pragma once
// The forms results can be written in: one file each, one list. A new format is a file and a line.

#include "report/formats/output_format.h"
#include "report/report_input.h"

namespace wgf::report {

using ReportFormat = OutputFormat<ReportInput>;

std::string write_json(const results::Run& run, messages::Language language);      // json.cpp
std::string write_markdown(const results::Run& run, messages::Language language);  // markdown.cpp
std::string write_csv(const ReportInput& input);                                   // csv.cpp
// Tables within the columns of a terminal; 0: as wide as they need. In text.cpp.
std::string write_text(const results::Run& run, messages::Language language, std::size_t width = 0);

// json is the file of one run: throws Error(report.one_run_only, usage) for several. The others put
// the runs side by side (html, svg, png) or one below the other.
FormatList<ReportInput> all_report_formats();

// Throws Error(report.unknown_format, usage) naming the formats there are.
const ReportFormat& report_format(std::string_view name);

}  // namespace wgf::report
