// SPDX-License-Identifier: MIT
#include "cli/memory/memory_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "advisor/predict/layout_choice.h"
#include "base/text.h"
#include "cli/lists/list_filters.h"
#include "cli/predict/predict_format.h"
#include "cli/predict/predict_notes.h"
#include "cli/predict/published_cards.h"
#include "cli/terminal.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using advisor::Component;
using advisor::MemoryCase;
using advisor::MemoryEstimate;
using report::Align;
using report::Table;

constexpr auto gib = static_cast<double>(gibi);
constexpr std::size_t flips_shown = 5;

std::string two_digits(double value) {
  return fmt::format("{:.2f}", value);
}

// What the component's terms rest on: the least certain of them.
advisor::Basis basis_of(const MemoryEstimate& estimate, Component component) {
  advisor::Basis basis = advisor::Basis::exact;
  for (const advisor::Term& term : estimate.terms)
    if (term.component == component) basis = std::max(basis, term.basis);
  return basis;
}

std::string basis_text(advisor::Basis basis, const Context& context) {
  return context.text("footprint.basis_" + std::string(to_text(basis)));
}

Table component_table(const MemoryEstimate& estimate, const Context& context) {
  Table table{{{context.text("footprint.column_part")},
               {"GB", Align::right},
               {"GiB", Align::right},
               {context.text("footprint.column_basis")}},
              {}};
  const auto add = [&](const std::string& key, double bytes, const std::string& basis) {
    table.rows.push_back({context.text("footprint." + key), two_digits(bytes / giga),
                          two_digits(bytes / gib), basis});
  };
  for (const Component component : memory_components) {
    const double bytes = estimate.of(component);
    if (bytes != 0)
      add("part_" + std::string(to_text(component)), bytes,
          basis_text(basis_of(estimate, component), context));
  }
  const double half = estimate.half_width();
  const std::string interval =
      context.text({"footprint.interval",
                    {{"low", two_digits(std::max(0.0, estimate.total() - half) / giga)},
                     {"high", two_digits((estimate.total() + half) / giga)}}});
  add("total", estimate.total(), interval);
  return table;
}

// The arithmetic of a term, its words in the user's language.
std::string formula_text(const advisor::Formula& formula, const Context& context) {
  using Kind = advisor::Formula::Kind;
  const std::string bytes = advisor::whole_text(formula.a), count = advisor::whole_text(formula.b);
  if (formula.kind == Kind::sequences)
    return context.text({"footprint.of_sequences", {{"bytes", bytes}, {"count", count}}});
  if (formula.kind == Kind::tokens)
    return context.text({"footprint.of_tokens", {{"bytes", bytes}, {"count", count}}}) +
           (formula.c != 1 ? fmt::format(" x {:.4g}", formula.c) : "");
  if (formula.kind == Kind::share)
    return context.text({"footprint.share_of",
                         {{"share", fmt::format("{:g}", formula.a * 100)},
                          {"gb", format_number(formula.b / giga)}}});
  return to_text(formula);
}

Table term_table(const MemoryEstimate& estimate, const Context& context) {
  Table table{{{context.text("footprint.column_term")},
               {"GB", Align::right},
               {"±", Align::right},
               {context.text("footprint.column_arithmetic")}},
              {}};
  for (const advisor::Term& term : estimate.terms) {
    std::string name = context.text("footprint.term_" + std::string(term.what));
    if (term.is_of_experts) name += context.text("footprint.of_experts");
    table.rows.push_back({std::move(name), two_digits(term.bytes / giga), open_percent(term.spread),
                          formula_text(term.formula, context)});
  }
  return table;
}

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

