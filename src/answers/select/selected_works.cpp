// SPDX-License-Identifier: MIT
#include "answers/select/selected_works.h"

#include <algorithm>
#include <iterator>

#include "advisor/goodput/usual_times.h"
#include "advisor/training/adapter_support.h"
#include "base/choices.h"
#include "base/parallel.h"
#include "base/text.h"

namespace wgf::answers {
namespace {

// The network that stands for a size.
struct TrainingSize {
  std::string_view name, model;
};
constexpr TrainingSize sizes[] = {
    {"7b", "llama-2-7b"}, {"13b", "llama-2-13b"}, {"70b", "llama-3.1-70b"}, {"175b", "gpt3-175b"}};
constexpr std::string_view size_names[] = {"7b", "13b", "70b", "175b"};

// Of each scenario, whose limits are those of service_scenario.h: users at once (0: as many as are
// cheapest), bought or rented.
struct UsualService {
  std::string_view name;
  std::array<int, 2> users;
  std::optional<Usd> purchase_budget;
};
constexpr UsualService services[] = {{"chat", {100, 1000}, {}},
                                     {"api", {1000, 0}, {}},
                                     {"batch", {0, 0}, {}},
                                     {"edge", {1, 10}, Usd(5000)}};
constexpr std::string_view names_of_scenarios[] = {"chat", "api", "batch", "edge"};
constexpr std::string_view usual_model = "llama-3.1-8b";
constexpr int usual_most_gpus = 64;

std::string choice_of(const char* option, const std::string& typed,
                      std::span<const std::string_view> known) {
  check_choice(option, lower_case(typed), {known.begin(), known.end()});
  return lower_case(typed);
}

RecommendOptions common_options(const SelectOptions& options) {
  if (options.models.size() > 1) throw_usage("select.one_model");
  RecommendOptions asked;
  asked.precisions = options.precisions;
  asked.priority = options.priority;
  asked.price_file = options.price_file;
  asked.most_gpus = options.most_gpus;
  return asked;
}

// QLoRA's four bits need a card that bitsandbytes runs on.
bool runs_task(const catalog::Gpu& gpu, advisor::Task task) {
  return task != advisor::Task::qlora || advisor::bitsandbytes_release(gpu);
}

// Bytes of one GPU that fine-tunes one sequence at a time with recomputation, and the cheapest GPU
// that leaves room enough for it.
TrainingAdvice::Adapters adapters(const Recommendation& found, advisor::Task task) {
  const MemoryRequest& network = found.answer().request.network;
  advisor::MemoryCase one = network.one;
  one.task = task;
  one.batch = 1;
  one.recompute = advisor::Recompute::full;
  one.layout = {};
  one.recipe = advisor::usual_recipe(one);
  const advisor::MemoryEstimate estimate = network.estimate(one);
  TrainingAdvice::Adapters adapters{estimate.total()};
  for (const Supply& supply : found.supplies())
    if (supply.gpus == 1 && runs_task(*supply.gpu, task) &&
        catalog::dense_peak(*supply.gpu, "bf16") &&
        advisor::out_of_memory_risk(estimate, advisor::usable_memory(*supply.gpu)) <=
            advisor::acceptable_risk) {
      adapters.cheapest = &supply;
      break;
    }
  return adapters;
}

std::vector<int> users_of(const SelectOptions& options, const UsualService& scenario) {
  if (const auto typed = parse_optional_count("--users", options.users)) return {*typed};
  if (scenario.users[1] == 0) return {scenario.users[0]};
  return {scenario.users.begin(), scenario.users.end()};
}

RecommendRequest service_request(const SelectOptions& options, const UsualService& scenario,
                                 int users, const catalog::Catalog& catalog) {
  RecommendOptions asked = common_options(options);
  asked.task = "inference";
  asked.network.model = options.models.empty() ? std::string(usual_model) : options.models.front();
  asked.input_tokens = options.input_tokens;
  asked.output_tokens = options.output_tokens;
  asked.scenario = scenario.name;
  if (scenario.purchase_budget) asked.price_file = "";
  RecommendRequest request = parse_recommend_request(asked, catalog.models());
  if (options.priority.empty()) request.priority = advisor::Priority::cost;
  if (users > 0) request.users = users;
  request.purchase_budget = scenario.purchase_budget;
  if (options.most_gpus.empty()) request.most_gpus = scenario.purchase_budget ? 1 : usual_most_gpus;
  return request;
}

struct Question {
  std::string name;
  RecommendRequest request;
};

// The questions of a group differ in their demand alone and share forecasts; groups share offers.
Outcome<SelectedWorks> answers_to(std::vector<std::vector<Question>> groups,
                                  const Surroundings& surroundings) {
  Outcome<SelectedWorks> outcome;
  for (const std::vector<Question>& group : groups)
    for (const Question& one : group)
      outcome.notes.insert(outcome.notes.end(), one.request.notes.begin(), one.request.notes.end());
  std::shared_ptr<const RentedOffers> rented;
  for (const std::vector<Question>& group : groups)
    for (const Question& one : group)
      if (!rented && !one.request.is_bought()) rented = rented_offers(one.request, surroundings);
  const auto cards = std::make_shared<KnownCards>(surroundings.catalog.gpus());
  std::vector<std::vector<SelectedWork>> answers(groups.size());
  in_parallel(groups.size(), [&](std::size_t i) {
    const auto known = std::make_shared<KnownForecasts>();
    known->rented = rented;
    known->cards = cards;
    for (Question& one : groups[i]) {
      const auto users = one.request.users;
      answers[i].push_back(
          {one.name, users ? std::optional(static_cast<int>(*users)) : std::nullopt,
           Recommendation(std::move(one.request), surroundings, known), std::nullopt});
    }
  });
  SelectedWorks& works = outcome.answer.emplace();
  for (std::vector<SelectedWork>& group : answers)
    std::move(group.begin(), group.end(), std::back_inserter(works));
  const bool has_any = std::any_of(works.begin(), works.end(), [](const SelectedWork& work) {
    return !work.found.answer().best.empty();
  });
  if (!has_any) outcome.refusal = nothing_error(works.front().found.answer());
  return outcome;
}

}  // namespace

std::span<const std::string_view> training_sizes() {
  return size_names;
}

std::span<const std::string_view> scenario_names() {
  return names_of_scenarios;
}

// Without --train-tokens as many as a network of the size is usually trained with.
RecommendRequest training_request(const SelectOptions& options, const std::string& size,
                                  const catalog::ModelCatalog& models) {
  RecommendOptions asked = common_options(options);
  asked.task = "training";
  asked.train_tokens = options.train_tokens;
  for (const TrainingSize& one : sizes)
    if (one.name == size) asked.network.model = one.model;
  if (!options.models.empty()) asked.network.model = options.models.front();
  RecommendRequest request = parse_recommend_request(asked, models);
  if (!request.train_tokens) {
    request.train_tokens = advisor::usual_tokens(request.network.params);
    request.has_usual_tokens = true;
  }
  request.deadline = parse_deadline(options.deadline);
  if (options.most_gpus.empty()) request.most_gpus = usual_most_gpus;
  return request;
}

Outcome<SelectedWorks> select_training(const SelectOptions& options,
                                       const Surroundings& surroundings) {
  std::vector<std::string> names = {size_names, size_names + std::size(size_names)};
  if (!options.models.empty() && !options.model_size.empty()) throw_usage("select.one_model");
  if (!options.models.empty()) names = {options.models.front()};
  if (!options.model_size.empty())
    names = {choice_of("--model-size", options.model_size, size_names)};
  std::vector<std::vector<Question>> groups;
  for (const std::string& name : names)
    groups.push_back({{name, training_request(options, name, surroundings.catalog.models())}});
  Outcome<SelectedWorks> outcome = answers_to(std::move(groups), surroundings);
  for (SelectedWork& work : *outcome.answer) work.advice = training_advice(work.found);
  return outcome;
}

TrainingAdvice training_advice(const Recommendation& found) {
  TrainingAdvice advice;
  advice.lora = adapters(found, advisor::Task::lora);
  advice.qlora = adapters(found, advisor::Task::qlora);
  const RecommendAnswer& answer = found.answer();
  if (answer.best.empty()) return advice;
  const advisor::MemoryCase& work =
      answer.detail(*answer.best.front().candidate).training->one.work;
  const auto total = [&](const advisor::MemoryCase& changed) {
    return answer.request.network.estimate(changed).total();
  };
  if (work.zero > 0 || work.is_fsdp) {
    advisor::MemoryCase whole = work;
    whole.zero = 0;
    whole.is_fsdp = false;
    advice.without_sharing = total(whole);
  }
  advisor::MemoryCase changed = work;
  changed.recompute = work.recompute == advisor::Recompute::none ? advisor::Recompute::full
                                                                 : advisor::Recompute::none;
  (work.recompute == advisor::Recompute::none ? advice.with_recompute : advice.without_recompute) =
      total(changed);
  return advice;
}

Outcome<SelectedWorks> select_inference(const SelectOptions& options,
                                        const Surroundings& surroundings) {
  const std::string asked =
      options.scenario.empty() ? "" : choice_of("--scenario", options.scenario, names_of_scenarios);
  if (asked == "edge" && !options.price_file.empty()) throw_usage("recommend.only_rented");
  std::vector<std::vector<Question>> groups;
  for (const UsualService& scenario : services) {
    if (!asked.empty() && asked != scenario.name) continue;
    groups.emplace_back();
    for (const int users : users_of(options, scenario))
      groups.back().push_back({std::string(scenario.name),
                               service_request(options, scenario, users, surroundings.catalog)});
  }
  return answers_to(std::move(groups), surroundings);
}

}  // namespace wgf::answers
