// SPDX-License-Identifier: MIT
#include "answers/json/forecast_json.h"
#include "answers/json/json_values.h"
#include "answers/training/predict_goodput.h"
#include "base/figures.h"

namespace wgf::answers {
namespace {

using Json = nlohmann::ordered_json;

Json seconds_json(Seconds time) {
  return std::isinf(time.value) ? Json() : Json(without_dirt(time.value));
}

Json spot_json(const GoodputAnswer& answer) {
  if (!answer.spot) return nullptr;
  const catalog::Offer& offer = *answer.spot->offer->offer;
  Json json{{"provider", offer.provider},
            {"instance_type", or_null(offer.instance_type)},
            {"region", or_null(offer.region)},
            {"usd_per_gpu_hour", answer.spot->offer->per_gpu.value},
            {"machines", count_json(answer.spot->machines)},
            {"interruptions_per_machine_hour", nullptr}};
  const advisor::PricedOffer& cheapest = *answer.spot->cheapest;
  json["cheapest_offer"] = {{"provider", cheapest.offer->provider},
                            {"usd_per_gpu_hour", cheapest.per_gpu.value}};
  if (const auto& rate = answer.spot->rate)
    json["interruptions_per_machine_hour"] = {
        {"low", rate->per_hour_low},
        {"high", rate->is_open ? Json() : Json(rate->per_hour_high)},
        {"source", rate->source},
        {"date", or_null(rate->date)}};
  return json;
}

Json on_demand_json(const GoodputAnswer& answer) {
  if (answer.on_demand == nullptr) return nullptr;
  return {
      {"provider", answer.on_demand->offer->provider},
      {"usd_per_gpu_hour", answer.on_demand->per_gpu.value},
      {"expected_usd", answer.on_demand_usd ? Json(without_dirt(*answer.on_demand_usd)) : Json()}};
}

Json failures_json(const GoodputAnswer& answer) {
  if (answer.given_gpu_hours)
    return Json::array({{{"gpu_hours", answer.given_gpu_hours->value}, {"system", "--mtbf"}}});
  Json json = Json::array();
  for (std::size_t i = 0; i < answer.failures.gpu_hours.size(); ++i)
    json.push_back({{"gpu_hours", answer.failures.gpu_hours[i].value},
                    {"system", answer.failures.systems[i]}});
  return json;
}

}  // namespace

Json goodput_json(const GoodputAnswer& answer) {
  Json json{{"tokens", count_json(answer.tokens)},
            {"tokens_are_usual", answer.are_tokens_usual},
            {"work_seconds", seconds_json(answer.work)},
            {"checkpoint_seconds", seconds_json(answer.checkpoint)},
            {"restart_seconds", seconds_json(answer.restart)},
            {"failures", failures_json(answer)},
            {"spot", spot_json(answer)},
            {"on_demand", on_demand_json(answer)},
            {"run", nullptr}};
  if (!answer.run) return json;
  const advisor::Goodput& run = *answer.run;
  const auto usd = [&](Seconds time) {
    return answer.usd_per_second > 0 ? seconds_json(time * answer.usd_per_second) : Json();
  };
  json["run"] = {{"goodput", without_dirt(run.share)},
                 {"expected_seconds", seconds_json(run.run.expected)},
                 {"p50_seconds", seconds_json(run.p50)},
                 {"p90_seconds", seconds_json(run.p90)},
                 {"stops", seconds_json(Seconds(run.run.interruptions))},
                 {"checkpoint_interval_seconds", seconds_json(run.interval)},
                 {"checkpoints_seconds", seconds_json(run.run.checkpoints)},
                 {"repeated_seconds", seconds_json(run.run.repeated)},
                 {"restarts_seconds", seconds_json(run.run.restarts)},
                 {"expected_usd", usd(run.run.expected)},
                 {"p50_usd", usd(run.p50)},
                 {"p90_usd", usd(run.p90)}};
  return json;
}

}  // namespace wgf::answers
