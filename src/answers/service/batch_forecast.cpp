// SPDX-License-Identifier: MIT
#include "answers/service/batch_forecast.h"

#include <algorithm>

#include "advisor/serving/best_service.h"
#include "advisor/serving/service_precision.h"

namespace wgf::answers {
namespace {

using advisor::ServingTerm;

// The software most is measured of.
constexpr advisor::ServingSoftware most_measured = advisor::ServingSoftware::vllm;

bool is_of_device(const ServingTerm& term) {
  return term.of == ServingTerm::Of::tpot && term.what != "host" &&
         term.what != "prompts_of_others";
}

}  // namespace

std::optional<BatchForecast> forecast_batch(const advisor::Network& network,
                                            const catalog::Gpu& gpu, const BatchQuestion& asked) {
  const auto precision = advisor::service_precision(asked.precision, most_measured, network, gpu);
  if (!precision) return std::nullopt;
  const advisor::ServiceCard card(gpu, most_measured);
  advisor::ServingCase one;
  one.precision = *precision;
  one.software = most_measured;
  one.input_tokens = std::max(1.0, asked.depth + asked.prompt_tokens);
  one.output_tokens = std::max(2.0, asked.new_tokens);
  one.concurrency = asked.sequences;
  const auto found =
      advisor::forecast_serving(network, one, gpu, card.pass, advisor::fitted_serving());
  if (!found || !found->has_room_for_all()) return std::nullopt;
  BatchForecast forecast;
  for (const ServingTerm& term : found->terms) {
    if (is_of_device(term)) forecast.decode += term.time;
    const bool is_prompt = term.of == ServingTerm::Of::ttft && term.what == "prompt";
    if (is_prompt && asked.depth <= 0 && asked.prompt_tokens > 0)
      forecast.prefill = term.time + found->reading * (asked.sequences - 1);
  }
  return forecast;
}

}  // namespace wgf::answers
