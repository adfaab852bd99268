// SPDX-License-Identifier: MIT
// The score with its parts, and where it stands among the GPUs of the catalogue.

function points(value) {
  if (value === null || value === undefined) return "–";
  return value >= 10 ? value.toFixed(1) : value.toPrecision(2);
}

function area_name(area) {
  return say(`page.area_${area}`);
}

function case_lines(score, area) {
  return score.cases.filter((of_case) => !area || of_case.area === area).map((of_case) => [of_case.id,
    of_case.rate === null ? say("page.score_not_measured")
      : say("page.score_rate", { rate: of_case.rate.toPrecision(4), unit: of_case.unit, reference: of_case.reference.toPrecision(4) })]);
}

function area_meter(score, area) {
  const bar = element("span", { class: "meter", "aria-hidden": "true" }, element("span", { class: "meter-fill" }));
  bar.firstChild.style.width = `${Math.min(100, area.score ?? 0)}%`;
  const line = element("div", { class: "area", tabindex: 0 }, element("span", {}, area_name(area.area)), bar, element("b", {}, points(area.score)));
  return with_conditions(line, () => [say("page.score_cases", { measured: area.measured_cases, cases: area.cases }), ...case_lines(score, area.area)]);
}

function score_card(score, run) {
  const total = with_conditions(element("p", { class: "total", tabindex: 0 }, element("b", {}, points(score.total)),
    " ", say("page.score_of")), () => [say("page.score_version", { version: score.version, reference: score.reference }), ...case_lines(score)]);
  return element("div", { class: "score" }, run_heading(run), total,
    score.rank ? element("p", {}, say("page.score_rank", { rank: score.rank, ranked: score.ranked })) : null,
    score.is_partial ? element("p", {}, element("span", { class: "badge" }, say("page.score_partial")), " ",
      say("page.score_missing", { count: score.missing.length, total: score.cases.length, cases: score.missing.join(", ") })) : null,
    element("div", { class: "areas" }, score.areas.map((area) => area_meter(score, area))),
    element("p", { class: "quiet" }, say("page.score_version", { version: score.version, reference: score.reference })));
}

function score_section() {
  if (!data.scores.length) return null;
  const versions = new Set(data.scores.filter(Boolean).map((score) => score.version));
  return section("score", say("page.section_score"),
    versions.size > 1 ? element("p", { class: "badge" }, say("page.score_other_versions")) : null,
    element("div", { class: "columns" }, data.runs.map((run, index) => (data.scores[index] ? score_card(data.scores[index], run) : null))));
}

// The GPUs of the catalogue and the runs that were scored as the first one was.
function rank_rows() {
  const first = data.scores.find(Boolean);
  const own = data.scores.map((score, index) => score && score.version === first.version && {
    name: data.runs.length > 1 ? data.runs[index].name : score.device, architecture: score.architecture, memory_gb: score.memory_gb, total: score.total,
    areas: score.areas.map((area) => area.score), kind: "measured", is_own: true, counts: [score.cases.length - score.missing.length, 0, 0],
  }).filter(Boolean);
  const all = [...own, ...first.ranking].sort((a, b) => b.total - a.total);
  return all.map((row, index) => ({ ...row, place: index + 1 }));
}

function is_ranked_shown(row) {
  return (!view.rank_kind || row.kind === view.rank_kind) &&
    view.rank_text.toLowerCase().split(/\s+/).every((word) => `${row.name} ${row.architecture}`.toLowerCase().includes(word));
}

function rank_columns() {
  const first = data.scores.find(Boolean);
  return [{ name: "place", title: "#", is_number: true }, { name: "name", title: say("page.column_gpu") },
    { name: "architecture", title: say("page.column_architecture") }, { name: "memory_gb", title: say("page.column_memory_gb"), is_number: true },
    { name: "score", title: say("page.column_score"), is_number: true },
    ...first.areas.map(({ area }, index) => ({ name: `area${index}`, title: area_name(area), is_number: true })),
    { name: "kind", title: say("page.column_kind") }];
}

function rank_value(row, column) {
  if (column.startsWith("area")) return row.areas[Number(column.slice(4))];
  if (column === "score") return row.total;
  return row[column] === "" ? null : row[column];
}

function rank_cell(row, { name, title, is_number }) {
  const value = rank_value(row, name);
  if (name === "kind") return cell(title, element("span", { class: `badge kind-${row.kind}` }, row.is_own ? say("page.rank_own") : say(`page.kind_${value}`)));
  const is_score = name === "score" || name.startsWith("area");
  const text = is_score ? points(value) : name === "memory_gb" && value !== null ? `${value} GB` : value ?? "–";
  const made = cell(title, String(text), { class: is_number ? "number" : name === "name" ? "first" : null });
  if (!is_score) return made;
  const [measured, published, forecast] = row.counts;
  return with_conditions(made, () => [[row.name, say(`page.kind_${row.kind}`)], say("page.rank_rates", { measured, published, forecast })]);
}

function rank_table() {
  const rows = rank_rows();
  const shown = rows.filter(is_ranked_shown);
  const columns = rank_columns();
  const on_order = (order) => change({ rank_sort: order }, ["rank"]);
  const elements = sorted(shown, view.rank_sort, rank_value).map((row) =>
    element("tr", { role: "row", class: row.is_own ? "own" : null }, columns.map((column) => rank_cell(row, column))));
  return [
    element("p", { role: "status", class: "quiet" }, say("page.rank_shown", { shown: shown.length, total: rows.length })),
    order_choice(columns, view.rank_sort, on_order),
    shown.length ? element("div", { class: "scroll tall" }, grid(say("page.section_rank"), columns, view.rank_sort, on_order, elements))
      : element("p", {}, say("page.nothing_found")),
  ];
}

function rank_csv() {
  const areas = data.scores.find(Boolean).areas.map(({ area }) => area);
  return csv_text([["place", "gpu", "architecture", "memory_gb", "score", ...areas, "kind"],
    ...rank_rows().filter(is_ranked_shown).map((row) => [row.place, row.name, row.architecture, row.memory_gb, row.total, ...row.areas, row.kind])]);
}

function rank_section() {
  const first = data.scores.find(Boolean);
  if (!first?.ranking.length) return null;
  const kinds = [["", say("page.filter_all")], ...["measured", "published", "forecast"].map((kind) => [kind, say(`page.kind_${kind}`)])];
  return section("rank", say("page.section_rank"), element("p", { class: "quiet" }, say("page.rank_hint")),
    element("div", { class: "filters", role: "search", "aria-label": say("page.section_rank") },
      search(say("page.filter_gpu"), view.rank_text, (text) => change({ rank_text: text }, ["rank"]), { id: "rank-text" }),
      choice(say("page.column_kind"), kinds, view.rank_kind, (kind) => change({ rank_kind: kind }, ["rank"]), { id: "rank-kind" }),
      button(say("page.export_csv"), () => save_file("ranking.csv", rank_csv()), { id: "rank-csv" })),
    element("div", { id: "rank-table" }, rank_table()),
    first.unranked.length ? element("p", { class: "quiet" }, say("page.unranked", { gpus: first.unranked.join(", ") })) : null);
}
