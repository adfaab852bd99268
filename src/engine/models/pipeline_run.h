// SPDX-License-Identifier: MIT
#pragma once
// Runs one rank's actions of a pipeline schedule: activations go to the rank of the next chunk,
// gradients back.

#include <ATen/core/Tensor.h>

#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "engine/distributed/rank_group.h"
#include "pipeline/schedule.h"

namespace wgf::engine {

// What a rank does of the network. The first chunk of the model takes its own data and gets an
// undefined input; the last gives the loss of the micro-batch, a mean over its samples.
struct PipelineChunk {
  std::function<at::Tensor(const at::Tensor& input, int micro_batch)> forward;
  std::vector<std::int64_t> input_sizes;  // of a micro-batch
};

class PipelineRun {
 public:
  // chunks: this rank's, in the order of the model. Both outlive it.
  PipelineRun(const pipeline::Schedule& schedule, RankGroup& ranks,
              std::vector<PipelineChunk> chunks, const at::TensorOptions& activations);
  ~PipelineRun();

  // Gradients of the mean loss of all micro-batches are added to the parameters of the chunks. The
  // loss on the rank of the last chunk, undefined on the others.
  at::Tensor step();

 private:
  using Place = std::pair<int, int>;  // chunk, micro-batch
  struct Passing;                     // an input and what came of it, until its backward pass
  struct Pending;                     // messages on their way

  void forward(const pipeline::Action& action);
  void backward(const pipeline::Action& action);
  at::Tensor receive(const std::vector<std::int64_t>& sizes, int from, int tag);
  void send(at::Tensor tensor, int to, int tag);
  const PipelineChunk& chunk(int number) const;
  bool is_last(int chunk) const { return chunk + 1 == schedule_.chunks(); }
  int tag_of(const pipeline::Action& action, int chunk) const;

  const pipeline::Schedule& schedule_;
  RankGroup& ranks_;
  const std::vector<PipelineChunk> chunks_;
  const at::TensorOptions activations_;
  std::map<Place, Passing> passing_;
  std::unique_ptr<Pending> pending_;
  at::Tensor loss_;
};

}  // namespace wgf::engine
