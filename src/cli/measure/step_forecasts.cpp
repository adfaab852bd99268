// SPDX-License-Identifier: MIT
#include "cli/measure/step_forecasts.h"

#include <algorithm>

#include "answers/parallel/case_forecast.h"
#include "answers/parallel/forecast_rows.h"
#include "cli/surroundings.h"
#include "results/add_missing.h"

namespace wgf::cli {
namespace {

using results::Result;

// Of the cards it ran on; empty: of several kinds, or not in the catalogue.
std::string card_of(const Result& result) {
  const std::string& card = result.devices.front().catalog_id;
  const bool is_one_kind =
      std::all_of(result.devices.begin(), result.devices.end(),
                  [&](const results::Device& device) { return device.catalog_id == card; });
  return is_one_kind ? card : std::string();
}

bool wants_forecast(const Result& result, const catalog::Catalog& catalog) {
  return result.status == results::Status::ok &&
         result.provenance == results::Provenance::measured &&
         result.find("step_time") != nullptr && result.find("step_forecast") == nullptr &&
         !card_of(result).empty() &&
         answers::trained_decoder(result.measured_case, catalog) != nullptr;
}

}  // namespace

void take_step_forecast(Result& measured, const Result& forecast) {
  if (const results::Metric* step = forecast.find("step_time"))
    results::add_missing_metric(measured, "step_forecast", step->value);
  for (const Message& warning : forecast.warnings) results::add_missing_warning(measured, warning);
}

void add_step_forecasts(results::Run& run, const Context& context) {
  const auto catalog = asked_catalog(context);
  add_step_forecasts(run, surroundings_of(*catalog, context));
}

void add_step_forecasts(results::Run& run, const answers::Surroundings& surroundings) {
  for (Result& result : run.results) {
    if (!wants_forecast(result, surroundings.catalog)) continue;
    const Result forecast =
        answers::forecast_result(result.measured_case, card_of(result), surroundings);
    if (forecast.status == results::Status::ok) take_step_forecast(result, forecast);
  }
}

}  // namespace wgf::cli
