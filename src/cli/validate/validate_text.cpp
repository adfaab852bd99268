// SPDX-License-Identifier: MIT
// validate as tables for people.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "cli/terminal.h"
#include "cli/validate/validate_text.h"
#include "cli/words/row_reasons.h"
#include "cli/words/training_words.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using report::Align;
using report::Table;
using truth::ErrorSummary;

constexpr std::size_t least_name = 20;
constexpr std::size_t most_shown = 10;  // rows that break physics, regressions

std::string percent(double share) {
  constexpr double most = 999.99;
  return share > most ? fmt::format(">{:.0f}", most * 100) : fmt::format("{:.1f}", share * 100);
}

Table empty_table(const std::string& first, const Context& context) {
  Table table{{{first}}, {}};
  for (const char* key : {"rows", "median", "mean", "p90", "max", "inside", "width"})
    table.columns.push_back({context.text(std::string("validate.column_") + key), Align::right});
  return table;
}

void add_row(Table& table, std::string name, const ErrorSummary& one) {
  table.rows.push_back({std::move(name), std::to_string(one.rows), percent(one.median),
                        percent(one.mean), percent(one.p90), percent(one.max),
                        fmt::format("{:.0f}", one.inside * 100),
                        fmt::format("{:.0f}", one.width * 100)});
}

std::string shown(Table table) {
  report::wrap_columns(table, text_width(), {{0, least_name}});
  return report::to_terminal(table, text_width()) + "\n";
}

// The quantities in their own order, not in that of their names.
std::vector<std::string> quantity_names() {
  std::vector<std::string> names;
  for (int i = 0; i < truth::quantity_count; ++i)
    names.emplace_back(to_text(static_cast<truth::Quantity>(i)));
  return names;
}

std::string overview(const truth::ValidateAnswer& answer, const Context& context) {
  Table table = empty_table(context.text("validate.column_quantity"), context);
  for (const std::string& quantity : quantity_names()) {
    const auto one = answer.groups.find({quantity, "all", ""});
    if (one != answer.groups.end()) add_row(table, quantity_text(quantity, context), one->second);
  }
  return shown(std::move(table));
}

std::string group_name(const std::string& name, const Context& context) {
  return name == "not stated" ? context.text("validate.not_stated") : name;
}

// One table for each quantity.
std::string groups_text(const truth::ValidateAnswer& answer, const std::string& by,
                        const Context& context) {
  std::string text;
  for (const std::string& quantity : quantity_names()) {
    Table table = empty_table(context.text("validate.by_" + by), context);
    for (const auto& [key, one] : answer.groups)
      if (std::get<0>(key) == quantity && std::get<1>(key) == by)
        add_row(table, group_name(std::get<2>(key), context), one);
    if (table.rows.empty()) continue;
    text += quantity_text(quantity, context) + "\n" + shown(std::move(table));
  }
  return text;
}

std::string unused_text(const truth::ValidateAnswer& answer, const Context& context) {
  if (answer.unused.empty()) return "";
  Table table{{{context.text("validate.column_rows"), Align::right},
               {context.text("validate.column_quantity")},
               {context.text("validate.column_reason")}},
              {}};
  for (const auto& [what, rows] : answer.unused)
    table.rows.push_back({std::to_string(rows.size()), quantity_text(what.quantity, context),
                          reason_text(what.reason, context)});
  report::wrap_columns(table, text_width(), {{2, least_name}, {1, 8}});
  return context.text("validate.unused_heading") + "\n" + report::to_terminal(table, text_width()) +
         "\n";
}

std::string place_of(const truth::JudgedRow& row) {
  const std::string id = row.prediction.id.empty() ? "" : " " + row.prediction.id;
  return fmt::format("{}:{}{}", row.file, row.line, id);
}

