// SPDX-License-Identifier: MIT
// The option of a chart as it is drawn now: in this language, at this width, with the box over its points.

// {"t": number} is a text that differs between the languages, "conditions" a list of such numbers.
function in_language(value, name = "") {
  if (Array.isArray(value)) return name === "conditions" ? value.map(numbered) : value.map((item) => in_language(item));
  if (value === null || typeof value !== "object") return value;
  const keys = Object.keys(value);
  if (keys.length === 1 && keys[0] === "t") return numbered(value.t);
  return Object.fromEntries(keys.map((key) => [key, in_language(value[key], key)]));
}

// What a point is, its number as printed elsewhere, its conditions: all ready made.
function point_box(points) {
  return element("div", { class: "chart-box" }, list_of(points).flatMap((point) => {
    const [first, ...rest] = point.data?.conditions ?? [point.name];
    return [element("p", {}, element("b", {}, first)), ...rest.map((line) => element("p", {}, line))];
  }));
}

function has_conditions(option) {
  return option.series.some((series) => series.data?.some((item) => item?.conditions));
}

// ECharts greys and outlines texts over the drawing, and those of points let the ground through. An outline of our own
// is of the ground's colour.
function colour_labels(option, is_paper) {
  const style = getComputedStyle(document.documentElement);
  const [color, ground] = is_paper ? ["#000", "#fff"] : ["--text", "--paper"].map((name) => style.getPropertyValue(name).trim());
  for (const series of option.series) {
    const textBorderWidth = series.label?.textBorderWidth ?? 0;
    series.label = { ...series.label, color, opacity: 1, textBorderWidth, textBorderColor: ground };
  }
}

// {option, height, note}
function drawn_option(chart, width, is_paper) {
  const option = in_language(chart.option);
  const note = list_of(option.title)[0]?.subtext ?? "";
  delete option.title;
  const height = fit_chart(option, chart.height, width, is_paper);
  option.backgroundColor = "transparent";
  // ECharts fills boxes white, whatever is behind them.
  for (const series of option.series)
    if (series.type === "boxplot") series.itemStyle = { color: "transparent", ...series.itemStyle };
  colour_labels(option, is_paper);
  option.aria = { enabled: true };
  option.tooltip = { confine: true, ...option.tooltip };
  if (has_conditions(option)) option.tooltip.formatter = point_box;
  return { option, height, note };
}
