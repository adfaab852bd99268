// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "answers/select/adapter_release.h"
#include "answers/select/selected_works.h"

namespace wgf::answers {
namespace {

using Json = nlohmann::ordered_json;

Json adapters_json(const TrainingAdvice::Adapters& adapters) {
  Json json{{"bytes_of_one_gpu", adapters.bytes}, {"gpu", nullptr}, {"usd_per_hour", nullptr}};
  if (adapters.cheapest == nullptr) return json;
  json["gpu"] = adapters.cheapest->gpu->id;
  json["usd_per_hour"] = adapters.cheapest->price;
  return json;
}

Json qlora_json(const TrainingAdvice::Adapters& qlora) {
  Json json = adapters_json(qlora);
  json["from_bitsandbytes"] =
      qlora.cheapest == nullptr ? Json() : release_json(*qlora.cheapest->gpu);
  return json;
}

Json advice_json(const TrainingAdvice& advice) {
  const auto known = [](double bytes) { return bytes > 0 ? Json(bytes) : Json(); };
  return {{"bytes_without_zero", known(advice.without_sharing)},
          {"bytes_without_recompute", known(advice.without_recompute)},
          {"bytes_with_full_recompute", known(advice.with_recompute)},
          {"lora", adapters_json(advice.lora)},
          {"qlora", qlora_json(advice.qlora)}};
}

}  // namespace

Json selected_json(const SelectedWorks& works, bool is_training, messages::Language language) {
  Json list = Json::array();
  for (const SelectedWork& work : works) {
    Json json{{is_training ? "size" : "scenario", work.name}};
    json.update(recommend_json(work.found.answer(), language));
    if (work.advice) json["advice"] = advice_json(*work.advice);
    list.push_back(std::move(json));
  }
  return {{is_training ? "training" : "inference", list}};
}

}  // namespace wgf::answers
