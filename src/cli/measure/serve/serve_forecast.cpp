// SPDX-License-Identifier: MIT
#include "cli/measure/serve/serve_forecast.h"

#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>

#include "advisor/calibration/serving_calibration.h"
#include "answers/service/service_answer.h"
#include "base/error.h"
#include "results/add_missing.h"

namespace wgf::cli {
namespace {

using results::Result;

answers::PredictOptions options_of(const ForecastService& service, const Result& result) {
  answers::PredictOptions options;
  std::error_code ignored;
  const std::filesystem::path path = service.model;
  if (std::filesystem::is_directory(path, ignored))
    options.network.config = (path / "config.json").string();
  else if (std::filesystem::exists(path, ignored))
    options.network.config = service.model;
  else
    options.network.model = service.model;
  options.network.task = "serve";
  options.gpus = {service.gpu};
  options.gpu_count = service.gpus;
  if (!service.precision.empty()) options.precisions = {service.precision};
  options.serving.cache_precision = service.cache_precision;
  const auto tokens = [&](const char* tag) {
    const results::Metric* metric = result.find(tag);
    return std::to_string(std::max<std::int64_t>(std::llround(metric ? metric->value : 0), 1));
  };
  options.serving.input = tokens("input.token_count");
  options.serving.output = tokens("output.token_count");
  const std::string& server = result.target ? result.target->server : std::string();
  if (const auto software = advisor::parse_serving_software(server))
    options.software = to_text(*software);
  return options;
}

// As calibrate kept it of this card; nothing: it kept nothing.
std::shared_ptr<const answers::CalibratedService> calibrated(
    const std::string& gpu, const answers::Surroundings& surroundings) {
  try {
    answers::KeptCalibration kept = surroundings.calibration(gpu);
    if (!kept.serving) return nullptr;
    auto fitted = advisor::calibrated(advisor::fitted_serving(), kept.serving->found.coefficients);
    return std::make_shared<const answers::CalibratedService>(
        answers::CalibratedService{std::move(kept), std::move(fitted)});
  } catch (const Error&) {
    return nullptr;
  }
}

bool wants_forecast(const Result& result) {
  const results::Parameters& parameters = result.measured_case.parameters;
  const results::Metric* input = result.find("input.token_count");
  return result.measured_case.benchmark == "serve_test" && result.status == results::Status::ok &&
         input != nullptr && input->value > 0 &&
         (parameters.find("rate") != nullptr || parameters.find("concurrency") != nullptr) &&
         parameters.find("rate_to") == nullptr;
}

// Nothing in the forecasts of a service for ever stands for the wait of those who came too fast.
void add_forecast(Result& result, const ForecastService& service,
                  const std::shared_ptr<const answers::CalibratedService>& calibration,
                  const catalog::Catalog& catalog) {
  answers::ServiceRequest request =
      answers::parse_service_request(options_of(service, result), catalog);
  request.calibrated = calibration;
  const results::Parameters& parameters = result.measured_case.parameters;
  if (parameters.find("rate") != nullptr) {
    request.load.arrivals_per_s = parameters.number("rate");
    request.loads = {static_cast<double>(parameters.integer("requests", 1))};
  } else {
    request.loads = {static_cast<double>(parameters.integer("concurrency", 1))};
  }
  const answers::ServiceOutcome outcome = answers::forecast_service(
      request, *request.cards.front(), request.precisions.front(), catalog.gpus());
  if (!outcome.forecast) return;
  const advisor::ServingForecast& forecast = outcome.forecast->forecast();
  results::add_missing_metric(result, "ttft_forecast", in_milliseconds(forecast.ttft));
  if (advisor::has_tpot(outcome.forecast->plan.one))
    results::add_missing_metric(result, "tpot_forecast", in_milliseconds(forecast.tpot));
  results::add_missing_metric(result, "output.token_throughput_forecast",
                              forecast.output_tokens_per_s);
  if (calibration)
    results::add_missing_warning(result,
                                 {"tasks.llm_forecast_calibrated",
                                  {{"results", std::to_string(calibration->kept.serving->results)},
                                   {"date", calibration->kept.serving->started_at.substr(0, 10)}}});
}

}  // namespace

void add_serve_forecasts(results::Run& run, const ForecastService& service,
                         const answers::Surroundings& surroundings) {
  if (service.gpu.empty()) return;
  const auto calibration = calibrated(service.gpu, surroundings);
  for (Result& result : run.results) {
    if (!wants_forecast(result)) continue;
    try {
      add_forecast(result, service, calibration, surroundings.catalog);
    } catch (const Error&) {
      // Of a model that the advisor does not describe there is none.
    }
  }
}

}  // namespace wgf::cli
