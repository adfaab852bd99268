// SPDX-License-Identifier: MIT
// A table of numbers: one stop of the Tab key, arrow keys between its cells, headings that sort.

// columns: [{name, title, is_number}]; order: "name:up"; rows: lists of cells (td elements) or one wide cell.
function grid(label, columns, order, on_order, rows) {
  const { column: ordered, is_up } = parse_order(order);
  const heading = (column) => element("th", {
    role: "columnheader", scope: "col", class: column.is_number ? "number" : null,
    "aria-sort": column.name === ordered ? (is_up ? "ascending" : "descending") : "none",
  }, button([column.title, element("span", { class: "arrow", "aria-hidden": "true" })],
    () => on_order(next_order(order, column.name, column.is_number)), { tabindex: -1, "data-sort": column.name }));
  const table = element("table", { role: "grid", "aria-label": label, "aria-rowcount": rows.length + 1 },
    element("thead", { role: "rowgroup" }, element("tr", { role: "row" }, columns.map(heading))),
    element("tbody", { role: "rowgroup" }, rows));
  make_navigable(table);
  return table;
}

function cell(title, content, attributes = {}) {
  return element("td", { role: "gridcell", tabindex: -1, "data-title": title, ...attributes }, content);
}

// What the arrow keys stop at: cells, or the button that fills one.
function stops_of(row) {
  return [...row.children].map((child) => child.querySelector(":scope > button") ?? child);
}

function make_navigable(table) {
  const rows = () => [...table.querySelectorAll('[role="row"]')].filter((row) => row.offsetParent !== null);
  const first = stops_of(table.querySelector('[role="row"]'))[0];
  if (first) first.tabIndex = 0;
  table.addEventListener("focusin", (event) => {
    const stop = event.target.closest("td, th button");
    if (!stop) return;
    for (const old of table.querySelectorAll('[tabindex="0"]')) old.tabIndex = -1;
    event.target.tabIndex = 0;
  });
  table.addEventListener("keydown", (event) => {
    const row = event.target.closest('[role="row"]');
    if (!row) return;
    const all = rows();
    const stops = stops_of(row);
    const at = [all.indexOf(row), stops.findIndex((stop) => stop.contains(event.target))];
    const to = target_of(event, at, all.length, stops.length);
    if (!to) return;
    event.preventDefault();
    const target_row = stops_of(all[to[0]]);
    target_row[Math.min(to[1], target_row.length - 1)].focus();
  });
}

function target_of(event, [row, column], rows, columns) {
  const last_row = rows - 1;
  switch (event.key) {
    case "ArrowRight": return [row, Math.min(column + 1, columns - 1)];
    case "ArrowLeft": return [row, Math.max(column - 1, 0)];
    case "ArrowDown": return [Math.min(row + 1, last_row), column];
    case "ArrowUp": return [Math.max(row - 1, 0), column];
    case "Home": return event.ctrlKey ? [0, 0] : [row, 0];
    case "End": return event.ctrlKey ? [last_row, columns - 1] : [row, columns - 1];
    case "PageDown": return [Math.min(row + 10, last_row), column];
    case "PageUp": return [Math.max(row - 10, 0), column];
    default: return null;
  }
}
