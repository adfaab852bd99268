// SPDX-License-Identifier: MIT
// Where the parts of a chart stand at this width: rows of the legend, names of rows, texts at their ends. Everything stays
// inside the drawing, and nothing lies over the data.

const heading_room = 22; // over a panel, for its name
const pen = document.createElement("canvas").getContext("2d");

const list_of = (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);
const is_row_axis = (axis) => axis.type === "category";
// Series without symbols hold the texts at the ends of rows.
const is_row_text = (series) => series.type === "scatter" && series.symbolSize === 0;

// Pixels the widest line of a text takes as ECharts draws it.
function text_px(text, size = 12, weight = "normal") {
  pen.font = `${weight} ${size}px sans-serif`;
  return Math.max(...String(text).split("\n").map((line) => pen.measureText(line).width));
}

function shortened(text, most_px, size = 12) {
  if (text_px(text, size) <= most_px) return text;
  let end = text.length;
  while (end > 1 && text_px(`${text.slice(0, end)}…`, size) > most_px) end -= 1;
  return `${text.slice(0, end)}…`;
}

// The legend breaks into rows as ECharts breaks it; where the last one ends.
function fit_legend(option, width) {
  const legend = option.legend;
  if (!legend) return 10;
  const left = 8, top = 4, padding = 5, gap = 12, row = 15, icon = 30;
  const most = width - 2 * (left + padding);
  const short = (name) => shortened(name, most - icon);
  Object.assign(legend, { left, top, padding, itemGap: gap, width: most, formatter: short });
  let rows = 1, x = 0;
  legend.data.forEach((name, index) => {
    const item = icon + text_px(short(name));
    if (index > 0 && x + item > most) [rows, x] = [rows + 1, 0];
    x += item + gap;
  });
  return top + padding + rows * (row + gap);
}

// The page has title and note outside the drawing, so that the panels move up below the legend; on paper they are lower.
// Returns by how much the drawing becomes higher.
function place_panels(option, legend_bottom, is_paper) {
  const grids = list_of(option.grid);
  const [share, less_gap] = list_of(option.yAxis).some(is_row_axis) ? [0.46, 24] : [0.7, 10];
  let shift = legend_bottom + heading_room - grids[0].top;
  for (const grid of grids) {
    grid.top += shift;
    if (!is_paper || grid.height === undefined) continue;
    const height = Math.round(grid.height * share);
    shift -= grid.height - height + less_gap;
    grid.height = height;
  }
  return is_paper && grids[0].height === undefined ? shift - 140 : shift;
}

function shrink_for_paper(option) {
  const size = 9;
  for (const axis of [...list_of(option.xAxis), ...list_of(option.yAxis)]) axis.axisLabel = { ...axis.axisLabel, fontSize: size };
  for (const series of option.series) {
    series.label = { ...series.label, fontSize: size };
    if (series.barWidth) series.barWidth = 8;
    if (series.boxWidth) series.boxWidth = [3, 8];
  }
}

// Both ends of a text: the precision of a case stands last.
function squeezed(text, most_px, size, weight) {
  if (text_px(text, size, weight) <= most_px) return text;
  let kept = text.length - 1;
  const ends = () => `${text.slice(0, Math.floor(kept / 2))}…${text.slice(text.length - Math.ceil(kept / 2))}`;
  while (kept > 2 && text_px(ends(), size, weight) > most_px) kept -= 1;
  return ends();
}

// Names of rows get the room the longest one needs, their numbers right of the bars as well.
function fit_wide_rows(option, width, label_size, is_paper) {
  const axes = list_of(option.yAxis), numbers = option.series.filter(is_row_text);
  const longest = Math.ceil(Math.max(...axes.flatMap((axis) => axis.data.map((row) => row_name_px(row, label_size))))) + 2;
  const room = Math.min(longest, width < 820 ? 220 : 320);
  const right = Math.max(44, ...numbers.flatMap((series) => series.data.map((item) => text_px(item.label.formatter, label_size) + 16)));
  // Rows on paper are one line high.
  const one_line = is_paper ? { formatter: (name) => squeezed(name, room, label_size), overflow: "none" } : {};
  for (const axis of axes) axis.axisLabel = { ...axis.axisLabel, width: room, fontSize: label_size, ...one_line };
  for (const grid of list_of(option.grid)) Object.assign(grid, { left: room + 18, right: Math.ceil(right) });
}

// Returns by how much the drawing becomes higher.
function fit_rows(option, width, label_size, is_paper) {
  if (!list_of(option.yAxis).some(is_row_axis)) return 0;
  if (width < narrow_px) return fit_narrow_rows(option, width);
  fit_wide_rows(option, width, label_size, is_paper);
  return 0;
}

function fit_ticks(option, width) {
  if (width >= narrow_px) return;
  for (const axis of list_of(option.xAxis)) axis.splitNumber = 2;
  if (!list_of(option.yAxis).some(is_row_axis)) for (const grid of list_of(option.grid)) grid.left = Math.min(grid.left, 48);
}

// Points that have names stand further apart in a narrow drawing if it is higher.
function fit_points(option, height, width) {
  const named = series_with_names(option);
  if (named.length === 0) return 0;
  const size = width < narrow_px ? 10 : 12, higher = width < narrow_px ? 120 : 0;
  for (const { label } of named.flatMap((series) => series.data)) label.fontSize = size;
  place_point_names(option, width, height + higher, text_px);
  return higher;
}

// The circle leaves room for its names on either side. Returns the height of the drawing.
function fit_radar(radar, width, legend_bottom, is_paper) {
  // "0.968 TFLOP/s/W": the unit in a line of its own.
  if (width < narrow_px) for (const axis of radar.indicator) axis.name = axis.name.replace(/ (?=[^ ]*$)/, "\n");
  const widest = Math.max(...radar.indicator.map(({ name }) => text_px(name)));
  const name_height = 14 * Math.max(...radar.indicator.map(({ name }) => name.split("\n").length)) + 18;
  radar.radius = Math.max(40, Math.min(is_paper ? 100 : 150, width / 2 - widest - 24));
  radar.center = ["50%", legend_bottom + name_height + radar.radius];
  return legend_bottom + 2 * (name_height + radar.radius);
}

// Returns the height of the drawing.
function fit_chart(option, height, width, is_paper) {
  const legend_bottom = fit_legend(option, width);
  if (option.radar) return fit_radar(option.radar, width, legend_bottom, is_paper);
  const label_size = is_paper ? 9 : 12;
  if (is_paper) shrink_for_paper(option);
  let fitted = height + place_panels(option, legend_bottom, is_paper);
  fitted += fit_rows(option, width, label_size, is_paper);
  fit_ticks(option, width);
  return fitted + fit_points(option, fitted, width);
}
