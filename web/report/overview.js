// SPDX-License-Identifier: MIT
// The head of the page with its tools, the machine and the conditions, the warnings in full, how to read the numbers.

function page_head() {
  const subjects = [...new Set(data.runs.map((run) => run.subject).filter(Boolean))];
  const other = view.lang === "zh" ? "en" : "zh";
  const next_theme = { auto: "light", light: "dark", dark: "auto" }[view.theme];
  return element("header", { class: "head" },
    element("div", {}, element("h1", {}, say(data.title)),
      element("p", { class: "device" }, subjects.join(" · "))),
    element("div", { class: "tools", role: "toolbar", "aria-label": say("page.tools") },
      button(other === "zh" ? "中文" : "English", () => change({ lang: other }), { id: "tool-language", lang: other === "zh" ? "zh-CN" : "en" }),
      button(say(`page.theme_${view.theme}`), () => change({ theme: next_theme }), { id: "tool-theme" }),
      button(say("page.copy_link"), copy_link, { id: "tool-link" }),
      button(say("page.export_csv"), () => save_file("results.csv", results_csv(shown_results())), { id: "tool-csv" }),
      button(say("page.print"), () => print(), { id: "tool-print" })),
    element("p", { id: "message", role: "status" }));
}

// Browsers may refuse the clipboard to a file: then the link is shown, ready to be copied.
async function copy_link() {
  history.replaceState(null, "", address());
  const message = document.getElementById("message");
  try {
    await navigator.clipboard.writeText(address());
    message.replaceChildren(say("page.link_copied"));
  } catch {
    const field = element("input", { readonly: true, value: address(), "aria-label": say("page.copy_link") });
    message.replaceChildren(say("page.link_here"), " ", field);
    field.select();
  }
}

function run_heading(run) {
  return data.runs.length > 1 ? element("h3", {}, run.name) : null;
}

function machine_section() {
  return section("machine", say("page.section_machine"), element("div", { class: "columns" }, data.runs.map((run) =>
    element("div", {}, run_heading(run), facts(pairs(run.machine)), facts(pairs(run.conditions))))));
}

// Every sentence once, with the word that stands beside the numbers: the box of conditions cannot be printed.
function warnings_section() {
  const sentences = new Map();
  for (const result of shown_results()) {
    const add = (word, text) => sentences.set(`${word}\n${text}`, [word, text, (sentences.get(`${word}\n${text}`)?.[2] ?? 0) + 1]);
    for (const [badge, , text] of result.warnings ?? []) add(say(`page.badge_${badge}`), numbered(text));
    if (result.reason !== undefined) add(say(`status.${result.status}`), numbered(result.reason));
  }
  if (!sentences.size) return null;
  const by_word = group_by_word(sentences.values());
  return section("warnings", say("page.section_warnings"), [...by_word].map(([word, list]) =>
    element("details", { open: list.length <= 3 }, element("summary", {}, element("span", { class: "badge" }, word),
      ` ${say("page.warning_count", { count: list.reduce((sum, [, , count]) => sum + count, 0) })}`),
      element("ul", {}, list.map(([, text, count]) => element("li", {}, text, count > 1 ? ` (${count}×)` : ""))))));
}

function group_by_word(list) {
  const groups = new Map();
  for (const entry of list) groups.set(entry[0], [...(groups.get(entry[0]) ?? []), entry]);
  return groups;
}

function reading_section() {
  return section("reading", say("page.section_reading"), element("ul", {}, data.reading.map((number) => element("li", {}, numbered(number)))),
    element("p", { class: "quiet screen-only" }, say("page.keys")));
}
