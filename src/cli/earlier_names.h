// SPDX-License-Identifier: MIT
#pragma once
// Commands and options of earlier versions, and those their plans promised, that this program does
// not have under that name: each is answered with what replaces it, or that nothing does.

#include <optional>
#include <string_view>

#include "base/error.h"

namespace wgf::cli {

// The answer to a command or option ("compare", "--gpu-ids") of an earlier version; nothing for any
// other name.
std::optional<Error> answer_to_earlier_name(std::string_view name);

}  // namespace wgf::cli
