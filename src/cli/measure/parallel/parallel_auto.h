// SPDX-License-Identifier: MIT
#pragma once
// parallel auto: the layouts that are forecast to train fastest on so many GPUs, measured where
// they are here, beside the usual rule of thumb.

#include <functional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/measure/measure_session.h"

namespace wgf::cli {

void add_parallel_auto(Command& parallel, Context& context);

// Measures trainings whose GPUs are here beside their forecasts. rows: forecasts on this card of
// the catalogue; check: as in Session; without_gpu: what is said, of {device}, where no card of the
// catalogue is here.
using ForecastsOfCard = std::function<std::vector<results::Result>(
    const std::string& card, const catalog::ModelCatalog& models)>;
Session layouts_session(ForecastsOfCard rows,
                        std::function<void(const catalog::ModelCatalog& models)> check,
                        RunCommandLine line, const char* without_gpu);

}  // namespace wgf::cli
