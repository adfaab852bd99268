// SPDX-License-Identifier: MIT
#pragma once
// The time of one layer for one micro-step, forward and backward, on one rank.

#include "advisor/operators/power_sum.h"
#include "advisor/training/layer_work.h"
#include "advisor/training/matrix_speed.h"
#include "advisor/training/node.h"

namespace wgf::advisor {

struct LayerTime {  // seconds
  double matrices = 0, attention = 0, between = 0, recompute = 0;
  double launch = 0;  // beyond what the GPU is busy
  double tensor = 0, experts = 0, context = 0;
  double total() const {
    return matrices + attention + between + recompute + launch + tensor + experts + context;
  }
};

LayerTime layer_time(const LayerWork& work, const TrainingCase& one, const CardSpeed& card,
                     const Node& node, const TrainingCoefficients& c);

// Of two that overlap: the larger, rounded where they are alike.
inline double overlapped(double a, double b) {
  constexpr double sharpness = 4;
  return power_sum(a, b, 0, sharpness);
}

}  // namespace wgf::advisor
