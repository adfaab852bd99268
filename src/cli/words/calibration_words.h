// SPDX-License-Identifier: MIT
#pragma once
// What a kept calibration says, for the commands that use one.

#include <string>

#include "answers/surroundings.h"
#include "cli/command.h"

namespace wgf::cli {

// "This h200-sxm is 6 % below its record (median of 7 cases)."
std::string record_text(const answers::KeptCalibration& kept, const Context& context);
// Whose results were folded into a forecast, and the line above where there is a record.
std::string used_calibration_text(const answers::KeptCalibration& kept,
                                  const answers::KeptFold& used, const Context& context);

}  // namespace wgf::cli
