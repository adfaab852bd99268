// SPDX-License-Identifier: MIT
#pragma once
// Data parallel with the optimizer's state shared out (ZeRO 1 and 2, Rajbhandari et al. 2020):
// gradients are reduced to the rank that owns them, each rank updates its part of every bucket, and
// the parameters are gathered again.

#include <ATen/core/Tensor.h>

#include <memory>
#include <vector>

#include "base/units.h"
#include "engine/distributed/rank_group.h"
#include "engine/models/gradient_exchange.h"

namespace wgf::engine {

class ShardedUpdate {
 public:
  // Parameters, in the order of the forward pass, become views of buckets; all ranks begin with
  // rank 0's. Gradients of a bucket live from the first that arrives until all are reduced: of
  // stage 1 to the end of the step, of stage 2 until the bucket after the next one is full.
  ShardedUpdate(std::vector<at::Tensor> parameters, RankGroup& ranks,
                const ExchangeSettings& settings);
  ~ShardedUpdate();

  // What this rank updates, with gradients after finish().
  const std::vector<at::Tensor>& own_parameters() const { return own_; }
  // Between the backward pass and the optimizer's step.
  void finish();
  // After it: every parameter is whole and new.
  void gather();
  // The same exchanges with nothing beside them.
  void exchange_alone();

  std::size_t buckets() const { return buckets_.size(); }
  Bytes bytes() const;  // of all gradients, once; parameters are as many again

 private:
  struct Bucket;

  void take(std::size_t parameter);
  static void have_gradients(Bucket& bucket);
  void start_ready();
  void start(Bucket& bucket);
  void end(Bucket& bucket);

  RankGroup& ranks_;
  const ExchangeSettings settings_;
  std::vector<at::Tensor> parameters_, own_;
  std::vector<std::size_t> bucket_of_;
  std::vector<std::int64_t> begins_;              // of each parameter in its bucket
  std::vector<std::unique_ptr<Bucket>> buckets_;  // in the order in which they are reduced
  std::size_t started_ = 0;
  std::unique_ptr<GradientHooks> hooks_;
};

}  // namespace wgf::engine
