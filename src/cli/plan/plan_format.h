// SPDX-License-Identifier: MIT
#pragma once
// Words and numbers that the texts of a plan share.

#include <string>

#include "answers/plan/plan_answer.h"
#include "cli/command.h"

namespace wgf::cli {

std::string cards_text(const answers::GpuPool& pool);
// The key of a sentence or heading that counts tokens and has a second form, of images.
std::string of_unit(const answers::PlanRequest& request, const std::string& key);
double shown_rate(const answers::PlanRequest& request, const advisor::TrainingForecast& plan);
// Dollars for a billion tokens, or for a million images.
double shown_usd(const answers::PlanRequest& request, double usd_per_billion_tokens);
// Plans differ by hundredths: no minutes and hours.
std::string seconds_text(double seconds);
std::string type_text(const advisor::TrainingCase& one, const catalog::Gpu& gpu);

// At most so many of a pool's best plans, a row each.
std::string plans_table(const answers::PlanRequest& request, const answers::PoolPlans& pool,
                        std::size_t most, const Context& context);
// A plan beside the fastest in words: its layout, and of type, recomputation and micro-batch what
// tells the two apart.
std::string name_beside(const advisor::TrainingCase& one, const advisor::TrainingForecast& first,
                        const Context& context);
// The share of a step that gradients in 16 bits save; 0: nothing worth saying.
double less_with_narrow_gradients(const answers::PoolPlans& pool);
bool is_shown(const answers::PoolPlans& pool, advisor::ComputeType type);
// Types that the pool's card does not have.
std::string type_notes(const answers::PlanRequest& request, const answers::PoolPlans& pool,
                       const Context& context);
// What tokens or images cost with the fastest, or that nobody rents the card.
std::string cost_text(const answers::PlanRequest& request, const answers::PoolPlans& pool,
                      const Context& context);

// Of one pool: its best plans, why the second lost, what of it is worth a note, what it costs.
std::string pool_text(const answers::PlanRequest& request, const answers::PoolPlans& pool,
                      const Context& context);

// The network, the sequence and the global batch.
std::string plan_title(const answers::PlanRequest& request, const Context& context);
// How large a step is beside those that such networks are trained with.
std::string batch_text(const answers::PlanRequest& request, const advisor::TrainingCase& best,
                       const Context& context);
// What one asks first, on a screen; plan_text() says the rest.
std::string plan_screen(const answers::PlanAnswer& answer, const Context& context);
const answers::PoolPlans& fastest_pool(const answers::PlanAnswer& answer);

}  // namespace wgf::cli
