// SPDX-License-Identifier: MIT
#pragma once
// How fast a card multiplies matrices for as long as a training lasts.

#include <string_view>

#include "advisor/training/coefficients.h"
#include "base/units.h"
#include "catalog/gpu.h"

namespace wgf::advisor {

// What of a card's record the times need, looked up once.
struct CardSpeed {
  Generation generation = Generation::ampere;
  BytesPerSecond bandwidth;
  FlopsPerSecond bf16_peak;    // of attention, which stays in 16 bits
  FlopsPerSecond matrix_rate;  // sustained, in the case's type
  FlopsPerSecond head_rate;    // sustained, in bf16: the output matrix is not quantised
  FlopsPerSecond attention_rate;
  bool has_fused_experts = false;
  double matrix_bytes = 2;  // of one number of a matrix
};

// What matrices asked for in `precision` ("bf16") are multiplied in on the card: that type, else
// the next wider one it has; without bf16 that is fp16.
std::string_view type_on(const catalog::Gpu& gpu, std::string_view precision);

// What of a card's record is missing for the times of its trainings.
enum class SpeedGap {
  none,
  generation,  // none of it was published
  peak,        // no dense peak of 16 bits, nor of a wider type
  figure,      // the power limit, or the bandwidth of memory
};
SpeedGap speed_gap(const catalog::Gpu& gpu);

// Sustained rate: the smaller of what the tensor units reach and what the power limit lets them,
//   power limit x (1 - 30 % that memory and clocks take) / energy of one FLOP,
// joined smoothly. A type the card does not have runs in the next wider one it has. Nothing where
// speed_gap() names something.
std::optional<CardSpeed> card_speed(const catalog::Gpu& gpu, const TrainingCase& one,
                                    const TrainingCoefficients& c);

}  // namespace wgf::advisor
