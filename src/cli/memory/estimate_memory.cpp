// SPDX-License-Identifier: MIT
// estimate-memory: what a network takes on each GPU of a layout, on which cards it fits, and what
// to change so that it does.

#include <algorithm>
#include <memory>

#include "answers/memory/memory_answer.h"
#include "answers/memory/memory_changes.h"
#include "answers/network/memory_on_cards.h"
#include "answers/network/memory_request.h"
#include "catalog/catalog.h"
#include "cli/commands.h"
#include "cli/memory/memory_text.h"
#include "cli/option_table.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

// The card the advice is for: the largest that it does not fit, else the smallest that it does;
// none where every card has room to spare.
const answers::MemoryFit* advised(const std::vector<answers::MemoryFit>& fits, bool are_named) {
  const answers::MemoryFit* chosen = nullptr;
  for (const answers::MemoryFit& fit : fits)
    if (!fit.does_fit && (chosen == nullptr || fit.usable > chosen->usable)) chosen = &fit;
  if (chosen != nullptr || are_named || fits.empty()) return chosen;
  constexpr double next_to_none = 0.01;
  const bool has_risk = std::any_of(fits.begin(), fits.end(), [](const answers::MemoryFit& fit) {
    return fit.risk >= next_to_none;
  });
  return has_risk ? &fits.front() : nullptr;
}

answers::MemoryAnswer answer_of(const answers::MemoryRequest& request,
                                const catalog::GpuCatalog& gpus,
                                const answers::MemoryOptions& options) {
  answers::MemoryAnswer answer{request,
                               request.estimate(request.one),
                               memory_fits(request, gpus, options.gpus),
                               !options.gpus.empty(),
                               {},
                               Bytes(),
                               false};
  const answers::MemoryFit* card = advised(answer.fits, !options.gpus.empty());
  if (card == nullptr) return answer;
  answer.flips_for = card->usable;
  answer.is_enough_now = card->does_fit;
  answer.flips = advisor::flips(
      [&](const advisor::MemoryCase& one) {
        return request.estimate(answers::counted_on(*card->gpus.front(), one));
      },
      request.one, card->usable,
      [&](advisor::Flip& flip) { return read_as_typed(flip, request, options); });
  return answer;
}

}  // namespace

void add_estimate_memory_command(Command& program, Context& context) {
  Command command = program.add_command("estimate-memory", context.text("footprint.description"));
  auto options = std::make_shared<answers::MemoryOptions>();
  add_options(command, answers::memory_options(), *options, context);
  add_json_flag(command, context);
  command.action([options, &context] {
    const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
    answers::MemoryOptions typed = *options;
    const answers::MemoryRequest request = parse_request_on_cards(typed, catalog);
    for (const Message& note : request.notes) print_note(note, context);
    if (request.has_states_alone()) answer_floor(request, catalog.gpus(), options->gpus, context);
    const answers::MemoryAnswer answer = answer_of(request, catalog.gpus(), typed);
    print(context.json ? results::indented(memory_json(answer))
                       : memory_text(answer, options->is_explained, context));
  });
}

}  // namespace wgf::cli
