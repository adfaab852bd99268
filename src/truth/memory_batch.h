// SPDX-License-Identifier: MIT
#pragma once
// The batch that a published row of memory states in words.

#include <string>

namespace wgf::truth {

struct RowBatch {
  double sequences = 1;   // of one data-parallel rank that run at once
  int micro_batches = 0;  // of a step; 0: not stated
};

// "local 8", "mbs 1 gbs 32", "micro-batch 1", "mbs 1, 4 micro-batches", "32 (global)", "gbs 32",
// "1 (32 global)", "1 per GPU", "bs=4", "1x8192", "4". text: in lower case; ranks: those among
// which a global batch is shared out; tokens of a sequence. Throws Unreadable.
RowBatch memory_batch_of(const std::string& text, double ranks, double tokens);

}  // namespace wgf::truth
