// SPDX-License-Identifier: MIT
#pragma once
// What SharedGroups keeps of a group beside its parameters.

#include <ATen/core/Tensor.h>

#include <torch/csrc/distributed/c10d/Work.hpp>

#include "engine/parallel/shared_groups.h"

namespace wgf::engine {

using WorkPointer = c10::intrusive_ptr<c10d::Work>;

struct SharedGroups::State {
  at::Tensor own_weights;    // of stages that share the state: this rank's part
  at::Tensor own_gradients;  // the same, summed over micro-batches
  at::Tensor travelling;     // gradients on their way, or what they are reduced from
  at::Tensor arriving;       // a part that is being reduced
  WorkPointer gathering, reducing;
  bool has_sum = false;  // own_gradients holds micro-batches before this one
};

inline void wait_for(WorkPointer& work) {
  if (work) work->wait();
  work.reset();
}

}  // namespace wgf::engine
