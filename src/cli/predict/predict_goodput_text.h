// SPDX-License-Identifier: MIT
#pragma once
// The part of predict --goodput as text.

#include <string>

#include "answers/training/predict_goodput.h"
#include "cli/command.h"

namespace wgf::cli {

// does_fit: the training, into the memory of its GPUs; else times and money are of none that runs.
std::string goodput_text(const answers::GoodputAnswer& answer, int gpus, bool does_fit,
                         const Context& context);

}  // namespace wgf::cli
