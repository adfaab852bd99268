// SPDX-License-Identifier: MIT
#pragma once
// What the tasks share that train on JPEG files: workers and profile.

#include <cstdint>
#include <string>

#include "base/units.h"
#include "cli/command.h"
#include "results/case.h"

namespace wgf::cli {

struct ImageSource {
  std::string folder;  // empty: a generated set
  bool is_strict = false;
};

// --data and --strict.
void add_source_options(Command& command, ImageSource& source, const Context& context);

// Whether there is anything to read in the folder, if one is given; what is in the files the engine
// says. Throws Error(usage).
void check_folder(const ImageSource& source);

// A number of loader threads: at most as many as the engine starts. Throws Error(usage).
std::int64_t parse_workers(const std::string& text);

// The same training, fed by so many loader threads.
results::Case fed_case(const results::Case& trained, const ImageSource& source,
                       std::int64_t workers);

// At least so many steps and so long, and nothing else ends it: waits come in bursts, so that a
// precise median says little.
results::StoppingRule at_least(std::int64_t steps, Seconds time, results::StoppingRule rule);

}  // namespace wgf::cli
