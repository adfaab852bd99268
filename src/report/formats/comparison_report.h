// SPDX-License-Identifier: MIT
#pragma once
// A comparison as people and programs read it: terminal text, Markdown for a pull-request comment,
// CSV and JSON. One function each, one list.

#include <string>

#include "report/comparison_parts.h"
#include "report/formats/output_format.h"

namespace wgf::report {

using ComparisonFormat = OutputFormat<ComparisonReport>;

std::string write_comparison_text(const ComparisonReport& report);
std::string write_comparison_markdown(const ComparisonReport& report);
std::string write_comparison_csv(const ComparisonReport& report);
std::string write_comparison_json(const ComparisonReport& report);

// A comparison is printed where no -o names a file.
FormatList<ComparisonReport> all_comparison_formats();

}  // namespace wgf::report
