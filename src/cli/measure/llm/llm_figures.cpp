// SPDX-License-Identifier: MIT
#include "cli/measure/llm/llm_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "advisor/calibration/serving_calibration.h"
#include "advisor/network/hugging_face.h"
#include "base/error.h"
#include "results/add_missing.h"
#include "results/decoder_lengths.h"

namespace wgf::cli {
namespace {

using results::Metric;
using results::Result;

constexpr const char* phases[] = {"prefill", "decode"};

std::optional<double> value_of(const Result& result, std::string_view tag) {
  const Metric* metric = result.find(tag);
  return metric == nullptr ? std::nullopt : std::optional(metric->value);
}

// Were all the memory that is left beside weights and work space a cache. Ranks of a CPU share its
// memory.
void add_capacity(Result& result, Bytes memory) {
  if (memory.value <= 0) return;
  add_missing_metric(result, "memory_limit", in_gib(memory));
  const auto used = results::memory_in_use(result), cache = value_of(result, "memory_cache");
  const results::Parameters& parameters = result.measured_case.parameters;
  const auto tokens =
      static_cast<double>(parameters.integer("batch_size", 1) * results::cache_tokens(parameters));
  if (!used || !cache || *cache <= 0) return;
  const double sharing =
      result.measured_case.is_on_cpu() ? static_cast<double>(result.measured_case.ranks()) : 1;
  const double room = in_gib(memory) / sharing - *used + *cache;
  add_missing_metric(result, "cache_capacity", std::max(0.0, std::floor(room / *cache * tokens)));
}

void add_costs(Result& result, const LlmPrice& price) {
  constexpr double seconds_an_hour = 3600, million = 1e6;
  const double price_of_all = price.price.value * static_cast<double>(result.devices.size());
  add_missing_metric(result, "price", price_of_all);
  for (const std::string phase : phases)
    if (const auto rate = value_of(result, phase + ".token_throughput"); rate && *rate > 0)
      add_missing_metric(result, phase + ".token_cost",
                         price_of_all / (*rate * seconds_an_hour) * million);
  add_missing_warning(result, price.note);
}

// The advisor's, as this machine's results have corrected them.
struct Forecasts {
  advisor::ServiceCard card;
  advisor::FittedServing fitted = advisor::fitted_serving();
  std::optional<Message> note;  // whose results
};

Forecasts forecasts_of(const catalog::Gpu& gpu, const std::optional<answers::KeptFold>& folded) {
  Forecasts forecasts{.card = {gpu, advisor::batch_software}, .note = {}};
  if (!folded) return forecasts;
  forecasts.fitted = advisor::calibrated(forecasts.fitted, folded->found.coefficients);
  forecasts.note = Message{
      "tasks.llm_forecast_calibrated",
      {{"results", std::to_string(folded->results)}, {"date", folded->started_at.substr(0, 10)}}};
  return forecasts;
}

void add_forecast(Result& result, const Forecasts& forecasts) {
  for (const std::string phase : phases)  // an earlier run's
    if (result.find(phase + ".step_forecast") != nullptr) return;
  const results::Parameters& parameters = result.measured_case.parameters;
  const auto number = [&](const char* name) {
    return static_cast<double>(parameters.integer(name));
  };
  try {
    advisor::Network network =
        advisor::network_from_config(result.measured_case.model_config, parameters.text("model"));
    // Of mxfp4 the rest is in 16 bits; without it experts are, too, however they are published.
    const std::string precision = parameters.text("precision");
    network.has_mxfp4_experts = precision == "mxfp4";
    const auto forecast =
        advisor::forecast_batch(network, forecasts.card,
                                {.precision = network.has_mxfp4_experts ? "bf16" : precision,
                                 .sequences = number("batch_size"),
                                 .prompt_tokens = number("prompt_tokens"),
                                 .new_tokens = number("new_tokens"),
                                 .depth = number("depth"),
                                 .tp = static_cast<int>(result.measured_case.ranks()),
                                 .has_narrow_cache = parameters.text("kv_precision") == "fp8"},
                                forecasts.fitted);
    if (!forecast) return;
    if (forecast->prefill && result.find("prefill.step_time") != nullptr)
      add_missing_metric(result, "prefill.step_forecast", in_milliseconds(*forecast->prefill));
    if (result.find("decode.step_time") != nullptr)
      add_missing_metric(result, "decode.step_forecast", in_milliseconds(forecast->decode));
    if (forecasts.note) add_missing_warning(result, *forecasts.note);
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
                     const std::optional<LlmPrice>& price,
                     const std::optional<answers::KeptFold>& folded) {
  const auto forecasts = gpu != nullptr ? std::optional(forecasts_of(*gpu, folded)) : std::nullopt;
  for (Result& result : run.results) {
    if (result.status != results::Status::ok || result.measured_case.benchmark != "llm") continue;
    add_capacity(result, device.memory);
    if (price) add_costs(result, *price);
    if (forecasts) add_forecast(result, *forecasts);
  }
}

}  // namespace wgf::cli
