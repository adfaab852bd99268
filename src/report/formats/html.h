// SPDX-License-Identifier: MIT
#pragma once
// The page: one run, or several side by side, in both languages.

#include <string>

#include "report/report_input.h"

namespace wgf::report {

std::string write_html(const ReportInput& input);

}  // namespace wgf::report
