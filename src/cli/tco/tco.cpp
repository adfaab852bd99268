// SPDX-License-Identifier: MIT
// tco: what it costs to own a card for months or years, against renting the same one.

#include <memory>
#include <nlohmann/json.hpp>

#include "answers/own/tco_answer.h"
#include "cli/commands.h"
#include "cli/option_table.h"
#include "cli/surroundings.h"
#include "cli/tco/tco_text.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

void print_tco(const answers::TcoOptions& options, Context& context) {
  const auto catalog = asked_catalog(context);
  const answers::Outcome<answers::TcoAnswer> outcome =
      answers::tco(answers::parse_tco_request(options, catalog->gpus()),
                   surroundings_of(*catalog, context, options.price_file));
  if (outcome.refusal) throw Error(*outcome.refusal);
  print(context.json ? results::indented(tco_json(*outcome.answer, context.language))
                     : tco_text(*outcome.answer, options.is_explained, context));
}

}  // namespace

void add_tco_command(Command& program, Context& context) {
  Command command = program.add_command("tco", context.text("cli.tco_description"));
  auto options = std::make_shared<answers::TcoOptions>();
  add_options(command, answers::tco_options(), *options, context);
  add_json_flag(command, context);
  command.action([options, &context] { print_tco(*options, context); });
}

}  // namespace wgf::cli
