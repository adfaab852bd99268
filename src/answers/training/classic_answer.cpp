// SPDX-License-Identifier: MIT
#include "answers/training/classic_answer.h"

#include <algorithm>
#include <cmath>

#include "advisor/predict/scaling.h"
#include "answers/json/forecast_json.h"
#include "answers/training/predict_answer.h"
#include "embedded/classic_cards.h"
#include "results/json_print.h"

namespace wgf::answers {
namespace {

using advisor::ClassicPart;
using Json = nlohmann::ordered_json;

// Published rates of this network on this card, else on others of its generation.
ForecastBasis classic_basis(const ClassicRequest& request, const catalog::Gpu& gpu,
                            const catalog::GpuCatalog& gpus) {
  static const std::vector<CardRows> published = read_card_rows(embedded::classic_cards());
  const std::string network(to_text(request.network));
  return nearest_rows(
      published, [&](const CardRows& row) { return row.gpu == gpu.id && row.software == network; },
      [&](const CardRows& row) {
        const catalog::Gpu* card = gpus.find_id(row.gpu);
        return row.software == network && card != nullptr && card->architecture == gpu.architecture;
      });
}

// Whether published rates are of cards that multiply so.
bool is_measured(const catalog::Gpu& gpu, const std::string& precision, int gpus) {
  const bool is_wide = precision == "fp32";
  const bool is_known =
      is_wide || precision == "tf32" || precision == "bf16" || precision == "fp16";
  const bool has_type = is_wide || catalog::dense_peak(gpu, precision).has_value();
  const bool is_computer = gpu.form_factor == "SoC module";
  return is_known && has_type && gpus <= (is_computer ? 1 : most_classic_gpus);
}

ClassicAnswer answer_of(ClassicRequest asked, const catalog::GpuCatalog& gpus) {
  ClassicAnswer answer{std::move(asked), {}, {}};
  const ClassicRequest& request = answer.request;
  bool has_all = true;
  const std::vector<int> counts = request.shape == PredictShape::scaling
                                      ? advisor::scaling_counts(request.gpus)
                                      : std::vector<int>{request.gpus};
  for (const catalog::Gpu* gpu : request.cards) {
    bool is_known = false;
    for (const std::string& precision : request.precisions)
      for (const int count : counts)
        if (auto one = classic_forecast(request, *gpu, precision, count, gpus)) {
          answer.rows.push_back(std::move(*one));
          is_known = true;
        } else {
          has_all = false;
        }
    if (!is_known) answer.unknown.push_back(gpu);
  }
  // Cards are ranked without those that nothing is known of; any other answer is whole or none.
  if (request.shape != PredictShape::cards && !has_all) answer.rows.clear();
  if (request.shape == PredictShape::cards)
    std::stable_sort(answer.rows.begin(), answer.rows.end(),
                     [](const auto& a, const auto& b) { return a.rate() > b.rate(); });
  return answer;
}

Json published_json(const ClassicForecast& one) {
  if (!one.published) return nullptr;
  return {{"low", rounded(one.published->low)},
          {"high", rounded(one.published->high)},
          {"rows", one.published->rows},
          {"precision", one.published_type()},
          {"outside_interval", one.is_published_outside()}};
}

}  // namespace

Interval ClassicForecast::interval(double rate) const {
  const double spread = spread_of(one, advisor::fitted_classic());
  return {rate * std::exp(-spread), rate * std::exp(spread)};
}

std::string ClassicForecast::products() const {
  if (precision != "fp32") return precision;
  return catalog::dense_peak(*gpu, "tf32") ? "tf32" : "fp32";
}

std::string ClassicForecast::published_type() const {
  return one.is_mixed ? "fp16" : products();
}

bool ClassicForecast::is_published_outside() const {
  const Interval range = interval(rate());
  return published && (published->high < range.low || published->low > range.high);
}

std::optional<ClassicForecast> classic_forecast(const ClassicRequest& request,
                                                const catalog::Gpu& gpu,
                                                const std::string& precision, int gpus,
                                                const catalog::GpuCatalog& catalog) {
  if (!is_measured(gpu, precision, gpus)) return std::nullopt;
  const bool is_mixed = precision == "fp16" || precision == "bf16";
  const auto card = advisor::classic_card(gpu, is_mixed);
  if (!card || card->generation < 0) return std::nullopt;
  const advisor::ClassicCase one{request.network, is_mixed, gpus};
  const auto time = advisor::classic_time(gpu, one, advisor::fitted_classic().coefficients);
  return ClassicForecast{&gpu,
                         precision,
                         one,
                         *time,
                         classic_basis(request, gpu, catalog),
                         published_rates(gpu, one),
                         classic_memory(request.memory, request.batches, gpu, precision, gpus)};
}

Json classic_json(const ClassicRequest& request, const ClassicForecast& one) {
  const advisor::FittedClassic& fitted = advisor::fitted_classic();
  const std::string unit(unit_of(request.network));
  const auto figure = [&](double rate) { return figure_json(rate, one.interval(rate)); };
  Json parts = Json::object(), steps = Json::array();
  for (int i = 0; i < advisor::classic_part_count; ++i)
    parts[std::string(to_text(static_cast<ClassicPart>(i)))] =
        rounded(one.time.seconds[static_cast<std::size_t>(i)]);
  Json batches = Json::array(), memory = Json::array(), without = Json::array();
  const Interval range = one.interval(one.rate());
  for (const ClassicBatch& batch : one.memory.batches) {
    const double samples = batch.batch * one.one.gpus;
    const bool is_known = batch.step == ClassicBatch::Step::known;
    batches.push_back(count_json(batch.batch));
    steps.push_back(
        is_known ? figure_json(samples / one.rate(), {samples / range.high, samples / range.low})
                 : Json());
    memory.push_back(classic_memory_json(one.memory, batch));
    without.push_back(is_known ? Json() : Json(to_text(batch.step)));
  }
  if (request.batches.size() <= 1)  // else lists
    for (Json* list : {&batches, &steps, &memory, &without})
      *list = request.batches.empty() ? Json() : Json(list->at(0));
  return {{"model", request.name},
          {"task", "train"},
          {"gpu", one.gpu->id},
          {"gpus", one.one.gpus},
          {"precision", one.precision},
          {"products", one.products()},
          {"unit", unit},
          {unit == "tokens/s" ? "tokens_per_second" : "samples_per_second", figure(one.rate())},
          {"per_gpu", figure(one.rate() / one.one.gpus)},
          {"batch_size", batches},
          {"step_seconds", steps},
          {"no_step", without},
          {"memory", memory},
          {"largest_batch", one.memory.largest ? count_json(*one.memory.largest) : Json()},
          {"seconds_of_a_sample", parts},
          {"published", published_json(one)},
          {"rests_on",
           {{"rows_of", to_text(one.basis.familiarity)},
            {"rows", one.basis.rows},
            {"sources", sources_json(one.basis)},
            {"log_spread", rounded(spread_of(one.one, fitted))},
            {"fitted_on", fitted.fitted_on}}}};
}

bool is_classic_alone(const ClassicRequest& request, const catalog::Catalog& catalog) {
  return catalog.models().find_id(request.name) == nullptr ||
         !answer_of(request, catalog.gpus()).rows.empty();
}

Outcome<ClassicAnswer> classic(const ClassicRequest& request, const Surroundings& surroundings) {
  return outcome_of<ClassicAnswer>(request.notes, [&] {
    ClassicAnswer answer = answer_of(request, surroundings.catalog.gpus());
    if (answer.rows.empty())
      throw Error({"predict.classic_reach",
                   {{"model", request.name},
                    {"gpu", request.cards.front()->id},
                    {"most", std::to_string(most_classic_gpus)}}},
                  ExitCode::not_supported);
    return answer;
  });
}

Json classic_json(const ClassicAnswer& answer) {
  const ClassicRequest& request = answer.request;
  if (request.shape == PredictShape::one) return classic_json(request, answer.rows.front());
  Json rows = Json::array();
  for (const ClassicForecast& one : answer.rows) rows.push_back(classic_json(request, one));
  const char* name = request.shape == PredictShape::cards        ? "cards"
                     : request.shape == PredictShape::precisions ? "precisions"
                                                                 : "rows";
  return {{name, rows}, {"no_forecast", gpu_ids(answer.unknown)}};
}

}  // namespace wgf::answers
