// SPDX-License-Identifier: MIT
#pragma once
// Data parallel: gradients of all ranks become their mean, in buckets that are exchanged as soon as
// the backward pass has filled them (Li et al., PyTorch Distributed, VLDB 2020).

#include <ATen/core/Tensor.h>

#include <memory>
#include <optional>
#include <vector>

#include "base/units.h"
#include "engine/distributed/rank_group.h"
#include "engine/models/parameter_buckets.h"

namespace wgf::engine {

struct ExchangeSettings {
  double bucket_mb = 25;  // 10^6 bytes a bucket holds at most, one parameter at least
  bool overlaps = true;   // with the backward pass; else all after it
  std::optional<c10::ScalarType> compression;  // the type gradients travel in
  int zero_stage = 0;                          // ZeRO: above 0 by ShardedUpdate
};

class GradientExchange {
 public:
  // Parameters are in the order of the forward pass; all ranks begin with rank 0's.
  GradientExchange(std::vector<at::Tensor> parameters, RankGroup& ranks,
                   const ExchangeSettings& settings);
  ~GradientExchange();

  // Between a backward pass that begins without gradients and the optimizer's step. Gradients that
  // the pass did not reach count as zero.
  void finish();
  // The same exchange with nothing beside it, of whatever lies in the buckets.
  void exchange_alone();

  std::size_t buckets() const;
  Bytes bytes() const;  // of all gradients as they travel, once

 private:
  struct Bucket;

  void begin_step(Bucket& bucket);
  void take(std::size_t parameter);
  void count_in(std::size_t parameter);
  void start_ready();
  void start(Bucket& bucket);

  RankGroup& ranks_;
  const ExchangeSettings settings_;
  std::vector<at::Tensor> parameters_;
  std::vector<at::Tensor> places_;  // of each parameter in its bucket
  std::vector<bool> has_;           // of each, its gradient of this step
  std::vector<std::size_t> bucket_of_;
  std::vector<std::unique_ptr<Bucket>> buckets_;  // in the order in which they are exchanged
  std::size_t started_ = 0;
  std::unique_ptr<GradientHooks> hooks_;
};

}  // namespace wgf::engine
