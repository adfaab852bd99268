// SPDX-License-Identifier: MIT
#include "cli/measure/llm/llm_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "advisor/network/hugging_face.h"
#include "answers/service/batch_forecast.h"
#include "base/error.h"
#include "results/decoder_lengths.h"
#include "results/metrics.h"

namespace wgf::cli {
namespace {

using results::Metric;
using results::Result;

constexpr const char* phases[] = {"prefill", "decode"};

void add(Result& result, const std::string& tag, double value) {
  if (result.find(tag) == nullptr)  // an earlier run may have
    result.metrics.push_back(results::single_metric(tag, value));
}

std::optional<double> value_of(const Result& result, std::string_view tag) {
  const Metric* metric = result.find(tag);
  return metric == nullptr ? std::nullopt : std::optional(metric->value);
}

// Were all the memory that is left beside weights and work space a cache.
void add_capacity(Result& result, Bytes memory) {
  if (memory.value <= 0) return;
  add(result, "memory_limit", in_gib(memory));
  const auto used = results::memory_in_use(result), cache = value_of(result, "memory_cache");
  const results::Parameters& parameters = result.measured_case.parameters;
  const auto tokens =
      static_cast<double>(parameters.integer("batch_size", 1) * results::cache_tokens(parameters));
  if (!used || !cache || *cache <= 0) return;
  const double room = in_gib(memory) - *used + *cache;
  add(result, "cache_capacity", std::max(0.0, std::floor(room / *cache * tokens)));
}

void add_costs(Result& result, const LlmPrice& price) {
  constexpr double seconds_an_hour = 3600, million = 1e6;
  add(result, "price", price.price.value);
  for (const std::string phase : phases)
    if (const auto rate = value_of(result, phase + ".token_throughput"); rate && *rate > 0)
      add(result, phase + ".token_cost", price.price.value / (*rate * seconds_an_hour) * million);
  if (std::find(result.warnings.begin(), result.warnings.end(), price.note) ==
      result.warnings.end())
    result.warnings.push_back(price.note);
}

void add_forecast(Result& result, const catalog::Gpu& gpu) {
  const results::Parameters& parameters = result.measured_case.parameters;
  const auto number = [&](const char* name) {
    return static_cast<double>(parameters.integer(name));
  };
  try {
    const advisor::Network network =
        advisor::network_from_config(result.measured_case.model_config, parameters.text("model"));
    const std::string precision = parameters.text("precision");
    const auto forecast = answers::forecast_batch(network, gpu,
                                                  {.precision = precision,
                                                   .sequences = number("batch_size"),
                                                   .prompt_tokens = number("prompt_tokens"),
                                                   .new_tokens = number("new_tokens"),
                                                   .depth = number("depth")});
    if (!forecast) return;
    if (forecast->prefill && result.find("prefill.step_time") != nullptr)
      add(result, "prefill.step_forecast", in_milliseconds(*forecast->prefill));
    if (result.find("decode.step_time") != nullptr)
      add(result, "decode.step_forecast", in_milliseconds(forecast->decode));
  } catch (const Error&) {
    // Of a network that the advisor does not describe there is none.
  }
}

}  // namespace

std::optional<LlmPrice> llm_price(std::optional<UsdPerHour> typed,
                                  const std::vector<report::Rent>& rents,
                                  const results::Device& device, messages::Language language) {
  if (typed)
    return LlmPrice{*typed,
                    {"tasks.llm_price_typed", {{"price", fmt::format("{:.2f}", typed->value)}}}};
  const report::Rent* rent = report::find_rent(rents, device.catalog_id);
  if (rent == nullptr) return std::nullopt;
  return LlmPrice{rent->price,
                  {"tasks.llm_price_offer", {{"offer", report::rent_text(*rent, language)}}}};
}

void add_llm_figures(results::Run& run, const results::Device& device, const catalog::Gpu* gpu,
                     const std::optional<LlmPrice>& price) {
  for (Result& result : run.results) {
    if (result.status != results::Status::ok || result.measured_case.benchmark != "llm") continue;
    add_capacity(result, device.memory);
    if (price) add_costs(result, *price);
    if (gpu != nullptr) add_forecast(result, *gpu);
  }
}

}  // namespace wgf::cli
