// SPDX-License-Identifier: MIT
// estimate-memory: what a network takes on each GPU of a layout, on which cards it fits, and what
// to change so that it does.

#include <memory>

#include "answers/memory/memory_answer.h"
#include "catalog/catalog.h"
#include "cli/commands.h"
#include "cli/memory/memory_text.h"
#include "cli/option_table.h"
#include "cli/surroundings.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

void print_memory(const answers::MemoryOptions& options, Context& context) {
  const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
  const answers::Outcome<answers::MemoryAnswer> outcome =
      memory(parse_memory_request(options, catalog), surroundings_of(catalog, context));
  for (const Message& note : outcome.notes) print_note(note, context);
  if (const auto& answer = outcome.answer)
    print(context.json ? results::indented(memory_json(*answer))
                       : memory_text(*answer, options.is_explained, context));
  if (outcome.refusal) throw Error(*outcome.refusal);
}

}  // namespace

void add_estimate_memory_command(Command& program, Context& context) {
  Command command = program.add_command("estimate-memory", context.text("footprint.description"));
  auto options = std::make_shared<answers::MemoryOptions>();
  add_options(command, answers::memory_options(), *options, context);
  add_json_flag(command, context);
  command.action([options, &context] { print_memory(*options, context); });
}

}  // namespace wgf::cli
