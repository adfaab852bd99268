// SPDX-License-Identifier: MIT
// plan as a text: the best plans, why the second lost, the front, the batch, the launchers' flags.

#include <fmt/format.h>

#include <algorithm>

#include "advisor/plan/batch_guidance.h"
#include "advisor/plan/plan_flags.h"
#include "advisor/training/matrix_speed.h"
#include "base/text.h"
#include "cli/plan/plan_answer.h"
#include "cli/predict/predict_format.h"
#include "cli/tco/tco_format.h"
#include "cli/terminal.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using advisor::StepGroup;
using advisor::TrainingForecast;
using report::Align;
using report::Table;

constexpr std::size_t most_front_rows = 8;

std::string cards_text(const GpuPool& pool) {
  return std::to_string(pool.gpus) + " x " + pool.gpu->id;
}

// Sentences and headings that count tokens have a second form, of images.
std::string of_unit(const PlanRequest& request, const std::string& key) {
  return "plan." + key + (request.network.is_of_images ? "_images" : "");
}

double shown_rate(const PlanRequest& request, const TrainingForecast& plan) {
  return request.network.is_of_images ? plan.samples_per_second() : plan.tokens_per_second();
}

// Dollars for a billion tokens, or for a million images.
double shown_usd(const PlanRequest& request, double usd_per_billion_tokens) {
  constexpr double millions_of_a_billion = 1000;
  return request.network.is_of_images
             ? usd_per_billion_tokens * request.network.one.sequence / millions_of_a_billion
             : usd_per_billion_tokens;
}

// Plans differ by hundredths: no minutes and hours.
std::string seconds_text(double seconds) {
  return format_number(seconds, 4) + " s";
}

std::string short_recompute(const advisor::TrainingCase& one) {
  const advisor::Recompute recompute = one.work.recompute;
  return recompute == advisor::Recompute::none   ? "-"
         : recompute == advisor::Recompute::full ? "full"
                                                 : "sel";
}

std::string type_text(const advisor::TrainingCase& one, const catalog::Gpu& gpu) {
  return std::string(advisor::type_on(gpu, to_text(one.matrices)));
}

double free_bytes(const PoolPlans& pool, const advisor::Plan& plan) {
  return static_cast<double>(advisor::usable_memory(*pool.pool.gpu).value) - plan.bytes;
}

std::string plans_table(const PlanRequest& request, const PoolPlans& pool, const Context& context) {
  const auto column = [&](const char* key) {
    return context.text(std::string("plan.column_") + key);
  };
  Table table{{{"#", Align::right},
               {column("layout")},
               {column("type")},
               {column("recompute")},
               {column("micro"), Align::right},
               {column("step"), Align::right},
               {context.text(of_unit(request, "column_rate")), Align::right},
               {"MFU", Align::right},
               {column("free"), Align::right}},
              {}};
  for (std::size_t i = 0; i < pool.best.size(); ++i) {
    const TrainingForecast& plan = pool.best[i];
    table.rows.push_back(
        {std::to_string(i + 1), short_layout(plan.one), type_text(plan.one, *plan.gpu),
         short_recompute(plan.one), advisor::whole_text(plan.one.work.batch),
         seconds_text(plan.step().value), rate_text(shown_rate(request, plan) / pool.pool.gpus),
         mfu_text(plan.utilisation()), gb_text(free_bytes(pool, pool.result.best[i]))});
  }
  return report::to_terminal(table, text_width());
}

std::string signed_seconds(double seconds) {
  return (seconds > 0 ? "+" : "-") + seconds_text(std::abs(seconds));
}

