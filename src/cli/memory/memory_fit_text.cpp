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
  bool does_fit = false;
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
    if (!is_same) lines.push_back({fit.does_fit, fit.usable, fit.usable, std::move(cells), {}});
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

Table fit_table(const answers::MemoryAnswer& answer, std::vector<FitLine> lines,
                const Context& context) {
  Table table{{{"GB", Align::right},
               {context.text("footprint.column_fits")},
               {context.text("footprint.column_risk"), Align::right},
               {context.text("footprint.column_batch"), Align::right}},
              {}};
  if (answer.request.has_lengths())
    table.columns.push_back({context.text("footprint.column_tokens"), Align::right});
  table.columns.push_back({context.text("report.column_gpu")});
  for (FitLine& line : lines) {
    std::vector<std::string> row = std::move(line.cells);
    row.insert(row.begin(), size_text(line));
    row.push_back(cards_text(line.gpus));
    table.rows.push_back(std::move(row));
  }
  return table;
}

// What "+9" behind the names of cards means, where it stands there.
std::string more_cards_text(const report::Table& fits, const Context& context) {
  const bool has_more = std::any_of(fits.rows.begin(), fits.rows.end(), [](const auto& row) {
    return row.back().find(" +") != std::string::npos;
  });
  return has_more ? paragraph({"footprint.note_more_cards", {}}, context) : "";
}

// Why the largest batch of a card may be smaller than the one that "tight" is said of.
void add_tight(Paragraphs& notes, const answers::MemoryAnswer& answer, const Context& context) {
  const bool is_tight =
      std::any_of(answer.fits.begin(), answer.fits.end(), [](const answers::MemoryFit& fit) {
        return fit.does_fit && fit.risk > advisor::acceptable_risk;
      });
  if (!is_tight) return;
  const char* key =
      answer.request.has_lengths() ? "footprint.note_tight" : "footprint.note_tight_batch";
  notes.push_back(paragraph({key, {{"percent", percent_text(advisor::acceptable_risk)}}}, context));
}

// That a named card is several devices, of which a rank has one.
void add_devices(Paragraphs& notes, const answers::MemoryAnswer& answer, const Context& context) {
  for (const answers::MemoryFit& fit : answer.fits)
    if (const catalog::Gpu& gpu = *fit.gpus.front(); answer.are_named && gpu.devices > 1)
      notes.push_back(paragraph({"footprint.note_devices",
                                 {{"gpu", gpu.id},
                                  {"devices", std::to_string(gpu.devices)},
                                  {"gb", two_digits(in_gb(fit.usable))}}},
                                context));
}

// The ids of named cards by what is said of them.
using NamedBy = std::map<std::string, std::vector<std::string>>;

// A sentence for each of them: the cards in `gpu`, and what is said of them in `arg`.
void add_sentences(Paragraphs& notes, const char* key, const char* arg, const NamedBy& cards,
                   const std::string& precision, const Context& context) {
  for (const auto& [said, names] : cards)
    notes.push_back(paragraph(
        {key, {{"gpu", join(names, ", ")}, {arg, said}, {"precision", precision}}}, context));
}

// Where cards train in another type than was asked for: that all figures are of it, which named
// cards' rows alone, or that there are such cards.
void add_types(Paragraphs& notes, const answers::MemoryAnswer& answer, const Context& context) {
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
    return notes.push_back(cards.size() == 1 ? type_note(*cards.front(), to_text(*asked), context)
                                             : other_types_text(cards, to_text(*asked), context));
  if (answer.are_named)
    return add_sentences(notes, "footprint.note_row_type", "type", rows, precision, context);
  if (!rows.empty())
    notes.push_back(paragraph({"footprint.note_types", {{"precision", precision}}}, context));
}

// Cards whose memory is the host's too: what is offloaded stays in it.
void add_offloaded(Paragraphs& notes, const answers::MemoryAnswer& answer, const Context& context) {
  NamedBy cards;
  const bool is_of_all = answer.request.keeps_offloaded;
  for (const answers::MemoryFit& fit : answer.fits)
    if (fit.keeps_offloaded || is_of_all)
      cards[two_digits(fit.total / giga)].push_back(fit.gpus.front()->id);
  if (answer.are_named)
    return add_sentences(
        notes, is_of_all ? "footprint.note_offloaded_all" : "footprint.note_offloaded_card", "gb",
        cards, "", context);
  if (!cards.empty()) notes.push_back(paragraph({"footprint.note_offloaded_cards", {}}, context));
}

// QLoRA runs where bitsandbytes does: of named cards those it does not, else that others are left
// out.
void add_adapters(Paragraphs& notes, const answers::MemoryAnswer& answer, const Context& context) {
  if (answer.request.one.task != advisor::Task::qlora) return;
  if (!answer.are_named)
    return notes.push_back(paragraph({"footprint.note_qlora_cards", {}}, context));
  for (const answers::MemoryFit& fit : answer.fits)
    if (!fit.runs_adapters)
      notes.push_back(
          paragraph({"footprint.note_no_qlora", {{"gpu", fit.gpus.front()->id}}}, context));
}

// Of sizes of memory the largest that do not hold it and the smallest that do; and how many others
// there are.
struct Nearby {
  std::vector<FitLine> lines;
  std::size_t too_small = 0, larger = 0;
};

Nearby nearby(std::vector<FitLine> all) {
  constexpr std::size_t most_too_small = 2, most_that_fit = 4;
  const auto fitting = static_cast<std::size_t>(
      std::count_if(all.begin(), all.end(), [](const FitLine& line) { return line.does_fit; }));
  Nearby found;
  found.too_small = all.size() - fitting;
  found.too_small -= std::min(found.too_small, most_too_small);
  std::size_t skipped = 0, taken = 0;
  for (FitLine& line : all) {
    if (!line.does_fit && skipped++ < found.too_small) continue;
    if (line.does_fit && taken++ >= most_that_fit)
      ++found.larger;
    else
      found.lines.push_back(std::move(line));
  }
  return found;
}

}  // namespace

std::string fits_text(const answers::MemoryAnswer& answer, bool are_all, const Context& context) {
  std::vector<FitLine> lines = fit_lines(answer, context);
  if (are_all || answer.are_named) {
    const Table fits = fit_table(answer, std::move(lines), context);
    return report::to_terminal(fits, text_width()) + more_cards_text(fits, context);
  }
  Nearby near = nearby(std::move(lines));
  return report::to_terminal(fit_table(answer, std::move(near.lines), context), text_width()) +
         paragraph(
             {"footprint.other_sizes",
              {{"small", std::to_string(near.too_small)}, {"large", std::to_string(near.larger)}}},
             context);
}

Paragraphs fit_notes(const answers::MemoryAnswer& answer, const Context& context) {
  Paragraphs notes;
  add_tight(notes, answer, context);
  add_types(notes, answer, context);
  add_offloaded(notes, answer, context);
  add_devices(notes, answer, context);
  add_adapters(notes, answer, context);
  return notes;
}

}  // namespace wgf::cli
