// SPDX-License-Identifier: MIT
#pragma once
// The parallel layout that a published row of memory states in words.

#include <optional>
#include <string_view>

#include "advisor/memory/memory_case.h"

namespace wgf::truth {

struct RowLayout {
  advisor::Layout layout;  // dp: those that share states out, of HSDP the ranks of one group
  double ranks = 1;        // data-parallel, all of them
  bool is_split = false;   // by tp, pp or cp
};

// "TP4 PP2 VPP5 DP2", "tp=4, pp: 2", "4-way tensor parallel", "DP2TP4PP2", "FSDP4 EP4", "HSDP 2x8",
// "FSDP2" (PyTorch's name, unless two are what is left); what is left of the GPUs is
// data-parallel. words: in lower case; gpus: nothing where the row does not say. Throws Unreadable
// where a word of a layout has no number, or the numbers do not multiply to the GPUs.
RowLayout memory_layout_of(std::string_view words, std::optional<int> gpus);

}  // namespace wgf::truth
