// SPDX-License-Identifier: MIT
#include "answers/training/predict_request.h"

#include <algorithm>
#include <cmath>

#include "answers/network/memory_refusals.h"
#include "base/amounts.h"
#include "base/choices.h"
#include "base/option_values.h"
#include "base/text.h"
#include "catalog/name_resolver.h"

namespace wgf::answers {
namespace {

using advisor::ComputeType;
using advisor::GivenChoices;
using advisor::Precision;

constexpr int most_gpus = advisor::most_training_gpus;
constexpr std::size_t most_batches = 32;
constexpr AmountRule tokens_rule{
    "predict.bad_tokens", 1e3, 1e16, {{"k", 1e3}, {"m", 1e6}, {"b", 1e9}, {"t", 1e12}}};

// fp4 is NVFP4 with 16-bit weights kept; memory counts it as fp8, which keeps them too.
constexpr TrainingPrecision precisions[] = {
    {"fp32", Precision::fp32, ComputeType::fp32}, {"tf32", Precision::tf32, ComputeType::tf32},
    {"bf16", Precision::bf16, ComputeType::bf16}, {"fp16", Precision::fp16, ComputeType::bf16},
    {"fp8", Precision::fp8, ComputeType::fp8},    {"fp4", Precision::fp8, ComputeType::fp4}};
constexpr std::size_t usual_precision = 2;

std::vector<TrainingPrecision> parse_precisions(const std::vector<std::string>& typed) {
  if (typed.empty()) return {precisions[usual_precision]};
  if (typed.size() == 1 && lower_case(typed[0]) == "all")
    return {std::begin(precisions), std::end(precisions)};
  std::vector<std::string> names;
  for (const TrainingPrecision& one : precisions) names.emplace_back(one.name);
  names.emplace_back("all");
  std::vector<TrainingPrecision> found;
  for (const std::string& name : typed) {
    check_choice("--precision", lower_case(name), names);
    for (const TrainingPrecision& one : precisions)
      if (one.name == lower_case(name)) found.push_back(one);
  }
  if (found.size() != typed.size()) throw_usage("predict.all_alone");
  return found;
}

std::vector<double> parse_batches(const std::vector<std::string>& typed) {
  std::vector<double> batches;
  for (const std::string& one : typed)
    batches.push_back(parse_optional_count("--batch-size", one, advisor::most_batch).value_or(1));
  std::sort(batches.begin(), batches.end());
  batches.erase(std::unique(batches.begin(), batches.end()), batches.end());
  if (batches.size() > most_batches)
    throw_usage("predict.too_many_batches", {{"most", std::to_string(most_batches)}});
  return batches.empty() ? std::vector<double>{1} : batches;
}

// "--tp 2 --dp 4".
std::string asked_layout(const GivenChoices& given) {
  std::string layout;
  for (const auto& [name, value] :
       {std::pair("tp", given.tp), {"pp", given.pp}, {"cp", given.cp}, {"dp", given.dp}})
    if (value)
      layout += (layout.empty() ? "--" : " --") + std::string(name) + " " + std::to_string(*value);
  return layout;
}

void check_layout(const PredictRequest& request) {
  const GivenChoices& given = request.given;
  const std::int64_t model =
      std::int64_t{1} * given.tp.value_or(1) * given.pp.value_or(1) * given.cp.value_or(1);
  const bool has_remainder = request.gpus % model != 0;
  if (has_remainder || (given.dp && model * *given.dp != request.gpus))
    throw_usage(given.dp ? "predict.layout_product" : "predict.layout_not_divisible",
                {{"layout", asked_layout(given)},
                 {"gpus", std::to_string(request.gpus)},
                 {"product", std::to_string(model)}});
  if (!given.ep) return;
  const std::int64_t of_stage = request.gpus / given.pp.value_or(1);
  if (of_stage % *given.ep != 0)
    throw_usage("footprint.ep_not_divisible",
                {{"ep", std::to_string(*given.ep)}, {"gpus", std::to_string(of_stage)}});
}

void take_layout(PredictRequest& request, const AskedCase& asked, const std::string& gpu_count) {
  GivenChoices& given = request.given;
  given.tp = asked.tp;
  given.pp = asked.pp;
  given.cp = asked.cp;
  given.ep = asked.ep;
  given.dp = asked.dp;
  given.virtual_stages = asked.vpp;
  if (given.virtual_stages.value_or(1) > 1 && given.pp == 1) throw_usage("footprint.vpp_alone");
  const auto gpus = parse_optional_count("--gpus", gpu_count);
  double product = given.dp.value_or(1);
  for (const auto& part : {given.tp, given.pp, given.cp}) product *= part.value_or(1);
  if (gpus.value_or(1) > most_gpus || product > most_gpus)
    throw_usage("predict.too_many_gpus",
                {{"asked", product > most_gpus ? asked_layout(given) : "--gpus " + gpu_count},
                 {"most", std::to_string(most_gpus)}});
  request.gpus = gpus.value_or(static_cast<int>(product));
  check_layout(request);
}

void take_choices(PredictRequest& request, const AskedCase& asked, const PredictOptions& options) {
  GivenChoices& given = request.given;
  if (asked.zero || asked.is_fsdp) given.zero = request.network.one.zero;
  given.has_recompute = asked.recompute.has_value();
  given.has_recipe = asked.recipe.has_value();
  given.has_software = !options.software.empty();
  if (given.has_software) request.one.software = parse_training_software(options.software);
  refuse_sharded_pipeline(request.network.one, request.one.software, given.pp.value_or(1));
  if (const auto global =
          parse_optional_count("--global-batch", options.global_batch, advisor::most_global_batch))
    given.global_batch = *global;
  if (!options.tokens.empty()) request.tokens = parse_amount(options.tokens, tokens_rule);
}

PredictShape shape_of(const PredictRequest& request, const PredictOptions& options) {
  const bool has_cards = options.has_all_gpus || request.cards.size() > 1;
  const bool has_precisions = request.precisions.size() > 1,
             has_batches = request.batches.size() > 1;
  const GivenChoices& given = request.given;
  if (options.has_scaling &&
      (given.tp || given.pp || given.cp || given.ep || given.dp || given.virtual_stages))
    throw_usage("predict.scaling_layout");
  if (has_cards + has_precisions + has_batches + options.has_scaling > 1)
    throw_usage("predict.one_comparison");
  if (has_cards) return PredictShape::cards;
  if (has_precisions) return PredictShape::precisions;
  if (has_batches) return PredictShape::batches;
  return options.has_scaling ? PredictShape::scaling : PredictShape::one;
}

// What contradicts the network whatever the search takes.
void check_network(const PredictRequest& request) {
  if (!request.network.network) return;
  advisor::MemoryCase one = request.network.one;
  const GivenChoices& given = request.given;
  one.layout = {.tp = given.tp.value_or(1), .pp = given.pp.value_or(1), .ep = given.ep.value_or(1)};
  // Of any number of stages the search says what is possible (no_layout.h).
  if (given.pp) one.layout.virtual_stages = given.virtual_stages.value_or(1);
  advisor::check_case(*request.network.network, one);
  if (!given.global_batch) return;
  const double data = given.dp.value_or(1);
  for (const double batch : request.batches)
    if (std::fmod(*given.global_batch, data * batch) != 0)
      throw_usage("predict.global_batch", {{"global", advisor::whole_text(*given.global_batch)},
                                           {"batch", advisor::whole_text(batch)},
                                           {"dp", advisor::whole_text(data)}});
}

}  // namespace

advisor::Question PredictRequest::question(std::size_t precision, std::size_t batch) const {
  advisor::Question question{*network.network, one, given, gpus};
  question.one.work = network.one;
  question.one.work.precision = precisions[precision].memory;
  question.one.matrices = precisions[precision].compute;
  question.one.work.batch = batches[batch];
  return question;
}

std::vector<const catalog::Gpu*> parse_cards(const PredictOptions& options,
                                             const catalog::GpuCatalog& gpus,
                                             std::vector<Message>& notes) {
  if (options.gpus.empty() && !options.has_all_gpus) throw_usage("predict.one_of_gpus");
  if (!options.gpus.empty() && options.has_all_gpus) throw_usage("predict.both_of_gpus");
  std::vector<const catalog::Gpu*> cards;
  for (const std::string& name : options.gpus) {
    const catalog::GpuChoice choice = catalog::one_gpu(gpus, name);
    if (std::find(cards.begin(), cards.end(), choice.gpu) != cards.end()) continue;
    cards.push_back(choice.gpu);
    if (choice.note) notes.push_back(*choice.note);
  }
  if (options.has_all_gpus)
    for (const catalog::Gpu& gpu : gpus.gpus) cards.push_back(&gpu);
  return cards;
}

PredictRequest parse_predict_request(const PredictOptions& options,
                                     const catalog::Catalog& catalog) {
  PredictRequest request;
  const GoodputSettings goodput = parse_goodput(options.goodput);
  if (options.goodput.is_asked) request.goodput = goodput;
  request.wants_spot = goodput.is_spot;
  request.is_calibrated = options.is_calibrated;
  request.is_count_given = !options.gpu_count.empty();
  request.is_explained = options.is_explained;
  const std::string& task = options.network.task;
  if (const std::string word = lower_case(task); word == "lora" || word == "qlora")
    throw_usage("predict.no_adapters", {{"task", word}});
  check_choice("--task", task.empty() ? "train" : parse_task_word(task, "train", "serve"),
               {"train", "serve"});
  refuse_service_options(options.serving);
  request.precisions = parse_precisions(options.precisions);
  request.batches = parse_batches(options.batch_sizes);
  request.has_batch = !options.batch_sizes.empty();
  const AskedCase asked = parse_asked_case(options.network);
  take_layout(request, asked, options.gpu_count);
  // The layout is put together here.
  request.network = network_request(parse_asked_network(options.network), asked.without_layout(),
                                    catalog.models());
  if (!request.network.network) refuse_of_layers(asked, request.network.name);
  take_choices(request, asked, options);
  for (const TrainingPrecision& one : request.precisions)
    check_narrow_gradients(request.network.one.recipe, one.compute < ComputeType::bf16, one.name);
  check_network(request);
  request.cards = parse_cards(options, catalog.gpus(), request.notes);
  request.shape = shape_of(request, options);
  if (options.is_calibrated && request.cards.size() != 1) throw_usage("calibration.one_card");
  if (options.goodput.is_asked && request.shape != PredictShape::one) throw_usage("goodput.alone");
  for (const Message& note : request.network.notes) request.notes.push_back(note);
  return request;
}

}  // namespace wgf::answers
