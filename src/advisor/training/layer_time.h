// SPDX-License-Identifier: MIT
#pragma once
// The time of one layer for one micro-step, forward and backward, on one rank.

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

// (a^p + b^p)^(1/p): the larger of two that overlap, rounded where they are alike.
double smooth_max(double a, double b);

}  // namespace wgf::advisor
