// SPDX-License-Identifier: MIT
// What the reader looks at: language, theme, filters, order, open chart. It stands in the address behind "#", so that a
// link shows the same.

const view_defaults = {
  lang: data.language, theme: "auto", chart: "", text: "", benchmark: "", precision: "", warnings: "", sort: "",
  compare_sort: "", rank_text: "", rank_kind: "", rank_sort: "score:down",
};
const view = { ...view_defaults };

function read_address() {
  Object.assign(view, view_defaults);
  for (const [name, value] of new URLSearchParams(location.hash.slice(1)))
    if (Object.hasOwn(view_defaults, name)) view[name] = value;
  if (!data.interface[view.lang]) view.lang = data.language;
  if (!["auto", "light", "dark"].includes(view.theme)) view.theme = "auto";
}

// The language always stands in it: whoever opens the link may have another one.
function address() {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(view))
    if (name === "lang" || value !== view_defaults[name]) parameters.set(name, value);
  return `${location.href.split("#")[0]}#${parameters}`;
}

function is_dark() {
  return view.theme === "dark" || (view.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
}

// "time:up": the column, and whether small comes first.
function parse_order(text) {
  const [column, direction] = text.split(":");
  return { column, is_up: direction === "up" };
}

// Pressing a column twice turns the order round; numbers begin with the largest, names with a.
function next_order(current, column, is_number) {
  const { column: old, is_up } = parse_order(current);
  if (old !== column) return `${column}:${is_number ? "down" : "up"}`;
  return `${column}:${is_up ? "down" : "up"}`;
}

// Rows without a value come last in either order.
function sorted(rows, order, value_of) {
  const { column, is_up } = parse_order(order);
  if (!column) return rows;
  const direction = is_up ? 1 : -1;
  const compare = (a, b) =>
    typeof a === "string" || typeof b === "string" ? String(a).localeCompare(String(b), undefined, { numeric: true }) : a - b;
  const is_missing = (value) => value === null || value === undefined || Number.isNaN(value);
  return rows.map((row) => [value_of(row, column), row]).sort(([a], [b]) => {
    if (is_missing(a) || is_missing(b)) return is_missing(a) - is_missing(b);
    return direction * compare(a, b);
  }).map(([, row]) => row);
}
