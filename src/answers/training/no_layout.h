// SPDX-License-Identifier: MIT
#pragma once
// Why predict finds no layout at all for what was asked.

#include "advisor/predict/layout_choice.h"

namespace wgf::answers {

// Throws Error(usage): what --vpp is in the way of where the search would find layouts without it
// or of another global batch, else that nothing is possible. `question` has no possible case on
// this card.
[[noreturn]] void throw_no_layout(const advisor::Question& question, const catalog::Gpu& gpu);

}  // namespace wgf::answers
