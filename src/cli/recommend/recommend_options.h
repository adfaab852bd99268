// SPDX-License-Identifier: MIT
#pragma once
// The options of recommend.

#include <string>

#include "answers/recommend/recommend_request.h"
#include "cli/command.h"

namespace wgf::cli {

// Declares them.
void add_recommend_options(Command& command, answers::RecommendOptions& options, Context& context);

}  // namespace wgf::cli
