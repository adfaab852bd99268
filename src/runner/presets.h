// SPDX-License-Identifier: MIT
#pragma once
// The committed case lists of `quick`: data/presets/*.toml, embedded in the program.

#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "results/case.h"
#include "runner/run_options.h"

namespace wgf::runner {

// "light", "standard", "extensive"
std::vector<std::string> preset_names();

// The preset's cases for this kind of device. From the options: seed, and what of the stopping rule
// the user set (iterations, warmup). Throws Error(runner.unknown_preset, usage).
std::vector<results::Case> preset_plan(std::string_view preset, const RunOptions& options,
                                       std::string_view device,
                                       const catalog::ModelCatalog& models);

// Cases of a preset file's text; the name is for errors.
std::vector<results::Case> parse_preset(std::string_view text, const std::string& file_name,
                                        const RunOptions& options, std::string_view device,
                                        const catalog::ModelCatalog& models);

}  // namespace wgf::runner
