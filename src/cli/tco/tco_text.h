// SPDX-License-Identifier: MIT
#pragma once
// tco as text.

#include <string>

#include "answers/own/tco_answer.h"
#include "cli/command.h"

namespace wgf::cli {

std::string tco_text(const answers::TcoAnswer& answer, bool is_explained, const Context& context);
// Every term of one card's sums with its arithmetic.
std::string tco_explanation(const answers::TcoAnswer& answer, const Context& context);

}  // namespace wgf::cli
