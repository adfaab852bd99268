// SPDX-License-Identifier: MIT
#pragma once
// Cells and columns that the tables of several forecasts have in common.

#include <string>
#include <vector>

#include "answers/training/predict_answer.h"
#include "cli/command.h"
#include "report/table.h"

namespace wgf::cli {

report::Column number_column(const char* key, const Context& context);
// "yes", "tight" or "no".
std::string fits_word(const answers::Prediction& one, const Context& context);
// The interval of the rate that is shown.
std::string rate_range(const answers::PredictRequest& request, const answers::Prediction& one);
// What "tight" means, where a row is.
std::string tight_note(const std::vector<answers::Prediction>& rows, const Context& context);

}  // namespace wgf::cli
