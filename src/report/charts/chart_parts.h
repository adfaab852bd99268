// SPDX-License-Identifier: MIT
#pragma once
// What the charts share: which results they show, how runs are named, and panels of horizontal
// rows.

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "report/charts/chart.h"

namespace wgf::report {

using Json = nlohmann::json;

// One case as one run measured it. Rows of a case stand together, one for each run.
struct ChartRow {
  std::size_t run = 0;  // index into ReportInput::runs
  const results::Result* result = nullptr;
  std::string key;    // of the case, on its device where a run has several
  std::string label;  // the same for the reader
};

inline bool is_same_case(const ChartRow& a, const ChartRow& b) {
  return a.key == b.key;
}

// The rows whose results satisfy the predicate, in the order of the first run's results.
template <typename Predicate>
std::vector<ChartRow> select_rows(const std::vector<ChartRow>& rows, Predicate&& is_wanted) {
  std::vector<ChartRow> selected;
  for (const ChartRow& row : rows)
    if (is_wanted(*row.result)) selected.push_back(row);
  return selected;
}

// Everything that was measured; what failed or is invalid has no number to draw.
std::vector<ChartRow> measured_rows(const ReportInput& input);

// A chart of a thousand cases helps nobody: the first ones are drawn, each with all its runs, and
// the subtitle says so.
inline constexpr std::size_t most_cases = 40;
struct ShownRows {
  std::vector<ChartRow> rows;
  std::string note;  // "processes joined", "the first 40 of 1,000"; empty where neither is so
};
ShownRows limit_cases(std::vector<ChartRow> rows, const ReportInput& input);

// As the legend names the runs: by file, else by device, else by when they began.
std::vector<std::string> run_names(const ReportInput& input);

// Plain-text lines for the hover: the case, its number as printed, the conditions.
Json condition_lines_of(const ReportInput& input, const ChartRow& row, const std::string& value);

// The number with the six digits a chart can show; null where it is not finite.
Json chart_number(double value);

// The palette and the title over everything else.
Json chart_option(const std::string& title, const std::string& subtitle);
// A legend for each row of names. Returns where the first panel begins: lower with every row more.
int add_legend(Json& option, const std::vector<std::string>& names);

// Horizontal rows under one heading with its unit, on axes of their own.
struct RowPanel {
  std::string heading;
  std::vector<std::string> labels;
  std::vector<std::size_t> headings;  // of these labels: over the rows below, without a bar
  double smallest = 0;                // of the values, for the choice of a logarithmic axis
  double largest = 0;
  double most = 0;           // the axis ends here; 0: where ECharts likes
  bool prefers_log = false;  // spans of time
  std::string log_note;      // said after the heading where the axis is logarithmic
};

inline constexpr int row_height = 26;
inline constexpr int text_room = 190;       // right of the rows, for "10,064.3 ± 19.2 samples/s"
inline constexpr int first_panel_top = 76;  // below title, subtitle and legend

// Adds grid and axes; returns where the next panel begins. All panels of an option must have the
// same label_width (see label_width()).
int add_panel(Json& option, const RowPanel& panel, int top, int label_width);
int label_width(std::span<const std::string> labels);
int label_width(const RowPanel& panel);   // bold headings are wider
int text_width(const std::string& text);  // pixels, at most
// Where the axis of a panel begins: 0, or of a logarithmic one below the smallest value.
double axis_start(const RowPanel& panel);
std::string shortened_to(int most_px, const std::string& label);

// A panel of bars, one for each label, with their texts at the end of the rows; the panels of an
// option are numbered from 0. Returns where the next panel begins.
int add_bar_panel(Json& option, const RowPanel& panel, std::size_t number, int top, int label_width,
                  Json bars, Json texts, const std::string& name);

// Of a label over the drawing: no grid line runs through its words. The page outlines in the colour
// of its ground.
Json text_outline();

// Text at the end of a row: a point without a symbol, so that it can stand right of an interval.
Json row_text(double x, std::size_t row, const std::string& text);
Json row_texts_series(std::size_t panel, const std::string& name, Json data);

}  // namespace wgf::report
