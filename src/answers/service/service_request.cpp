// SPDX-License-Identifier: MIT
#include "answers/service/service_request.h"

#include <algorithm>

#include "advisor/serving/service_precision.h"
#include "answers/service/service_precisions.h"
#include "answers/service/service_scenario.h"
#include "base/amounts.h"
#include "base/choices.h"
#include "base/option_values.h"
#include "base/text.h"

namespace wgf::answers {
namespace {

using advisor::ServingSoftware;

constexpr double usual_input = 1024, usual_load = 32;
constexpr double batch_load = 256;  // where nobody waits: vLLM's own limit
constexpr int most_gpus = 1 << 16;
constexpr std::size_t most_loads = 32;
constexpr double milli = 1e-3;
constexpr AmountRule limit_rule{
    "serve.bad_limit", 0.01, 3.6e6, {{"us", milli}, {"ms", 1}, {"s", 1e3}}};

void refuse_training_options(const PredictOptions& options) {
  const MemoryOptions& network = options.network;
  const std::pair<const char*, bool> given[] = {{"--optimizer", !network.optimizer.empty()},
                                                {"--recompute", !network.recompute.empty()},
                                                {"--recipe", !network.recipe.empty()},
                                                {"--zero", !network.zero.empty()},
                                                {"--fsdp", network.is_fsdp},
                                                {"--cp", !network.cp.empty()},
                                                {"--vpp", !options.network.vpp.empty()},
                                                {"--seq", !network.sequence.empty()},
                                                {"--global-batch", !options.global_batch.empty()},
                                                {"--tokens", !options.tokens.empty()},
                                                {"--price-file", !options.price_file.empty()},
                                                {"--goodput", options.goodput.is_asked},
                                                {"--scaling", options.has_scaling}};
  for (const auto& [option, is_given] : given)
    if (is_given) throw_usage("serve.option_of_training", {{"option", option}});
}

std::vector<double> parse_loads(const PredictOptions& options, const ServiceRequest& request) {
  const bool has_batches = !options.batch_sizes.empty();
  const auto& typed = has_batches ? options.batch_sizes : options.serving.concurrency;
  if (has_batches && !options.serving.concurrency.empty()) throw_usage("serve.load_twice");
  std::vector<double> loads;
  constexpr double most = 1 << 20;  // more at once no service is asked for
  const char* option = has_batches ? "--batch-size" : "--concurrency";
  for (const std::string& one : typed)
    loads.push_back(parse_optional_count(option, one, most).value_or(1));
  std::sort(loads.begin(), loads.end());
  loads.erase(std::unique(loads.begin(), loads.end()), loads.end());
  if (loads.size() > most_loads)
    throw_usage("serve.too_many_loads", {{"most", std::to_string(most_loads)}});
  if (loads.empty() && !request.has_limits)
    loads.push_back(advisor::is_for_one_user(request.load.software) ? 1
                    : options.serving.scenario.empty()              ? usual_load
                                                                    : batch_load);
  return loads;
}

ServingSoftware parse_software(const std::string& typed) {
  if (typed.empty()) return ServingSoftware::vllm;
  std::vector<std::string> names;
  for (int i = 0; i < advisor::serving_software_count; ++i)
    names.emplace_back(to_text(static_cast<ServingSoftware>(i)));
  std::string name = lower_case(typed);
  if (name == "ollama") name = to_text(ServingSoftware::llama_cpp);  // which it runs
  check_choice("--software", name, names);
  return static_cast<ServingSoftware>(std::find(names.begin(), names.end(), name) - names.begin());
}

std::optional<advisor::CacheType> parse_cache(const std::string& typed) {
  if (typed.empty()) return std::nullopt;
  check_choice("--kv-precision", lower_case(typed), {"bf16", "fp16", "fp8"});
  return lower_case(typed) == "fp8" ? advisor::CacheType::fp8 : advisor::CacheType::bf16;
}

// What cuts layers is not forecast of software that shares out whole ones.
void refuse_cut_layers(ServingSoftware software, const advisor::GivenService& given) {
  const bool cuts_layers = advisor::cuts_layers_only(software);
  const auto refuse = [&](const char* option, const std::optional<int>& value, const char* key) {
    if (value.value_or(1) > 1)
      throw_usage(key, {{"option", option}, {"software", std::string(to_text(software))}});
  };
  if (cuts_layers) refuse("--tp", given.tp, "serve.layers_alone");
  if (advisor::shares_experts(software)) return;
  const char* key = cuts_layers ? "serve.layers_alone" : "serve.tensors_alone";
  refuse("--ep", given.ep, key);
  refuse("--attention-dp", given.attention_dp, key);
}

void take_layout(ServiceRequest& request, const PredictOptions& options) {
  const MemoryOptions& typed = options.network;
  advisor::GivenService& given = request.given;
  given.tp = parse_optional_count("--tp", typed.tp);
  given.pp = parse_optional_count("--pp", typed.pp);
  given.ep = parse_optional_count("--ep", typed.ep);
  given.engines = parse_optional_count("--dp", typed.dp);
  given.attention_dp = parse_optional_count("--attention-dp", options.serving.attention_dp);
  refuse_cut_layers(request.load.software, given);
  request.gpus = parse_optional_count("--gpus", options.gpu_count);
  double product = 1;
  std::string layout;
  for (const auto& [name, value] : {std::pair("tp", given.tp),
                                    {"pp", given.pp},
                                    {"attention-dp", given.attention_dp},
                                    {"dp", given.engines}}) {
    if (!value) continue;
    product *= *value;
    layout += (layout.empty() ? "--" : " --") + std::string(name) + " " + std::to_string(*value);
  }
  if (request.gpus.value_or(1) > most_gpus || product > most_gpus)
    throw_usage("predict.too_many_gpus",
                {{"asked", product > most_gpus ? layout : "--gpus " + options.gpu_count},
                 {"most", std::to_string(most_gpus)}});
  if (!request.gpus && !layout.empty()) request.gpus = static_cast<int>(product);
  if (!request.gpus || *request.gpus % static_cast<int>(product) == 0) return;
  throw_usage("predict.layout_not_divisible", {{"layout", layout},
                                               {"gpus", std::to_string(*request.gpus)},
                                               {"product", advisor::whole_text(product)}});
}

// Where the network takes less than the usual lengths, a quarter of what it takes is output.
void take_tokens(ServiceRequest& request, const ServiceOptions& options) {
  const auto input = parse_optional_length("--input-tokens", options.input),
             output = parse_optional_length("--output-tokens", options.output);
  advisor::ServingCase& load = request.load;
  load.output_tokens = output.value_or(static_cast<int>(options.usual_output));
  load.input_tokens = input.value_or(static_cast<int>(usual_input));
  if (!request.network.network) return;
  const advisor::Network& network = *request.network.network;
  if (!network.is_causal && !output) load.output_tokens = 0;  // nothing is generated
  if (const auto most = network.max_sequence) {
    const bool is_short = usual_input + options.usual_output > *most;
    if (!output && is_short)
      load.output_tokens = std::min(load.output_tokens, std::max(1.0, *most / 4.0));
    if (!input) load.input_tokens = std::clamp(*most - load.output_tokens, 1.0, load.input_tokens);
  }
  advisor::MemoryCase whole;
  whole.task = advisor::Task::infer;
  whole.sequence = load.input_tokens + load.output_tokens;
  whole.layout = {.tp = request.given.tp.value_or(1),
                  .pp = request.given.pp.value_or(1),
                  .ep = request.given.ep.value_or(1)};
  advisor::check_case(network, whole);
}

// Limits that were given, or a scenario's, choose the layout; the usual one's say only how many
// users are within them.
void take_scenario(ServiceRequest& request, const ServiceOptions& options) {
  const advisor::ServiceLimits typed = parse_service_limits(options.slo);
  const ServiceScenario& scenario = parse_service_scenario(options.scenario);
  const bool is_typed_alone = options.scenario.empty() && !options.slo.empty();
  request.limits = is_typed_alone ? typed : limits_of_scenario(scenario, typed);
  request.has_limits = (!options.slo.empty() || !options.scenario.empty()) &&
                       (request.limits.ttft || request.limits.tpot);
  if (!is_typed_alone && !(typed.ttft && typed.tpot)) request.scenario = scenario.name;
  if (!request.limits.ttft && !request.limits.tpot) request.limits = usual_scenario().limits;
}

// A request of one output token has no time between tokens.
void take_limits(ServiceRequest& request) {
  if (advisor::has_tpot(request.load)) return;
  if (request.has_limits && request.limits.tpot && request.load.output_tokens > 0)
    throw_usage("serve.no_tpot");
  request.limits = advisor::limits_of(request.limits, request.load);
}

PredictShape shape_of(const ServiceRequest& request, const PredictOptions& options) {
  const bool has_cards = options.has_all_gpus || request.cards.size() > 1;
  const bool has_precisions = request.precisions.size() > 1, has_loads = request.loads.size() > 1;
  if (has_cards + has_precisions + has_loads > 1) throw_usage("serve.one_comparison");
  if (has_cards) return PredictShape::cards;
  if (has_precisions) return PredictShape::precisions;
  return has_loads ? PredictShape::batches : PredictShape::one;
}

MemoryOptions network_options(const PredictOptions& options) {
  MemoryOptions plain = options.network;
  plain.tp = plain.pp = plain.ep = plain.dp = plain.precision = plain.batch_size = "";
  plain.task = "infer";
  return plain;
}

}  // namespace

advisor::ServiceLimits parse_service_limits(const std::vector<std::string>& typed) {
  advisor::ServiceLimits limits;
  for (const std::string& one : typed) {
    const std::size_t equals = one.find('=');
    const std::string name = lower_case(trim(one.substr(0, equals)));
    if (equals == std::string::npos || (name != "ttft" && name != "tpot"))
      throw_usage("serve.bad_slo", {{"value", one}});
    auto& limit = name == "ttft" ? limits.ttft : limits.tpot;
    if (limit) throw_usage("serve.bad_slo", {{"value", one}});
    limit = Seconds(parse_amount(trim(one.substr(equals + 1)), limit_rule) * milli);
  }
  return limits;
}

bool is_service(const PredictOptions& options) {
  return parse_task_word(options.network.task, "train", "serve") == "serve";
}

std::optional<advisor::ServiceQuestion> ServiceRequest::question(const catalog::Gpu& gpu,
                                                                 std::string_view precision,
                                                                 std::size_t place) const {
  const auto types = advisor::service_precision(precision, load.software, *network.network, gpu);
  if (!types) return std::nullopt;
  advisor::ServiceQuestion question{*network.network, load, given, {}};
  question.load.precision = *types;
  if (cache) question.load.precision.cache = *cache;
  question.load.concurrency = loads.empty() ? 1 : loads[place];
  if (has_limits) question.limits = limits;
  return question;
}

ServiceRequest parse_service_request(const PredictOptions& options,
                                     const catalog::Catalog& catalog) {
  refuse_training_options(options);
  ServiceRequest request;
  request.is_explained = options.is_explained;
  request.is_calibrated = options.is_calibrated;
  take_scenario(request, options.serving);
  request.load.software = parse_software(options.software);
  request.loads = parse_loads(options, request);
  request.cache = parse_cache(options.serving.cache_precision);
  take_layout(request, options);
  request.network = parse_network_request(network_options(options), catalog.models());
  request.notes = request.network.notes;
  take_precisions(request, options.precisions);
  take_tokens(request, options.serving);
  take_limits(request);
  request.cards = parse_cards(options, catalog.gpus(), request.notes);
  if (request.is_calibrated && request.cards.size() != 1) throw_usage("calibration.one_card");
  request.shape = shape_of(request, options);
  return request;
}

}  // namespace wgf::answers
