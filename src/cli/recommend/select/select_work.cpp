// SPDX-License-Identifier: MIT
// What select asks recommend for: trainings of the usual sizes, services of the usual scenarios.

#include <fmt/format.h>

#include <iterator>

#include "advisor/goodput/usual_times.h"
#include "advisor/training/adapter_support.h"
#include "base/choices.h"
#include "base/parallel.h"
#include "base/text.h"
#include "cli/recommend/select/select.h"
#include "cli/surroundings.h"

namespace wgf::cli {
namespace {

// The network that stands for a size.
struct TrainingSize {
  std::string_view name, model;
};
constexpr TrainingSize sizes[] = {
    {"7b", "llama-2-7b"}, {"13b", "llama-2-13b"}, {"70b", "llama-3.1-70b"}, {"175b", "gpt3-175b"}};
constexpr std::string_view size_names[] = {"7b", "13b", "70b", "175b"};

// Time to the first token, users at once (0: as many as are cheapest), bought or rented.
struct ServiceScenario {
  std::string_view name, limit;
  std::array<int, 2> users;
  std::string_view purchase_budget;
};
constexpr ServiceScenario scenarios[] = {{"chat", "ttft=100ms", {100, 1000}, ""},
                                         {"api", "ttft=500ms", {1000, 0}, ""},
                                         {"batch", "ttft=5s", {0, 0}, ""},
                                         {"edge", "ttft=200ms", {1, 10}, "5000"}};
constexpr std::string_view names_of_scenarios[] = {"chat", "api", "batch", "edge"};
constexpr std::string_view usual_model = "llama-3.1-8b", usual_gpus = "64";

std::string choice_of(const char* option, const std::string& typed,
                      std::span<const std::string_view> known) {
  check_choice(option, lower_case(typed), {known.begin(), known.end()});
  return lower_case(typed);
}

answers::RecommendOptions common_options(const SelectOptions& options) {
  if (options.models.size() > 1) throw Error({"select.one_model", {}}, ExitCode::usage);
  answers::RecommendOptions asked;
  asked.precisions = options.precisions;
  asked.priority = options.priority;
  asked.price_file = options.price_file;
  asked.most_gpus = options.most_gpus.empty() ? std::string(usual_gpus) : options.most_gpus;
  return asked;
}

// QLoRA's four bits need a card that bitsandbytes runs on.
bool runs_task(const catalog::Gpu& gpu, advisor::Task task) {
  return task != advisor::Task::qlora || advisor::bitsandbytes_release(gpu);
}

// Bytes of one GPU that fine-tunes one sequence at a time with recomputation, and the cheapest GPU
// that leaves room enough for it.
TrainingAdvice::Adapters adapters(const answers::Recommendation& found, advisor::Task task) {
  const answers::MemoryRequest& network = found.answer().request.network;
  advisor::MemoryCase one = network.one;
  one.task = task;
  one.batch = 1;
  one.recompute = advisor::Recompute::full;
  one.layout = {};
  one.recipe = advisor::usual_recipe(one);
  const advisor::MemoryEstimate estimate = network.estimate(one);
  TrainingAdvice::Adapters adapters{estimate.total()};
  for (const answers::Supply& supply : found.supplies())
    if (supply.gpus == 1 && runs_task(*supply.gpu, task) &&
        catalog::dense_peak(*supply.gpu, "bf16") &&
        advisor::out_of_memory_risk(estimate, advisor::usable_memory(*supply.gpu)) <=
            advisor::acceptable_risk) {
      adapters.cheapest = &supply;
      break;
    }
  return adapters;
}

std::vector<int> users_of(const SelectOptions& options, const ServiceScenario& scenario) {
  if (const auto typed = answers::parse_optional_count("--users", options.users)) return {*typed};
  if (scenario.users[1] == 0) return {scenario.users[0]};
  return {scenario.users.begin(), scenario.users.end()};
}

answers::RecommendOptions service_options(const SelectOptions& options,
                                          const ServiceScenario& scenario, int users) {
  answers::RecommendOptions asked = common_options(options);
  asked.task = "inference";
  asked.network.model = options.models.empty() ? std::string(usual_model) : options.models.front();
  asked.limits = {std::string(scenario.limit)};
  asked.input_tokens = options.input_tokens;
  asked.output_tokens = options.output_tokens;
  if (asked.priority.empty()) asked.priority = "cost";
  if (users > 0) asked.users = std::to_string(users);
  asked.purchase_budget = scenario.purchase_budget;
  if (!asked.purchase_budget.empty()) {
    asked.price_file = "";
    if (options.most_gpus.empty()) asked.most_gpus = "1";
  }
  return asked;
}

struct Question {
  std::string name;
  answers::RecommendOptions asked;
  answers::RecommendRequest request;
};

Question question_of(const std::string& name, answers::RecommendOptions asked,
                     const catalog::Catalog& catalog, const Context& context) {
  answers::RecommendRequest request = parse_recommend_request(asked, catalog.models());
  print_notes(request.notes, context);
  return {name, std::move(asked), std::move(request)};
}

// The questions of a group differ in their demand alone and share forecasts; groups share offers.
std::vector<SelectedWork> answers_to(std::vector<std::vector<Question>> groups,
                                     const answers::Surroundings& surroundings) {
  std::shared_ptr<const answers::RentedOffers> rented;
  for (const std::vector<Question>& group : groups)
    for (const Question& one : group)
      if (!rented && !one.request.is_bought()) rented = rented_offers(one.request, surroundings);
  const auto cards = std::make_shared<answers::KnownCards>(surroundings.catalog.gpus());
  std::vector<std::vector<SelectedWork>> answers(groups.size());
  in_parallel(groups.size(), [&](std::size_t i) {
    const auto known = std::make_shared<answers::KnownForecasts>();
    known->rented = rented;
    known->cards = cards;
    for (Question& one : groups[i])
      answers[i].push_back({one.name, answers::parse_optional_count("--users", one.asked.users),
                            answers::Recommendation(std::move(one.request), surroundings, known),
                            std::nullopt});
  });
  std::vector<SelectedWork> works;
  for (std::vector<SelectedWork>& group : answers)
    std::move(group.begin(), group.end(), std::back_inserter(works));
  return works;
}

}  // namespace

std::span<const std::string_view> training_sizes() {
  return size_names;
}

std::span<const std::string_view> scenario_names() {
  return names_of_scenarios;
}

answers::RecommendOptions training_options(const SelectOptions& options, const std::string& size) {
  answers::RecommendOptions asked = common_options(options);
  asked.task = "training";
  asked.deadline = options.deadline;
  asked.train_tokens = options.train_tokens;
  for (const TrainingSize& one : sizes)
    if (one.name == size) asked.network.model = one.model;
  if (!options.models.empty()) asked.network.model = options.models.front();
  return asked;
}

// Without --train-tokens as many as a network of the size is usually trained with.
std::vector<SelectedWork> select_training(const SelectOptions& options,
                                          const catalog::Catalog& catalog, const Context& context) {
  std::vector<std::string> names = {size_names, size_names + std::size(size_names)};
  if (!options.models.empty() && !options.model_size.empty())
    throw Error({"select.one_model", {}}, ExitCode::usage);
  if (!options.models.empty()) names = {options.models.front()};
  if (!options.model_size.empty())
    names = {choice_of("--model-size", options.model_size, size_names)};
  std::vector<std::vector<Question>> groups;
  for (const std::string& name : names) {
    answers::RecommendOptions asked = training_options(options, name);
    if (asked.train_tokens.empty()) {
      answers::RecommendOptions plain = asked;
      plain.deadline = "";
      const double params = parse_recommend_request(plain, catalog.models()).network.params;
      asked.train_tokens = fmt::format("{:.0f}", advisor::usual_tokens(params));
      asked.has_usual_tokens = true;
    }
    groups.emplace_back().push_back(question_of(name, std::move(asked), catalog, context));
  }
  std::vector<SelectedWork> works =
      answers_to(std::move(groups), surroundings_of(catalog, context, options.price_file));
  for (SelectedWork& work : works) work.advice = training_advice(work.found);
  return works;
}

TrainingAdvice training_advice(const answers::Recommendation& found) {
  TrainingAdvice advice;
  advice.lora = adapters(found, advisor::Task::lora);
  advice.qlora = adapters(found, advisor::Task::qlora);
  const answers::RecommendAnswer& answer = found.answer();
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

std::vector<SelectedWork> select_inference(const SelectOptions& options,
                                           const catalog::Catalog& catalog,
                                           const Context& context) {
  const std::string asked =
      options.scenario.empty() ? "" : choice_of("--scenario", options.scenario, names_of_scenarios);
  if (asked == "edge" && !options.price_file.empty())
    throw Error({"recommend.only_rented", {}}, ExitCode::usage);
  std::vector<std::vector<Question>> groups;
  for (const ServiceScenario& scenario : scenarios) {
    if (!asked.empty() && asked != scenario.name) continue;
    groups.emplace_back();
    for (const int users : users_of(options, scenario))
      groups.back().push_back(question_of(
          std::string(scenario.name), service_options(options, scenario, users), catalog, context));
  }
  return answers_to(std::move(groups), surroundings_of(catalog, context, options.price_file));
}

}  // namespace wgf::cli
