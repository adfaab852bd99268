// SPDX-License-Identifier: MIT
// plan as a text: the plans of each pool, the front, the batch, the launchers' flags.

#include <algorithm>

#include "advisor/plan/batch_guidance.h"
#include "advisor/plan/plan_flags.h"
#include "answers/training/layout_names.h"
#include "base/figures.h"
#include "base/text.h"
#include "cli/plan/plan_format.h"
#include "cli/plan/plan_text.h"
#include "cli/terminal.h"
#include "cli/words/training_explain.h"
#include "cli/words/training_notes.h"
#include "cli/words/training_words.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using advisor::TrainingForecast;
using report::Align;
using report::Table;

constexpr std::size_t most_front_rows = 8;

// Free memory is not worth any price: those that take over twice the time, and so the dollars,
// of their cards' fastest are left out.
std::vector<answers::FrontRow> worth_a_look(const answers::PlanAnswer& answer) {
  constexpr double most_times = 2;
  std::vector<answers::FrontRow> front = answer.front;
  std::erase_if(front, [&](const answers::FrontRow& row) {
    return row.plan.seconds > most_times * answer.pools[row.pool].result.best.front().seconds;
  });
  return front;
}

std::string front_text(const answers::PlanAnswer& answer, const Context& context) {
  const answers::PlanRequest& request = answer.request;
  const std::vector<answers::FrontRow> front = worth_a_look(answer);
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
    const answers::FrontRow& row = front[rows == 1 ? 0 : i * (front.size() - 1) / (rows - 1)];
    const answers::GpuPool& pool = answer.pools[row.pool].pool;
    table.rows.push_back(
        {cards_text(pool),
         answers::short_layout(row.plan.one) + " " + type_text(row.plan.one, *pool.gpu),
         advisor::whole_text(row.plan.one.work.batch), seconds_text(row.plan.seconds),
         gb_text(row.free_bytes), row.usd ? money(shown_usd(request, *row.usd)) : "-"});
  }
  return "\n" +
         paragraph(
             {"plan.front",
              {{"shown", std::to_string(rows)}, {"count", std::to_string(answer.front.size())}}},
             context) +
         report::to_terminal(table, text_width());
}

Message lack_of_torchtitan(const TrainingForecast& plan, const advisor::Network& network) {
  using advisor::NotInTorchtitan;
  const NotInTorchtitan lack = why_not_torchtitan(plan.one, network, *plan.gpu);
  if (lack == NotInTorchtitan::network_or_type) return {"plan.no_torchtitan", {}};
  if (lack == NotInTorchtitan::sharing) return {"plan.torchtitan_sharing", {}};
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

std::string flags_text(const answers::PlanRequest& request, const answers::PoolPlans& pool,
                       const Context& context) {
  const TrainingForecast& best = pool.best.front();
  const advisor::Network& network = *request.network.network;
  const std::string megatron = megatron_flags(best.one, network, *best.gpu);
  const std::string torchtitan = torchtitan_flags(best.one, network, *best.gpu);
  std::string text = "\n" + context.text({"plan.flags", {{"cards", cards_text(pool.pool)}}}) + "\n";
  const std::string launcher = torchrun_flags(best.one, best.node, *best.gpu);
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

std::string explained(const answers::PoolPlans& pool, const Context& context) {
  const TrainingForecast& best = pool.best.front();
  return "\n" +
         paragraph(
             {"plan.explained",
              {{"cards", cards_text(pool.pool)}, {"layout", answers::layout_text(best.one.work)}}},
             context) +
         explain_text({best, pool.basis, to_text(best.one.matrices), {}, {}}, context);
}

}  // namespace

std::string batch_text(const answers::PlanRequest& request, const advisor::TrainingCase& best,
                       const Context& context) {
  const advisor::BatchSize size = advisor::batch_size_of(request.tokens_a_step());
  const char* judged = size == advisor::BatchSize::small   ? "plan.batch_small"
                       : size == advisor::BatchSize::usual ? "plan.batch_usual"
                                                           : "plan.batch_large";
  const int dp = best.work.layout.dp;
  return paragraph({of_unit(request, "batch"),
                    {{"tokens", format_number(request.tokens_a_step() / 1e6, 3)},
                     {"judged", context.text(judged)},
                     {"global", advisor::whole_text(request.global_batch)},
                     {"dp", std::to_string(dp)},
                     {"local", advisor::whole_text(request.global_batch / dp)},
                     {"steps", advisor::whole_text(best.micro_steps())},
                     {"micro", advisor::whole_text(best.work.batch)}}},
                   context);
}

std::string plan_title(const answers::PlanRequest& request, const Context& context) {
  return paragraph({of_unit(request, request.is_batch_assumed ? "title_assumed" : "title"),
                    {{"model", request.network.name},
                     {"params", format_number(request.network.params / giga, 3)},
                     {"sequence", advisor::whole_text(request.network.one.sequence)},
                     {"global", advisor::whole_text(request.global_batch)}}},
                   context);
}

const answers::PoolPlans& fastest_pool(const answers::PlanAnswer& answer) {
  return *std::min_element(answer.pools.begin(), answer.pools.end(),
                           [](const answers::PoolPlans& a, const answers::PoolPlans& b) {
                             return a.best.front().step() < b.best.front().step();
                           });
}

std::string plan_text(const answers::PlanAnswer& answer, const Context& context) {
  const answers::PlanRequest& request = answer.request;
  if (!request.is_explained) return plan_screen(answer, context);
  std::string text = plan_title(request, context) + assumed_note(*request.network.network, context);
  for (const answers::PoolPlans& pool : answer.pools)
    text += "\n" + pool_text(request, pool, context);
  const answers::PoolPlans& fastest = fastest_pool(answer);
  text += front_text(answer, context);
  text += "\n" + batch_text(request, fastest.best.front().one, context);
  text += flags_text(request, fastest, context);
  for (const answers::PoolPlans& pool : answer.pools) text += explained(pool, context);
  return text + "\n" + paragraph({"plan.rests_on", {}}, context);
}

}  // namespace wgf::cli
