// SPDX-License-Identifier: MIT
#pragma once
// What ranks measured together, as one result.

#include <string>
#include <vector>

#include "engine/distributed/rank_group.h"
#include "results/result.h"

namespace wgf::engine {

// The case as the rank with this place on its node measures it: on one device.
results::Case case_of_rank(const results::Case& whole, int local_rank);

// One result a rank, by rank. Times and rates are those of the slowest, whose samples are kept;
// memory is the most that any of them needed, rates of memory are
// summed, bubbles and parts of the step the mean; of each rank what it measured itself without
// samples.
results::Result joined_results(const results::Case& whole, std::vector<results::Result> all,
                               const std::vector<std::string>& nodes);

// The same by asking the others: all call it, each gets the whole result.
results::Result join_ranks(const results::Case& whole, const results::Result& own,
                           RankGroup& ranks);

}  // namespace wgf::engine
