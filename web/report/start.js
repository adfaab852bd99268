// SPDX-License-Identifier: MIT
// Puts the page together and again whenever the view changes.

const parts = {
  results: () => document.getElementById("result-table")?.replaceChildren(...result_table()),
  comparison: () => document.getElementById("comparison-table")?.replaceChildren(comparison_table()),
  rank: () => document.getElementById("rank-table")?.replaceChildren(...rank_table()),
  charts: refresh_charts,
};

function refresh(names) {
  hide_conditions();
  for (const name of names) parts[name]();
}

function refresh_charts() {
  for (const chart of data.charts) {
    const is_open = chart.name === open_chart_name();
    const tab = document.getElementById(`tab-${chart.name}`);
    tab.setAttribute("aria-selected", String(is_open));
    tab.tabIndex = is_open ? 0 : -1;
    document.getElementById(`panel-${chart.name}`).hidden = !is_open;
  }
  draw_open_chart();
}

// names: the parts the change touches; none: the whole page.
function change(values, names) {
  Object.assign(view, values);
  history.replaceState(null, "", address());
  if (names) refresh(names);
  else build_page();
}

function build_page() {
  const focused = document.activeElement?.id;
  hide_conditions();
  const root = document.documentElement;
  root.lang = view.lang === "zh" ? "zh-CN" : "en";
  root.dataset.theme = is_dark() ? "dark" : "light";
  document.title = `${say(data.title)} · ${data.runs.map((run) => run.subject).filter(Boolean).join(", ")}`;
  document.getElementById("page").replaceChildren(...[
    page_head(),
    element("main", {}, score_section(), task_section(), comparison_section(), machine_section(), charts_section(), results_section(), rank_section(),
      warnings_section(), reading_section()),
    element("footer", {}, say("page.footer")),
  ]);
  if (focused) document.getElementById(focused)?.focus();
  draw_open_chart();
}

read_address();
watch_conditions();
watch_paper();
addEventListener("hashchange", () => {
  read_address();
  build_page();
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  document.documentElement.dataset.theme = is_dark() ? "dark" : "light";
  draw_open_chart();
});
build_page();
