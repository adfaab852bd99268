// SPDX-License-Identifier: MIT
#pragma once
// What interruptions leave of a machine's time. docs/method/recommend.md.

#include <span>

#include "advisor/goodput/interruptions.h"
#include "advisor/recommend/candidate.h"

namespace wgf::advisor {

// Of the time that is paid: at the mean rate of interruption, the highest and the lowest.
struct KeptShare {
  double value = 1, low = 1, high = 1;
};

// A training that writes checkpoints as often as is best for each rate; `between` by each source,
// none: all is kept. 0: it never gets anywhere.
KeptShare kept_of_training(Seconds work, std::span<const Seconds> between, Seconds checkpoint,
                           Seconds restart);

// A service whose machines each stand still until replaced.
KeptShare kept_of_service(const SpotRate& rate, Seconds replacement);

}  // namespace wgf::advisor
