// SPDX-License-Identifier: MIT
#include "answers/memory/memory_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "answers/training/layout_names.h"
#include "base/figures.h"
#include "base/text.h"
#include "cli/memory/memory_notes.h"
#include "cli/memory/memory_text.h"
#include "cli/terminal.h"
#include "cli/words/first_notes.h"
#include "cli/words/training_words.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using advisor::Component;
using advisor::MemoryCase;
using advisor::MemoryEstimate;
using report::Align;
using report::Table;

constexpr auto gib = static_cast<double>(gibi);
constexpr std::size_t flips_explained = 5, flips_on_a_screen = 3;

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

std::string interval_of(const MemoryEstimate& estimate, const Context& context) {
  const double half = estimate.half_width();
  return context.text({"footprint.interval",
                       {{"low", two_digits(std::max(0.0, estimate.total() - half) / giga)},
                        {"high", two_digits((estimate.total() + half) / giga)}}});
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
  for (const Component component : answers::memory_components) {
    const double bytes = estimate.of(component);
    if (bytes != 0)
      add("part_" + std::string(to_text(component)), bytes,
          basis_text(basis_of(estimate, component), context));
  }
  add("total", estimate.total(), interval_of(estimate, context));
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

std::string flips_text(const answers::MemoryAnswer& answer, std::size_t most,
                       const Context& context) {
  if (answer.flips.empty()) return "";
  const std::string capacity = compact_number(in_gb(answer.flips_for));
  const auto is_enough = [&](double bytes) {
    return bytes <= static_cast<double>(answer.flips_for.value);
  };
  const bool is_any_enough =
      answer.is_enough_now ||
      std::any_of(answer.flips.begin(), answer.flips.end(),
                  [&](const advisor::Flip& flip) { return is_enough(flip.total); });
  const char* title = is_any_enough ? "footprint.flips_title" : "footprint.no_flip_is_enough";
  constexpr std::size_t figure_width = 8, indent = figure_width + 5;
  std::string text = "\n" + paragraph({title, {{"gb", capacity}}}, context);
  for (std::size_t flip = 0; flip < std::min(most, answer.flips.size()); ++flip) {
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
    text += paragraph({"footprint.layout", {{"layout", answers::layout_text(one)}}}, context);
  if (!is_training(one) || one.recompute == advisor::Recompute::none) return text;
  Message again{"footprint.recompute", {{"recompute", recompute_text(one.recompute, context)}}};
  if (one.recompute == advisor::Recompute::attention && one.has_flash_attention)
    again.key = "footprint.recompute_of_no_use";
  return text + paragraph(again, context);
}

// "Takes 161.82 GB (90 %: 131.77 to 191.87 GB): weights 46.08, …"
std::string sum_text(const MemoryEstimate& estimate, const Context& context) {
  std::vector<std::string> parts;
  for (const Component component : answers::memory_components)
    if (const double bytes = estimate.of(component); bytes != 0)
      parts.push_back(context.text("footprint.part_" + std::string(to_text(component))) + " " +
                      two_digits(bytes / giga));
  return paragraph({"footprint.takes",
                    {{"total", two_digits(estimate.total() / giga)},
                     {"interval", interval_of(estimate, context)},
                     {"parts", join(parts, ", ")}}},
                   context);
}

// What is assumed of the network first, then what the table of cards needs.
Paragraphs all_notes(const answers::MemoryAnswer& answer, const Context& context) {
  Paragraphs notes = memory_notes(answer, context), of_fits = fit_notes(answer, context);
  notes.insert(notes.begin() + (answer.estimate.is_assumed ? 1 : 0), of_fits.begin(),
               of_fits.end());
  return notes;
}

std::string explained_text(const answers::MemoryAnswer& answer, const Context& context) {
  std::string text = verdict_text(answer, context) + title_text(answer.request, context) + "\n" +
                     report::to_terminal(component_table(answer.estimate, context), text_width()) +
                     "\n" +
                     report::to_terminal(term_table(answer.estimate, context), text_width()) + "\n";
  const std::string notes = join(memory_notes(answer, context), "");
  if (!notes.empty()) text += notes + "\n";
  return text + fits_text(answer, true, context) + join(fit_notes(answer, context), "") +
         flips_text(answer, flips_explained, context);
}

}  // namespace

std::string two_digits(double value) {
  return fmt::format("{:.2f}", value);
}

Message flip_message(const advisor::Flip& flip) {
  Message message{"footprint.flip_" + flip.what, {}};
  if (flip.what == "tp_double")
    message.args.emplace_back("tp", std::to_string(flip.changed.layout.tp));
  if (flip.what == "half_batch")
    message.args.emplace_back("batch", advisor::whole_text(flip.changed.batch));
  return message;
}

std::string title_text(const answers::MemoryRequest& request, const Context& context) {
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

std::string memory_text(const answers::MemoryAnswer& answer, bool is_explained,
                        const Context& context) {
  if (answer.floor) return floor_text(answer.request, *answer.floor, context);
  if (is_explained) return explained_text(answer, context);
  // Of named cards one asks how full they are, else which card it needs.
  std::string text = verdict_text(answer, context) + title_text(answer.request, context) + "\n";
  text += answer.are_named
              ? report::to_terminal(component_table(answer.estimate, context), text_width())
              : sum_text(answer.estimate, context);
  text += "\n" + fits_text(answer, false, context) + flips_text(answer, flips_on_a_screen, context);
  const std::string notes = first_notes(all_notes(answer, context), context);
  return notes.empty() ? text : text + "\n" + notes;
}

}  // namespace wgf::cli
