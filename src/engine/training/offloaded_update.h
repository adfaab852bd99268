// SPDX-License-Identifier: MIT
#pragma once
// Masters and moments that lie in the host's memory and come to the device a group at a time, for
// the update alone: two sets of buffers of the largest group, so that the next group's numbers are
// on their way while this one's are updated and written back.

#include <array>
#include <optional>

#include <c10/core/Stream.h>

#include "engine/training/operations.h"

namespace wgf::engine {

// Moves the group's masters and moments to the host; pinned where the device is a GPU. Not of
// groups whose weights are their own masters.
void move_to_host(ParameterGroup& group, c10::Device device);

class OffloadedUpdate {
 public:
  OffloadedUpdate(TrainingOperations& operations, c10::Device device)
      : operations_(operations), device_(device) {}

  // next: the group that is updated after this one; null: none. Groups come in the same order at
  // every step.
  void update(ParameterGroup& group, ParameterGroup* next, const AdamwRates& rates,
              const at::Tensor& steps);
  std::size_t bytes() const;  // of its buffers on the device

 private:
  struct Buffers {
    at::Tensor masters, first, second;
  };
  void bring(const ParameterGroup& group, Buffers& to);

  TrainingOperations& operations_;
  const c10::Device device_;
  std::optional<c10::Stream> copies_;
  std::array<Buffers, 2> sets_;
  std::size_t turn_ = 0;
  bool is_coming_ = false;  // the numbers of the group that is next
};

}  // namespace wgf::engine
