// SPDX-License-Identifier: MIT
#include "cli/memory_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "cli/list_filters.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using advisor::Component;
using advisor::MemoryCase;
using advisor::MemoryEstimate;
using report::Align;
using report::Table;

constexpr Component components[] = {
    Component::weights,     Component::gradients,   Component::optimizer,
    Component::activations, Component::not_at_once, Component::cache,
    Component::allocator,   Component::framework,   Component::graphs};
constexpr auto gib = static_cast<double>(gibi);
constexpr std::size_t flips_shown = 5, cards_width = 24;

std::string two_digits(double value) {
  return fmt::format("{:.2f}", value);
}

std::string percent(double share) {
  if (share < 0.005) return "<1 %";
  if (share > 0.995) return ">99 %";
  return fmt::format("{:.0f} %", share * 100);
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
  for (const Component component : components) {
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

Table term_table(const MemoryEstimate& estimate, const Context& context) {
  Table table{{{context.text("footprint.column_term")},
               {"GB", Align::right},
               {"±", Align::right},
               {context.text("footprint.column_arithmetic")}},
              {}};
  for (const advisor::Term& term : estimate.terms) {
    std::string name = context.text("footprint.term_" + std::string(term.what));
    if (term.is_of_experts) name += context.text("footprint.of_experts");
    table.rows.push_back({std::move(name), two_digits(term.bytes / giga), percent(term.spread),
                          to_text(term.formula)});
  }
  return table;
}

// The newest cards of the size, as many as a narrow terminal has room for.
std::string cards_text(const MemoryFit& fit) {
  std::string text = fit.gpus.front()->id;
  std::size_t named = 1;
  while (named < fit.gpus.size() && text.size() + fit.gpus[named]->id.size() < cards_width)
    text += ", " + fit.gpus[named++]->id;
  if (fit.gpus.size() > named) text += fmt::format(" +{}", fit.gpus.size() - named);
  return text;
}

Table fit_table(const MemoryAnswer& answer, const Context& context) {
  const bool has_sequences = answer.request.network.has_value();
  Table table{{{"GB", Align::right},
               {context.text("footprint.column_fits")},
               {context.text("footprint.column_risk"), Align::right},
               {context.text("footprint.column_batch"), Align::right}},
              {}};
  if (has_sequences)
    table.columns.push_back({context.text("footprint.column_tokens"), Align::right});
  table.columns.push_back({context.text("report.column_gpu")});
  for (const MemoryFit& fit : answer.fits) {
    std::vector<std::string> row{compact_number(in_gb(fit.usable)),
                                 context.text(fit.does_fit ? "footprint.yes" : "footprint.no"),
                                 percent(fit.risk), advisor::whole_text(fit.largest_batch)};
    if (has_sequences) row.push_back(advisor::whole_text(fit.longest_sequence));
    row.push_back(cards_text(fit));
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string flips_text(const MemoryAnswer& answer, const Context& context) {
  if (answer.flips.empty()) return "";
  const std::string capacity = compact_number(in_gb(answer.flips_for));
  std::string text = "\n" + context.text({"footprint.flips_title", {{"gb", capacity}}}) + "\n";
  for (std::size_t flip = 0; flip < std::min(flips_shown, answer.flips.size()); ++flip)
    text += pad_left(two_digits(answer.flips[flip].total / giga), 8) + " GB  " +
            context.text("footprint.flip_" + answer.flips[flip].what) + "\n";
  return text;
}

std::string title(const MemoryAnswer& answer, const Context& context) {
  const MemoryCase& one = answer.request.one;
  std::string text =
      context.text({"footprint.title",
                    {{"model", answer.request.name},
                     {"params", compact_number(answer.request.params / giga) + " B"},
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
  return text + "\n";
}

std::string notes_text(const MemoryAnswer& answer, const Context& context) {
  std::string text;
  const auto add = [&](const Message& message) { text += context.text(message) + "\n"; };
  if (answer.estimate.is_assumed) {
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
  if (answer.request.one.layout.pp > 1)
    add({"footprint.note_stage", {{"stage", std::to_string(answer.estimate.stage + 1)}}});
  const char* measured = answer.request.engine ? "note_engine" : "note_measured";
  if (answer.request.engine || !answer.request.network)
    add({"footprint." + std::string(measured), {}});
  return text;
}

nlohmann::ordered_json fit_json(const MemoryFit& fit) {
  nlohmann::ordered_json ids = nlohmann::ordered_json::array();
  for (const catalog::Gpu* gpu : fit.gpus) ids.push_back(gpu->id);
  return {{"gpus", ids},
          {"usable_gb", rounded_for_json(in_gb(fit.usable))},
          {"fits", fit.does_fit},
          {"out_of_memory_risk", rounded_for_json(std::round(fit.risk * 1e4) / 1e4)},
          {"largest_batch", fit.largest_batch},
          {"longest_sequence", fit.longest_sequence}};
}

nlohmann::ordered_json terms_json(const MemoryEstimate& estimate) {
  nlohmann::ordered_json terms = nlohmann::ordered_json::array();
  for (const advisor::Term& term : estimate.terms)
    terms.push_back({{"component", to_text(term.component)},
                     {"term", term.what},
                     {"experts", term.is_of_experts},
                     {"arithmetic", to_text(term.formula)},
                     {"bytes", std::llround(term.bytes)},
                     {"relative_spread", term.spread},
                     {"basis", to_text(term.basis)}});
  return terms;
}

}  // namespace

nlohmann::ordered_json layout_json(const MemoryCase& one) {
  return {{"tp", one.layout.tp}, {"pp", one.layout.pp}, {"cp", one.layout.cp},
          {"ep", one.layout.ep}, {"dp", one.layout.dp}, {"gpus", one.layout.gpus()},
          {"zero", one.zero},    {"fsdp", one.is_fsdp}, {"offload", one.is_offloaded}};
}

std::string memory_text(const MemoryAnswer& answer, bool is_explained, const Context& context) {
  std::string text = title(answer, context) + "\n";
  text += report::to_terminal(component_table(answer.estimate, context)) + "\n";
  if (is_explained) text += report::to_terminal(term_table(answer.estimate, context)) + "\n";
  const std::string notes = notes_text(answer, context);
  if (!notes.empty()) text += notes + "\n";
  text += report::to_terminal(fit_table(answer, context));
  return text + flips_text(answer, context);
}

nlohmann::ordered_json memory_json(const MemoryAnswer& answer) {
  using Json = nlohmann::ordered_json;
  const MemoryCase& one = answer.request.one;
  const MemoryEstimate& estimate = answer.estimate;
  Json parts = Json::object(), fits = Json::array(), flips = Json::array();
  for (const Component component : components)
    parts[std::string(to_text(component))] = std::llround(estimate.of(component));
  for (const MemoryFit& fit : answer.fits) fits.push_back(fit_json(fit));
  for (const advisor::Flip& flip : answer.flips)
    flips.push_back({{"change", flip.what}, {"bytes", std::llround(flip.total)}});
  return {{"model", answer.request.name},
          {"parameters", std::llround(answer.request.params)},
          {"assumed_shape", estimate.is_assumed},
          {"task", to_text(one.task)},
          {"precision", to_text(one.precision)},
          {"recipe", to_text(one.recipe)},
          {"optimizer", to_text(one.optimizer)},
          {"recompute", to_text(one.recompute)},
          {"batch_size", one.batch},
          {"sequence", one.sequence},
          {"layout", layout_json(one)},
          {"pipeline_stage", estimate.stage},
          {"unit", "bytes"},
          {"components", parts},
          {"allocated", std::llround(estimate.allocated())},
          {"reserved", std::llround(estimate.reserved())},
          {"total", std::llround(estimate.total())},
          {"interval",
           {std::llround(std::max(0.0, estimate.total() - estimate.half_width())),
            std::llround(estimate.total() + estimate.half_width())}},
          {"terms", terms_json(estimate)},
          {"fits", fits},
          {"changes_for_gb", rounded_for_json(in_gb(answer.flips_for))},
          {"changes", flips}};
}

}  // namespace wgf::cli
