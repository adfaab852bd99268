// SPDX-License-Identifier: MIT
#pragma once
// A report as one picture: what was measured, when and where, and the charts below each other.

#include <string>

#include "report/report_input.h"

namespace wgf::report {

std::string write_svg(const ReportInput& input);  // svg.cpp
// Throws Error(report.no_librsvg or report.no_fonts, not_supported) where this machine cannot draw.
std::string write_png(const ReportInput& input);  // png.cpp
void check_png();  // throws the same errors, before anything is measured

}  // namespace wgf::report
