// SPDX-License-Identifier: MIT
// CSV of what is shown (RFC 4180). Headings are the same in every language, since programs read them.

// A text that a spreadsheet would take for a formula gets an apostrophe in front.
function csv_cell(value) {
  if (value === null || value === undefined) return "";
  let text = String(value);
  if (typeof value === "string" && /^[=+\-@\t\r]/.test(text)) text = `'${text}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function csv_text(rows) {
  return rows.map((row) => row.map(csv_cell).join(",") + "\r\n").join("");
}

function save_file(name, text) {
  // The mark in front tells spreadsheets that this is UTF-8.
  const place = URL.createObjectURL(new Blob(["\ufeff", text], { type: "text/csv;charset=utf-8" }));
  element("a", { href: place, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(place), 1000);
}

function results_csv(results) {
  const rows = [["run", "device", "case", "benchmark", "model", "precision", "status", "reason", "warnings", "metric",
    "unit", "value", "interval_low", "interval_high", "samples"]];
  for (const result of results) {
    const of_case = data.cases[result.case];
    const run = data.runs[result.run];
    const start = [run.name, run.device, of_case.key, of_case.benchmark, of_case.model, of_case.precision, result.status,
      result.reason === undefined ? "" : numbered(result.reason),
      (result.warnings ?? []).map(([, , text]) => numbered(text)).join("; ")];
    if (!result.metrics.length) rows.push(start);
    for (const [metric, value, , low, high, samples] of result.metrics)
      rows.push([...start, ...data.metrics[metric], value, low, high, samples || null]);
  }
  return csv_text(rows);
}
