// SPDX-License-Identifier: MIT
// predict: how fast a training would be on cards nobody need own, with a 90 % interval.

#include <memory>

#include "answers/service/service_request.h"
#include "answers/training/training_answer.h"
#include "cli/commands.h"
#include "cli/option_table.h"
#include "cli/predict/classic_text.h"
#include "cli/predict/predict_goodput_text.h"
#include "cli/predict/predict_text.h"
#include "cli/surroundings.h"
#include "cli/words/calibration_words.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

void print_classic(const answers::ClassicRequest& request,
                   const answers::Surroundings& surroundings, const Context& context) {
  const answers::Outcome<answers::ClassicAnswer> outcome = classic(request, surroundings);
  if (outcome.refusal) throw Error(*outcome.refusal);
  for (const Message& note : outcome.notes) print_note(note, context);
  const answers::ClassicAnswer& answer = *outcome.answer;
  if (context.json) return print(results::indented(classic_json(answer)));
  print(request.shape == answers::PredictShape::one
            ? classic_text(request, answer.rows.front(), request.is_explained, context)
            : classic_table_text(request, answer.rows, answer.unknown, context));
}

std::string one_answer(const answers::PredictAnswer& answer, const Context& context) {
  const answers::PredictRequest& request = answer.request;
  const answers::Prediction& one = answer.rows.front();
  std::string text = one_text(request, one, request.is_explained, context);
  if (answer.goodput)
    text += "\n" + goodput_text(*answer.goodput, request.gpus, one.forecast.does_fit(), context);
  return text;
}

std::string answer_text(const answers::PredictAnswer& answer, const Context& context) {
  const answers::PredictRequest& request = answer.request;
  std::string text;
  if (answer.calibrated && answer.calibrated->kept()) {
    const answers::KeptCalibration& kept = *answer.calibrated->kept();
    text = used_calibration_text(kept, *kept.training, context);
  }
  for (const answers::CardBounds& one : answer.bounds)
    text += bounds_text(request, one, answer.work, context);
  if (!answer.bounds.empty()) return text;
  switch (request.shape) {
    case answers::PredictShape::one:
      return text + one_answer(answer, context);
    case answers::PredictShape::cards:
      return text + cards_text(request, answer.rows, answer.unknown, context);
    case answers::PredictShape::precisions:
      return text + precisions_text(request, answer.rows, context);
    case answers::PredictShape::batches:
      return text + batches_text(request, answer.rows, context);
    case answers::PredictShape::scaling:
      break;
  }
  return text + scaling_text(request, *answer.scaling, context);
}

void print_layers(const answers::PredictRequest& request, const answers::Surroundings& surroundings,
                  const Context& context) {
  const answers::Outcome<answers::PredictAnswer> outcome = predict(request, surroundings);
  for (const Message& note : outcome.notes) print_note(note, context);
  if (const auto& answer = outcome.answer)
    print(context.json ? results::indented(predict_json(*answer)) : answer_text(*answer, context));
  if (outcome.refusal) throw Error(*outcome.refusal);
}

void print_prediction(const answers::PredictOptions& options, Context& context) {
  if (is_service(options)) return print_service(options, context);
  const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
  const answers::Surroundings surroundings = surroundings_of(catalog, context, options.price_file);
  const auto request = parse_training_request(options, catalog);
  if (const auto* classic = std::get_if<answers::ClassicRequest>(&request))
    return print_classic(*classic, surroundings, context);
  print_layers(std::get<answers::PredictRequest>(request), surroundings, context);
}

}  // namespace

void add_predict_command(Command& program, Context& context) {
  Command command = program.add_command("predict", context.text("predict.description"));
  auto options = std::make_shared<answers::PredictOptions>();
  add_options(command, answers::predict_options(), *options, context);
  add_json_flag(command, context);
  command.action([options, &context] { print_prediction(*options, context); });
}

}  // namespace wgf::cli
