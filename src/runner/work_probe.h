// SPDX-License-Identifier: MIT
#pragma once
// How long training takes on a device: a step of a few samples, run before a plan is made.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "results/protocol.h"
#include "results/result.h"
#include "runner/default_work.h"
#include "runner/launch/engine.h"

namespace wgf::runner {

// The planned case, cut down to two measured steps of at most four samples, one of warm-up, no
// loader threads and no recording.
results::Case probe_of(const results::Case& planned);

// From the probe's faster step and the time all took, of which a start is at most three seconds:
// what disturbs a probe only makes it longer. Nothing where it has no time of a step.
std::optional<CaseCost> cost_from(const results::Result& probe, Seconds took);

// One cost for each case, from a probe of each network; nothing where one of them did not end well.
// greeting: what a process takes to start.
std::optional<std::vector<CaseCost>> probe_costs(
    Engine& engine, const std::vector<results::Case>& plan, Seconds greeting,
    const std::function<bool()>& is_interrupted,
    const std::function<void(const results::Case&, const results::Progress&)>& on_progress);

}  // namespace wgf::runner
