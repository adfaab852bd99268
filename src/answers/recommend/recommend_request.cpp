// SPDX-License-Identifier: MIT
#include "answers/recommend/recommend_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "advisor/serving/service_precision.h"
#include "answers/service/service_request.h"
#include "answers/service/service_scenario.h"
#include "base/amounts.h"
#include "base/choices.h"
#include "base/figures.h"
#include "base/option_values.h"
#include "base/text.h"

namespace wgf::answers {
namespace {

using advisor::ComputeType;

constexpr double seconds_per_day = 86400;
constexpr double usual_input = 1024, usual_output = 256;
constexpr double usual_step_tokens = 524288;  // 0.5 million: the least usual of GPT-like networks
// In flight on each GPU where throughput alone is asked for: vLLM's own limit (max_num_seqs).
constexpr double many_requests = 256;
constexpr int usual_gpus = 8, most_gpus_of_demand = 64;

constexpr AmountRule rent_rule{
    "recommend.bad_budget", 1e-3, 1e6, {{"$/h", 1}, {"/h", 1}, {"$", 1}}};
constexpr AmountRule sum_rule{
    "recommend.bad_purchase_budget", 1, 1e10, {{"k", 1e3}, {"m", 1e6}, {"$", 1}}};
constexpr AmountRule size_rule{
    "recommend.bad_size_gb", 0.1, 1e5, {{"gib", 1.073741824}, {"gb", 1}, {"tb", 1e3}}};
constexpr AmountRule rate_rule{"recommend.bad_throughput",
                               1e-3,
                               1e12,
                               {{"tokens/s", 1}, {"tok/s", 1}, {"k", 1e3}, {"m", 1e6}}};
constexpr AmountRule tokens_rule{
    "recommend.bad_tokens", 1, 1e16, {{"k", 1e3}, {"m", 1e6}, {"b", 1e9}, {"t", 1e12}}};
constexpr AmountRule deadline_rule{
    "recommend.bad_deadline",
    60,
    3.2e8,
    {{"min", 60}, {"h", 3600}, {"d", seconds_per_day}, {"w", 604800}}};

// Parameters that stand for a size in words; printed in every answer.
struct NamedSize {
  std::string_view name, params;
};
constexpr NamedSize sizes[] = {
    {"small", "1b"}, {"medium", "3b"}, {"large", "7b"}, {"xlarge", "70b"}};

constexpr WorkPrecision precisions[] = {
    {"bf16", ComputeType::bf16, false}, {"fp8", ComputeType::fp8, false},
    {"int8", std::nullopt, false},      {"fp4", std::nullopt, true},
    {"int4", std::nullopt, true},
};

std::optional<double> amount(const std::string& typed, const AmountRule& rule) {
  return typed.empty() ? std::nullopt : std::optional(parse_amount(typed, rule));
}

// The network's options with a size in words or gigabytes turned into parameters.
MemoryOptions network_options(const RecommendOptions& options) {
  MemoryOptions network = options.network;
  std::vector<std::string> named;
  const std::pair<const char*, const std::string*> choices[] = {
      {"--model", &network.model},
      {"--config", &network.config},
      {"--params", &network.params},
      {"--model-size", &options.model_size},
      {"--model-size-gb", &options.model_size_gb}};
  for (const auto& [option, typed] : choices)
    if (!typed->empty()) named.emplace_back(option);
  if (named.empty()) throw_usage("recommend.one_network");
  if (named.size() > 1) throw_usage("recommend.two_networks", {{"options", join(named, ", ")}});
  if (!options.model_size.empty()) {
    std::vector<std::string> names;
    for (const NamedSize& size : sizes) names.emplace_back(size.name);
    check_choice("--model-size", lower_case(options.model_size), names);
    for (const NamedSize& size : sizes)
      if (size.name == lower_case(options.model_size)) network.params = size.params;
  }
  constexpr double bytes_per_parameter = 2;  // weights as published, in 16 bits
  if (const auto size = amount(options.model_size_gb, size_rule))
    network.params = fmt::format("{:.0f}", *size * giga / bytes_per_parameter);
  return network;
}

std::string network_name(const RecommendRequest& request, const RecommendOptions& options) {
  const std::string params = compact_number(request.network.params / giga) + "B";
  if (!options.model_size.empty()) return lower_case(options.model_size) + " = " + params;
  return options.model_size_gb.empty() ? request.network.name : params;
}

bool is_training_asked(const RecommendOptions& options) {
  const std::string task = parse_task_word(options.task, "training", "inference");
  check_choice("--task", task.empty() ? "inference" : task, {"inference", "training"});
  const bool is_of_training = !options.train_tokens.empty() || !options.deadline.empty() ||
                              !options.network.sequence.empty();
  const bool is_of_serving = !options.limits.empty() || !options.scenario.empty() ||
                             !options.tokens_per_day.empty() || !options.input_tokens.empty() ||
                             !options.output_tokens.empty();
  const bool is_training = task.empty() ? is_of_training : task == "training";
  if (is_training && is_of_serving) throw_usage("recommend.only_inference");
  if (!is_training && is_of_training) throw_usage("recommend.only_training");
  return is_training;
}

// A checkpoint that is served as it was published, or as its config stores it: nobody chooses its
// bits. One that was published in fp8 is also searched in fewer, in which others store it.
void take_stored(RecommendRequest& request) {
  const advisor::StoredFormat& stored = *request.network.stored;
  if (stored.method.empty() && stored.precision == "fp8") {
    std::erase_if(request.precisions, [](const WorkPrecision& one) { return one.name == "bf16"; });
    return;
  }
  const std::string_view name = advisor::served_precision(
      stored.precision.empty() ? "bf16" : stored.precision, *request.network.network);
  request.precisions = {{name, std::nullopt, false}};
  request.notes.push_back(stored_note(request.network, name));
}

void take_published(RecommendRequest& request) {
  const advisor::Network& network = *request.network.network;
  if (request.network.stored && !request.has_precisions) take_stored(request);
  if (!network.has_mxfp4_experts) return;
  const std::string_view served = advisor::served_precision("bf16", network);
  const bool is_same = request.precisions.size() == 1 && request.precisions[0].name == served;
  if (request.has_precisions && !is_same)
    request.notes.push_back({"network.mxfp4_experts", {{"model", request.network.name}}});
  request.precisions = {{served, std::nullopt, false}};
}

void take_precisions(RecommendRequest& request, const RecommendOptions& options) {
  std::vector<std::string> names;
  for (const WorkPrecision& one : precisions)
    if (!request.is_training || one.trained) names.emplace_back(one.name);
  request.has_precisions = !options.precisions.empty();
  for (const std::string& typed : options.precisions)
    check_choice("--precision", lower_case(typed), names);
  const auto is_asked = [&](const WorkPrecision& one) {
    if (!request.has_precisions) return !request.is_training || one.name == "bf16";
    return std::any_of(options.precisions.begin(), options.precisions.end(),
                       [&](const std::string& typed) { return lower_case(typed) == one.name; });
  };
  for (const WorkPrecision& one : precisions)
    if (is_asked(one)) request.precisions.push_back(one);
  if (!request.is_training) take_published(request);
}

void take_limits(RecommendRequest& request, const RecommendOptions& options) {
  if (request.is_training) return;
  const ServiceScenario& scenario = parse_service_scenario(options.scenario);
  const advisor::ServiceLimits typed = parse_service_limits(options.limits),
                               limits = limits_of_scenario(scenario, typed);
  request.first_token = limits.ttft;
  request.next_token = limits.tpot;
  if (!limits.ttft && !limits.tpot) request.requests_per_gpu = many_requests;
  if (!typed.ttft || !typed.tpot) request.scenario = scenario.name;
}

void take_work(RecommendRequest& request, const RecommendOptions& options) {
  const double most = request.network.network->max_sequence.value_or(1 << 30);
  request.train_tokens = amount(options.train_tokens, tokens_rule);
  request.has_usual_tokens = options.has_usual_tokens;
  request.deadline = parse_deadline(options.deadline);
  if (request.deadline && !request.train_tokens) throw_usage("recommend.deadline_of_what");
  request.global_batch = std::max(
      1.0, std::exp2(std::floor(std::log2(usual_step_tokens / request.network.one.sequence))));
  const auto input = parse_optional_length("--input-tokens", options.input_tokens);
  const auto output = parse_optional_length("--output-tokens", options.output_tokens);
  request.output_tokens = output.value_or(std::min(usual_output, std::floor(most / 4)));
  request.input_tokens = input.value_or(std::min(usual_input, most - request.output_tokens));
  if (request.input_tokens < 1 || request.input_tokens + request.output_tokens > most)
    throw Error({"footprint.sequence_too_long",
                 {{"sequence", advisor::whole_text(request.input_tokens + request.output_tokens)},
                  {"most", advisor::whole_text(most)},
                  {"model", request.network.name}}},
                ExitCode::not_supported);
}

void take_money(RecommendRequest& request, const RecommendOptions& options) {
  if (const auto budget = amount(options.budget, rent_rule)) request.budget = UsdPerHour(*budget);
  if (const auto sum = amount(options.purchase_budget, sum_rule))
    request.purchase_budget = Usd(*sum);
  if (request.budget && request.purchase_budget) throw_usage("recommend.one_budget");
  request.providers = options.providers;
  request.has_spot = options.has_spot;
  const bool is_of_rent =
      options.has_spot || !options.providers.empty() || !options.price_file.empty();
  if (request.is_bought() && is_of_rent) throw_usage("recommend.only_rented");
}

std::optional<int> parse_most_gpus(const std::string& typed) {
  const bool is_number = typed.find_first_not_of("0123456789") == std::string::npos;
  const std::optional<std::int64_t> count = parse_integer(typed);
  if (!typed.empty() && is_number && count.value_or(most_gpus_of_all + 1) > most_gpus_of_all)
    throw_usage("recommend.too_many_gpus",
                {{"value", typed}, {"most", std::to_string(most_gpus_of_all)}});
  return parse_optional_count("--max-gpus", typed);
}

void check_covered(const RecommendRequest& request) {
  const auto& network = request.network.network;
  const bool is_covered =
      network && std::none_of(network->layers.begin(), network->layers.end(),
                              [](const auto& group) { return group.has_cross_attention; });
  if (!is_covered || (!request.is_training && !network->is_causal))
    throw Error({request.is_training ? "recommend.unknown_training" : "recommend.unknown_serving",
                 {{"model", request.network.name}}},
                ExitCode::not_supported);
}

}  // namespace

std::optional<double> RecommendRequest::most_price() const {
  if (budget) return budget->value;
  return purchase_budget ? std::optional(purchase_budget->value) : std::nullopt;
}

double RecommendRequest::least_rate() const {
  double least = rate.value_or(0);
  if (tokens_per_day) least = std::max(least, *tokens_per_day / seconds_per_day);
  if (deadline) least = std::max(least, *train_tokens / deadline->value);
  return least;
}

std::optional<Seconds> parse_deadline(const std::string& typed) {
  const auto seconds = amount(typed, deadline_rule);
  return seconds ? std::optional(Seconds(*seconds)) : std::nullopt;
}

RecommendRequest parse_recommend_request(const RecommendOptions& options,
                                         const catalog::ModelCatalog& models) {
  RecommendRequest request;
  request.is_training = is_training_asked(options);
  MemoryOptions network = network_options(options);
  network.task = request.is_training ? "train" : "infer";
  request.network = parse_network_request(network, models);
  request.network.name = network_name(request, options);
  for (const Message& note : request.network.notes) request.notes.push_back(note);
  check_covered(request);
  if (!options.priority.empty()) {
    std::vector<std::string> names;
    for (int i = 0; i < advisor::priority_count; ++i)
      names.emplace_back(to_text(static_cast<advisor::Priority>(i)));
    check_choice("--priority", lower_case(options.priority), names);
    request.priority = *advisor::parse_priority(lower_case(options.priority));
  }
  take_precisions(request, options);
  take_money(request, options);
  take_limits(request, options);
  take_work(request, options);
  request.rate = amount(options.throughput, rate_rule);
  request.tokens_per_day = amount(options.tokens_per_day, tokens_rule);
  request.users = parse_optional_count("--users", options.users);
  request.most_gpus = parse_most_gpus(options.most_gpus)
                          .value_or(request.has_demand() ? most_gpus_of_demand : usual_gpus);
  return request;
}

}  // namespace wgf::answers
