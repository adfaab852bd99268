// SPDX-License-Identifier: MIT
#pragma once
// The advisor's forecast of a service beside what was measured of one: metrics ttft_forecast,
// tpot_forecast and output.token_throughput_forecast.

#include <string>

#include "answers/surroundings.h"
#include "results/result.h"

namespace wgf::cli {

struct ForecastService {
  std::string model;  // as the catalogue or the server calls it, a config.json or a folder
  std::string gpu;    // id in the catalogue; empty: none is forecast
  std::string gpus = "1";
  std::string precision, cache_precision;  // empty: as the model is published
};

// Of each load of users or of a rate that was served, with the tokens that were counted, in the
// best layout on these cards; of the server's software where the advisor knows it, else of vLLM; as
// calibrate has corrected it. Nothing where the model, its precision on the card, or the card is
// not known.
void add_serve_forecasts(results::Run& run, const ForecastService& service,
                         const answers::Surroundings& surroundings);

}  // namespace wgf::cli
