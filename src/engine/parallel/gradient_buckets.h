// SPDX-License-Identifier: MIT
#pragma once
// Gradients of all groups in one flat buffer, which travels in pieces of a given size: from its end
// on, as the backward pass completes it, each piece as soon as all of it is there.

#include <ATen/core/Tensor.h>

#include <optional>
#include <vector>

#include <torch/csrc/distributed/c10d/Backend.hpp>

#include "engine/parallel/copied_means.h"

namespace wgf::engine {

class GradientBuckets {
 public:
  // Makes the buffer where exchanges are copies; empty: they are a backend's.
  using MakeBuffers = std::function<std::unique_ptr<PeerBuffers>(std::int64_t numbers)>;

  // Of groups of so many numbers. megabytes (10^6 bytes of the type they travel in) a piece at
  // most; 0: a group each.
  GradientBuckets(const std::vector<std::int64_t>& numbers, c10::ScalarType type,
                  c10::Device device, double megabytes, std::optional<c10::ScalarType> travels_as,
                  const MakeBuffers& make_buffers = {});

  // Where the group's gradients lie from now on.
  at::Tensor place(std::size_t group) const;

  // Gradients from this group to the last are complete: starts the all-reduce (mean) of every piece
  // that is so by now. On a GPU queued, beside the current stream.
  void complete(std::size_t group, c10d::Backend& backend);
  // Until all have arrived; the next piece is the first again.
  void finish();

  std::size_t count() const { return pieces_.size(); }

 private:
  struct Piece {
    at::Tensor numbers;     // of the buffer
    at::Tensor travelling;  // the same, or a copy in another type
    std::int64_t begin = 0, count = 0;
    c10::intrusive_ptr<c10d::Work> work;
  };

  at::Tensor flat_;
  std::vector<std::int64_t> begins_;  // of the groups, and the end
  std::vector<Piece> pieces_;         // in the order in which they travel
  std::size_t started_ = 0;
  const std::optional<c10::ScalarType> travels_as_;  // not of copies
  std::optional<CopiedMeans> copies_;
};

}  // namespace wgf::engine