std::vector<std::string> answer_cells(const MemoryFit& fit, bool has_sequences,
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

std::vector<FitLine> fit_lines(const MemoryAnswer& answer, const Context& context) {
  constexpr double nearly = 1.03;
  std::vector<FitLine> lines;
  for (const MemoryFit& fit : answer.fits) {
    std::vector<std::string> cells = answer_cells(fit, answer.request.network.has_value(), context);
    const bool is_same = !lines.empty() && !answer.are_named && lines.back().cells == cells &&
                         in_gb(fit.usable) <= nearly * in_gb(lines.back().least);
    if (!is_same) lines.push_back({fit.usable, fit.usable, std::move(cells), {}});
    lines.back().most = fit.usable;
    lines.back().gpus.insert(lines.back().gpus.end(), fit.gpus.begin(), fit.gpus.end());
  }
  // Those that most people measure are named where not all can be.
  for (FitLine& line : lines)
    std::stable_sort(line.gpus.begin(), line.gpus.end(), [](const auto* a, const auto* b) {
      return published_rows(*a) > published_rows(*b);
    });
  return lines;
}

std::string size_text(const FitLine& line) {
  if (line.least == line.most) return compact_number(in_gb(line.least));
  const auto rounded = [](Bytes bytes) { return format_number(in_gb(bytes), 3); };
  const std::string least = rounded(line.least), most = rounded(line.most);
  return least == most ? least : least + "-" + most;
}

Table fit_table(const MemoryAnswer& answer, const Context& context) {
  Table table{{{"GB", Align::right},
               {context.text("footprint.column_fits")},
               {context.text("footprint.column_risk"), Align::right},
               {context.text("footprint.column_batch"), Align::right}},
              {}};
  if (answer.request.network)
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

// In options that can be typed, where there are any.
Message flip_message(const advisor::Flip& flip) {
  Message message{"footprint.flip_" + flip.what, {}};
  if (flip.what == "tp_double")
    message.args.emplace_back("tp", std::to_string(flip.changed.layout.tp));
  if (flip.what == "half_batch")
    message.args.emplace_back("batch", advisor::whole_text(flip.changed.batch));
  return message;
}

std::string flips_text(const MemoryAnswer& answer, const Context& context) {
  if (answer.flips.empty()) return "";
  const std::string capacity = compact_number(in_gb(answer.flips_for));
  const auto is_enough = [&](double bytes) {
    return bytes <= static_cast<double>(answer.flips_for.value);
  };
  const bool is_any_enough =
      is_enough(answer.estimate.total()) ||
      std::any_of(answer.flips.begin(), answer.flips.end(),
                  [&](const advisor::Flip& flip) { return is_enough(flip.total); });
  const char* title = is_any_enough ? "footprint.flips_title" : "footprint.no_flip_is_enough";
  constexpr std::size_t figure_width = 8, indent = figure_width + 5;
  std::string text = "\n" + paragraph({title, {{"gb", capacity}}}, context);
  for (std::size_t flip = 0; flip < std::min(flips_shown, answer.flips.size()); ++flip) {
    const std::string bytes =
        pad_left(two_digits(answer.flips[flip].total / giga), figure_width) + " GB  ";
    text += wrapped(bytes + context.text(flip_message(answer.flips[flip])), text_width(), indent) +
            "\n";
  }
  return text;
}

// Layout and recomputation, where there are any. Megatron's selective one runs attention again.
std::string setting_text(const MemoryCase& one, const Context& context) {
  std::string text;
  if (one.layout.gpus() > 1)
    text += paragraph({"footprint.layout", {{"layout", layout_text(one)}}}, context);
  if (!is_training(one) || one.recompute == advisor::Recompute::none) return text;
  Message again{"footprint.recompute", {{"recompute", recompute_text(one.recompute, context)}}};
  if (one.recompute == advisor::Recompute::attention && one.has_flash_attention)
    again.key = "footprint.recompute_of_no_use";
  return text + paragraph(again, context);
}

// Why the largest batch of a card may be smaller than the one that "tight" is said of.
std::string tight_text(const MemoryAnswer& answer, const Context& context) {
  const bool is_tight = std::any_of(
      answer.fits.begin(), answer.fits.end(),
      [](const MemoryFit& fit) { return fit.does_fit && fit.risk > advisor::acceptable_risk; });
  if (!is_tight) return "";
  return paragraph({"footprint.note_tight", {{"percent", percent_text(advisor::acceptable_risk)}}},
                   context);
}

// What "+9" behind the names of cards means, where it stands there.
std::string more_cards_text(const report::Table& fits, const Context& context) {
  const bool has_more = std::any_of(fits.rows.begin(), fits.rows.end(), [](const auto& row) {
    return row.back().find(" +") != std::string::npos;
  });
  return has_more ? paragraph({"footprint.note_more_cards", {}}, context) : "";
}

// That a named card is several devices, of which a rank has one.
std::string devices_text(const MemoryAnswer& answer, const Context& context) {
  std::string text;
  for (const MemoryFit& fit : answer.fits)
    if (const catalog::Gpu& gpu = *fit.gpus.front(); answer.are_named && gpu.devices > 1)
      text += paragraph({"footprint.note_devices",
                         {{"gpu", gpu.id},
                          {"devices", std::to_string(gpu.devices)},
                          {"gb", two_digits(in_gb(fit.usable))}}},
                        context);
  return text;
}

// Where cards train in another type than was asked for: which are named, or that there are some.
std::string types_text(const MemoryAnswer& answer, const Context& context) {
  const advisor::Precision asked = answer.request.one.precision;
  std::string text;
  for (const MemoryFit& fit : answer.fits)
    if (fit.precision != asked && answer.are_named)
      text += type_note(*fit.gpus.front(), to_text(asked), context);
    else if (fit.precision != asked && text.empty())
      text = paragraph({"footprint.note_types", {{"precision", std::string(to_text(asked))}}},
                       context);
  return text;
}

// That sharding over one rank shares nothing, and what it would be with as many as a machine has.
std::string nothing_shared_text(const MemoryRequest& request, const Context& context) {
  constexpr int ranks = 8;
  MemoryCase more = request.one;
  more.layout.dp = ranks;
  if (!is_training(more) || more.zero == 0 || advisor::shard_count(request.one) > 1) return "";
  return paragraph({"footprint.note_nothing_shared",
                    {{"sharding", sharding_text(request.one)},
                     {"ranks", std::to_string(ranks)},
                     {"gb", two_digits(request.estimate(more).total() / giga)}}},
                   context);
}

std::string notes_text(const MemoryAnswer& answer, const Context& context) {
  std::string text;
  const auto add = [&](const Message& message) { text += paragraph(message, context); };
  if (answer.estimate.is_assumed && !answer.request.network->unknown_type.empty()) {
    text += assumed_note(*answer.request.network, context);
  } else if (answer.estimate.is_assumed) {
    const advisor::Network& network = *answer.request.network;
    const advisor::LayerGroup& group = network.layers.front();
    add({"footprint.note_assumed",
         {{"layers", std::to_string(group.count)},
          {"hidden", std::to_string(network.hidden)},
          {"ffn", std::to_string(group.feed_forward.hidden)},
          {"heads", std::to_string(group.attention.heads)},
          {"kv_heads", std::to_string(group.attention.kv_heads)},
          {"vocab", std::to_string(network.vocab)}}});
  }
  if (answer.request.is_served_as_published())
    text += paragraph({"footprint.note_mxfp4", {{"model", answer.request.name}}}, context);
  if (answer.request.one.task == advisor::Task::infer && answer.request.generates())
    add({"footprint.note_served", {}});
  if (answer.request.software)
    add({"footprint.note_software", {{"software", software_name(*answer.request.software)}}});
  else if (answer.request.one.task == advisor::Task::train && answer.request.network &&
           !answer.request.engine)
    add({answer.request.is_of_megatron() ? "footprint.note_megatron" : "footprint.note_eager", {}});
  if (answer.request.one.layout.pp > 1)
    add({"footprint.note_stage", {{"stage", std::to_string(answer.estimate.stage + 1)}}});
  if (is_training(answer.request.one) && answer.request.one.layout.pp > 1)
    add({"footprint.note_full_pipeline", {}});
  if (answer.request.are_chunks_open) add({"footprint.note_chunks", {}});
  text += nothing_shared_text(answer.request, context);
  const char* measured = answer.request.engine ? "note_engine" : "note_measured";
  if (answer.request.engine || !answer.request.network)
    add({"footprint." + std::string(measured), {}});
  return text;
}

}  // namespace

std::string title_text(const MemoryRequest& request, const Context& context) {
  const MemoryCase& one = request.one;
  std::string text =
      context.text({"footprint.title",
                    {{"model", request.name},
                     {"params", compact_number(request.params / giga) + " B"},
                     {"task", context.text("footprint.task_" + std::string(to_text(one.task)))},
                     {"precision", std::string(to_text(one.precision))},
                     {"batch", advisor::whole_text(one.batch)},
                     {"gpus", std::to_string(one.layout.gpus())}}});
  if (one.sequence > 0)
    text +=
        context.text({"footprint.title_tokens", {{"tokens", advisor::whole_text(one.sequence)}}});
  if (one.task == advisor::Task::train)
    text += context.text({"footprint.title_training",
                          {{"optimizer", std::string(to_text(one.optimizer))},
                           {"recipe", std::string(to_text(one.recipe))}}});
  return text + "\n" + setting_text(one, context);
}

std::string memory_text(const MemoryAnswer& answer, bool is_explained, const Context& context) {
  std::string text = title_text(answer.request, context) + "\n";
  text += report::to_terminal(component_table(answer.estimate, context), text_width()) + "\n";
  if (is_explained)
    text += report::to_terminal(term_table(answer.estimate, context), text_width()) + "\n";
  const std::string notes = notes_text(answer, context);
  if (!notes.empty()) text += notes + "\n";
  const Table fits = fit_table(answer, context);
  text += report::to_terminal(fits, text_width());
  text += more_cards_text(fits, context) + tight_text(answer, context);
  text += types_text(answer, context) + devices_text(answer, context);
  return text + flips_text(answer, context);
}

}  // namespace wgf::cli
