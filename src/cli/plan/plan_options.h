// SPDX-License-Identifier: MIT
#pragma once
// The options of plan.

#include <string>

#include "answers/plan/plan_request.h"
#include "cli/command.h"

namespace wgf::cli {

void add_plan_options(Command& command, answers::PlanOptions& options, Context& context);

}  // namespace wgf::cli
