// SPDX-License-Identifier: MIT
// The cards of estimate-memory: which hold it, how tightly, and what else the table needs words
// for.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "answers/basis/published_cards.h"
#include "base/figures.h"
#include "base/text.h"
#include "cli/memory/memory_notes.h"
#include "cli/terminal.h"
#include "cli/words/training_notes.h"
#include "cli/words/training_words.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using report::Align;
using report::Table;

// Cards with one answer: as many of them as there is room for beside the other columns.
std::string cards_text(const std::vector<const catalog::Gpu*>& gpus) {
  constexpr std::size_t others = 58, least = 22;  // "rtx-4090, rtx-3090 +11"
  const std::size_t room = std::max(least, text_width() - std::min(others, text_width()));
  std::string text = gpus.front()->id;
  std::size_t named = 1;
  while (named < gpus.size() && text.size() + gpus[named]->id.size() < room)
    text += ", " + gpus[named++]->id;
  if (gpus.size() > named) text += fmt::format(" +{}", gpus.size() - named);
  return text;
}

std::vector<std::string> answer_cells(const answers::MemoryFit& fit, bool has_sequences,
                                      const Context& context) {
  const bool is_tight = fit.does_fit && fit.risk > advisor::acceptable_risk;
  const char* word = is_tight ? "footprint.tight" : fit.does_fit ? "footprint.yes" : "footprint.no";
  std::vector<std::string> cells{context.text(word), open_percent(fit.risk),
                                 advisor::whole_text(fit.largest_batch)};
  if (has_sequences) cells.push_back(advisor::whole_text(fit.longest_sequence));
  return cells;
}

// Cards of nearly one size that have one answer, the smallest first.
struct FitLine {
  Bytes least, most;
  std::vector<std::string> cells;
  std::vector<const catalog::Gpu*> gpus;
};

std::vector<FitLine> fit_lines(const answers::MemoryAnswer& answer, const Context& context) {
  constexpr double nearly = 1.03;
  std::vector<FitLine> lines;
  for (const answers::MemoryFit& fit : answer.fits) {
    std::vector<std::string> cells = answer_cells(fit, answer.request.has_lengths(), context);
    const bool is_same = !lines.empty() && !answer.are_named && lines.back().cells == cells &&
                         in_gb(fit.usable) <= nearly * in_gb(lines.back().least);
    if (!is_same) lines.push_back({fit.usable, fit.usable, std::move(cells), {}});
    lines.back().most = fit.usable;
    lines.back().gpus.insert(lines.back().gpus.end(), fit.gpus.begin(), fit.gpus.end());
  }
  // Those that most people measure are named where not all can be.
  for (FitLine& line : lines)
    std::stable_sort(line.gpus.begin(), line.gpus.end(), [](const auto* a, const auto* b) {
      return answers::published_rows(*a) > answers::published_rows(*b);
    });
  return lines;
}

std::string size_text(const FitLine& line) {
  if (line.least == line.most) return compact_number(in_gb(line.least));
  const auto rounded = [](Bytes bytes) { return format_number(in_gb(bytes), 3); };
  const std::string least = rounded(line.least), most = rounded(line.most);
  return least == most ? least : least + "-" + most;
}

Table fit_table(const answers::MemoryAnswer& answer, const Context& context) {
  Table table{{{"GB", Align::right},
               {context.text("footprint.column_fits")},
               {context.text("footprint.column_risk"), Align::right},
               {context.text("footprint.column_batch"), Align::right}},
              {}};
  if (answer.request.has_lengths())
    table.columns.push_back({context.text("footprint.column_tokens"), Align::right});
  table.columns.push_back({context.text("report.column_gpu")});
  for (FitLine& line : fit_lines(answer, context)) {
    std::vector<std::string> row = std::move(line.cells);
    row.insert(row.begin(), size_text(line));
    row.push_back(cards_text(line.gpus));
    table.rows.push_back(std::move(row));
  }
  return table;
}

// Why the largest batch of a card may be smaller than the one that "tight" is said of.
std::string tight_text(const answers::MemoryAnswer& answer, const Context& context) {
  const bool is_tight =
      std::any_of(answer.fits.begin(), answer.fits.end(), [](const answers::MemoryFit& fit) {
        return fit.does_fit && fit.risk > advisor::acceptable_risk;
      });
  if (!is_tight) return "";
  const char* key =
      answer.request.has_lengths() ? "footprint.note_tight" : "footprint.note_tight_batch";
  return paragraph({key, {{"percent", percent_text(advisor::acceptable_risk)}}}, context);
}

