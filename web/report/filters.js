// SPDX-License-Identifier: MIT
// Which results the tables show.

function is_shown(result) {
  const of_case = data.cases[result.case];
  const haystack = `${of_case.label} ${data.runs[result.run].name}`.toLowerCase();
  return view.text.toLowerCase().split(/\s+/).every((word) => haystack.includes(word)) &&
    (!view.benchmark || of_case.benchmark === view.benchmark) &&
    (!view.precision || of_case.precision === view.precision) &&
    (!view.warnings || Boolean(result.warnings) || result.status !== "ok");
}

function shown_results() {
  return data.results.filter(is_shown);
}

// The values of a field of the cases, in the order they appear, behind "all".
function values_of(field) {
  const values = [...new Set(data.cases.map((of_case) => of_case[field]).filter(Boolean))];
  return [["", say("page.filter_all")], ...values.map((value) => [value, value])];
}

function filter_bar() {
  const set = (name) => (value) => change({ [name]: value }, ["results", "comparison"]);
  const only_warnings = element("input", {
    type: "checkbox", checked: view.warnings === "only", onchange: (event) => set("warnings")(event.target.checked ? "only" : ""),
  });
  return element("div", { class: "filters", role: "search", "aria-label": say("page.filters") },
    search(say("page.filter_text"), view.text, set("text"), { id: "filter-text" }),
    choice(say("page.filter_benchmark"), values_of("benchmark"), view.benchmark, set("benchmark"), { id: "filter-benchmark" }),
    choice(say("page.filter_precision"), values_of("precision"), view.precision, set("precision"), { id: "filter-precision" }),
    element("label", { class: "check" }, only_warnings, say("page.filter_warnings")),
    button(say("page.filter_reset"), () => change({ text: "", benchmark: "", precision: "", warnings: "" }), { id: "filter-reset" }));
}
