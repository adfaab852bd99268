// SPDX-License-Identifier: MIT
#include "report/score_section.h"

#include <algorithm>

#include "base/text.h"
#include "report/ranking.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::AreaScore;
using results::RankRow;
using results::Score;

constexpr int score_digits = 3;
constexpr std::size_t leaders = 3;
constexpr std::size_t neighbours_each_side = 2;

std::string area_text(const AreaScore& area, Language language) {
  if (!area.value) return messages::render("report.score_no_area", language);
  if (area.measured == area.cases) return score_text(*area.value);
  return messages::render({"report.score_partial_area",
                           {{"score", score_text(*area.value)},
                            {"measured", std::to_string(area.measured)},
                            {"total", std::to_string(area.cases)}}},
                          language);
}

// Two decimals line up in a column; less than one needs its digits.
std::string cell(const std::optional<double>& value) {
  return value ? score_text(*value) : "-";
}

std::vector<std::string> row_cells(const std::string& place, const std::string& name, double total,
                                   const std::vector<AreaScore>& areas, const std::string& kind) {
  std::vector<std::string> cells{place, name, score_text(total)};
  for (const AreaScore& area : areas) cells.push_back(cell(area.value));
  cells.push_back(kind);
  return cells;
}

// "gpu" counts the catalogue's rows, "own" those of them before the machine.
bool is_shown(std::size_t gpu, std::size_t own, RankRows rows) {
  if (rows == RankRows::all || gpu < leaders) return true;
  return gpu + neighbours_each_side >= own && gpu < own + neighbours_each_side;
}

std::vector<std::string> machine_cells(const Score& score, Language language) {
  return row_cells(std::to_string(score.rank),
                   messages::render({"report.this_machine", {{"name", score.device}}}, language),
                   score.total, score.areas, messages::render("score.kind_measured", language));
}

}  // namespace

std::string score_text(double score) {
  return format_number(score, score_digits);
}

std::string rate_kind_text(const RankRow& row, Language language) {
  const std::string kind =
      messages::render("score.kind_" + std::string(results::to_text(row.kind)), language);
  const int total = row.measured + row.published + row.forecast;
  const int worst = row.kind == results::RateKind::measured    ? row.measured
                    : row.kind == results::RateKind::published ? row.published
                                                               : row.forecast;
  if (worst == total) return kind;
  return messages::render(
      {"score.kind_share",
       {{"kind", kind}, {"count", std::to_string(worst)}, {"total", std::to_string(total)}}},
      language);
}

std::vector<LabelledText> score_lines(const Score& score, Language language) {
  const auto label = [&](const std::string& key) { return messages::render(key, language); };
  const std::vector<std::string> missing = score.missing();
  std::vector<LabelledText> lines;
  lines.emplace_back(
      label("report.score"),
      messages::render({missing.empty() ? "report.score_value" : "report.score_partial_value",
                        {{"score", score_text(score.total)},
                         {"measured", std::to_string(score.cases.size() - missing.size())},
                         {"total", std::to_string(score.cases.size())},
                         {"version", std::to_string(score.version)}}},
                       language));
  for (const AreaScore& area : score.areas)
    lines.emplace_back(label("report.area_" + area.area), area_text(area, language));
  if (score.ranked > 1)
    lines.emplace_back(label("report.score_rank"),
                       messages::render({"report.score_rank_value",
                                         {{"rank", std::to_string(score.rank)},
                                          {"ranked", std::to_string(score.ranked)},
                                          {"reference", score.reference}}},
                                        language));
  if (!missing.empty()) lines.emplace_back(label("report.score_missing"), join(missing, ", "));
  return lines;
}

Table rank_table(const Score& score, RankRows rows, Language language) {
  const auto heading = [&](const std::string& key) { return messages::render(key, language); };
  Table table{{{"#", Align::right},
               {heading("report.column_gpu")},
               {heading("report.score"), Align::right}},
              {}};
  for (const AreaScore& area : score.areas)
    table.columns.push_back({heading("report.area_" + area.area), Align::right});
  table.columns.push_back({heading("report.column_rates")});
  const std::vector<RankedRow> ranked = ranked_rows(score);
  const auto machine = std::find_if(ranked.begin(), ranked.end(),
                                    [](const RankedRow& row) { return row.gpu == nullptr; });
  const auto own = static_cast<std::size_t>(machine - ranked.begin());
  bool has_gap = false;
  std::size_t gpu = 0;
  for (const RankedRow& row : ranked) {
    if (row.gpu == nullptr) {
      table.rows.push_back(machine_cells(score, language));
      has_gap = false;
    } else if (is_shown(gpu++, own, rows)) {
      table.rows.push_back(row_cells(row.place ? std::to_string(*row.place) : "-", row.gpu->gpu,
                                     row.total(), row.gpu->areas,
                                     rate_kind_text(*row.gpu, language)));
      has_gap = false;
    } else if (!has_gap) {
      table.rows.push_back({"…"});
      has_gap = true;
    }
  }
  return table;
}

Table score_case_table(const Score& score, Language language) {
  const auto heading = [&](const char* key) { return messages::render(key, language); };
  Table table{{{heading("report.column_case")},
               {heading("report.column_rate"), Align::right},
               {heading("report.column_reference"), Align::right},
               {heading("report.column_ratio"), Align::right},
               {heading("report.column_measured_as")}},
              {}};
  for (const results::ScoreCase& value : score.cases)
    table.rows.push_back(
        {value.id, value.rate ? format_number(*value.rate) + " " + value.unit : "-",
         format_number(value.reference) + " " + value.unit,
         value.rate ? score_text(std::min(1.0, *value.rate / value.reference)) : "-",
         value.measured_as.empty() ? "-" : value.measured_as});
  return table;
}

std::vector<std::string> score_notes(const Score& score, Language language) {
  std::vector<std::string> notes{
      messages::render("report.score_note_kinds", language),
      messages::render({"report.score_note_version", {{"version", std::to_string(score.version)}}},
                       language)};
  if (!score.unranked.empty())
    notes.push_back(messages::render(
        {"report.score_note_unranked", {{"count", std::to_string(score.unranked.size())}}},
        language));
  return notes;
}

}  // namespace wgf::report
