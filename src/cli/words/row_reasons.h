// SPDX-License-Identifier: MIT
#pragma once
// Why a row of published measurements is not used, in words.

#include <string>

#include "cli/command.h"

namespace wgf::cli {

// "unknown GPU" in the user's language; a reason that is not one of ours as it is.
std::string reason_text(const std::string& reason, const Context& context);

// The same of a reason of ours, as a key.
Message reason_message(const std::string& reason);

}  // namespace wgf::cli
