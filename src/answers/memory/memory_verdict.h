// SPDX-License-Identifier: MIT
#pragma once
// What is asked of one card first: does it fit, by how much, what to change.

#include <optional>
#include <vector>

#include "answers/memory/memory_answer.h"

namespace wgf::answers {

// Points into the answer that it is of.
struct MemoryVerdict {
  // One, or the variants of a name that the answer is of: those it does not fit, else all.
  std::vector<const catalog::Gpu*> gpus;
  std::vector<const catalog::Gpu*> fitting;  // the other variants
  // Of those the one that comes nearest to the other answer.
  const MemoryFit* fit = nullptr;
  bool has_several_sizes = false;         // of memory
  bool is_tight = false;                  // fits, with more risk than is acceptable
  double spare = 0;                       // bytes; below 0: that are missing
  const advisor::Flip* change = nullptr;  // where it does not fit: the first that is enough,
  bool is_enough = false;                 // else the one that comes nearest
};

// Nothing where no card was named, or several by different names that have different answers.
std::optional<MemoryVerdict> memory_verdict(const MemoryAnswer& answer);

}  // namespace wgf::answers
