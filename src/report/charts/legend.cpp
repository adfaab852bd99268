// SPDX-License-Identifier: MIT
// Names of the series above the panels, in as many rows as they need.

#include <algorithm>

#include "report/charts/chart_parts.h"

namespace wgf::report {
namespace {

constexpr int legend_icon = 30, legend_left = 16;
constexpr int legend_room = chart_width - 2 * legend_left - 10;  // 5 px of padding on either side

// ECharts reckons with a narrower font than DejaVu Sans, which servers have: with the usual gap the
// longest entry would run into the next.
int legend_gap(const std::vector<std::string>& row) {
  constexpr int gap = 12, wider_font = 6;  // a sixth
  int longest = 0;
  for (const std::string& name : row) longest = std::max(longest, text_width(name));
  return gap + longest / wider_font;
}

int legend_row_width(const std::vector<std::string>& row) {
  int width = -legend_gap(row);
  for (const std::string& name : row) width += legend_icon + text_width(name) + legend_gap(row);
  return width;
}

// As many names in each row as fit.
std::vector<std::vector<std::string>> legend_rows(const std::vector<std::string>& names) {
  std::vector<std::vector<std::string>> rows;
  for (const std::string& name : names) {
    if (!rows.empty()) {
      rows.back().push_back(name);
      if (legend_row_width(rows.back()) <= legend_room) continue;
      rows.back().pop_back();
    }
    rows.push_back({name});
  }
  return rows;
}

// A legend of its own, so that ECharts, which would break the rows elsewhere, has none to break.
Json legend_row(const std::vector<std::string>& row, int top) {
  Json legend{{"data", row},
              {"left", legend_left},
              {"top", top},
              {"width", chart_width},
              {"itemGap", legend_gap(row)}};
  if (legend_row_width(row) > legend_room)  // one name, wider than the drawing
    legend["formatter"] = shortened_to(legend_room - legend_icon, row.front());
  return legend;
}

}  // namespace

int add_legend(Json& option, const std::vector<std::string>& names) {
  constexpr int top = 52, row_step = 22;
  option["legend"] = Json::array();
  int next = top;
  for (const std::vector<std::string>& row : legend_rows(names)) {
    option["legend"].push_back(legend_row(row, next));
    next += row_step;
  }
  return first_panel_top + std::max(0, next - top - row_step);
}

}  // namespace wgf::report
