// SPDX-License-Identifier: MIT
// The charts as tabs; on paper all of them.

const drawn_charts = new Map();
const paper_width = 660; // of A4 and Letter between their margins

function open_chart_name() {
  return data.charts.some((chart) => chart.name === view.chart) ? view.chart : data.charts[0]?.name;
}

function chart_tab(chart) {
  const is_open = chart.name === open_chart_name();
  return button(numbered(chart.title), () => change({ chart: chart.name }, ["charts"]), {
    role: "tab", id: `tab-${chart.name}`, "aria-controls": `panel-${chart.name}`, "aria-selected": String(is_open),
    tabindex: is_open ? 0 : -1,
  });
}

function move_between_tabs(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const names = data.charts.map((chart) => chart.name);
  const next = names[(names.indexOf(open_chart_name()) + step + names.length) % names.length];
  change({ chart: next }, ["charts"]);
  document.getElementById(`tab-${next}`).focus();
}

function chart_panel(chart) {
  return element("div", {
    role: "tabpanel", id: `panel-${chart.name}`, class: "panel", "aria-labelledby": `tab-${chart.name}`, hidden: chart.name !== open_chart_name(),
  }, element("h3", { class: "print-only" }, numbered(chart.title)), element("p", { class: "quiet note" }),
  element("div", { class: "chart" }, say("page.loading_chart")));
}

function charts_section() {
  if (!data.charts.length) return null;
  return section("charts", say("page.section_charts"),
    element("div", { role: "tablist", "aria-label": say("page.section_charts"), onkeydown: move_between_tabs }, data.charts.map(chart_tab)),
    data.charts.map(chart_panel));
}

function draw_chart(library, chart, { is_paper = false } = {}) {
  const panel = document.getElementById(`panel-${chart.name}`);
  const holder = panel.querySelector(".chart");
  drawn_charts.get(chart.name)?.dispose();
  holder.replaceChildren();
  const width = is_paper ? paper_width : Math.max(280, panel.clientWidth);
  const { option, height, note } = drawn_option(chart, width, is_paper);
  panel.querySelector(".note").textContent = note;
  holder.style.height = `${height}px`;
  const drawn = library.init(holder, is_dark() && !is_paper ? "dark" : null,
    { renderer: "svg", width, height, locale: view.lang === "zh" ? "ZH" : "EN" });
  drawn.setOption(option);
  drawn_charts.set(chart.name, drawn);
}

async function draw_open_chart() {
  try {
    const library = await load_library();
    const chart = data.charts.find(({ name }) => name === open_chart_name());
    if (chart) draw_chart(library, chart);
  } catch (fault) {
    for (const holder of document.querySelectorAll(".chart")) holder.replaceChildren(say("page.charts_unavailable", { reason: fault.message }));
  }
}

function watch_paper() {
  addEventListener("beforeprint", () => {
    if (window.echarts) for (const chart of data.charts) draw_chart(window.echarts, chart, { is_paper: true });
  });
  addEventListener("afterprint", draw_open_chart);
  let last_width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth === last_width) return;
    last_width = innerWidth;
    draw_open_chart();
  });
}
