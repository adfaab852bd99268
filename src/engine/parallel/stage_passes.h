// SPDX-License-Identifier: MIT
#pragma once
// What a rank of a pipeline computes: passes of micro-batches through the chunks of a decoder that
// it holds, apart from what it sends and waits for.

#include <map>
#include <utility>
#include <vector>

#include "engine/training/training_step.h"
#include "pipeline/schedule.h"

namespace wgf::engine {

// One of the rank's parts of the network; calls: of who shares its groups, never null.
struct PipelineChunk {
  TrainedDecoder* decoder = nullptr;
  GroupCalls* calls = nullptr;
};

class StagePasses {
 public:
  // chunks: this rank's, in the order of the model. What they point to and the schedule outlive it.
  StagePasses(const pipeline::Schedule& schedule, std::vector<PipelineChunk> chunks);
  ~StagePasses();

  const std::vector<PipelineChunk>& chunks() const { return chunks_; }
  bool is_last(int chunk) const { return chunk + 1 == schedule_.chunks(); }

  // Gradients and loss are those of a new step.
  void begin();
  // input: activations of the chunk before, or the gradient of the chunk behind; undefined where
  // there is none. What goes to the next chunk, or back; undefined where nothing does.
  at::Tensor run(const pipeline::Action& action, const MicroBatch& batch, const at::Tensor& input);
  // Sum over the micro-batches so far, each over their number; undefined without the last chunk.
  at::Tensor loss() const { return loss_; }

 private:
  using Place = std::pair<int, int>;  // chunk, micro-batch
  struct Passing;

  PipelineChunk& chunk(int number) { return chunks_[number / schedule_.ranks]; }
  at::Tensor forward(const pipeline::Action& action, const MicroBatch& batch,
                     const at::Tensor& input);
  at::Tensor backward(const pipeline::Action& action, const MicroBatch& batch,
                      const at::Tensor& input);
  void weights(const pipeline::Action& action);

  const pipeline::Schedule& schedule_;
  std::vector<PipelineChunk> chunks_;
  std::map<Place, Passing> passing_;
  at::Tensor loss_;
};

}  // namespace wgf::engine
