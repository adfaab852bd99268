// SPDX-License-Identifier: MIT
#pragma once
// plan as text.

#include <string>

#include "answers/plan/plan_answer.h"
#include "cli/command.h"

namespace wgf::cli {

std::string plan_text(const answers::PlanAnswer& answer, const Context& context);

}  // namespace wgf::cli
