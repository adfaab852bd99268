// SPDX-License-Identifier: MIT
#pragma once
// Calibrations as they are kept, one file a card: calibrations/GPU.json in the user's folder.

#include <filesystem>
#include <optional>
#include <string>

#include "advisor/calibration/calibration.h"

namespace wgf::cli {

struct KeptCalibration {
  std::string gpu;         // id in the catalogue
  std::string started_at;  // of the last run in it
  std::string fitted_on;   // the fitted coefficients its factors are of
  int results = 0;
  std::optional<advisor::RecordRatio> record;
  advisor::Calibration found;
};

std::filesystem::path calibration_path(const std::string& directory, const std::string& gpu);
void keep_calibration(const KeptCalibration& kept, const std::filesystem::path& path);
// Throws Error(calibration.none, usage) where there is none, Error(calibration.bad_file) where it
// is broken, Error(calibration.outdated) where it is of other coefficients than the program's.
KeptCalibration load_calibration(const std::filesystem::path& path, const std::string& gpu);

// "This h200-sxm is 6 % below its record (median of 7 cases)."
std::string record_text(const KeptCalibration& kept, const struct Context& context);

}  // namespace wgf::cli
