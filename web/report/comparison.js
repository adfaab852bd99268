// SPDX-License-Identifier: MIT
// Several runs side by side: a row per case, a column per run, each later run against the first.

// What every run shows that has any number of the case: one that failed does not change the unit of the others.
function compared_metric(results) {
  const measured = results.filter((result) => result && (main_metric(result, "rate") || main_metric(result, "time")));
  return ["rate", "time"].find((column) => measured.every((result) => main_metric(result, column))) ?? "time";
}

// What the engine processes of a run measured of a case together, where several did; of several devices on the first.
const joined_results = new Map(data.joined.toReversed().map((result) => [`${result.run} ${result.case}`, result]));
// By run: the case of the first run in whose place it has another (another batch, another precision).
const partners = [new Map(), ...data.comparisons.map(({ cases }) => new Map(cases.filter(({ other }) => other !== undefined)
  .map((compared) => [compared.other, compared.case])))];

const row_case = (result) => partners[result.run].get(result.case) ?? result.case;

// A case with a result that fits the filters is shown with all its runs.
function comparison_rows() {
  const by_case = new Map(shown_results().map((result) => [row_case(result), Array(data.runs.length).fill(null)]));
  for (const result of data.results) {
    const results = by_case.get(row_case(result));
    if (results) results[result.run] ??= joined_results.get(`${result.run} ${result.case}`) ?? result;
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

// Why cases have no verdict, each reason once with how many cases it holds for.
function verdict_reasons(compared_cases) {
  const counts = new Map();
  for (const { verdict, reasons } of compared_cases)
    for (const reason of reasons ?? []) {
      const key = `${verdict} ${reason}`;
      counts.set(key, { verdict, reason, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  return [...counts.values()].sort((a, b) => b.count - a.count).map(({ verdict, reason, count }) =>
    say(count === 1 ? "page.reason_of_one" : "page.reason_of", { verdict: say(`verdict.${verdict}`), count, reason: numbered(reason) }));
}

const few_reasons = 5;

// A few stand open; a long list would keep the reader from the table.
function reason_list(run) {
  const reasons = verdict_reasons(data.comparisons[run - 1].cases);
  if (!reasons.length) return null;
  const lines = element("ul", {}, reasons.map((reason) => element("li", {}, reason)));
  const title = data.runs.length > 2 ? `${data.runs[run].name}: ${say("page.reasons")}` : say("page.reasons");
  return element("details", { class: "reasons", open: reasons.length <= few_reasons }, element("summary", {}, title), lines);
}

// What `compare` calls a regression beside the slower cases.
function lost_note(run) {
  const count = data.comparisons[run - 1].cases.filter(({ lost }) => lost).length;
  return count ? element("p", { class: "lost" }, say("page.lost", { count, first: data.runs[0].name, later: data.runs[run].name })) : null;
}

function verdict_note(compared) {
  const word = [compared.lost ? element("span", { class: "badge verdict-slower" }, say("page.badge_lost")) : null,
    element("span", { class: `badge verdict-${compared.verdict}` }, say(`verdict.${compared.verdict}`))];
  const change = compared.text ? element("span", { class: "change" }, say("page.change_of_time", { change: compared.text })) : null;
  return with_conditions(element("div", { class: "verdict" }, word, " ", change),
    () => [[data.cases[compared.case].label, say(`verdict.${compared.verdict}`)], say("page.verdict_hint"), ...(compared.notes ?? []).map(numbered)]);
}

function comparison_cell(row, run) {
  const title = data.runs[run].name;
  const result = row.results[run];
  const compared = judged(row, run);
  if (!result && !compared) return cell(title, say("page.not_in_run"), { class: "number quiet" });
  const made = result ? number_cell(result, main_metric(result, row.column) ? row.column : "time")
    : cell(title, element("span", { class: "quiet" }, say("page.not_in_run")), { class: "number" });
  made.setAttribute("data-title", title);
  if (result && result.case !== row.of_case) made.append(element("div", { class: "quiet" }, data.cases[result.case].label));
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
    data.comparisons.map((_, index) => [lost_note(index + 1), reason_list(index + 1)]), element("div", { id: "comparison-table" }, comparison_table()));
}
