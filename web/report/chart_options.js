// SPDX-License-Identifier: MIT
// The option of a chart as it is drawn now: in this language and at this width.

const narrow_px = 600;
const middle_px = 820;

// {"t": number} is a text that differs between the languages, "conditions" a list of such numbers.
function in_language(value, name = "") {
  if (Array.isArray(value)) return name === "conditions" ? value.map(numbered) : value.map((item) => in_language(item));
  if (value === null || typeof value !== "object") return value;
  const keys = Object.keys(value);
  if (keys.length === 1 && keys[0] === "t") return numbered(value.t);
  return Object.fromEntries(keys.map((key) => [key, in_language(value[key], key)]));
}

const list_of = (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);

// Series without symbols hold the texts at the ends of rows.
const is_row_text = (series) => series.type === "scatter" && series.symbolSize === 0;

// The page has the title as a tab and the note as a paragraph, so that the drawing can move up into their room.
function lift(option) {
  const room = option.legend ? 48 : 68;
  delete option.title;
  for (const legend of list_of(option.legend)) legend.top = 4;
  const grids = list_of(option.grid);
  for (const grid of grids) grid.top -= room;
  return grids.length ? room : 0;
}

// Names of rows take the room that a narrow drawing needs for its bars.
function fit_width(option, width) {
  if (width >= middle_px) return;
  const is_narrow = width < narrow_px;
  const named = new Set();
  for (const axis of list_of(option.yAxis)) {
    if (axis.type !== "category") continue;
    const name_width = is_narrow ? Math.round(width * 0.33) : 200;
    if (axis.axisLabel.width > name_width)
      axis.axisLabel = { ...axis.axisLabel, width: name_width, ...(is_narrow ? { overflow: "break", fontSize: 10, lineHeight: 11, height: 24, lineOverflow: "truncate" } : {}) };
    named.add(axis.gridIndex ?? 0);
  }
  list_of(option.grid).forEach((grid, index) => {
    if (!named.has(index)) return;
    grid.left = Math.min(grid.left, is_narrow ? Math.round(width * 0.33) + 18 : 220);
    if (is_narrow) grid.right = 24;
  });
  if (!is_narrow) return;
  for (const axis of list_of(option.xAxis)) axis.splitNumber = 2;
  if (named.size) option.series = option.series.filter((series) => !is_row_text(series));
  for (const radar of list_of(option.radar)) radar.radius = "46%";
}

// The box over a point: what it is, its number as printed beside the row, its conditions.
function tooltip_for(option) {
  const row_text = (point) => {
    const axis = option.series[point.seriesIndex]?.yAxisIndex ?? 0;
    const row = Array.isArray(point.value) && point.seriesType !== "boxplot" ? point.value[1] : point.dataIndex;
    const texts = option.series.find((series) => is_row_text(series) && (series.yAxisIndex ?? 0) === axis &&
      (!series.name || series.name === point.seriesName));
    return texts?.data.find((item) => item.value[1] === row)?.label.formatter;
  };
  const value_text = (point) => {
    if (point.seriesType === "bar" && !Array.isArray(point.value)) return `${point.seriesName}: ${point.value} ${unit_of(option, point)}`;
    return row_text(point);
  };
  return (points) => element("div", { class: "chart-box" }, list_of(points).flatMap((point) => {
    const [first, ...rest] = point.data?.conditions ?? [point.name];
    return [element("p", {}, element("b", {}, first)), value_text(point) ? element("p", {}, value_text(point)) : null,
      ...rest.map((line) => element("p", {}, line))];
  }));
}

function unit_of(option, point) {
  const axis = list_of(option.yAxis)[option.series[point.seriesIndex]?.yAxisIndex ?? 0];
  return axis?.name?.split(", ").at(-1) ?? "";
}

function has_conditions(option) {
  return option.series.some((series) => series.data?.some((item) => item?.conditions));
}

// {option, height, note}
function drawn_option(chart, width) {
  const option = in_language(chart.option);
  const note = list_of(option.title)[0]?.subtext ?? "";
  const full = structuredClone(option);
  const height = chart.height - lift(option);
  fit_width(option, width);
  option.backgroundColor = "transparent";
  // ECharts fills boxes white, whatever is behind them.
  for (const series of option.series)
    if (series.type === "boxplot") series.itemStyle = { color: "transparent", ...series.itemStyle };
  option.aria = { enabled: true };
  option.tooltip = { confine: true, ...option.tooltip };
  if (has_conditions(option)) option.tooltip.formatter = tooltip_for(full);
  return { option, height, note };
}
