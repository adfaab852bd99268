// SPDX-License-Identifier: MIT
// plan as a text that fits a screen: the fastest plans, what they cost, three notes.

#include <algorithm>

#include "advisor/plan/batch_guidance.h"
#include "base/text.h"
#include "cli/plan/plan_format.h"
#include "cli/words/first_notes.h"
#include "cli/words/training_notes.h"
#include "cli/words/training_words.h"

namespace wgf::cli {
namespace {

using advisor::ComputeType;

// Of each pool so many plans that the pools together fit a screen; all where --top asks for them.
std::size_t plans_on_a_screen(const answers::PlanAnswer& answer) {
  constexpr std::size_t of_one = 5, of_two = 2, of_more = 1;
  if (answer.request.is_top_given) return answer.request.top;
  const std::size_t pools = answer.pools.size();
  return pools == 1 ? of_one : pools == 2 ? of_two : of_more;
}

std::string pool_part(const answers::PlanAnswer& answer, const answers::PoolPlans& pool,
                      const Context& context) {
  const answers::PlanRequest& request = answer.request;
  const auto evaluated = static_cast<double>(pool.result.counts.evaluated);
  return "\n" +
         paragraph(
             {"plan.pool_on_a_screen",
              {{"cards", cards_text(pool.pool)}, {"evaluated", advisor::whole_text(evaluated)}}},
             context) +
         plans_table(request, pool, plans_on_a_screen(answer), context) +
         cost_text(request, pool, context);
}

std::string recipe_note(const answers::PoolPlans& pool, const Context& context) {
  const double less = less_with_narrow_gradients(pool);
  if (less == 0) return "";
  const advisor::Plan& fastest = pool.narrow->best.front();
  return paragraph({"plan.with_16_bit_gradients",
                    {{"layout", name_beside(fastest.one, pool.best.front(), context)},
                     {"seconds", seconds_text(fastest.seconds)},
                     {"percent", format_number(less * 100, 2)}}},
                   context);
}

// Narrow types are searched unless asked otherwise.
std::string watch_note(const answers::PoolPlans& pool, const Context& context) {
  for (const ComputeType type : {ComputeType::fp8, ComputeType::fp4})
    if (is_shown(pool, type))
      return paragraph({"plan.narrow_on_a_screen", {{"type", std::string(to_text(type))}}},
                       context);
  return "";
}

std::string size_note(const answers::PlanRequest& request, const answers::PoolPlans& fastest,
                      const Context& context) {
  const bool is_usual =
      advisor::batch_size_of(request.tokens_a_step()) == advisor::BatchSize::usual;
  return is_usual || request.network.is_of_images
             ? ""
             : batch_text(request, fastest.best.front().one, context);
}

std::vector<std::string> notes_of(const answers::PlanAnswer& answer, const Context& context) {
  const answers::PlanRequest& request = answer.request;
  const answers::PoolPlans& fastest = fastest_pool(answer);
  std::vector<std::string> notes{assumed_note(*request.network.network, context)};
  for (const answers::PoolPlans& pool : answer.pools)
    notes.push_back(type_notes(request, pool, context));
  notes.push_back(size_note(request, fastest, context));
  notes.push_back(recipe_note(fastest, context));
  notes.push_back(watch_note(fastest, context));
  for (const answers::PoolPlans& pool : answer.pools)
    if (pool.usd_per_hour) notes.push_back(machines_note(*pool.rent, pool.pool.gpus, context));
  notes.push_back(scale_note(fastest.pool.gpus, context));
  notes.push_back(network_note(fastest.best.front().node, fastest.pool.gpus, context));
  std::erase(notes, std::string());
  return notes;
}

}  // namespace

std::string plan_screen(const answers::PlanAnswer& answer, const Context& context) {
  std::string text = plan_title(answer.request, context);
  for (const answers::PoolPlans& pool : answer.pools) text += pool_part(answer, pool, context);
  const std::vector<std::string> notes = notes_of(answer, context);
  if (!notes.empty()) text += "\n" + first_notes(notes, context);
  return text + "\n" + paragraph({"plan.behind_explain", {}}, context);
}

}  // namespace wgf::cli
