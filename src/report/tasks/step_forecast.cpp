// SPDX-License-Identifier: MIT
#include "report/tasks/step_forecast.h"

#include <fmt/format.h>

#include <cmath>

#include "base/statistics.h"
#include "base/text.h"
#include "report/tasks/sections.h"

namespace wgf::report {

using results::Provenance;
using results::Result;

std::optional<double> step_forecast(const Result& result) {
  if (result.provenance == Provenance::predicted) return number_of(result, "step_time");
  return number_of(result, "step_forecast");
}

std::optional<double> percent_off(const Result& result) {
  const auto forecast = step_forecast(result), step = number_of(result, "step_time");
  if (result.provenance == Provenance::predicted || !forecast || !step || *step <= 0)
    return std::nullopt;
  return 100 * (*forecast / *step - 1);
}

std::string forecast_cell(const Result& result) {
  const auto forecast = step_forecast(result);
  return forecast ? format_number(*forecast, 4) + " ms" : "-";
}

std::string off_cell(const Result& result) {
  const auto off = percent_off(result);
  return off ? fmt::format("{:+.1f} %", *off) : "-";
}

std::string forecast_advice(const std::vector<const Result*>& measured, std::size_t least,
                            messages::Language language) {
  std::vector<double> off;
  for (const Result* result : measured)
    if (const auto percent = percent_off(*result)) off.push_back(std::abs(*percent));
  if (off.empty() || off.size() < least) return "";
  return messages::render(
      {off.size() == 1 ? "tasks.parallel_advice_one_off" : "tasks.train_advice_off",
       {{"count", std::to_string(off.size())}, {"percent", percent_text(median(off))}}},
      language);
}

}  // namespace wgf::report
