// SPDX-License-Identifier: MIT
#pragma once
// Every term of a training's step, the rates it is computed with, and the interval.

#include <string>
#include <vector>

#include "answers/training/predict_answer.h"
#include "cli/command.h"

namespace wgf::cli {

std::string explain_text(const answers::Prediction& one, const Context& context);
// The terms and rates of several, side by side under these names.
std::string explain_several(const std::vector<std::string>& names,
                            const std::vector<const advisor::TrainingForecast*>& forecasts,
                            const Context& context);
// Of the rows of a table; empty where it is not asked for.
std::string explain_rows(const answers::PredictRequest& request,
                         const std::vector<std::string>& names,
                         const std::vector<answers::Prediction>& rows, const Context& context);

}  // namespace wgf::cli
