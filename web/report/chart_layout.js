// SPDX-License-Identifier: MIT
// Where the parts of a chart stand at this width: rows of the legend, names of rows, texts at their ends. Everything stays
// inside the drawing, and nothing lies over the data.

const narrow_px = 600;
const heading_room = 22; // over a panel, for its name
const pen = document.createElement("canvas").getContext("2d");

const list_of = (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);
const is_row_axis = (axis) => axis.type === "category";
// Series without symbols hold the texts at the ends of rows.
const is_row_text = (series) => series.type === "scatter" && series.symbolSize === 0;

// Pixels the widest line of a text takes as ECharts draws it.
function text_px(text, size = 12) {
  pen.font = `${size}px sans-serif`;
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
function squeezed(text, most_px, size) {
  if (text_px(text, size) <= most_px) return text;
  let kept = text.length - 1;
  const ends = () => `${text.slice(0, Math.floor(kept / 2))}…${text.slice(text.length - Math.ceil(kept / 2))}`;
  while (kept > 2 && text_px(ends(), size) > most_px) kept -= 1;
  return ends();
}

// "case, run" in this room: of the case as much as fits, so that the run stays; in a narrow drawing below the case.
function with_ending(name, ending, room, size, is_narrow) {
  const of_case = name.slice(0, name.length - ending.length);
  if (is_narrow) return `${squeezed(of_case, room, size)}\n${shortened(ending.slice(2), room, size)}`;
  return text_px(name, size) <= room ? name : `${shortened(of_case, room - text_px(ending, size), size)}${ending}`;
}

// Names of rows get the room the longest one needs; in a narrow drawing they stand in two lines, so that bars have room.
function fit_row_names(option, width, label_size) {
  const axes = list_of(option.yAxis).filter(is_row_axis);
  if (!axes.length) return;
  const is_narrow = width < narrow_px;
  const size = is_narrow ? 10 : label_size;
  const longest = Math.ceil(Math.max(...axes.flatMap((axis) => axis.data.map((name) => text_px(name, size))))) + 2;
  const room = Math.min(longest, is_narrow ? Math.round(width * 0.36) : width < 820 ? 220 : 320);
  const lines = is_narrow ? { overflow: "break", lineHeight: 11, height: 24, lineOverflow: "truncate" } : {};
  for (const axis of axes) {
    axis.axisLabel = { ...axis.axisLabel, width: room, fontSize: size, ...lines };
    if (axis.endings) axis.data = axis.data.map((name, row) => with_ending(name, axis.endings[row], room, size, is_narrow));
    const grid = list_of(option.grid)[axis.gridIndex ?? 0];
    grid.left = room + 18;
    // A heading that would leave the drawing begins at its left edge.
    if (grid.left + text_px(axis.name, 13) > width) axis.nameTextStyle = { ...axis.nameTextStyle, padding: [0, 0, 0, 8 - grid.left] };
  }
}

// Right of the bars stand their numbers; a narrow drawing has room for half the last label of the axis alone.
function fit_ends(option, width, label_size) {
  const has_rows = list_of(option.yAxis).some(is_row_axis);
  const is_narrow = width < narrow_px;
  if (is_narrow && has_rows) option.series = option.series.filter((series) => !is_row_text(series));
  const texts = option.series.filter(is_row_text).flatMap((series) => series.data.map((item) => text_px(item.label.formatter, label_size)));
  for (const grid of list_of(option.grid)) {
    if (has_rows) grid.right = Math.ceil(Math.max(44, ...texts.map((text) => text + 16)));
    else if (is_narrow) grid.left = Math.min(grid.left, 48);
  }
  if (is_narrow) for (const axis of list_of(option.xAxis)) axis.splitNumber = 2;
  for (const series of option.series) {
    if (series.type !== "scatter" || is_row_text(series)) continue;
    series.labelLayout = ({ labelRect }) =>
      ({ hideOverlap: true, dx: Math.min(0, width - 4 - labelRect.x - labelRect.width) + Math.max(0, 4 - labelRect.x) });
  }
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
  const higher = place_panels(option, legend_bottom, is_paper);
  fit_row_names(option, width, label_size);
  fit_ends(option, width, label_size);
  return height + higher;
}
