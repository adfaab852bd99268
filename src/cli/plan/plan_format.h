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

// Of one pool: its best plans, why the second lost, what of it is worth a note, what it costs.
std::string pool_text(const answers::PlanRequest& request, const answers::PoolPlans& pool,
                      const Context& context);

}  // namespace wgf::cli
