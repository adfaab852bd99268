// SPDX-License-Identifier: MIT
#pragma once
// Which load is measured next, and how often: decided by what was measured.

#include <optional>

#include "cli/measure/serve/serve_options.h"
#include "results/result.h"

namespace wgf::cli {

// Of the last so many results, all of one load: whether the mean of their output rates is known to
// 2 % either way (Student's t, 95 %). Fewer than three tell nothing.
bool is_known_enough(const results::Run& run, int repeats);

struct NextLoad {
  load::LoadPlan plan;
  int repeat = 0;  // so often was it measured before
};
// Of a sweep: the loads of load/user_search.h, each once; then those of the two answers, most
// output and most users within the limits, until each is known enough or was measured work.repeats
// times. Nothing where all is known.
std::optional<NextLoad> next_load(const ServeWork& work, const results::Run& run);

}  // namespace wgf::cli
