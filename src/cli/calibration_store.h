// SPDX-License-Identifier: MIT
#pragma once
// Calibrations as they are kept, one file a card: calibrations/GPU.json in the user's folder.

#include <filesystem>
#include <string>

#include "answers/surroundings.h"

namespace wgf::cli {

std::filesystem::path calibration_path(const std::string& directory, const std::string& gpu);
// What it has nothing of stays as the file has it.
void keep_calibration(const answers::KeptCalibration& found, const std::filesystem::path& path);
// Throws Error(calibration.none, usage) where there is none, Error(calibration.bad_file) where it
// is broken, Error(calibration.outdated) where it is of other coefficients than the program's.
answers::KeptCalibration load_calibration(const std::filesystem::path& path,
                                          const std::string& gpu);

}  // namespace wgf::cli
