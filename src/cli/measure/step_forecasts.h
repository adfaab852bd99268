// SPDX-License-Identifier: MIT
#pragma once
// Forecasts beside measured steps of the training engine: metric step_forecast.

#include "answers/surroundings.h"
#include "cli/command.h"
#include "results/result.h"

namespace wgf::cli {

// The step of a forecast row, and what the row says of its forecast.
void take_step_forecast(results::Result& measured, const results::Result& forecast);

// Of each decoder of the catalogue on cards of the catalogue that are of one kind, with what
// calibrate kept of them. Those that have one keep it.
void add_step_forecasts(results::Run& run, const answers::Surroundings& surroundings);
// As this machine has them.
void add_step_forecasts(results::Run& run, const Context& context);

}  // namespace wgf::cli
