// SPDX-License-Identifier: MIT
// Rows in a narrow drawing: name and number stand over the bar, which has the whole width.

const narrow_px = 600;
const narrow_left = 12, narrow_right = 44; // half the last label of the axis
const name_size = 11;

// A name over the rows below, which has no bar, is an object; the others are texts.
const is_heading = (row) => typeof row === "object";
const row_name = (row) => (is_heading(row) ? row.value : row);
const row_name_px = (row, size) => text_px(row_name(row), size, is_heading(row) ? "bold" : "normal");

// Boxes of several runs stand one over the other.
function narrow_row_height(option, panel) {
  const boxes = option.series.filter((series) => series.type === "boxplot" && (series.xAxisIndex ?? 0) === panel).length;
  return boxes > 1 ? 20 + 20 * boxes : 34;
}

// The numbers of a panel's rows, which in a wide drawing stand right of the bars.
function row_numbers(option, panel) {
  const texts = option.series.filter((series) => is_row_text(series) && (series.xAxisIndex ?? 0) === panel);
  return new Map(texts.flatMap((series) => series.data.map((item) => [item.value[1], item.label.formatter])));
}

function text_over_row(row, index, number, start, room, row_height) {
  const room_of_name = number ? room - text_px(number, name_size, "bold") - 10 : room;
  const name = squeezed(row_name(row), room_of_name, name_size, is_heading(row) ? "bold" : "normal");
  const parts = [name && `{${is_heading(row) ? "heading" : "name"}|${name}}`, number && `{number|${number}}`];
  const lower = is_heading(row) ? 5 : 2 - row_height / 2; // a heading is near what it is over
  return { value: [start, index], label: { formatter: parts.filter(Boolean).join("  "), offset: [4, lower] } };
}

function texts_over_rows(option, panel, room, row_height) {
  const axis = option.yAxis[panel], numbers = row_numbers(option, panel), start = option.xAxis[panel].min ?? 0;
  const style = { fontSize: name_size };
  return {
    type: "scatter", symbolSize: 0, silent: true, clip: false, xAxisIndex: panel, yAxisIndex: panel,
    label: { show: true, position: "right", distance: 0, rich: { name: style, heading: { ...style, fontWeight: "bold" }, number: { ...style, fontWeight: "bold" } } },
    data: axis.data.map((row, index) => text_over_row(row, index, numbers.get(index), start, room, row_height)),
  };
}

// Returns by how much the drawing becomes higher.
function fit_narrow_rows(option, width) {
  let lower = 0;
  const over = list_of(option.yAxis).map((axis, panel) => {
    const grid = option.grid[panel], row_height = narrow_row_height(option, panel), height = axis.data.length * row_height;
    Object.assign(grid, { left: narrow_left, right: narrow_right, top: grid.top + lower });
    lower += height - grid.height;
    grid.height = height;
    axis.axisLabel = { ...axis.axisLabel, show: false };
    return texts_over_rows(option, panel, width - narrow_left - 4, row_height);
  });
  option.series = [...option.series.filter((series) => !is_row_text(series)), ...over];
  return lower;
}
