// SPDX-License-Identifier: MIT
#include "advisor/serving/batch_forecast.h"

#include <algorithm>

#include "advisor/serving/service_precision.h"

namespace wgf::advisor {
namespace {

bool is_of_device(const ServingTerm& term) {
  return term.of == ServingTerm::Of::tpot && term.what != "host" &&
         term.what != "prompts_of_others";
}

}  // namespace

std::optional<BatchForecast> forecast_batch(const Network& network, const ServiceCard& card,
                                            const BatchQuestion& asked, const FittedServing& fitted,
                                            PassMemo* memo) {
  auto precision = service_precision(asked.precision, batch_software, network, *card.gpu);
  // Cards that the software is not known to run on compute in 16 bits all the same.
  if (!precision && (asked.precision == "bf16" || asked.precision == "fp16"))
    precision = ServingPrecision{};
  if (!precision) return std::nullopt;
  ServingCase one;
  one.precision = *precision;
  if (asked.has_narrow_cache) one.precision.cache = CacheType::fp8;
  one.software = batch_software;
  one.layout.tp = asked.tp;
  one.input_tokens = std::max(1.0, asked.depth + asked.prompt_tokens);
  one.output_tokens = std::max(2.0, asked.new_tokens);
  one.concurrency = asked.sequences;
  const auto found = forecast_serving(network, one, *card.gpu, card.pass, fitted, memo);
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

}  // namespace wgf::advisor