// "+0.307 s: communication +0.21 s, bubble -0.05 s, the rest +0.147 s": what differs by five
// hundredths of the difference, and all else together.
std::string differences_text(const TrainingForecast& first, const TrainingForecast& second,
                             const Context& context) {
  constexpr double worth_naming = 0.05;
  const double all = second.step().value - first.step().value;
  double rest = all;
  std::vector<std::pair<double, std::string>> parts;
  for (int i = 0; i < advisor::step_group_count; ++i) {
    const auto group = static_cast<StepGroup>(i);
    const double more = seconds_of(second.parts, group) - seconds_of(first.parts, group);
    if (std::abs(more) <= worth_naming * std::abs(all)) continue;
    rest -= more;
    parts.emplace_back(
        -std::abs(more),
        context.text("predict.group_" + std::string(to_text(group))) + " " + signed_seconds(more));
  }
  std::sort(parts.begin(), parts.end());
  std::vector<std::string> texts;
  for (auto& [size, text] : parts) texts.push_back(std::move(text));
  if (std::abs(rest) > 0.001 * std::abs(all))
    texts.push_back(context.text("plan.rest") + " " + signed_seconds(rest));
  return texts.empty() ? "-" : join(texts, ", ");
}

// A plan beside the fastest in words: its layout, and of type, recomputation and micro-batch what
// tells the two apart.
std::string name_beside(const advisor::TrainingCase& one, const TrainingForecast& first,
                        const Context& context) {
  std::string text = layout_text(one.work);
  const std::string type = type_text(one, *first.gpu);
  if (type != type_text(first.one, *first.gpu)) text += ", " + type;
  if (one.work.recompute != first.one.work.recompute)
    text += ", " + context.text({"plan.named_recompute",
                                 {{"recompute", recompute_text(one.work.recompute, context)}}});
  if (one.work.batch != first.one.work.batch)
    text += ", " + context.text({"plan.named_micro_batch",
                                 {{"batch", advisor::whole_text(one.work.batch)}}});
  return text;
}

std::string runner_up_text(const PoolPlans& pool, const Context& context) {
  if (pool.best.size() < 2) return "";
  const TrainingForecast &first = pool.best[0], &second = pool.best[1];
  const Interval interval = first.step_interval();
  const bool is_within = second.step().value <= interval.high;
  const double slower = second.step().value / first.step().value - 1;
  return paragraph({"plan.runner_up",
                    {{"layout", name_beside(second.one, first, context)},
                     {"percent", format_number(slower * 100, 2)},
                     {"seconds", seconds_text(second.step().value - first.step().value)},
                     {"parts", differences_text(first, second, context)}}},
                   context) +
         (is_within ? paragraph({"plan.not_told_apart",
                                 {{"low", seconds_text(interval.low)},
                                  {"high", seconds_text(interval.high)}}},
                                context)
                    : "");
}

// An fp8 plan's MFU would else be read as of its own peak, which is twice as high.
std::string narrow_note(const PoolPlans& pool, const Context& context) {
  const bool has_narrow =
      std::any_of(pool.best.begin(), pool.best.end(), [](const TrainingForecast& plan) {
        return plan.one.matrices == advisor::ComputeType::fp8 ||
               plan.one.matrices == advisor::ComputeType::fp4;
      });
  return has_narrow ? paragraph({"plan.mfu", {}}, context) : "";
}

// Gradients take four bytes a parameter unless asked otherwise: what two would give is said where
// it is faster.
std::string gradients_note(const PoolPlans& pool, const Context& context) {
  if (!pool.narrow || pool.narrow->best.empty()) return "";
  const advisor::Plan& fastest = pool.narrow->best.front();
  const double less = 1 - fastest.seconds / pool.best.front().step().value;
  constexpr double worth_saying = 0.005;
  if (less < worth_saying) return "";
  const bool is_pcie = advisor::usual_node(*pool.pool.gpu).is_pcie;  // nothing overlaps there
  return paragraph(
      {is_pcie ? "plan.narrow_gradients_pcie" : "plan.narrow_gradients",
       {{"layout", name_beside(fastest.one, pool.best.front(), context)},
        {"evaluated", advisor::whole_text(static_cast<double>(pool.narrow->counts.evaluated))},
        {"seconds", seconds_text(fastest.seconds)},
        {"percent", format_number(less * 100, 2)}}},
      context);
}

