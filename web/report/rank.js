// SPDX-License-Identifier: MIT
// The GPUs of the catalogue with the runs among them. Places and texts come ready made; here they are shown, sorted, filtered.

function is_ranked_shown(row) {
  return (!view.rank_kind || row.kind === view.rank_kind) &&
    view.rank_text.toLowerCase().split(/\s+/).every((word) => `${row.name} ${row.architecture}`.toLowerCase().includes(word));
}

const has_prices = () => data.ranking.rows.some((row) => row.points !== null);

function rank_columns() {
  return [{ name: "place", title: "#", is_number: true }, { name: "name", title: say("page.column_gpu") },
    { name: "architecture", title: say("page.column_architecture") }, { name: "memory_gb", title: say("page.column_memory_gb"), is_number: true },
    { name: "score", title: say("page.column_score"), is_number: true },
    ...data.ranking.areas.map((area, index) => ({ name: `area${index}`, title: area_name(area), is_number: true })),
    ...(has_prices() ? [{ name: "points", title: say("page.column_points"), is_number: true }] : []),
    { name: "basis", title: say("page.column_kind") }];
}

function rank_value(row, column) {
  if (column.startsWith("area")) return row.areas[Number(column.slice(4))] ?? null;
  if (column === "basis") return numbered(row.basis);
  return row[column] === "" ? null : row[column];
}

function rank_text(row, column) {
  if (column === "score") return row.text;
  if (column === "points") return row.points_text ?? "–";
  if (column.startsWith("area")) return row.area_texts[Number(column.slice(4))] ?? "–";
  const value = rank_value(row, column);
  return value === null ? "–" : column === "memory_gb" ? `${value} GB` : String(value);
}

function rank_cell(row, { name, title, is_number }) {
  if (name === "basis") return cell(title, element("span", { class: `badge kind-${row.kind}` }, numbered(row.basis)));
  const made = cell(title, rank_text(row, name), { class: is_number ? "number" : name === "name" ? "first" : null });
  if (name === "place" && row.place === null) return with_conditions(made, () => [[row.name, say("page.rank_no_place")]]);
  if (name === "points" && row.points !== null) return with_conditions(made, () => [[row.name, numbered(row.rent)], say("page.points_hint")]);
  const is_score = name === "score" || name.startsWith("area");
  return is_score ? with_conditions(made, () => [[row.name, numbered(row.basis)], numbered(row.rates)]) : made;
}

function rank_row(row, columns) {
  const classes = [row.kind === "own" ? "own" : "", row.is_near ? "" : "far"].filter(Boolean).join(" ");
  return element("tr", { role: "row", class: classes || null }, columns.map((column) => rank_cell(row, column)));
}

function rank_table() {
  const shown = data.ranking.rows.filter(is_ranked_shown);
  const columns = rank_columns();
  const on_order = (order) => change({ rank_sort: order }, ["rank"]);
  const elements = sorted(shown, view.rank_sort, rank_value).map((row) => rank_row(row, columns));
  // As the rank counts: the record of the machine's own card has no place, and each run is ranked by itself.
  const placed = (rows) => rows.filter((row) => row.place !== null && row.kind !== "own").length + Number(rows.some((row) => row.kind === "own"));
  return [
    element("p", { role: "status", class: "quiet screen-only" }, say("page.rank_shown", { shown: placed(shown), total: placed(data.ranking.rows) })),
    order_choice(columns, view.rank_sort, on_order),
    shown.length ? element("div", { class: "scroll tall" }, grid(say("page.section_rank"), columns, view.rank_sort, on_order, elements))
      : element("p", {}, say("page.nothing_found")),
  ];
}

function rank_csv() {
  return csv_text([["place", "gpu", "architecture", "memory_gb", "score", ...data.ranking.areas, "usd_per_hour", "points_per_usd_hour", "kind"],
    ...data.ranking.rows.filter(is_ranked_shown).map((row) =>
      [row.place, row.name, row.architecture, row.memory_gb, row.score, ...row.areas, row.usd_per_hour ?? null, row.points, row.kind === "own" ? "measured" : row.kind])]);
}

// Only kinds there are; one alone is no choice.
function rank_kind_choice() {
  const kinds = ["measured", "published", "forecast"].filter((kind) => data.ranking.rows.some((row) => row.kind === kind));
  if (kinds.length < 2) return null;
  return choice(say("page.column_kind"), [["", say("page.filter_all")], ...kinds.map((kind) => [kind, say(`page.kind_${kind}`)])],
    view.rank_kind, (kind) => change({ rank_kind: kind }, ["rank"]), { id: "rank-kind" });
}

function rank_section() {
  if (!data.ranking) return null;
  const { unranked, left_out } = data.ranking;
  return section("rank", say("page.section_rank"), element("p", { class: "quiet" }, say("page.rank_hint")),
    element("p", { class: "quiet print-only" }, say("page.rank_paper")),
    left_out.length ? element("p", { class: "quiet" }, say("page.rank_left_out", { runs: left_out.join(", ") })) : null,
    element("div", { class: "filters", role: "search", "aria-label": say("page.section_rank") },
      search(say("page.filter_gpu"), view.rank_text, (text) => change({ rank_text: text }, ["rank"]), { id: "rank-text" }),
      rank_kind_choice(),
      button(say("page.export_csv"), () => save_file("ranking.csv", rank_csv()), { id: "rank-csv" })),
    element("div", { id: "rank-table" }, rank_table()),
    unranked.length ? element("p", { class: "quiet" }, say("page.unranked", { gpus: unranked.join(", ") })) : null);
}
