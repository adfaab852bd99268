// SPDX-License-Identifier: MIT
// predict: how fast a training would be on cards nobody need own, with a 90 % interval.

#include <algorithm>
#include <memory>

#include "advisor/training/matrix_speed.h"
#include "answers/service/service_answer.h"
#include "answers/sources/predict_sources.h"
#include "answers/sources/rents.h"
#include "answers/training/classic_answer.h"
#include "answers/training/no_layout.h"
#include "answers/training/no_training.h"
#include "answers/training/predict_answer.h"
#include "answers/training/predict_goodput.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/predict/classic_text.h"
#include "cli/predict/predict_goodput_text.h"
#include "cli/predict/predict_options.h"
#include "cli/predict/predict_text.h"
#include "cli/service/service_text.h"
#include "cli/surroundings.h"
#include "cli/words/calibration_words.h"
#include "cli/words/training_notes.h"
#include "cli/words/training_words.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

using advisor::LayoutChoice;
using advisor::Question;
using Json = nlohmann::ordered_json;

constexpr int usual_scaling_gpus = 8;
constexpr double scaling_micro_steps = 4;  // of a GPU, where no global batch is given

// One command's work: what was asked, and what every forecast needs.
struct Asked {
  const answers::PredictRequest& request;
  const catalog::GpuCatalog& gpus;
  const answers::Rents& rents;
  const advisor::FittedTraining& fitted;
};

// The layers know nothing of a decoder's second attention.
bool is_covered(const answers::MemoryRequest& request) {
  return request.network && !request.network->has_cross_attention();
}

std::optional<answers::Prediction> predict(const Asked& asked, LayoutChoice& choice,
                                           const catalog::Gpu& gpu, std::string_view precision) {
  answers::ForecastBasis basis = answers::training_basis(gpu, asked.gpus);
  advisor::LayoutAnswer found = choice.answer(gpu, basis.familiarity, asked.fitted);
  if (!found.taken) return std::nullopt;
  return answers::Prediction{
      std::move(*found.taken), std::move(basis), precision, asked.rents.of(gpu, asked.request.gpus),
      std::move(found.faster), found.could_share};
}

std::optional<answers::Prediction> predict(const Asked& asked, const Question& question,
                                           std::string_view precision) {
  LayoutChoice choice(question);
  return predict(asked, choice, *asked.request.cards.front(), precision);
}

// Why there is no forecast of any of the cards: their one reason, or that there are several.
Message no_training(const std::vector<const catalog::Gpu*>& cards) {
  const advisor::SpeedGap gap = advisor::speed_gap(*cards.front());
  const bool is_one_reason = std::all_of(
      cards.begin(), cards.end(), [&](const auto* gpu) { return advisor::speed_gap(*gpu) == gap; });
  return {"predict.card_" + (is_one_reason ? answers::gap_name(gap) : "several"),
          {{"gpu", join(gpu_ids(cards), ", ")}}};
}

bool has_speed(const catalog::Gpu* gpu) {
  return advisor::speed_gap(*gpu) == advisor::SpeedGap::none;
}

// Nothing but physics, card by card, and exit code 5.
[[noreturn]] void answer_bounds(const answers::PredictRequest& request, const Context& context) {
  const answers::MemoryRequest& network = request.network;
  const advisor::TrainingWork work =
      network.network ? advisor::training_work(*network.network, network.one.sequence)
                      : advisor::training_work(network.totals, network.gflops_forward);
  Json json = Json::array();
  for (const catalog::Gpu* gpu : request.cards)
    for (const double batch : request.batches) {
      const advisor::TrainingBounds bounds =
          advisor::training_bounds(work, batch, request.precisions[0].compute, *gpu, request.gpus);
      if (context.json)
        json.push_back(bounds_json(request, *gpu, bounds));
      else
        print(bounds_text(request, *gpu, work, bounds, context));
    }
  if (context.json) print(results::indented(json.size() == 1 ? json[0] : json));
  if (!is_covered(network))
    throw Error({"predict.unknown_network", {{"model", network.name}}}, ExitCode::not_supported);
  throw Error(no_training(request.cards), ExitCode::not_supported);
}

// What the first forecast took is kept in the others, so that only what is compared differs. Chunks
// of stages are not: another batch need not come in whole rounds of stages.
void fix_choices(Question& question, const advisor::TrainingForecast& first) {
  const advisor::Layout& layout = first.one.work.layout;
  question.one.software = first.one.software;
  question.one.work.recompute = first.one.work.recompute;
  question.one.work.is_fsdp = first.one.work.is_fsdp;
  question.given.has_software = question.given.has_recompute = true;
  question.given.tp = layout.tp;
  question.given.pp = layout.pp;
  question.given.cp = layout.cp;
  question.given.ep = layout.ep;
  question.given.zero = first.one.work.zero;
}

