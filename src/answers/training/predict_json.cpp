// SPDX-License-Identifier: MIT
#include <cmath>

#include "advisor/plan/batch_guidance.h"
#include "advisor/training/matrix_speed.h"
#include "answers/json/forecast_json.h"
#include "answers/json/json_values.h"
#include "answers/memory/memory_answer.h"
#include "answers/training/training_answer.h"

namespace wgf::answers {
namespace {

using Json = nlohmann::ordered_json;

Json parts_json(const advisor::StepTime& parts) {
  Json json = Json::object();
  for (int i = 0; i < advisor::step_part_count; ++i) {
    const auto part = static_cast<advisor::StepPart>(i);
    json[std::string(to_text(part))] = rounded(parts[part]);
  }
  return json;
}

Json groups_json(const advisor::StepTime& parts) {
  Json json = Json::object();
  for (int i = 0; i < advisor::step_group_count; ++i) {
    const auto group = static_cast<advisor::StepGroup>(i);
    json[std::string(to_text(group))] = rounded(advisor::seconds_of(parts, group));
  }
  return json;
}

Json memory_of(const advisor::TrainingForecast& forecast) {
  const double total = forecast.memory.total(), half = forecast.memory.half_width();
  return {{"bytes", std::llround(total)},
          {"interval", {std::llround(std::max(0.0, total - half)), std::llround(total + half)}},
          {"usable_bytes", forecast.usable.value},
          {"fits", forecast.does_fit()},
          {"at_acceptable_risk", forecast.has_room()},
          {"out_of_memory_risk", std::round(forecast.risk() * 1e4) / 1e4}};
}

Json basis_json(const ForecastBasis& basis, double spread) {
  return {{"rows_of", to_text(basis.familiarity)},
          {"rows", basis.rows},
          {"most_gpus", advisor::most_published_gpus},
          {"sources", sources_json(basis)},
          {"log_spread", rounded(spread)},
          {"fitted_on", advisor::fitted_training().fitted_on}};
}

Json run_json(const PredictRequest& request, const Prediction& one) {
  const std::optional<RunCost> run = run_cost(request, one);
  if (!run) return nullptr;
  Json json{{"tokens", count_json(*request.tokens)},
            {"seconds", figure_json(run->seconds, run->interval)}};
  if (!run->usd) {
    json["usd"] = nullptr;
    return json;
  }
  json["usd"] = figure_json(*run->usd, {run->interval.low * run->usd_per_second,
                                        run->interval.high * run->usd_per_second});
  const advisor::PricedOffer& priced = *one.rent->offer;
  const catalog::Offer& offer = *priced.offer;
  json["rent"] = {{"usd_per_gpu_hour", priced.per_gpu.value},
                  {"gpus_of_machine", count_json(offer.gpu_count)},
                  {"machines_hold_the_run", one.rent->does_hold},
                  {"provider", offer.provider},
                  {"date", or_null(offer.date)},
                  {"freshness", advisor::to_text(priced.freshness)},
                  {"source", offer.source}};
  return json;
}

// PyTorch was kept though this is faster; null otherwise.
Json faster_json(const Prediction& one) {
  if (!one.faster) return nullptr;
  const advisor::TrainingForecast& faster = *one.faster;
  const double rate = faster.tokens_per_second();
  return {{"software", to_text(faster.one.software)},
          {"layout", layout_json(faster.one.work)},
          {"recompute", to_text(faster.one.work.recompute)},
          {"runs_again", scheme_of(faster.one.work.recompute)},
          {"tokens_per_second", figure_json(rate, faster.of_rate(rate))}};
}

// What --explain says that the terms are computed with.
Json rates_json(const advisor::TrainingForecast& forecast) {
  const auto card = advisor::card_speed(*forecast.gpu, forecast.one, forecast.fitted->coefficients);
  if (!card) return nullptr;
  const double experts = forecast.expert_rate().value;
  return {{"matrices_flops_per_s", rounded(card->matrix_rate.value)},
          {"expert_matrices_flops_per_s", experts > 0 ? Json(rounded(experts)) : Json()},
          {"attention_flops_per_s", rounded(card->attention_rate.value)},
          {"dense_16_bit_peak_flops_per_s", rounded(card->bf16_peak.value)},
          {"memory_bytes_per_s", rounded(card->bandwidth.value)}};
}

// Of images nothing is usual.
Json tokens_of_step_are(const PredictRequest& request, double tokens) {
  if (!request.network.network->is_causal) return nullptr;
  return to_text(advisor::batch_size_of(tokens));
}

}  // namespace

Json prediction_json(const PredictRequest& request, const Prediction& one) {
  const advisor::TrainingForecast& forecast = one.forecast;
  const advisor::TrainingCase& training = forecast.one;
  const auto of_rate = [&](double rate) { return figure_json(rate, forecast.of_rate(rate)); };
  const double tokens = training.global_batch * training.work.sequence;
  return {{"model", request.network.name},
          {"parameters", std::llround(request.network.params)},
          {"assumed_shape", request.network.network->is_assumed},
          {"unknown_model_type", unknown_type_json(request.network.network)},
          {"unread_fields", unread_fields_json(request.network.network)},
          {"task", "train"},
          {"gpu", forecast.gpu->id},
          {"precision", one.precision},
          {"computed_in", advisor::type_on(*forecast.gpu, one.precision)},
          {"software", to_text(training.software)},
          {"faster_software", faster_json(one)},
          {"layout", layout_json(training.work)},
          {"node", node_json(forecast.node)},
          {"batch_size", count_json(training.work.batch)},
          {"global_batch", count_json(training.global_batch)},
          {"sequence", count_json(training.work.sequence)},
          {"tokens_per_step", count_json(tokens)},
          {"tokens_per_step_is", tokens_of_step_are(request, tokens)},
          {"optimizer", to_text(training.work.optimizer)},
          {"recompute", to_text(training.work.recompute)},
          {"runs_again", scheme_of(training.work.recompute)},
          {"tokens_per_second", of_rate(forecast.tokens_per_second())},
          {"samples_per_second", of_rate(forecast.samples_per_second())},
          {"step_seconds", figure_json(forecast.step().value, forecast.step_interval())},
          {"model_flops_utilisation",
           forecast.peak > 0 ? figure_json(forecast.utilisation(), forecast.utilisation_interval())
                             : Json()},
          {"seconds_by_group", groups_json(forecast.parts)},
          {"seconds_by_part", parts_json(forecast.parts)},
          {"rates", rates_json(forecast)},
          {"memory", memory_of(forecast)},
          {"run", run_json(request, one)},
          {"rests_on", basis_json(one.basis, forecast.spread)}};
}

Json batches_json(const PredictRequest& request, const std::vector<Prediction>& rows) {
  Json batches = Json::array();
  for (const Prediction& one : rows) batches.push_back(prediction_json(request, one));
  const advisor::Knee found = knee(rows);
  const auto batch = [&](const std::optional<std::size_t>& at) {
    return at ? count_json(rows[*at].forecast.one.work.batch) : Json();
  };
  return {{"knee_batch_size", batch(found.at)},
          {"still_rising_at", batch(found.rising)},
          {"batches", batches}};
}

Json scaling_json(const PredictRequest& request, const ScalingAnswer& answer) {
  Json rows = Json::array(), kinds = Json::object(), software;
  for (const advisor::ScalingRow& row : answer.rows) {
    Json json{{"gpus", row.gpus}};
    for (int kind = 0; kind < advisor::parallelism_count; ++kind) {
      const auto& cell = row.cells[static_cast<std::size_t>(kind)];
      const std::string name(to_text(static_cast<advisor::Parallelism>(kind)));
      json[name] = nullptr;
      if (!cell) continue;
      software = to_text(cell->forecast.one.software);  // the same of all
      const double tokens = cell->forecast.tokens_per_second();
      json[name] = {{"tokens_per_second", figure_json(tokens, cell->forecast.of_rate(tokens))},
                    {"efficiency", rounded(cell->efficiency)},
                    {"layout", layout_json(cell->forecast.one.work)},
                    {"recompute", to_text(cell->forecast.one.work.recompute)},
                    {"runs_again", scheme_of(cell->forecast.one.work.recompute)},
                    {"memory", memory_of(cell->forecast)}};
    }
    rows.push_back(std::move(json));
  }
  for (int kind = 0; kind < advisor::parallelism_count; ++kind) {
    const ScalingAnswer::Kind& one = answer.kinds[static_cast<std::size_t>(kind)];
    const auto count = [](const std::optional<int>& gpus) { return gpus ? Json(*gpus) : Json(); };
    kinds[std::string(to_text(static_cast<advisor::Parallelism>(kind)))] = {
        {"fewest_gpus", count(one.fewest.with_room)},
        {"fewest_gpus_tight", count(one.fewest.tight)},
        {"cards", gpu_ids(one.cards)}};
  }
  return {{"model", request.network.name},
          {"assumed_shape", request.network.network->is_assumed},
          {"unknown_model_type", unknown_type_json(request.network.network)},
          {"unread_fields", unread_fields_json(request.network.network)},
          {"gpu", answer.gpu->id},
          {"global_batch", count_json(answer.global_batch)},
          {"software", software},
          {"rows", rows},
          {"parallelism", kinds}};
}

Json rounded_or_null(std::optional<double> value) {
  return value ? Json(rounded(*value)) : Json();
}

Json bounds_json(const PredictRequest& request, const CardBounds& one) {
  const advisor::TrainingBounds& bounds = one.bounds;
  return {{"model", request.network.name},
          {"gpu", one.gpu->id},
          {"gpus", request.gpus},
          {"forecast", nullptr},
          {"bounds",
           {{"batch_size", count_json(bounds.samples)},
            {"step_seconds_by_flops", bounds.by_flops ? Json(bounds.by_flops->value) : Json()},
            {"step_seconds_by_bytes", bounds.by_bytes.value},
            {"samples_per_second_at_most", rounded_or_null(bounds.samples_per_second())},
            {"samples_per_second_of_any_batch",
             rounded_or_null(bounds.samples_per_second_of_any_batch())}}}};
}

namespace {

Json list_of(const PredictAnswer& answer) {
  Json rows = Json::array();
  for (const Prediction& one : answer.rows) rows.push_back(prediction_json(answer.request, one));
  return rows;
}

Json all_bounds_json(const PredictAnswer& answer) {
  Json json = Json::array();
  for (const CardBounds& one : answer.bounds) json.push_back(bounds_json(answer.request, one));
  return json.size() == 1 ? json[0] : json;
}

}  // namespace

Json predict_json(const PredictAnswer& answer) {
  if (!answer.bounds.empty()) return all_bounds_json(answer);
  const PredictRequest& request = answer.request;
  switch (request.shape) {
    case PredictShape::cards:
      return {{"cards", list_of(answer)}, {"no_forecast", gpu_ids(answer.unknown)}};
    case PredictShape::precisions:
      return {{"precisions", list_of(answer)}};
    case PredictShape::batches:
      return batches_json(request, answer.rows);
    case PredictShape::scaling:
      return scaling_json(request, *answer.scaling);
    case PredictShape::one:
      break;
  }
  Json json = prediction_json(request, answer.rows.front());
  if (answer.goodput) json["goodput"] = goodput_json(*answer.goodput);
  return json;
}

}  // namespace wgf::answers
