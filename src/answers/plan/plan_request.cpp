// SPDX-License-Identifier: MIT
#include "answers/plan/plan_request.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "advisor/predict/training_forecast.h"
#include "base/choices.h"
#include "base/text.h"
#include "catalog/name_resolver.h"

namespace wgf::answers {
namespace {

using advisor::ComputeType;

constexpr int most_gpus = advisor::most_training_gpus;
constexpr int most_plans = 100;
// Tokens of a step where nobody says how many: within what GPT-like networks are trained with
// (advisor/plan/batch_guidance.h).
constexpr double usual_tokens = 4e6;
constexpr double usual_images = 4096;  // of a step of ViT (arXiv 2010.11929, section 4.1)

GpuPool parse_pool(const std::string& text, const catalog::GpuCatalog& gpus,
                   std::vector<Message>& notes) {
  const std::size_t mark = text.find_first_of("xX");
  const auto count = mark == std::string::npos ? std::nullopt : parse_integer(text.substr(0, mark));
  if (!count || mark + 1 == text.size()) throw_usage("plan.bad_pool", {{"value", text}});
  if (*count < 1 || *count > most_gpus)
    throw_usage("plan.bad_count", {{"value", text}, {"most", std::to_string(most_gpus)}});
  const catalog::GpuChoice choice = catalog::one_gpu(gpus, text.substr(mark + 1));
  if (choice.note) notes.push_back(*choice.note);
  return {choice.gpu, static_cast<int>(*count)};
}

ComputeType parse_type(const std::string& text) {
  constexpr ComputeType types[] = {ComputeType::fp32, ComputeType::tf32, ComputeType::bf16,
                                   ComputeType::fp8, ComputeType::fp4};
  std::vector<std::string> names;
  for (const ComputeType type : types) names.emplace_back(to_text(type));
  check_choice("--precision", lower_case(text), names);
  return *std::find_if(std::begin(types), std::end(types),
                       [&](ComputeType type) { return to_text(type) == lower_case(text); });
}

// The machines of a pool; where they cannot be used evenly, numbers of GPUs that can be are named.
advisor::Node node_of(const GpuPool& pool) {
  const advisor::Node usual = advisor::usual_node(*pool.gpu);
  if (const auto node = advisor::even_node(usual, pool.gpus)) return *node;
  const int fewer = pool.gpus / usual.gpus * usual.gpus;
  throw_usage("plan.uneven_machines", {{"gpus", std::to_string(pool.gpus)},
                                       {"machine", std::to_string(usual.gpus)},
                                       {"fewer", std::to_string(fewer)},
                                       {"more", std::to_string(fewer + usual.gpus)}});
}

// A multiple of what is odd in the pools' numbers of GPUs, so that their data-parallel ranks can
// have equal shares, as near to `batch` as with many factors of two. Else a power of two stays.
double shared_out(double batch, const std::vector<GpuPool>& pools) {
  constexpr double least_units = 8;  // off by a sixteenth at most, unless the odd part is large
  std::int64_t odd = 1;
  for (const GpuPool& pool : pools) {
    int of_pool = pool.gpus;
    while (of_pool % 2 == 0) of_pool /= 2;
    odd = std::lcm(odd, of_pool);
    if (static_cast<double>(odd) > batch) return batch;
  }
  auto unit = static_cast<double>(odd);
  while (2 * unit * least_units <= batch) unit *= 2;
  return unit * std::round(batch / unit);
}

// A power of two near the usual number of tokens or images, of which every GPU can have a share.
double usual_global_batch(const MemoryRequest& network, const std::vector<GpuPool>& pools) {
  int gpus = 1;
  for (const GpuPool& pool : pools) gpus = std::max(gpus, pool.gpus);
  const double of_tokens = usual_tokens * 1.05 / network.one.sequence;
  const double wanted =
      network.is_of_images ? usual_images : std::exp2(std::floor(std::log2(of_tokens)));
  const double batch = std::max({1.0, wanted, std::exp2(std::ceil(std::log2(gpus))) / 64});
  return shared_out(batch, pools);
}

// Those of Megatron-Core, in whose 16-bit types gradients are summed in four bytes or in two.
void take_recipe(PlanRequest& request, const PlanOptions& options) {
  const std::string& typed = options.network.recipe;
  if (typed.empty()) return;
  check_choice("--recipe", lower_case(typed), {"megatron", "megatron-16"});
  request.recipe = advisor::parse_recipe(lower_case(typed));
  // Of several types those of 32 bits keep their own.
  const auto is_of_32_bits = [](ComputeType type) { return type < ComputeType::bf16; };
  if (request.types.empty()) return;
  check_narrow_gradients(*request.recipe,
                         std::all_of(request.types.begin(), request.types.end(), is_of_32_bits),
                         join(options.precisions, ","));
}

void take_limits(PlanRequest& request, const AskedCase& asked, const std::string& micro_batch) {
  advisor::PlanLimits& limits = request.limits;
  limits.tp = asked.tp;
  limits.pp = asked.pp;
  limits.cp = asked.cp;
  limits.ep = asked.ep;
  limits.virtual_stages = asked.vpp;
  if (const auto batch = parse_optional_count("--micro-batch", micro_batch, advisor::most_batch))
    limits.micro_batch = *batch;
  if (asked.zero) limits.zero = request.network.one.zero;
  if (asked.recompute) limits.recompute = request.network.one.recompute;
}

// What is fixed must divide each pool, whatever else is searched.
void check_product(const PlanRequest& request) {
  const advisor::PlanLimits& limits = request.limits;
  double product = 1;
  int given = 0;
  std::string layout;
  for (const auto& [name, value] :
       {std::pair("--tp", limits.tp), {"--pp", limits.pp}, {"--cp", limits.cp}}) {
    if (!value) continue;
    ++given;
    product *= *value;
    layout += (layout.empty() ? "" : " ") + std::string(name) + " " + std::to_string(*value);
  }
  if (given < 2) return;  // of one alone the search says what is possible
  for (const GpuPool& pool : request.pools) {
    if (std::fmod(pool.gpus, product) == 0) continue;
    throw_usage("plan.product", {{"layout", layout},
                                 {"product", advisor::whole_text(product)},
                                 {"gpus", std::to_string(pool.gpus)}});
  }
}

// Whole micro-batches make up the global batch, of each data-parallel rank.
void check_micro_batch(const PlanRequest& request) {
  if (!request.limits.micro_batch ||
      std::fmod(request.global_batch, *request.limits.micro_batch) == 0)
    return;
  throw_usage("plan.micro_batch", {{"micro", advisor::whole_text(*request.limits.micro_batch)},
                                   {"global", advisor::whole_text(request.global_batch)}});
}

}  // namespace

std::vector<ComputeType> PlanRequest::types_of(const catalog::Gpu& gpu) const {
  if (!types.empty()) return types;
  if (catalog::dense_peak(gpu, "fp8")) return {ComputeType::bf16, ComputeType::fp8};
  return {ComputeType::bf16};
}

advisor::PlanQuestion PlanRequest::question(const GpuPool& pool) const {
  advisor::PlanQuestion question{*network.network, {}, *pool.gpu, node_of(pool), pool.gpus};
  question.one.work = network.one;
  question.one.software = advisor::Software::transformer_engine;
  question.one.global_batch = global_batch;
  question.recipe = recipe.value_or(advisor::Recipe::megatron);
  return question;
}

PlanRequest parse_plan_request(const PlanOptions& options, const catalog::Catalog& catalog) {
  PlanRequest request;
  const AskedNetwork network = parse_asked_network(options.network);
  const AskedCase asked = parse_asked_case(options.network);
  // The layout is searched: what memory alone would read of it is left out.
  request.network = network_request(network, asked.without_layout(), catalog.models());
  if (!request.network.network || request.network.network->has_cross_attention())
    throw Error({"plan.no_layers", {{"model", request.network.name}}}, ExitCode::not_supported);
  advisor::check_case(*request.network.network, request.network.one);
  for (const Message& note : request.network.notes) request.notes.push_back(note);
  if (options.gpus.empty()) throw_usage("plan.needs_gpus");
  for (const std::string& text : options.gpus)
    request.pools.push_back(parse_pool(text, catalog.gpus(), request.notes));
  for (const std::string& text : options.precisions) {
    const ComputeType type = parse_type(text);
    if (std::find(request.types.begin(), request.types.end(), type) == request.types.end())
      request.types.push_back(type);
  }
  take_recipe(request, options);
  take_limits(request, asked, options.micro_batch);
  check_product(request);
  const auto batch =
      parse_optional_count("--global-batch", options.global_batch, advisor::most_global_batch);
  request.is_batch_assumed = !batch.has_value();
  request.global_batch = batch ? 1.0 * *batch : usual_global_batch(request.network, request.pools);
  check_micro_batch(request);
  const int top = parse_optional_count("--top", options.top).value_or(5);
  if (top > most_plans) throw_usage("plan.too_many", {{"most", std::to_string(most_plans)}});
  request.top = static_cast<std::size_t>(top);
  request.is_top_given = !options.top.empty();
  request.is_explained = options.is_explained;
  request.is_calibrated = options.is_calibrated;
  const auto is_other = [&](const GpuPool& pool) { return pool.gpu != request.pools.front().gpu; };
  if (request.is_calibrated && std::any_of(request.pools.begin(), request.pools.end(), is_other))
    throw_usage("calibration.one_card");
  return request;
}

}  // namespace wgf::answers
