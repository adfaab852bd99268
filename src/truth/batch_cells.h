// SPDX-License-Identifier: MIT
#pragma once
// What a cell of a published training states of its batch: one number as a rule, but people write
// what it was made of, too.

#include <optional>
#include <string_view>

namespace wgf::truth {

// In sequences. Tokens are shared out by the row's length.
struct BatchWords {
  std::optional<double> micro;   // of one rank that run at once
  std::optional<double> rank;    // of one rank in a step
  std::optional<double> global;  // of all ranks in a step
  std::optional<double> steps;   // micro-steps of a step
};

enum class BatchColumn { micro, global };  // what a number alone is of

// "1,024", "32 (sequences)", "4M tokens", "0.5M", "16x8192", "gbs 512", "mbs 2", "local 2",
// "32/GPU", "micro batch 2, GA 8", "2 x 8 x 16" (with the ranks at one of its ends). ranks: those
// that are data-parallel; 0 where they are not known. Empty where the cell says nothing. Throws
// Unreadable where anything else stands there, or numbers that contradict each other.
BatchWords batch_words(std::string_view cell, BatchColumn column, double sequence, int ranks);

// Both taken together; throws Unreadable where they contradict each other.
BatchWords joined(const BatchWords& one, const BatchWords& other);

}  // namespace wgf::truth
