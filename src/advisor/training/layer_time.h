// SPDX-License-Identifier: MIT
#pragma once
// The time of one layer for one micro-step, forward and backward, on one rank.

#include <algorithm>
#include <cmath>

#include "advisor/training/layer_work.h"
#include "advisor/training/matrix_speed.h"
#include "advisor/training/node.h"

namespace wgf::advisor {

struct LayerTime {  // seconds
  double matrices = 0, expert_matrices = 0, attention = 0, between = 0, recompute = 0;
  double launch = 0;  // beyond what the GPU is busy
  double tensor = 0, experts = 0, context = 0;
  double total() const {
    return matrices + expert_matrices + attention + between + recompute + launch + tensor +
           experts + context;
  }
};

// Of one number of a gradient where micro-steps and ranks add theirs up.
double gradient_bytes(const TrainingCase& one);

// For one of the forward pass.
double backward_products(const TrainingCase& one);

LayerTime layer_time(const LayerWork& work, const TrainingCase& one, const CardSpeed& card,
                     const Node& node, const TrainingCoefficients& c);

// Of two that overlap: the larger, rounded where they are alike. power_sum() with sharpness 4, by
// square roots: a search asks millions of times.
inline double overlapped(double a, double b) {
  const double high = std::max(a, b);
  if (high <= 0) return 0;
  const double share = std::min(a, b) / high, square = share * share;
  return high * std::sqrt(std::sqrt(1 + square * square));
}

}  // namespace wgf::advisor