// What "+9" behind the names of cards means, where it stands there.
std::string more_cards_text(const report::Table& fits, const Context& context) {
  const bool has_more = std::any_of(fits.rows.begin(), fits.rows.end(), [](const auto& row) {
    return row.back().find(" +") != std::string::npos;
  });
  return has_more ? paragraph({"footprint.note_more_cards", {}}, context) : "";
}

// That a named card is several devices, of which a rank has one.
std::string devices_text(const answers::MemoryAnswer& answer, const Context& context) {
  std::string text;
  for (const answers::MemoryFit& fit : answer.fits)
    if (const catalog::Gpu& gpu = *fit.gpus.front(); answer.are_named && gpu.devices > 1)
      text += paragraph({"footprint.note_devices",
                         {{"gpu", gpu.id},
                          {"devices", std::to_string(gpu.devices)},
                          {"gb", two_digits(in_gb(fit.usable))}}},
                        context);
  return text;
}

// The ids of named cards by what is said of them.
using NamedBy = std::map<std::string, std::vector<std::string>>;

// A sentence for each of them: the cards in `gpu`, and what is said of them in `arg`.
std::string sentences(const char* key, const char* arg, const NamedBy& cards,
                      const std::string& precision, const Context& context) {
  std::string text;
  for (const auto& [said, names] : cards)
    text += paragraph({key, {{"gpu", join(names, ", ")}, {arg, said}, {"precision", precision}}},
                      context);
  return text;
}

// Where cards train in another type than was asked for: that all figures are of it, which named
// cards' rows alone, or that there are such cards.
std::string types_text(const answers::MemoryAnswer& answer, const Context& context) {
  const advisor::Precision shown = answer.request.one.precision;
  const std::string precision(to_text(shown));
  std::vector<const catalog::Gpu*> cards;
  NamedBy rows;
  for (const answers::MemoryFit& fit : answer.fits) {
    cards.push_back(fit.gpus.front());
    if (fit.precision != shown)
      rows[std::string(to_text(fit.precision))].push_back(fit.gpus.front()->id);
  }
  if (const auto& asked = answer.request.asked_precision)
    return cards.size() == 1 ? type_note(*cards.front(), to_text(*asked), context)
                             : other_types_text(cards, to_text(*asked), context);
  if (answer.are_named)
    return sentences("footprint.note_row_type", "type", rows, precision, context);
  return rows.empty() ? ""
                      : paragraph({"footprint.note_types", {{"precision", precision}}}, context);
}

// Cards whose memory is the host's too: what is offloaded stays in it.
std::string offloaded_text(const answers::MemoryAnswer& answer, const Context& context) {
  NamedBy cards;
  const bool is_of_all = answer.request.keeps_offloaded;
  for (const answers::MemoryFit& fit : answer.fits)
    if (fit.keeps_offloaded || is_of_all)
      cards[two_digits(fit.total / giga)].push_back(fit.gpus.front()->id);
  if (answer.are_named)
    return sentences(is_of_all ? "footprint.note_offloaded_all" : "footprint.note_offloaded_card",
                     "gb", cards, "", context);
  return cards.empty() ? "" : paragraph({"footprint.note_offloaded_cards", {}}, context);
}

// QLoRA runs where bitsandbytes does: of named cards those it does not, else that others are left
// out.
std::string adapters_text(const answers::MemoryAnswer& answer, const Context& context) {
  if (answer.request.one.task != advisor::Task::qlora) return "";
  if (!answer.are_named) return paragraph({"footprint.note_qlora_cards", {}}, context);
  std::string text;
  for (const answers::MemoryFit& fit : answer.fits)
    if (!fit.runs_adapters)
      text += paragraph({"footprint.note_no_qlora", {{"gpu", fit.gpus.front()->id}}}, context);
  return text;
}

}  // namespace

std::string fits_text(const answers::MemoryAnswer& answer, const Context& context) {
  const Table fits = fit_table(answer, context);
  return report::to_terminal(fits, text_width()) + more_cards_text(fits, context) +
         tight_text(answer, context) + types_text(answer, context) +
         offloaded_text(answer, context) + devices_text(answer, context) +
         adapters_text(answer, context);
}

}  // namespace wgf::cli
