// SPDX-License-Identifier: MIT
#pragma once
// What a request of a load asks, made from its number alone: the same for the same seed.

#include <cstdint>
#include <string>
#include <vector>

#include "load/load_plan.h"

namespace wgf::load {

// Random words, or ids, of which all with the same seed are the same.
struct PromptPiece {
  std::uint64_t seed = 0;
  std::int64_t tokens = 0;
};

struct PromptTurn {
  bool is_of_user = true;  // else what was answered, in words of ours
  std::vector<PromptPiece> pieces;
};

// One turn, or those of a conversation so far. What all requests share stands first; what follows
// is no other request's, but the turns before it in its conversation and what hashes of a trace
// say.
std::vector<PromptTurn> prompt_turns(const LoadPlan& plan, const RequestSize& size,
                                     std::size_t number);

std::string words_of(const PromptPiece& piece);  // each with a blank before it
std::vector<std::int64_t> ids_of(const PromptPiece& piece, const Between<std::int64_t>& ids);

}  // namespace wgf::load
