// SPDX-License-Identifier: MIT
// What a task (max-batch, compare-models, profile, …) answers: its advice, and its own tables as the terminal prints them;
// of links their matrices.

function task_row(row, columns) {
  return element("tr", {}, row.map((text, at) => element("td", {
    class: columns[at][1] ? "number" : at === 0 ? "first" : null, "data-title": numbered(columns[at][0]),
  }, element("span", {}, numbered(text)))));
}

function task_table({ title, columns, rows }) {
  const heading = ([name, is_number]) => element("th", { scope: "col", class: is_number ? "number" : null },
    element("span", { class: "heading" }, numbered(name)));
  return [title === undefined ? null : element("h3", {}, numbered(title)),
    element("div", { class: "scroll" }, element("table", {}, element("thead", {}, element("tr", {}, columns.map(heading))),
      element("tbody", {}, rows.map((row) => task_row(row, columns)))))];
}

function task_section() {
  if (!data.tasks.length) return null;
  const advice = (task) => element("ul", {}, task.advice.map((number) => element("li", {}, numbered(number))));
  return section("task", say("page.section_task"), data.tasks.map((task) => [run_heading(data.runs[task.run]),
    task.advice.length ? advice(task) : null, task.tables.map(task_table)]));
}
