// SPDX-License-Identifier: MIT
#pragma once
// Published rates of exactly one classic case: this network, precision, card and number of cards.

#include <optional>

#include "advisor/training/classic_training.h"

namespace wgf::answers {

// Of all cards together, in samples a second: the slowest and the fastest of so many rows.
struct PublishedRates {
  double low = 0, high = 0;
  int rows = 0;
};

std::optional<PublishedRates> published_rates(const catalog::Gpu& gpu,
                                              const advisor::ClassicCase& one);

}  // namespace wgf::answers
