// SPDX-License-Identifier: MIT
#pragma once
// From an estimate to an answer: does it fit, how much would, and what to change.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "advisor/memory/estimate.h"
#include "catalog/gpu.h"

namespace wgf::advisor {

// Throws Error(footprint.…) for what cannot be run: usage where options contradict the network
// (heads, key-value heads or experts not divisible, expert parallelism of a network without
// experts, more stages than layers), not_supported where a sequence is longer than the network's
// positions reach.
void check_case(const Network& network, const MemoryCase& one);

// What a program can use on a card: of those that it sees as several devices one device's share.
// A service spread over them has all of Gpu::memory().
Bytes usable_memory(const catalog::Gpu& gpu);

// Chance that the estimate is exceeded: its error taken as normal, 90 % within half_width().
double out_of_memory_risk(const MemoryEstimate& estimate, Bytes capacity);
// The capacity at which the chance is one in ten.
double bytes_at_risk(const MemoryEstimate& estimate);
bool fits(const MemoryEstimate& estimate, Bytes capacity);         // expected total within it
bool fits_likely(const MemoryEstimate& estimate, Bytes capacity);  // nine in ten of them do

inline constexpr double most_batch = 65536;  // of one rank: larger ones are not looked at

using Estimator = std::function<MemoryEstimate(const MemoryCase&)>;

// The largest batch, and the longest sequence of this batch (a multiple of 256 tokens, or `most`
// itself), that fit with at most one chance in ten to run out; 0: not even one. At most `most`.
double largest_batch(const Estimator& estimate, MemoryCase one, Bytes capacity);
double longest_sequence(const Estimator& estimate, MemoryCase one, Bytes capacity, double most);

// One change that brings the case below the capacity, or as near as it gets.
struct Flip {
  std::string what;  // message key footprint.flip_<what>
  MemoryCase changed;
  double total = 0;
};
// Makes the changed case what the user's options with that change mean (a recipe that is open, the
// software's recomputation); false where they do not go together.
using Completion = std::function<bool(Flip&)>;

// The names of all single changes.
std::vector<std::string> change_names();

// Those that save at least one hundredth, in the order in which they cost least to try; where the
// case does not fit and single changes do fit, only those; else with the largest saving first.
std::vector<Flip> flips(const Estimator& estimate, const MemoryCase& one, Bytes capacity,
                        const Completion& complete);

}  // namespace wgf::advisor
