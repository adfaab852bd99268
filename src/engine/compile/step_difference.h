// SPDX-License-Identifier: MIT
#pragma once
// Two training steps held against each other by what they changed.

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

namespace wgf::engine {

// On the CPU, where they are not in the memory that is measured.
struct StepOutcome {
  std::vector<at::Tensor> start, end;  // parameters or buffers before and behind the step
};

// Norm of the difference of two changes over the norm of the change, over the tensors compared.
struct StepDifference {
  double difference = 0;
  double noise = 0;  // the same between steps of one network that should agree
  std::int64_t compared = 0, all = 0;
};

// `again`: steps of the same network with other random numbers or with its parameters rounded
// otherwise. Tensors whose change differs by more than `sturdy` (a share of it) between those tell
// nothing and are left out, unless it is all of them. Outcomes hold the same tensors in one order.
StepDifference step_difference(const StepOutcome& network, const std::vector<StepOutcome>& again,
                               const StepOutcome& other, double sturdy);

}  // namespace wgf::engine
