// SPDX-License-Identifier: MIT
// predict --task serve: how fast a service would be on cards nobody need own, and how many users it
// would hold, with 90 % intervals.

#include <nlohmann/json.hpp>

#include "answers/service/service_answer.h"
#include "cli/commands.h"
#include "cli/service/service_text.h"
#include "cli/surroundings.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

std::string answer_text(const answers::ServiceAnswer& answer, const Context& context) {
  const answers::ServiceRequest& request = answer.request;
  std::string text;
  for (const answers::ServiceBoundsAnswer& bounds : answer.bounds)
    text += service_bounds_text(request, bounds, context);
  if (!answer.bounds.empty()) return text;
  switch (request.shape) {
    case answers::PredictShape::cards:
      return service_cards_text(request, answer.rows, answer.without, context);
    case answers::PredictShape::precisions:
      return service_precisions_text(request, answer.rows, answer.without, context);
    case answers::PredictShape::batches:
      return service_loads_text(request, answer.rows, context);
    default:
      return service_text(request, answer.rows.front(), request.is_explained, context);
  }
}

}  // namespace

void print_service(const answers::PredictOptions& options, Context& context) {
  const auto catalog = asked_catalog(context);
  answers::ServiceRequest request = parse_service_request(options, *catalog);
  for (const Message& note : request.notes) print_note(note, context);
  const answers::Outcome<answers::ServiceAnswer> outcome =
      answers::service(std::move(request), catalog->gpus());
  if (outcome.answer)
    print(context.json ? results::indented(service_json(*outcome.answer))
                       : answer_text(*outcome.answer, context));
  if (outcome.refusal) throw Error(*outcome.refusal);
}

}  // namespace wgf::cli
