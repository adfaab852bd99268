// SPDX-License-Identifier: MIT
// The largest network first that can be trained, or served, for the money.

#include "answers/select/tiers.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "advisor/goodput/usual_times.h"
#include "advisor/training/adapter_support.h"
#include "answers/json/json_values.h"
#include "answers/select/adapter_release.h"
#include "base/choices.h"
#include "base/figures.h"
#include "base/parallel.h"
#include "base/text.h"

namespace wgf::answers {
namespace {

using advisor::Candidate;
using Json = nlohmann::ordered_json;

constexpr Tier all_tiers[] = {
    {"under-5k", 0, 5e3}, {"5k-15k", 5e3, 15e3}, {"15k-50k", 15e3, 50e3}, {"over-50k", 50e3, 0}};
constexpr std::string_view names_of_tiers[] = {"under-5k", "5k-15k", "15k-50k", "over-50k"};

// The first that can be trained, or served, is the largest.
constexpr const char* networks[] = {"gpt3-175b",  "llama-3.1-70b", "llama-2-13b",
                                    "llama-2-7b", "llama-3.2-3b",  "llama-3.2-1b"};
constexpr const char* usual_deadline = "90d";
constexpr Seconds service_limit{0.5};

RecommendRequest tier_request(const SelectOptions& options, const Tier& tier, const char* model,
                              bool is_training, const catalog::ModelCatalog& models) {
  constexpr double any = 1e7;  // more than eight of any card cost
  RecommendOptions asked;
  asked.network.model = model;
  asked.task = is_training ? "training" : "inference";
  RecommendRequest request = parse_recommend_request(asked, models);
  request.purchase_budget = Usd(tier.to > 0 ? tier.to : any);
  request.purchase_floor = Usd(tier.from);
  request.most_gpus = gpus_of_tier;
  request.least_users = least_tier_users;
  if (!is_training) {
    request.first_token = service_limit;
    return request;
  }
  request.deadline = parse_deadline(options.deadline.empty() ? usual_deadline : options.deadline);
  request.train_tokens = advisor::usual_tokens(request.network.params);
  request.has_usual_tokens = true;
  return request;
}

// Of each network and task; the tiers differ in money alone.
using Forecasts = std::map<std::pair<std::string, bool>, std::shared_ptr<KnownForecasts>>;

// Of the smallest network: the cheapest that would do, else the most that is reached in time.
Message nothing_of_tier(const char* model, bool is_training, const RecommendAnswer& answer) {
  const std::string key = is_training ? "select.tier_trains_nothing" : "select.tier_serves_nothing";
  Message message{key, {{"model", model}}};
  const Candidate* one = answer.nearest != nullptr ? answer.nearest : answer.closest;
  if (one == nullptr) return message;
  message.key += answer.nearest != nullptr ? "_cheapest" : "_most";
  message.args.emplace_back("what", candidate_name(answer, *one));
  message.args.emplace_back("usd", money(one->price));
  message.args.emplace_back("rate", rate_text(one->rate));
  return message;
}

TierWork largest(const SelectOptions& options, const Tier& tier, bool is_training, Forecasts& known,
                 const std::shared_ptr<const BoughtCards>& bought,
                 const std::shared_ptr<KnownCards>& cards, const Surroundings& surroundings) {
  TierWork none;
  for (const char* model : networks) {
    RecommendRequest request =
        tier_request(options, tier, model, is_training, surroundings.catalog.models());
    std::shared_ptr<KnownForecasts>& forecasts = known[{model, is_training}];
    if (!forecasts) {
      forecasts = std::make_shared<KnownForecasts>();
      forecasts->bought = bought;
      forecasts->cards = cards;
    }
    Recommendation found(std::move(request), surroundings, forecasts);
    if (!found.answer().best.empty()) return {model, std::move(found), {}};
    none.nothing = nothing_of_tier(model, is_training, found.answer());
  }
  return none;
}

// Those of the tier that train with QLoRA at all, each once, the cheapest a card first.
std::vector<const Supply*> adapting_cards(const TierWork& work, const Tier& tier) {
  std::vector<const Supply*> cards;
  for (const Supply& supply : work.found->supplies()) {
    const bool is_known = std::any_of(cards.begin(), cards.end(),
                                      [&](const Supply* one) { return one->gpu == supply.gpu; });
    const bool is_paid = tier.to <= 0 || supply.price <= tier.to;
    const bool trains = supply.gpu->form_factor != "SoC module" &&
                        catalog::dense_peak(*supply.gpu, "bf16") &&
                        advisor::bitsandbytes_release(*supply.gpu);
    if (is_paid && trains && !is_known) cards.push_back(&supply);
  }
  const auto price = [](const Supply* one) { return one->price / one->gpus; };
  std::stable_sort(cards.begin(), cards.end(),
                   [&](const Supply* a, const Supply* b) { return price(a) < price(b); });
  return cards;
}

// The largest network that one GPU of the tier, or of several of it, fine-tunes, and the cheapest
// card that does.
void take_adapted(TierAnswer& answer, const catalog::Catalog& catalog) {
  const TierWork& any = answer.inference.found ? answer.inference : answer.training;
  if (!any.found) return;
  const std::vector<const Supply*> cards = adapting_cards(any, *answer.tier);
  for (const char* model : networks) {
    const MemoryRequest request = memory_request(
        {.model = model}, {.task = advisor::Task::qlora, .recompute = advisor::Recompute::full},
        catalog.models());
    const advisor::MemoryEstimate estimate = request.estimate(request.one);
    for (const Supply* card : cards) {
      const Bytes usable = advisor::usable_memory(*card->gpu);
      if (advisor::out_of_memory_risk(estimate, usable) > advisor::acceptable_risk) continue;
      answer.adapted = model;
      answer.adapting = card->gpu;
      return;
    }
  }
}

void take_suits(TierAnswer& answer) {
  for (const TierWork* work : {&answer.training, &answer.inference}) {
    if (!work->found) continue;
    for (const Choice& choice : work->found->answer().best)
      for (const advisor::Suit suit : advisor::suits(*choice.candidate->gpu))
        if (std::find(answer.suits.begin(), answer.suits.end(), suit) == answer.suits.end())
          answer.suits.push_back(suit);
  }
  std::sort(answer.suits.begin(), answer.suits.end());
}

std::vector<TierAnswer> answers_of(const SelectOptions& options,
                                   const std::vector<const Tier*>& asked,
                                   const Surroundings& surroundings) {
  const catalog::Catalog& catalog = surroundings.catalog;
  std::vector<TierWork> works[2];  // services, trainings: on a processor each
  const auto bought = bought_cards(catalog.gpus());
  const auto cards = std::make_shared<KnownCards>(catalog.gpus());
  in_parallel(2, [&](std::size_t is_training) {
    Forecasts known;
    for (const Tier* tier : asked)
      works[is_training].push_back(
          largest(options, *tier, is_training == 1, known, bought, cards, surroundings));
  });
  std::vector<TierAnswer> answers;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    TierAnswer& answer = answers.emplace_back(
        TierAnswer{asked[i], std::move(works[1][i]), std::move(works[0][i]), "", nullptr, {}});
    take_adapted(answer, catalog);
    take_suits(answer);
  }
  return answers;
}

Json work_json(const TierWork& work, messages::Language language) {
  if (!work.found) return nullptr;
  Json json{{"largest_model", work.model}};
  json.update(recommend_json(work.found->answer(), language));
  return json;
}

Json tier_json(const TierAnswer& answer, messages::Language language) {
  Json suits = Json::array();
  for (const advisor::Suit suit : answer.suits) suits.push_back(advisor::to_text(suit));
  return {{"tier", answer.tier->name},
          {"from_usd", answer.tier->from},
          {"to_usd", answer.tier->to > 0 ? Json(answer.tier->to) : Json()},
          {"training", work_json(answer.training, language)},
          {"inference", work_json(answer.inference, language)},
          {"use_cases",
           {{"trains", or_null(answer.training.model)},
            {"fine_tunes", or_null(answer.adapted)},
            {"fine_tunes_on", answer.adapted.empty() ? Json() : Json(answer.adapting->id)},
            {"fine_tunes_from_bitsandbytes",
             answer.adapted.empty() ? Json() : release_json(*answer.adapting)},
            {"serves", or_null(answer.inference.model)},
            {"suits", suits}}}};
}

}  // namespace

std::span<const std::string_view> tier_names() {
  return names_of_tiers;
}

Outcome<TiersAnswer> budget_tiers(const SelectOptions& options, const Surroundings& surroundings) {
  std::vector<std::string> known(std::begin(names_of_tiers), std::end(names_of_tiers));
  known.emplace_back("all");
  const std::string asked = lower_case(options.tier);
  check_choice("--budget-tier", asked, known);
  std::vector<const Tier*> chosen;
  for (const Tier& tier : all_tiers)
    if (asked == "all" || asked == tier.name) chosen.push_back(&tier);
  Outcome<TiersAnswer> outcome;
  outcome.answer = {answers_of(options, chosen, surroundings),
                    options.deadline.empty() ? usual_deadline : options.deadline};
  return outcome;
}

double users_served(const Detail& detail) {
  return detail.service->one.concurrency * detail.machines;
}

Json tiers_json(const TiersAnswer& answer, messages::Language language) {
  Json list = Json::array();
  for (const TierAnswer& tier : answer.tiers) list.push_back(tier_json(tier, language));
  return {{"deadline", answer.deadline}, {"tiers", list}};
}

}  // namespace wgf::answers
