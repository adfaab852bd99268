// SPDX-License-Identifier: MIT
#include <algorithm>

#include "answers/memory/memory_answer.h"
#include "answers/memory/memory_changes.h"
#include "answers/network/memory_on_cards.h"
#include "catalog/name_resolver.h"

namespace wgf::answers {
namespace {

// The card the advice is for: the largest that it does not fit, else the smallest that it does;
// none where every card has room to spare.
const MemoryFit* advised(const std::vector<MemoryFit>& fits, bool are_named) {
  const MemoryFit* chosen = nullptr;
  for (const MemoryFit& fit : fits)
    if (!fit.does_fit && (chosen == nullptr || fit.usable > chosen->usable)) chosen = &fit;
  if (chosen != nullptr || are_named || fits.empty()) return chosen;
  constexpr double next_to_none = 0.01;
  const bool has_risk = std::any_of(fits.begin(), fits.end(),
                                    [](const MemoryFit& fit) { return fit.risk >= next_to_none; });
  return has_risk ? &fits.front() : nullptr;
}

void take_changes(MemoryAnswer& answer) {
  const MemoryRequest& request = answer.request;
  const MemoryFit* card = advised(answer.fits, answer.are_named);
  if (card == nullptr) return;
  answer.flips_for = card->usable;
  answer.is_enough_now = card->does_fit;
  answer.flips = advisor::flips(
      [&](const advisor::MemoryCase& one) {
        return request.estimate(counted_on(*card->gpus.front(), one));
      },
      request.one, card->usable,
      [&](advisor::Flip& flip) { return complete_change(flip, request); });
}

MemoryAnswer answer_of(const MemoryRequest& request, const catalog::GpuCatalog& gpus) {
  MemoryAnswer answer{.request = request};
  if (request.has_states_alone()) {
    answer.floor = memory_floor(request, gpus);
    return answer;
  }
  answer.estimate = request.estimate(request.one);
  answer.fits = memory_fits(request, gpus);
  answer.are_named = !request.cards.empty();
  take_changes(answer);
  return answer;
}

}  // namespace

MemoryRequest parse_memory_request(const MemoryOptions& options, const catalog::Catalog& catalog) {
  const AskedNetwork network = parse_asked_network(options);
  const AskedCase asked = parse_asked_case(options);
  std::vector<const catalog::Gpu*> cards;
  for (const std::string& name : options.gpus)
    for (const catalog::Gpu* gpu : catalog::find_gpus(catalog.gpus(), name)) cards.push_back(gpu);
  MemoryRequest request = request_on_cards(network, asked, std::move(cards), catalog.models());
  request.has_one_name = options.gpus.size() == 1;
  return request;
}

Outcome<MemoryAnswer> memory(const MemoryRequest& request, const Surroundings& surroundings) {
  auto outcome = outcome_of<MemoryAnswer>(
      request.notes, [&] { return answer_of(request, surroundings.catalog.gpus()); });
  if (outcome.answer && outcome.answer->floor)
    outcome.refusal =
        Error({request.network ? "footprint.no_decoder_cache" : "footprint.no_activations",
               {{"model", request.name}}},
              ExitCode::not_supported);
  return outcome;
}

}  // namespace wgf::answers