std::string type_notes(const PlanRequest& request, const PoolPlans& pool, const Context& context) {
  std::string text;
  for (const advisor::ComputeType type : request.types_of(*pool.pool.gpu))
    text += type_note(*pool.pool.gpu, to_text(type), context);
  return text;
}

std::string pool_text(const PlanRequest& request, const PoolPlans& pool, const Context& context) {
  std::string text =
      paragraph(
          {"plan.pool",
           {{"cards", cards_text(pool.pool)},
            {"evaluated", advisor::whole_text(static_cast<double>(pool.result.counts.evaluated))},
            {"pruned", advisor::whole_text(static_cast<double>(pool.result.counts.pruned))}}},
          context) +
      type_notes(request, pool, context) + plans_table(request, pool, context) + "\n" +
      runner_up_text(pool, context) + gradients_note(pool, context) + narrow_note(pool, context);
  const TrainingForecast& best = pool.best.front();
  text += network_note(best.node, pool.pool.gpus, context) + scale_note(pool.pool.gpus, context);
  if (const auto usd = usd_per_billion_tokens(request, pool, best.step().value))
    text +=
        paragraph(
            {of_unit(request, "cost"),
             {{"usd", money(shown_usd(request, *usd))}, {"per_hour", money(*pool.usd_per_hour)}}},
            context) +
        machines_note(*pool.rent, pool.pool.gpus, context);
  else
    text += paragraph({"plan.no_rent", {{"gpu", pool.pool.gpu->id}}}, context);
  return text;
}

// Free memory is not worth any price: those that take over twice the time, and so the dollars,
// of their cards' fastest are left out.
std::vector<FrontRow> worth_a_look(std::vector<FrontRow> front) {
  constexpr double most_times = 2;
  std::erase_if(front, [](const FrontRow& row) {
    return row.plan->seconds > most_times * row.pool->result.best.front().seconds;
  });
  return front;
}

std::string front_text(const PlanRequest& request, const std::vector<PoolPlans>& pools,
                       const Context& context) {
  const std::vector<FrontRow> all = pareto_front(request, pools);
  const std::vector<FrontRow> front = worth_a_look(all);
  const auto column = [&](const char* key) {
    return context.text(std::string("plan.column_") + key);
  };
  Table table{{{column("cards")},
               {column("layout")},
               {column("micro"), Align::right},
               {column("step"), Align::right},
               {column("free"), Align::right},
               {context.text(of_unit(request, "column_usd")), Align::right}},
              {}};
  // Evenly over the rest where it is long, both ends with it.
  const std::size_t rows = std::min(front.size(), most_front_rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const FrontRow& row = front[rows == 1 ? 0 : i * (front.size() - 1) / (rows - 1)];
    table.rows.push_back(
        {cards_text(row.pool->pool),
         short_layout(row.plan->one) + " " + type_text(row.plan->one, *row.pool->pool.gpu),
         advisor::whole_text(row.plan->one.work.batch), seconds_text(row.plan->seconds),
         gb_text(row.free_bytes), row.usd ? money(shown_usd(request, *row.usd)) : "-"});
  }
  return "\n" +
         paragraph({"plan.front",
                    {{"shown", std::to_string(rows)}, {"count", std::to_string(all.size())}}},
                   context) +
         report::to_terminal(table, text_width());
}

std::string batch_text(const PlanRequest& request, const advisor::TrainingCase& best,
                       const Context& context) {
  const advisor::BatchSize size = advisor::batch_size_of(request.tokens_a_step());
  const char* judged = size == advisor::BatchSize::small   ? "plan.batch_small"
                       : size == advisor::BatchSize::usual ? "plan.batch_usual"
                                                           : "plan.batch_large";
  const int dp = best.work.layout.dp;
  return "\n" + paragraph({of_unit(request, "batch"),
                           {{"tokens", format_number(request.tokens_a_step() / 1e6, 3)},
                            {"judged", context.text(judged)},
                            {"global", advisor::whole_text(request.global_batch)},
                            {"dp", std::to_string(dp)},
                            {"local", advisor::whole_text(request.global_batch / dp)},
                            {"steps", advisor::whole_text(best.micro_steps())},
                            {"micro", advisor::whole_text(best.work.batch)}}},
                          context);
}

