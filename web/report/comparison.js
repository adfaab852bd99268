// SPDX-License-Identifier: MIT
// Several runs side by side: a row per case, a column per run, each later run against the first.

function compared_metric(results) {
  const columns = ["rate", "time"].filter((column) => results.every((result) => !result || main_metric(result, column)));
  return columns[0] ?? "time";
}

function comparison_rows() {
  const by_case = new Map();
  for (const result of shown_results()) {
    if (!by_case.has(result.case)) by_case.set(result.case, Array(data.runs.length).fill(null));
    by_case.get(result.case)[result.run] ??= result;
  }
  const rows = [...by_case].map(([of_case, results]) => ({ of_case, results, column: compared_metric(results) }));
  // What can be compared stands first.
  const count_of = (row) => row.results.filter(Boolean).length;
  return rows.sort((a, b) => count_of(b) - count_of(a));
}

// What `compare` says of this case in a later run.
function judged(row, run) {
  return run === 0 ? null : data.comparisons[run - 1].cases.find((compared) => compared.case === row.of_case);
}

function change_of(row, run) {
  return judged(row, run)?.change ?? null;
}

function verdict_note(compared) {
  const word = element("span", { class: `badge verdict-${compared.verdict}` }, say(`verdict.${compared.verdict}`));
  const change = compared.text ? element("span", { class: "change" }, say("page.change_of_time", { change: compared.text })) : null;
  return with_conditions(element("div", { class: "verdict" }, word, " ", change),
    () => [[data.cases[compared.case].label, say(`verdict.${compared.verdict}`)], say("page.verdict_hint"), ...(compared.notes ?? []).map(numbered)]);
}

function comparison_cell(row, run) {
  const title = data.runs[run].name;
  const result = row.results[run];
  if (!result) return cell(title, say("page.not_in_run"), { class: "number quiet" });
  const made = number_cell(result, main_metric(result, row.column) ? row.column : "time");
  made.setAttribute("data-title", title);
  const compared = judged(row, run);
  if (compared) made.append(verdict_note(compared));
  return made;
}

function comparison_table() {
  const rows = comparison_rows();
  const columns = [{ name: "case", title: say("report.column_case") },
    ...data.runs.map((run, index) => ({ name: `run${index}`, title: run.name, is_number: true }))];
  const value_of = (row, column) => {
    if (column === "case") return data.cases[row.of_case].label;
    const run = Number(column.slice(3));
    return run === 0 ? main_metric(row.results[0] ?? { main: [], metrics: [] }, row.column)?.[1] : change_of(row, run);
  };
  const elements = sorted(rows, view.compare_sort, value_of).map((row) => element("tr", { role: "row" },
    cell(say("report.column_case"), data.cases[row.of_case].label, { class: "first" }),
    data.runs.map((_, run) => comparison_cell(row, run))));
  if (!rows.length) return element("p", {}, say("page.nothing_found"));
  return element("div", { class: "scroll" },
    grid(say("page.section_comparison"), columns, view.compare_sort, (order) => change({ compare_sort: order }, ["comparison"]), elements));
}

function comparison_section() {
  if (data.runs.length < 2) return null;
  return section("comparison", say("page.section_comparison"), element("p", { class: "quiet" }, say("page.comparison_hint", { run: data.runs[0].name })),
    data.comparisons.map(({ differences }, index) => (differences.length
      ? element("p", { class: "quiet" }, `${data.runs[index + 1].name}: `, differences.map(numbered).join("; ")) : null)),
    element("div", { id: "comparison-table" }, comparison_table()));
}
