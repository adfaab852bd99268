// SPDX-License-Identifier: MIT
// The table of results: the numbers a case is known by, each with its warnings and conditions, and all others on demand.

const main_columns = ["time", "rate", "share", "memory", "power"];
const open_details = new Set();

function main_metric(result, column) {
  const at = result.main[main_columns.indexOf(column)];
  return at === undefined || at < 0 ? null : result.metrics[at];
}

function metric_name(metric) {
  return say(`metric.${data.metrics[metric[0]][0]}`);
}

// Which warnings make this number of the result doubtful.
function warnings_of(result, column) {
  return (result.warnings ?? []).filter(([, columns]) => columns.split(" ").includes(column));
}

function number_conditions(result, metric, warnings) {
  const [, , text, , , samples, low, high] = metric;
  const lines = [[metric_name(metric), text]];
  if (low !== undefined) lines.push(say("page.interval", { low, high }));
  if (samples) lines.push(say("page.samples", { count: samples }));
  for (const [rated, , rating] of result.ratings ?? []) if (rated === metric[0]) lines.push(numbered(rating));
  for (const [badge, , warning] of warnings) lines.push([`⚠ ${say(`page.badge_${badge}`)}`, numbered(warning)]);
  return [...lines, [say("report.column_case"), data.cases[result.case].key], ...pairs(result.conditions)];
}

function status_note(result) {
  if (result.status === "ok" && result.provenance === undefined) return null;
  const word = result.status === "ok" ? say(`page.provenance_${result.provenance}`) : say(`status.${result.status}`);
  return element("span", { class: "badge bad" }, word);
}

function badge_list(warnings) {
  return [...new Set(warnings.map(([badge]) => badge))].map((badge) => element("span", { class: badge === "burst" ? "badge quiet" : "badge" }, say(`page.badge_${badge}`)));
}

function number_cell(result, column) {
  const title = say(`page.column_${column}`);
  const metric = main_metric(result, column);
  const status = column === "time" ? status_note(result) : null;
  if (!metric && !status) return cell(title, "–", { class: "number" });
  const warnings = metric ? warnings_of(result, column) : [];
  const rating = metric ? (result.ratings ?? []).find(([rated]) => rated === metric[0]) : null;
  const level = rating ? element("span", { class: `badge level-${rating[1]}` }, say(`rating.level_${rating[1]}`)) : null;
  const badges = [status, level, ...badge_list(warnings)].filter(Boolean);
  const made = cell(title, [metric ? element("span", { class: "value" }, metric[2]) : null,
    badges.length ? element("div", { class: "badges" }, badges) : null], { class: "number" });
  return with_conditions(made, () => metric ? number_conditions(result, metric, warnings)
    : [numbered(result.reason), ...pairs(result.conditions)]);
}

function detail_row(result, width) {
  const lines = result.metrics.map((metric) => with_conditions(
    element("div", { class: "detail", tabindex: 0 }, element("span", {}, metric_name(metric)), element("b", {}, metric[2])),
    () => number_conditions(result, metric, [])));
  const reason = result.reason === undefined ? null : element("p", {}, numbered(result.reason));
  return element("tr", { role: "row", class: "details" },
    element("td", { role: "gridcell", colspan: width }, reason, element("div", { class: "detail-list" }, lines)));
}

// That of the case, with the number of the process where several measured it.
function result_label(result) {
  return result.label === undefined ? data.cases[result.case].label : numbered(result.label);
}

function result_rows(result, columns) {
  const index = data.results.indexOf(result);
  const is_open = open_details.has(index);
  const toggle = button([element("span", { class: "twist", "aria-hidden": "true" }), result_label(result)], () => {
    if (is_open) open_details.delete(index);
    else open_details.add(index);
    refresh(["results"]);
    document.querySelector(`[data-result="${index}"]`)?.focus();
  }, { tabindex: -1, class: "case", "aria-expanded": String(is_open), "data-result": index });
  const cells = columns.map(({ name }) => {
    if (name === "case") return element("td", { role: "gridcell", class: "first" }, toggle);
    if (name === "run") return cell(say("page.column_run"), data.runs[result.run].name, { class: "run" });
    return number_cell(result, name);
  });
  return [element("tr", { role: "row" }, cells), is_open ? detail_row(result, columns.length) : null];
}

// Under a load of requests the time is that of a whole one.
function column_title(name, results) {
  const is_of_requests = name === "time" &&
    results.some((result) => data.metrics[main_metric(result, name)?.[0]]?.[0] === "e2e_time");
  return say(is_of_requests ? "metric.e2e_time" : `page.column_${name}`);
}

// Columns nothing was read for (power on a CPU) only take room.
function result_columns(results) {
  const columns = [{ name: "case", title: say("report.column_case") }];
  if (data.runs.length > 1) columns.push({ name: "run", title: say("page.column_run") });
  for (const name of main_columns)
    if (name === "time" || results.some((result) => main_metric(result, name)))
      columns.push({ name, title: column_title(name, results), is_number: true });
  return columns;
}

function result_value(result, column) {
  if (column === "case") return result_label(result);
  if (column === "run") return data.runs[result.run].name;
  return main_metric(result, column)?.[1] ?? null;
}

function order_choice(columns, order, action) {
  const options = columns.flatMap(({ name, title }) => [[`${name}:up`, `${title} ↑`], [`${name}:down`, `${title} ↓`]]);
  const field = choice(say("page.sort_by"), [["", "–"], ...options], order, action);
  field.classList.add("narrow-only");
  return field;
}

function result_table() {
  const results = shown_results();
  const columns = result_columns(data.results);
  const on_order = (order) => change({ sort: order }, ["results"]);
  const rows = sorted(results, view.sort, result_value).flatMap((result) => result_rows(result, columns)).filter(Boolean);
  return [
    element("p", { role: "status", class: "quiet", id: "shown" }, say("page.shown", { shown: results.length, total: data.results.length })),
    order_choice(columns, view.sort, on_order),
    results.length ? element("div", { class: "scroll" }, grid(say("page.section_results"), columns, view.sort, on_order, rows))
      : element("p", {}, say("page.nothing_found")),
  ];
}

function results_section() {
  const counts = data.runs.map((run) => element("p", {}, data.runs.length > 1 ? `${run.name}: ` : "", numbered(run.counts)));
  return section("results", say("page.section_results"), counts, filter_bar(), element("div", { id: "result-table" }, result_table()));
}