std::string physics_text(const truth::ValidateAnswer& answer, const Context& context) {
  std::string text;
  std::size_t count = 0;
  for (const auto& [what, rows] : answer.unused)
    for (const truth::JudgedRow* row : rows) {
      if (!row->breaks_physics || ++count > most_shown) continue;
      text += wrapped("  " + place_of(*row) + ": " + reason_text(what.reason, context),
                      text_width(), 4) +
              "\n";
    }
  if (count == 0) return "";
  if (count > most_shown)
    text += "  " +
            context.text({"validate.and_more", {{"count", std::to_string(count - most_shown)}}}) +
            "\n";
  const Message heading{"validate.physics_heading", {{"count", std::to_string(count)}}};
  return wrapped(context.text(heading), text_width()) + "\n" + text + "\n";
}

std::string figure_text(const std::string& figure, const ErrorSummary& one) {
  if (figure == "rows") return std::to_string(one.rows);
  const double value = figure == "median" ? one.median : figure == "p90" ? one.p90 : one.inside;
  return percent(value) + " %";
}

std::string regression_text(const truth::Regression& one, const Context& context) {
  const auto& [quantity, by, name] = one.group;
  const std::string group = by == "all" ? context.text("validate.all_rows")
                                        : context.text("validate.by_" + by) + " " + name;
  return wrapped(context.text({"validate.regression",
                               {{"quantity", quantity_text(quantity, context)},
                                {"group", group},
                                {"figure", context.text("validate.column_" + one.figure)},
                                {"now", figure_text(one.figure, one.now)},
                                {"then", figure_text(one.figure, one.then)}}}),
                 text_width(), 2) +
         "\n";
}

std::string verdict_text(const truth::ValidateAnswer& answer, const Context& context) {
  if (answer.against.empty()) return "";
  if (answer.regressions.empty())
    return context.text({"validate.no_regression", {{"table", answer.against}}}) + "\n";
  std::string text;
  for (const truth::Regression& one : answer.regressions) text += regression_text(one, context);
  return text;
}

// Files that were passed over; those with our readings are read with the rows they are of.
std::string other_files_text(const truth::ValidateAnswer& answer, const Context& context) {
  std::vector<std::string> names;
  for (const truth::JudgedFile& file : answer.files)
    if (file.kind == truth::TruthKind::none && file.rows.empty() &&
        !file.name.starts_with("memory_cases."))
      names.push_back(file.name);
  if (names.empty()) return "";
  return wrapped(context.text({"validate.other_files", {{"files", join(names, ", ")}}}),
                 text_width()) +
         "\n\n";
}

std::string counts_text(const truth::ValidateAnswer& answer, const Context& context) {
  std::size_t rows = 0, used = 0, files = 0;
  for (const truth::JudgedFile& file : answer.files) {
    rows += file.rows.size();
    files += file.rows.empty() ? 0 : 1;
    used += static_cast<std::size_t>(
        std::count_if(file.rows.begin(), file.rows.end(),
                      [](const truth::JudgedRow& row) { return row.is_used(); }));
  }
  return context.text({"validate.counts",
                       {{"rows", std::to_string(rows)},
                        {"files", std::to_string(files)},
                        {"predicted", std::to_string(used)}}});
}

}  // namespace

std::string quantity_text(const std::string& quantity, const Context& context) {
  if (quantity.empty()) return "-";
  std::string key = "validate.quantity_";
  for (const char c : quantity)
    key += c == ' ' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return context.text(key);
}

std::string validate_text(const truth::ValidateAnswer& answer, const Context& context) {
  std::string text = wrapped(counts_text(answer, context), text_width()) + "\n\n";
  if (answer.groups.empty()) {
    text += context.text("validate.nothing_predicted") + "\n\n";
  } else {
    text += overview(answer, context);
    for (const std::string& by : answer.by) text += groups_text(answer, by, context);
    text += wrapped(context.text("validate.columns_note"), text_width()) + "\n\n";
    if (answer.is_explained) text += validate_explain_text(answer, context);
  }
  return text + other_files_text(answer, context) + unused_text(answer, context) +
         physics_text(answer, context) + verdict_text(answer, context);
}

}  // namespace wgf::cli