// Of the first card: the forecast, else physics alone, else what contradicts itself.
answers::Prediction predict_or_throw(const Asked& asked, const Question& question,
                                     std::string_view precision, const Context& context) {
  if (auto one = predict(asked, question, precision)) return std::move(*one);
  const catalog::Gpu& gpu = *asked.request.cards.front();
  if (!has_speed(&gpu)) answer_bounds(asked.request, context);
  answers::throw_no_layout(question, gpu);
}

std::string one_answer(const Asked& asked, const answers::PredictOptions& options,
                       const answers::GoodputSettings& settings, const Context& context) {
  const answers::PredictRequest& request = asked.request;
  const answers::Prediction one =
      predict_or_throw(asked, request.question(), request.precisions[0].name, context);
  std::optional<answers::GoodputAnswer> goodput;
  if (options.goodput.is_asked) goodput = goodput_answer(request, one, settings, asked.rents.all());
  if (!context.json)
    return one_text(request, one, options.is_explained, context) +
           (goodput ? "\n" + goodput_text(*goodput, request.gpus, one.forecast.does_fit(), context)
                    : "");
  Json json = prediction_json(request, one);
  if (goodput) json["goodput"] = goodput_json(*goodput);
  return results::indented(json);
}

// Those that fit first, the fastest of each first.
std::string cards_answer(const Asked& asked, const Context& context) {
  const answers::PredictRequest& request = asked.request;
  Question question = request.question();
  question.worth_changing = 1;
  LayoutChoice choice(question);
  std::vector<answers::Prediction> rows;
  std::vector<const catalog::Gpu*> unknown;
  for (const catalog::Gpu* gpu : request.cards) {
    if (request.gpus > 1 && gpu->form_factor == "SoC module") continue;  // a computer of its own
    auto one = predict(asked, choice, *gpu, request.precisions[0].name);
    if (one)
      rows.push_back(std::move(*one));
    else
      unknown.push_back(gpu);
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const answers::Prediction& a, const answers::Prediction& b) {
                     if (a.forecast.does_fit() != b.forecast.does_fit())
                       return a.forecast.does_fit();
                     return a.forecast.tokens_per_second() > b.forecast.tokens_per_second();
                   });
  if (rows.empty()) {
    const auto with_speed = std::find_if(request.cards.begin(), request.cards.end(), has_speed);
    if (with_speed == request.cards.end()) answer_bounds(request, context);
    answers::throw_no_layout(question, **with_speed);
  }
  if (!context.json) return cards_text(request, rows, unknown, context);
  Json cards = Json::array();
  for (const answers::Prediction& one : rows) cards.push_back(prediction_json(request, one));
  return results::indented(Json{{"cards", cards}, {"no_forecast", gpu_ids(unknown)}});
}

std::string precisions_answer(const Asked& asked, const Context& context) {
  const answers::PredictRequest& request = asked.request;
  std::size_t reference = 0;
  for (std::size_t i = 0; i < request.precisions.size(); ++i)
    if (request.precisions[i].name == "bf16") reference = i;
  const answers::Prediction first = predict_or_throw(asked, request.question(reference),
                                                     request.precisions[reference].name, context);
  std::vector<answers::Prediction> rows;
  for (std::size_t i = 0; i < request.precisions.size(); ++i) {
    Question question = request.question(i);
    fix_choices(question, first.forecast);
    question.given.virtual_stages = first.forecast.one.work.layout.virtual_stages;
    rows.push_back(predict_or_throw(asked, question, request.precisions[i].name, context));
    if (i == reference) rows.back().faster = first.faster;
    rows.back().could_share = first.could_share;
  }
  if (!context.json) return precisions_text(request, rows, context);
  Json precisions = Json::array();
  for (const answers::Prediction& one : rows) precisions.push_back(prediction_json(request, one));
  return results::indented(Json{{"precisions", precisions}});
}

std::string batches_answer(const Asked& asked, const Context& context) {
  const answers::PredictRequest& request = asked.request;
  const std::string_view precision = request.precisions[0].name;
  std::vector<answers::Prediction> rows{
      predict_or_throw(asked, request.question(), precision, context)};
  for (std::size_t i = 1; i < request.batches.size(); ++i) {
    Question question = request.question(0, i);
    fix_choices(question, rows.front().forecast);
    rows.push_back(predict_or_throw(asked, question, precision, context));
    rows.back().could_share = rows.front().could_share;
  }
  return context.json ? results::indented(batches_json(request, rows))
                      : batches_text(request, rows, context);
}

