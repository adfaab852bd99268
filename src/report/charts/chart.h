// SPDX-License-Identifier: MIT
#pragma once
// A chart is described once, as the option ECharts draws: the page hands it to ECharts in the
// browser, svg.cpp and png.cpp to the same script inside this program. It is plain JSON, so it
// holds no functions: numbers arrive rounded as printed, labels ready made in the reader's
// language.
//
// For whoever shows an option in a page:
// - data items that have conditions carry them as "conditions": a list of plain-text lines for the
//   hover (escape them: a model name may hold HTML);
// - "title" repeats Chart::title and may be dropped where the page has a heading;
// - no background and no text colours are set, so that the light and the dark theme both fit.

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "report/report_input.h"

namespace wgf::report {

struct Chart {
  std::string name;       // "throughput": the same in every language, for addresses and --chart
  std::string title;      // in the reader's language
  nlohmann::json option;  // complete; animation is off
  int height = 0;         // pixels it needs at chart_width; more rows need more
  bool is_empty = false;  // nothing to draw (no samples, no sensors, no prices): leave it out
};

inline constexpr int chart_width = 960;  // pixels

// One entry for every chart there is, in the order a report shows them, empty ones too.
std::vector<Chart> make_charts(const ReportInput& input);

}  // namespace wgf::report