Message lack_of_torchtitan(const TrainingForecast& plan, const advisor::Network& network) {
  using advisor::NotInTorchtitan;
  const NotInTorchtitan lack = why_not_torchtitan(plan.one, network, *plan.gpu);
  if (lack == NotInTorchtitan::network_or_type) return {"plan.no_torchtitan", {}};
  if (lack == NotInTorchtitan::gradients) return {"plan.torchtitan_gradients", {}};
  const advisor::Layout& layout = plan.one.work.layout;
  if (lack == NotInTorchtitan::stages)
    return {"plan.torchtitan_stages",
            {{"layers", std::to_string(network.layer_count())},
             {"chunks", std::to_string(layout.pp * layout.virtual_stages)}}};
  return {"plan.torchtitan_experts",
          {{"ep", std::to_string(layout.ep)},
           {"tp", std::to_string(layout.tp)},
           {"cp", std::to_string(layout.cp)}}};
}

std::string flags_text(const PlanRequest& request, const PoolPlans& pool, const Context& context) {
  const TrainingForecast& best = pool.best.front();
  const advisor::Network& network = *request.network.network;
  const std::string megatron = megatron_flags(best.one, network, *best.gpu);
  const std::string torchtitan = torchtitan_flags(best.one, network, *best.gpu);
  std::string text = "\n" + context.text({"plan.flags", {{"cards", cards_text(pool.pool)}}}) + "\n";
  const std::string launcher = torchrun_flags(best.one, best.node);
  text += megatron.empty() ? wrapped("  " + launcher, text_width(), 4) + "\n"
                           : "Megatron-LM:\n" +
                                 wrapped("  " + launcher + " " + megatron, text_width(), 4) + "\n";
  if (!torchtitan.empty())
    text += "torchtitan 0.2:\n" + wrapped("  " + torchtitan, text_width(), 4) + "\n";
  if (megatron.empty()) return text + paragraph({"plan.no_launcher", {}}, context);
  if (torchtitan.empty()) return text + paragraph(lack_of_torchtitan(best, network), context);
  const bool is_selective = best.one.work.recompute == advisor::Recompute::attention;
  return is_selective ? text + paragraph({"plan.torchtitan_attention", {}}, context) : text;
}

std::string explained(const PoolPlans& pool, const Context& context) {
  const TrainingForecast& best = pool.best.front();
  return "\n" +
         paragraph({"plan.explained",
                    {{"cards", cards_text(pool.pool)}, {"layout", layout_text(best.one.work)}}},
                   context) +
         explain_text({best, pool.basis, to_text(best.one.matrices), {}, {}}, context);
}

}  // namespace

std::string plan_text(const PlanRequest& request, const std::vector<PoolPlans>& pools,
                      const Context& context) {
  std::string text =
      paragraph({of_unit(request, request.is_batch_assumed ? "title_assumed" : "title"),
                 {{"model", request.network.name},
                  {"params", format_number(request.network.params / giga, 3)},
                  {"sequence", advisor::whole_text(request.network.one.sequence)},
                  {"global", advisor::whole_text(request.global_batch)}}},
                context);
  for (const PoolPlans& pool : pools) text += "\n" + pool_text(request, pool, context);
  text += front_text(request, pools, context);
  const PoolPlans& fastest =
      *std::min_element(pools.begin(), pools.end(), [](const PoolPlans& a, const PoolPlans& b) {
        return a.best.front().step() < b.best.front().step();
      });
  text += batch_text(request, fastest.best.front().one, context);
  text += flags_text(request, fastest, context);
  if (request.is_explained)
    for (const PoolPlans& pool : pools) text += explained(pool, context);
  return text + "\n" + paragraph({"plan.rests_on", {}}, context);
}

}  // namespace wgf::cli
