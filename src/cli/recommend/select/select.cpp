// SPDX-License-Identifier: MIT
// select: the way to a choice for those who know what they want to do, not yet what to ask.

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/option_table.h"
#include "cli/recommend/select/select.h"
#include "cli/surroundings.h"
#include "cli/terminal.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

using answers::SelectKind;

// Notes, the answer by `text` or as JSON, and the refusal, where there is one beside it.
template <typename Answer, typename ToJson, typename ToText>
void print_outcome(const answers::Outcome<Answer>& outcome, const Context& context,
                   const ToJson& json, const ToText& text) {
  for (const Message& note : outcome.notes) print_note(note, context);
  print(context.json ? results::indented(json(*outcome.answer)) : text(*outcome.answer));
  if (outcome.refusal) throw Error(*outcome.refusal);
}

void print_selection(answers::SelectOptions options, const Context& context) {
  const auto catalog = asked_catalog(context);
  if (options.is_empty() && is_conversation()) {
    if (!ask_selection(options, *catalog, context)) return;
  }
  const bool is_explained = options.is_explained;
  const answers::Surroundings surroundings = surroundings_of(*catalog, context, options.price_file);
  const SelectKind kind = select_kind(options);
  switch (kind) {
    case SelectKind::capacity:
      return print_outcome(capacity(options, surroundings), context, answers::capacity_json,
                           [&](const answers::Capacity& all) {
                             return capacity_text(all, context) +
                                    (is_explained ? explained_cells(all, context) : "");
                           });
    case SelectKind::tiers:
      return print_outcome(
          budget_tiers(options, surroundings), context,
          [&](const answers::TiersAnswer& all) { return tiers_json(all, context.language); },
          [&](const answers::TiersAnswer& all) { return tiers_text(all, is_explained, context); });
    case SelectKind::training:
    case SelectKind::inference:
      break;
  }
  const bool is_training = kind == SelectKind::training;
  print_outcome(
      is_training ? select_training(options, surroundings)
                  : select_inference(options, surroundings),
      context,
      [&](const answers::SelectedWorks& works) {
        return selected_json(works, is_training, context.language);
      },
      [&](const answers::SelectedWorks& works) {
        return selected_text(works, is_training, is_explained, context);
      });
}

}  // namespace

void add_select_command(Command& program, Context& context) {
  Command command = program.add_command("select", context.text("select.description"));
  auto options = std::make_shared<answers::SelectOptions>();
  add_options(command, answers::select_options(), *options, context);
  add_json_flag(command, context);
  command.action([options, &context] { print_selection(*options, context); });
}

}  // namespace wgf::cli
