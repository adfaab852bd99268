// SPDX-License-Identifier: MIT
#include <algorithm>

#include "answers/training/no_layout.h"
#include "answers/training/no_training.h"
#include "answers/training/training_answer.h"

namespace wgf::answers {
namespace {

using advisor::LayoutChoice;
using advisor::Question;

constexpr int usual_scaling_gpus = 8;
constexpr double scaling_micro_steps = 4;  // of a GPU, where no global batch is given

// Thrown where physics is all that is known.
struct BoundsAlone {};

// One question's work: what was asked, and what every forecast needs.
struct Asked {
  const PredictRequest& request;
  const catalog::GpuCatalog& gpus;
  const Rents& rents;
  const advisor::FittedTraining& fitted;
};

// The layers know nothing of a decoder's second attention.
bool is_covered(const MemoryRequest& request) {
  return request.network && !request.network->has_cross_attention();
}

std::optional<Prediction> forecast(const Asked& asked, LayoutChoice& choice,
                                   const catalog::Gpu& gpu, std::string_view precision) {
  ForecastBasis basis = training_basis(gpu, asked.gpus);
  advisor::LayoutAnswer found = choice.answer(gpu, basis.familiarity, asked.fitted);
  if (!found.taken) return std::nullopt;
  return Prediction{
      std::move(*found.taken), std::move(basis), precision, asked.rents.of(gpu, asked.request.gpus),
      std::move(found.faster), found.could_share};
}

std::optional<Prediction> forecast(const Asked& asked, const Question& question,
                                   std::string_view precision) {
  LayoutChoice choice(question);
  return forecast(asked, choice, *asked.request.cards.front(), precision);
}

bool has_speed(const catalog::Gpu* gpu) {
  return advisor::speed_gap(*gpu) == advisor::SpeedGap::none;
}

std::vector<CardBounds> bounds_of(const PredictRequest& request,
                                  const advisor::TrainingWork& work) {
  std::vector<CardBounds> all;
  for (const catalog::Gpu* gpu : request.cards)
    for (const double batch : request.batches)
      all.push_back({gpu, advisor::training_bounds(work, batch, request.precisions[0].compute, *gpu,
                                                   request.gpus)});
  return all;
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
Prediction forecast_or_throw(const Asked& asked, const Question& question,
                             std::string_view precision) {
  if (auto one = forecast(asked, question, precision)) return std::move(*one);
  const catalog::Gpu& gpu = *asked.request.cards.front();
  if (!has_speed(&gpu)) throw BoundsAlone{};
  throw_no_layout(question, gpu);
}

void take_one(PredictAnswer& answer, const Asked& asked) {
  const PredictRequest& request = asked.request;
  answer.rows = {forecast_or_throw(asked, request.question(), request.precisions[0].name)};
  if (request.goodput)
    answer.goodput =
        goodput_answer(request, answer.rows.front(), *request.goodput, asked.rents.all());
}

// Those that fit first, the fastest of each first.
void take_cards(PredictAnswer& answer, const Asked& asked) {
  const PredictRequest& request = asked.request;
  Question question = request.question();
  question.worth_changing = 1;
  LayoutChoice choice(question);
  for (const catalog::Gpu* gpu : request.cards) {
    if (request.gpus > 1 && gpu->form_factor == "SoC module") continue;  // a computer of its own
    if (auto one = forecast(asked, choice, *gpu, request.precisions[0].name))
      answer.rows.push_back(std::move(*one));
    else
      answer.unknown.push_back(gpu);
  }
  std::stable_sort(answer.rows.begin(), answer.rows.end(),
                   [](const Prediction& a, const Prediction& b) {
                     if (a.forecast.does_fit() != b.forecast.does_fit())
                       return a.forecast.does_fit();
                     return a.forecast.tokens_per_second() > b.forecast.tokens_per_second();
                   });
  if (!answer.rows.empty()) return;
  const auto with_speed = std::find_if(request.cards.begin(), request.cards.end(), has_speed);
  if (with_speed == request.cards.end()) throw BoundsAlone{};
  throw_no_layout(question, **with_speed);
}

void take_precisions(PredictAnswer& answer, const Asked& asked) {
  const PredictRequest& request = asked.request;
  std::size_t reference = 0;
  for (std::size_t i = 0; i < request.precisions.size(); ++i)
    if (request.precisions[i].name == "bf16") reference = i;
  const Prediction first =
      forecast_or_throw(asked, request.question(reference), request.precisions[reference].name);
  for (std::size_t i = 0; i < request.precisions.size(); ++i) {
    Question question = request.question(i);
    fix_choices(question, first.forecast);
    question.given.virtual_stages = first.forecast.one.work.layout.virtual_stages;
    answer.rows.push_back(forecast_or_throw(asked, question, request.precisions[i].name));
    if (i == reference) answer.rows.back().faster = first.faster;
    answer.rows.back().could_share = first.could_share;
  }
}

void take_batches(PredictAnswer& answer, const Asked& asked) {
  const PredictRequest& request = asked.request;
  const std::string_view precision = request.precisions[0].name;
  answer.rows = {forecast_or_throw(asked, request.question(), precision)};
  for (std::size_t i = 1; i < request.batches.size(); ++i) {
    Question question = request.question(0, i);
    fix_choices(question, answer.rows.front().forecast);
    answer.rows.push_back(forecast_or_throw(asked, question, precision));
    answer.rows.back().could_share = answer.rows.front().could_share;
  }
}

// The cards with which so many GPUs keep most of their speed, the fastest first.
std::vector<const catalog::Gpu*> suited_cards(const Asked& asked, advisor::ScalingStudy& study,
                                              advisor::Parallelism kind, int gpus) {
  std::vector<std::pair<double, const catalog::Gpu*>> found;
  for (const catalog::Gpu& gpu : asked.gpus.gpus) {
    const auto cell =
        study.cell(gpu, training_basis(gpu, asked.gpus).familiarity, asked.fitted, kind, gpus);
    if (cell && cell->forecast.has_room() && cell->efficiency >= suits_from)
      found.emplace_back(cell->forecast.tokens_per_second(), &gpu);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<const catalog::Gpu*> cards;
  for (const auto& [rate, gpu] : found) cards.push_back(gpu);
  return cards;
}

// The question of a study: its global batch grows with the GPUs unless it was given.
Question scaling_question(const PredictRequest& request, int most) {
  Question question = request.question();
  const double batch = question.one.work.batch;
  question.given.global_batch =
      request.given.global_batch.value_or(scaling_micro_steps * batch * most);
  if (!question.given.has_software)
    question.one.software = question.is_fsdp_asked() ? advisor::Software::pytorch
                                                     : advisor::Software::transformer_engine;
  question.given.has_software = true;
  return question;
}

void take_scaling(PredictAnswer& answer, const Asked& asked) {
  const PredictRequest& request = asked.request;
  const int most = request.is_count_given ? request.gpus : usual_scaling_gpus;
  const Question question = scaling_question(request, most);
  const catalog::Gpu& gpu = *request.cards.front();
  if (!has_speed(&gpu)) throw BoundsAlone{};
  advisor::ScalingStudy study(question, !request.given.global_batch);
  ScalingAnswer scaling{
      &gpu, training_basis(gpu, asked.gpus), *question.given.global_batch, {}, {}};
  const advisor::Familiarity familiarity = scaling.basis.familiarity;
  for (const int gpus : advisor::scaling_counts(most))
    scaling.rows.push_back(study.row(gpu, familiarity, asked.fitted, gpus));
  for (int i = 0; i < advisor::parallelism_count; ++i) {
    const auto kind = static_cast<advisor::Parallelism>(i);
    scaling.kinds[static_cast<std::size_t>(i)] = {
        study.fewest(gpu, familiarity, asked.fitted, kind, most_counted_gpus),
        suited_cards(asked, study, kind, most)};
  }
  answer.scaling = std::move(scaling);
}

void take_forecasts(PredictAnswer& answer, const Surroundings& surroundings) {
  const PredictRequest& request = answer.request;
  // Rents are read only where dollars are asked for.
  answer.rents = request.tokens || request.goodput ? std::make_shared<const Rents>(surroundings)
                                                   : std::make_shared<const Rents>();
  answer.calibrated = std::make_shared<const Calibrated>(request.is_calibrated,
                                                         request.cards.front()->id, surroundings);
  const Asked asked{request, surroundings.catalog.gpus(), *answer.rents,
                    answer.calibrated->fitted()};
  switch (request.shape) {
    case PredictShape::one:
      return take_one(answer, asked);
    case PredictShape::cards:
      return take_cards(answer, asked);
    case PredictShape::precisions:
      return take_precisions(answer, asked);
    case PredictShape::batches:
      return take_batches(answer, asked);
    case PredictShape::scaling:
      return take_scaling(answer, asked);
  }
}

PredictAnswer answer_of(const PredictRequest& request, const Surroundings& surroundings) {
  PredictAnswer answer{.request = request};
  try {
    if (!is_covered(request.network)) throw BoundsAlone{};
    take_forecasts(answer, surroundings);
  } catch (const BoundsAlone&) {
    const MemoryRequest& network = request.network;
    answer.work = network.network ? advisor::training_work(*network.network, network.one.sequence)
                                  : advisor::training_work(network.totals, network.gflops_forward);
    answer.bounds = bounds_of(request, answer.work);
  }
  return answer;
}

}  // namespace

std::variant<ClassicRequest, PredictRequest> parse_training_request(
    const PredictOptions& options, const catalog::Catalog& catalog) {
  if (std::optional<ClassicRequest> one = parse_classic_request(options, catalog))
    if (is_classic_alone(*one, catalog)) return std::move(*one);
  return parse_predict_request(options, catalog);
}

Outcome<PredictAnswer> predict(const PredictRequest& request, const Surroundings& surroundings) {
  auto outcome =
      outcome_of<PredictAnswer>(request.notes, [&] { return answer_of(request, surroundings); });
  if (!outcome.answer || outcome.answer->bounds.empty()) return outcome;
  const Message unknown{"predict.unknown_network", {{"model", request.network.name}}};
  outcome.refusal = Error(is_covered(request.network) ? no_training(request.cards) : unknown,
                          ExitCode::not_supported);
  return outcome;
}

}  // namespace wgf::answers
