// SPDX-License-Identifier: MIT
// The score of each run with its parts.

function area_name(area) {
  return say(`page.area_${area}`);
}

function case_lines(score, area) {
  return score.cases.filter((of_case) => !area || of_case.area === area).map((of_case) => [of_case.id,
    of_case.rate === null ? say("page.score_not_measured") : say("page.score_rate", of_case)]);
}

function area_meter(score, area) {
  const bar = element("span", { class: "meter", "aria-hidden": "true" }, element("span", { class: "meter-fill" }));
  bar.firstChild.style.width = `${Math.min(100, area.score ?? 0)}%`;
  const line = element("div", { class: "area", tabindex: 0 }, element("span", {}, area_name(area.area)), bar, element("b", {}, area.text));
  return with_conditions(line, () => [say("page.score_cases", area), ...case_lines(score, area.area)]);
}

function score_card(score, run) {
  const version = say("page.score_version", score);
  const total = with_conditions(element("p", { class: "total", tabindex: 0 }, element("b", {}, score.text), " ", say("page.score_of")),
    () => [version, ...case_lines(score)]);
  return element("div", { class: "score" }, run_heading(run), total,
    score.rank ? element("p", {}, say("page.score_rank", score)) : null,
    score.missing.length ? element("p", {}, element("span", { class: "badge" }, say("page.score_partial")), " ",
      say("page.score_missing", { count: score.missing.length, total: score.cases.length, cases: score.missing.join(", ") })) : null,
    element("div", { class: "areas" }, score.areas.map((area) => area_meter(score, area))), element("p", { class: "quiet" }, version));
}

function score_section() {
  if (!data.scores.length) return null;
  const versions = new Set(data.scores.filter(Boolean).map((score) => score.version));
  return section("score", say("page.section_score"),
    versions.size > 1 ? element("p", { class: "badge" }, say("page.score_other_versions")) : null,
    element("div", { class: "columns" }, data.runs.map((run, index) => (data.scores[index] ? score_card(data.scores[index], run) : null))));
}
