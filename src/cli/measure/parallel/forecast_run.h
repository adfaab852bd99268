// SPDX-License-Identifier: MIT
#pragma once
// Forecasts alone, for a card of the catalogue: printed as a measured run is.

#include <string>

#include "cli/command.h"
#include "results/result.h"

namespace wgf::cli {

// The card as it was typed; says which where a family was named. Returns its id in the catalogue.
std::string typed_card(const std::string& typed, const Context& context);

// Throws the first row's reason where none has a forecast, Error(not_supported).
void print_forecast_run(results::Run run, std::string task, const Context& context);

}  // namespace wgf::cli
