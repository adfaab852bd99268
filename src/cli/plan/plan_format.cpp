// SPDX-License-Identifier: MIT
#include "cli/plan/plan_format.h"

#include "advisor/training/matrix_speed.h"
#include "base/text.h"

namespace wgf::cli {

std::string cards_text(const answers::GpuPool& pool) {
  return std::to_string(pool.gpus) + " x " + pool.gpu->id;
}

std::string of_unit(const answers::PlanRequest& request, const std::string& key) {
  return "plan." + key + (request.network.is_of_images ? "_images" : "");
}

double shown_rate(const answers::PlanRequest& request, const advisor::TrainingForecast& plan) {
  return request.network.is_of_images ? plan.samples_per_second() : plan.tokens_per_second();
}

double shown_usd(const answers::PlanRequest& request, double usd_per_billion_tokens) {
  constexpr double millions_of_a_billion = 1000;
  return request.network.is_of_images
             ? usd_per_billion_tokens * request.network.one.sequence / millions_of_a_billion
             : usd_per_billion_tokens;
}

std::string seconds_text(double seconds) {
  return format_number(seconds, 4) + " s";
}

std::string type_text(const advisor::TrainingCase& one, const catalog::Gpu& gpu) {
  return std::string(advisor::type_on(gpu, to_text(one.matrices)));
}

}  // namespace wgf::cli