// The cards with which so many GPUs keep most of their speed, the fastest first.
std::vector<const catalog::Gpu*> suited_cards(const Asked& asked, advisor::ScalingStudy& study,
                                              advisor::Parallelism kind, int gpus) {
  std::vector<std::pair<double, const catalog::Gpu*>> found;
  for (const catalog::Gpu& gpu : asked.gpus.gpus) {
    const auto cell = study.cell(gpu, answers::training_basis(gpu, asked.gpus).familiarity,
                                 asked.fitted, kind, gpus);
    if (cell && cell->forecast.has_room() && cell->efficiency >= answers::suits_from)
      found.emplace_back(cell->forecast.tokens_per_second(), &gpu);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<const catalog::Gpu*> cards;
  for (const auto& [rate, gpu] : found) cards.push_back(gpu);
  return cards;
}

std::string scaling_answer(const Asked& asked, bool is_count_given, const Context& context) {
  const answers::PredictRequest& request = asked.request;
  const int most = is_count_given ? request.gpus : usual_scaling_gpus;
  Question question = request.question();
  const double batch = question.one.work.batch;
  question.given.global_batch =
      request.given.global_batch.value_or(scaling_micro_steps * batch * most);
  if (!question.given.has_software)
    question.one.software = question.is_fsdp_asked() ? advisor::Software::pytorch
                                                     : advisor::Software::transformer_engine;
  question.given.has_software = true;
  const catalog::Gpu& gpu = *request.cards.front();
  if (!has_speed(&gpu)) answer_bounds(request, context);
  advisor::ScalingStudy study(question, !request.given.global_batch);
  answers::ScalingAnswer answer{
      &gpu, answers::training_basis(gpu, asked.gpus), *question.given.global_batch, {}, {}};
  const advisor::Familiarity familiarity = answer.basis.familiarity;
  for (const int gpus : advisor::scaling_counts(most))
    answer.rows.push_back(study.row(gpu, familiarity, asked.fitted, gpus));
  for (int i = 0; i < advisor::parallelism_count; ++i) {
    const auto kind = static_cast<advisor::Parallelism>(i);
    answer.kinds[static_cast<std::size_t>(i)] = {
        study.fewest(gpu, familiarity, asked.fitted, kind, answers::most_counted_gpus),
        suited_cards(asked, study, kind, most)};
  }
  return context.json ? results::indented(scaling_json(request, answer))
                      : scaling_text(request, answer, context);
}

void print_classic(const answers::ClassicAnswer& answer, bool is_explained,
                   const Context& context) {
  const answers::ClassicRequest& request = answer.request;
  for (const Message& note : request.notes) print_note(note, context);
  if (context.json) return print(results::indented(classic_json(answer)));
  print(request.shape == answers::PredictShape::one
            ? classic_text(request, answer.rows.front(), is_explained, context)
            : classic_table_text(request, answer.rows, answer.unknown, context));
}

void print_prediction(const answers::PredictOptions& options, Context& context) {
  if (is_service(options)) return print_service(options, context);
  const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
  if (const auto classic = answers::classic_answer(options, catalog))
    return print_classic(*classic, options.is_explained, context);
  const answers::GoodputSettings settings = parse_goodput(options.goodput);
  const answers::PredictRequest request = parse_predict_request(options, catalog);
  for (const Message& note : request.notes) print_note(note, context);
  if (!is_covered(request.network)) answer_bounds(request, context);
  const answers::Surroundings surroundings = surroundings_of(catalog, context, options.price_file);
  const auto rents = request.tokens || options.goodput.is_asked
                         ? std::make_shared<const answers::Rents>(surroundings)
                         : std::make_shared<const answers::Rents>();
  const answers::Calibrated calibrated(options, request, surroundings);
  if (!context.json && calibrated.kept()) print(used_calibration_text(*calibrated.kept(), context));
  const Asked asked{request, catalog.gpus(), *rents, calibrated.fitted()};
  switch (request.shape) {
    case answers::PredictShape::one:
      return print(one_answer(asked, options, settings, context));
    case answers::PredictShape::cards:
      return print(cards_answer(asked, context));
    case answers::PredictShape::precisions:
      return print(precisions_answer(asked, context));
    case answers::PredictShape::batches:
      return print(batches_answer(asked, context));
    case answers::PredictShape::scaling:
      return print(scaling_answer(asked, !options.gpu_count.empty(), context));
  }
}

}  // namespace

void add_predict_command(Command& program, Context& context) {
  Command command = program.add_command("predict", context.text("predict.description"));
  auto options = std::make_shared<answers::PredictOptions>();
  add_predict_options(command, *options, context);
  command.action([options, &context] { print_prediction(*options, context); });
}

}  // namespace wgf::cli
