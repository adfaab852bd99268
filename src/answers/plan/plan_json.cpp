// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "advisor/plan/batch_guidance.h"
#include "advisor/plan/plan_flags.h"
#include "advisor/training/matrix_speed.h"
#include "answers/json/forecast_json.h"
#include "answers/plan/plan_answer.h"
#include "base/option_values.h"

namespace wgf::answers {
namespace {

using Json = nlohmann::ordered_json;

Json layout_json(const advisor::TrainingCase& one, const catalog::Gpu& gpu) {
  const advisor::Layout& layout = one.work.layout;
  return {{"tp", layout.tp},
          {"pp", layout.pp},
          {"vpp", layout.virtual_stages},
          {"cp", layout.cp},
          {"ep", layout.ep},
          {"dp", layout.dp},
          {"zero", one.work.zero},
          {"recompute", to_text(one.work.recompute)},
          {"runs_again", scheme_of(one.work.recompute)},
          {"micro_batch", count_json(one.work.batch)},
          {"micro_steps", count_json(one.micro_steps())},
          {"precision", advisor::type_on(gpu, to_text(one.matrices))}};
}

Json usd_json(const std::optional<double>& usd) {
  return usd ? Json(*usd) : Json();
}

Json parts_json(const advisor::StepTime& time) {
  Json parts = Json::object();
  for (int i = 0; i < advisor::step_part_count; ++i) {
    const auto part = static_cast<advisor::StepPart>(i);
    parts[std::string(to_text(part))] = time[part];
  }
  return parts;
}

Json flags_json(const std::string& flags) {
  return flags.empty() ? Json() : Json(flags);
}

Json torchtitan_lack_json(advisor::NotInTorchtitan lack) {
  switch (lack) {
    case advisor::NotInTorchtitan::network_or_type:
      return "trains decoders in fp8, bf16 or fp32 alone";
    case advisor::NotInTorchtitan::experts:
      return "ep must be a multiple of tp * cp";
    case advisor::NotInTorchtitan::stages:
      return "cuts the layers into another number of chunks";
    case advisor::NotInTorchtitan::sharing:
      return "shares gradients and optimizer out always";
    case advisor::NotInTorchtitan::gradients:
      return "sums gradients in fp32 alone";
    case advisor::NotInTorchtitan::nothing:
      break;
  }
  return nullptr;
}

Json plan_json(const PlanRequest& request, const PoolPlans& pool, std::size_t index) {
  const advisor::TrainingForecast& plan = pool.best[index];
  const Interval step = plan.step_interval();
  Json json{{"layout", layout_json(plan.one, *plan.gpu)},
            {"step_s", plan.step().value},
            {"step_s_90", {step.low, step.high}},
            {"tokens_per_s", plan.tokens_per_second()},
            {"samples_per_s", plan.samples_per_second()},
            {"mfu", plan.utilisation()},
            {"memory_bytes", plan.memory.total()},
            {"memory_bytes_nine_in_ten", pool.result.best[index].bytes},
            {"usd_per_billion_tokens",
             usd_json(usd_per_billion_tokens(request, pool, plan.step().value))},
            {"step_parts_s", parts_json(plan.parts)}};
  const advisor::Network& network = *request.network.network;
  json["flags"] = {{"torchrun", torchrun_flags(plan.one, plan.node, *plan.gpu)},
                   {"megatron", flags_json(megatron_flags(plan.one, network, *plan.gpu))},
                   {"torchtitan", flags_json(torchtitan_flags(plan.one, network, *plan.gpu))},
                   {"why_not_torchtitan",
                    torchtitan_lack_json(why_not_torchtitan(plan.one, network, *plan.gpu))}};
  return json;
}

Json narrow_json(const PoolPlans& pool) {
  if (!pool.narrow) return nullptr;
  Json json{{"layouts_evaluated", pool.narrow->counts.evaluated},
            {"layouts_pruned_by_memory", pool.narrow->counts.pruned}};
  if (pool.narrow->best.empty()) return json;
  const advisor::Plan& fastest = pool.narrow->best.front();
  json["layout"] = layout_json(fastest.one, *pool.pool.gpu);
  json["step_s"] = fastest.seconds;
  return json;
}

// Of images nothing is usual: these words are of text.
Json batch_json(const PlanRequest& request) {
  if (request.network.is_of_images) return nullptr;
  return to_text(advisor::batch_size_of(request.tokens_a_step()));
}

}  // namespace

Json plan_json(const PlanAnswer& answer) {
  const PlanRequest& request = answer.request;
  Json json{{"model", request.network.name},
            {"params", count_json(request.network.params)},
            {"assumed_shape", request.network.network->is_assumed},
            {"unknown_model_type", unknown_type_json(request.network.network)},
            {"unread_fields", unread_fields_json(request.network.network)},
            {"sequence", count_json(request.network.one.sequence)},
            {"global_batch", count_json(request.global_batch)},
            {"is_global_batch_assumed", request.is_batch_assumed},
            {"tokens_per_step", count_json(request.tokens_a_step())},
            {"tokens_per_step_is", batch_json(request)},
            {"pools", Json::array()},
            {"pareto_front", Json::array()}};
  for (const PoolPlans& pool : answer.pools) {
    Json of_pool{
        {"gpu", pool.pool.gpu->id},
        {"gpus", pool.pool.gpus},
        {"layouts_evaluated", pool.result.counts.evaluated},
        {"layouts_pruned_by_memory", pool.result.counts.pruned},
        {"recipe", to_text(pool.best.front().one.work.recipe)},
        {"with_16_bit_gradients", narrow_json(pool)},
        {"usable_bytes", advisor::usable_memory(*pool.pool.gpu).value},
        {"usd_per_hour", usd_json(pool.usd_per_hour)},
        {"gpus_of_machine", pool.rent ? count_json(pool.rent->offer->offer->gpu_count) : Json()},
        {"machines_hold_the_run", pool.rent ? Json(pool.rent->does_hold) : Json()},
        {"node", node_json(pool.best.front().node)},
        {"familiarity", to_text(pool.basis.familiarity)},
        {"plans", Json::array()}};
    for (std::size_t i = 0; i < pool.best.size(); ++i)
      of_pool["plans"].push_back(plan_json(request, pool, i));
    json["pools"].push_back(std::move(of_pool));
  }
  for (const FrontRow& row : answer.front) {
    const GpuPool& pool = answer.pools[row.pool].pool;
    json["pareto_front"].push_back({{"gpu", pool.gpu->id},
                                    {"gpus", pool.gpus},
                                    {"layout", layout_json(row.plan.one, *pool.gpu)},
                                    {"step_s", row.plan.seconds},
                                    {"free_bytes", row.free_bytes},
                                    {"usd_per_billion_tokens", usd_json(row.usd)}});
  }
  return json;
}

}  // namespace wgf::answers
