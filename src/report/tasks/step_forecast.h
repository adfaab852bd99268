// SPDX-License-Identifier: MIT
#pragma once
// The forecast of a step beside the measured one, and how far it was off.

#include <optional>
#include <string>
#include <vector>

#include "messages/message_table.h"
#include "results/result.h"

namespace wgf::report {

// ms: beside a measured step; of a forecast row its own.
std::optional<double> step_forecast(const results::Result& result);
// Forecast / measured - 1; nothing of a forecast row.
std::optional<double> percent_off(const results::Result& result);
std::string forecast_cell(const results::Result& result);
std::string off_cell(const results::Result& result);

// Median of what the forecasts were off; "" where there are fewer than `least` beside measured
// ones.
std::string forecast_advice(const std::vector<const results::Result*>& measured, std::size_t least,
                            messages::Language language);

}  // namespace wgf::report
