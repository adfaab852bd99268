// SPDX-License-Identifier: MIT
#pragma once
// What ranks that share the matrices of a decoder tell each other in a step of few sequences: parts
// of sums and logits, which products write into the memory of each (one-shot all-reduce), so that a
// graph holds the whole step.

#include <ATen/core/Tensor.h>

#include "engine/device_code/device_function.h"
#include "engine/distributed/peer_memory.h"
#include "engine/llm/decode_kernels.h"
#include "engine/llm/decoder_shape.h"
#include "engine/llm/key_value_cache.h"

namespace wgf::engine {

// Where a product writes, in bytes from the begin of each rank's memory.
struct RankPlaces {
  std::int64_t parts = 0, best = 0, arrivals = 0;
};

class RankExchange {
 public:
  RankExchange(const DeviceCode& code, const SkinnySources& sources, const DecoderShape& shape,
               RankGroup& ranks, CacheSize size, c10::Device device);

  int rank() const { return rank_; }
  const at::Tensor& memories() const { return memories_; }  // [ranks] int64: where each begins
  void* steps() const;                                      // the count of steps begun
  const at::Tensor& logits() const { return logits_; }      // [sequences, vocabulary] of all ranks
  const at::Tensor& best() const { return best_; }          // [sequences]

  // The sums of a step are counted from 0 on; the logits come after them.
  RankPlaces sum_places(std::size_t sum) const;
  RankPlaces logit_places() const;

  // After a product of so many blocks on each rank: hidden += what all wrote for this sum, with
  // what the norm of `gains` reads; or into `sums`, where a norm of the sum comes first.
  struct State {
    at::Tensor hidden, scaled, squares, sums;
  };
  void add_sum(std::size_t sum, unsigned blocks, const State& state, const at::Tensor& gains,
               std::int64_t sequences) const;
  void await_logits(unsigned blocks) const;

 private:
  std::size_t sums() const;  // of a step
  std::uint64_t own(std::int64_t at) const;

  const DecoderShape shape_;
  const int rank_;
  const std::int64_t columns_;
  std::int64_t best_at_ = 0, logits_at_ = 0, parts_at_ = 0, end_ = 0;
  DeviceFunction sum_, await_;
  std::unique_ptr<PeerMemory> memory_;
  at::Tensor memories_, logits_, best_;
};

}  // namespace wgf::engine
