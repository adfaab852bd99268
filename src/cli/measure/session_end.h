// SPDX-License-Identifier: MIT
#pragma once
// What a session of measuring says when it ends: whether every case gave its answer, and how one
// that was stopped goes on.

#include <vector>

#include "cli/measure/measure_session.h"
#include "report/formats/output.h"
#include "results/result.h"

namespace wgf::cli {

std::size_t count_ok(const results::Run& run);

// A script learns from the exit code whether every case gave its answer. Throws Error where one did
// not: of a run that was stopped with the command that goes on with it.
void throw_unless_complete(const Session& session, const results::Run& run, bool is_stopped,
                           const std::vector<report::Output>& outputs, const Context& context);

}  // namespace wgf::cli
