// SPDX-License-Identifier: MIT
// predict --task serve: how fast a service would be on cards nobody need own, and how many users it
// would hold, with 90 % intervals.

#include <nlohmann/json.hpp>

#include "answers/service/service_answer.h"
#include "cli/commands.h"
#include "cli/service/service_text.h"
#include "cli/surroundings.h"
#include "cli/words/calibration_words.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

std::string answer_text(const answers::ServiceAnswer& answer, const Context& context) {
  const answers::ServiceRequest& request = answer.request;
  std::string text;
  if (request.calibrated)
    text =
        used_calibration_text(request.calibrated->kept, *request.calibrated->kept.serving, context);
  for (const answers::ServiceBoundsAnswer& bounds : answer.bounds)
    text += service_bounds_text(request, bounds, context);
  if (!answer.bounds.empty()) return text;
  switch (request.shape) {
    case answers::PredictShape::cards:
      return text + service_cards_text(request, answer.rows, answer.without, context);
    case answers::PredictShape::precisions:
      return text + service_precisions_text(request, answer.rows, answer.without, context);
    case answers::PredictShape::batches:
      return text + service_loads_text(request, answer.rows, context);
    default:
      return text + service_text(request, answer.rows.front(), request.is_explained, context);
  }
}

}  // namespace

void print_service(const answers::PredictOptions& options, Context& context) {
  const auto catalog = asked_catalog(context);
  answers::ServiceRequest request = parse_service_request(options, *catalog);
  for (const Message& note : request.notes) print_note(note, context);
  const answers::Outcome<answers::ServiceAnswer> outcome =
      answers::service(std::move(request), surroundings_of(*catalog, context));
  if (outcome.answer)
    print(context.json ? results::indented(service_json(*outcome.answer))
                       : answer_text(*outcome.answer, context));
  if (outcome.refusal) throw Error(*outcome.refusal);
}

}  // namespace wgf::cli
