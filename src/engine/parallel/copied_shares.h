// SPDX-License-Identifier: MIT
#pragma once
// Weights and gradients that ranks share out (ZeRO 3), gathered and reduced by copies between GPUs
// that see each other's memory: copied_means.h says why.

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/device_code/peer_buffers.h"
#include "engine/parallel/copy_stream.h"

namespace wgf::engine {

class CopiedShares {
 public:
  // Of groups of so many numbers, each a multiple of the ranks. Groups between the first and the
  // last take turns in `at_once` places for gradients.
  CopiedShares(const std::vector<std::int64_t>& numbers, std::int64_t at_once,
               std::unique_ptr<PeerBuffers> weights,
               const std::function<std::unique_ptr<PeerBuffers>(std::int64_t)>& make_gradients);
  // Numbers of each rank's buffer for weights.
  static std::int64_t weights_of_rank(const std::vector<std::int64_t>& numbers, std::int64_t ranks);

  // Where this rank's part of a group's weights lies, and whole gradients until they are reduced.
  at::Tensor own_weights(std::size_t group) const;
  at::Tensor gradients(std::size_t group) const;
  bool is_same_place(std::size_t group, std::size_t other) const {
    return places_[group] == places_[other];
  }

  // Queued beside the current stream, which waits for what comes back.
  c10::intrusive_ptr<c10d::Work> gather(std::size_t group, const at::Tensor& whole);
  // part: the mean over the ranks of this one's part.
  c10::intrusive_ptr<c10d::Work> reduce(std::size_t group, const at::Tensor& part);

  // Around the update of own weights, for the current stream: all have gathered what they are; all
  // have new ones. The latter also before the first step.
  void before_update();
  void after_update();

 private:
  at::Tensor part_of(const at::Tensor& whole, std::int64_t rank) const;

  const std::vector<std::int64_t> numbers_;
  std::vector<std::int64_t> weights_at_, places_;  // where those of each group begin
  const std::unique_ptr<PeerBuffers> weights_;
  const std::int64_t ranks_, rank_;
  std::unique_ptr<PeerBuffers> gradients_;
  at::Tensor arrived_;  // [ranks, numbers of a part], of more than two
  const CopyStream gathering_, reducing_;
};

}  // namespace wgf::engine
