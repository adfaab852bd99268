// SPDX-License-Identifier: MIT
#pragma once
// Sums over the profiled steps: what each operation cost itself, without those it called, and what
// each kernel took.

#include "engine/profile/trace.h"
#include "results/profile.h"

namespace wgf::engine {

// Operations with most time on the host first, kernels with most time first.
results::Profile profile_of(const Trace& trace);

}  // namespace wgf::engine
