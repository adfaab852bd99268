// SPDX-License-Identifier: MIT
#pragma once
// The options of predict.

#include <string>

#include "answers/training/predict_request.h"
#include "cli/command.h"

namespace wgf::cli {

// Declares them.
void add_predict_options(Command& command, answers::PredictOptions& options, Context& context);

}  // namespace wgf::cli
