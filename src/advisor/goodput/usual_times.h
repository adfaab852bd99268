// SPDX-License-Identifier: MIT
#pragma once
// What a run, a checkpoint and a restart take where nobody says.

#include "base/units.h"

namespace wgf::advisor {

// 14 bytes a parameter (12 where weights have four bytes), written at 0.16 GB/s by each GPU:
// BLOOM's 2.3 TiB in 40 s from 384 GPUs (bigscience, tr11-176B-ml). At least 3 s: of thousands of
// GPUs too, training stands still for "several seconds" until all have copied their part to their
// hosts (MegaScale, arXiv:2402.15627, section 4.4).
constexpr Seconds usual_checkpoint(double params, bool has_wide_weights, int gpus) {
  constexpr double bytes = 14, bytes_of_wide = 12, written_a_gpu = 0.16e9, least = 3;
  const double written =
      (has_wide_weights ? bytes_of_wide : bytes) * params / (written_a_gpu * gpus);
  return Seconds(written > least ? written : least);
}

// Tokens of a run (Hoffmann et al., arXiv:2203.15556).
inline constexpr double usual_tokens_a_parameter = 20;
constexpr double usual_tokens(double params) {
  return usual_tokens_a_parameter * params;
}

// Until most faults are found and their machines replaced (MegaScale, arXiv:2402.15627).
inline constexpr Seconds usual_replacement{600};

}  // namespace wgf::advisor
