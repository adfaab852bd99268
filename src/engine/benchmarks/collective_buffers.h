// SPDX-License-Identifier: MIT
#pragma once
// What a collective is asked to do, the numbers of a rank that it moves, and what they must be
// afterwards. Sizes are those of nccl-tests (doc/PERFORMANCE.md there).

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/distributed/nccl_communicator.h"
#include "engine/distributed/rank_group.h"
#include "results/parameters.h"

namespace wgf::engine {

struct CollectiveSettings {
  std::string operation;
  std::int64_t bytes = 0;  // of the larger of a rank's two buffers
  c10::ScalarType type = at::kFloat;
  bool is_straight = false;                                    // NCCL's own calls; else c10d's
  BufferRegistration registration = BufferRegistration::none;  // of straight calls
  // Of send_recv: one rank sends to another; nothing: each to the next one.
  std::optional<std::pair<int, int>> pair;
};

// Throws CaseEnded for values that are none.
CollectiveSettings read_collective(const results::Parameters& parameters, const RankGroup& ranks);

// Rank r's number i is i % 5 + r: small whole numbers, which every type adds without rounding.
class CollectiveBuffers {
 public:
  // All ranks make theirs at once. Throws as RankGroup::nccl() does where they are registered.
  CollectiveBuffers(const CollectiveSettings& settings, RankGroup& ranks, c10::Device device);

  // This rank's numbers before the call.
  void fill();
  void fill(const at::Tensor& numbers) const;
  // Numbers that are not what they must be after it, in `numbers` in place of the output.
  std::int64_t wrong_in(const at::Tensor& numbers) const;

  // Numbers to each rank and from each, by rank, of operations that are sends and receives.
  std::vector<std::int64_t> sent() const { return sent_by(rank_); }
  std::vector<std::int64_t> received() const;

  std::int64_t count = 0;  // of the larger buffer
  at::Tensor input, output;

 private:
  // A run of numbers that must be one rank's from `begin` on, or the sum of all ranks'.
  struct Expected {
    std::int64_t begin = 0, numbers = 0;
    std::optional<std::int64_t> rank;
  };
  std::vector<Expected> expected() const;
  std::vector<std::int64_t> sent_by(std::int64_t from) const;

  const CollectiveSettings settings_;
  const std::int64_t size_, rank_;
};

}  // namespace wgf::engine
