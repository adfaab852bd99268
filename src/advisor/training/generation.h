// SPDX-License-Identifier: MIT
#pragma once
// Generations of GPUs whose cards share their efficiencies.

#include <optional>
#include <string_view>

#include "catalog/gpu.h"

namespace wgf::advisor {

enum class Generation {
  volta,
  ampere,
  hopper,
  blackwell,        // B200, GB200
  blackwell_ultra,  // B300, GB300
  ada,
  blackwell_rtx,  // compute capability 12: GeForce RTX 50, RTX PRO
  cdna3,
  cdna4,
};
inline constexpr int generation_count = 9;

std::string_view to_text(Generation generation);

// Nothing for cards of which no training was published: nothing is guessed of those.
std::optional<Generation> generation_of(const catalog::Gpu& gpu);

}  // namespace wgf::advisor
