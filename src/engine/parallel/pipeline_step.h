// SPDX-License-Identifier: MIT
#pragma once
// A step of one rank of a pipeline: the actions of a schedule on the chunks of a decoder that the
// rank holds. docs/method/pipelines.md.

#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "base/units.h"
#include "engine/parallel/stage_links.h"
#include "engine/training/training_step.h"
#include "pipeline/schedule.h"

namespace wgf::engine {

// One of the rank's parts of the network; calls: of who shares its groups, never null.
struct PipelineChunk {
  TrainedDecoder* decoder = nullptr;
  GroupCalls* calls = nullptr;
};

// Which layers a chunk has: as even as they divide, the last ones fewer.
std::pair<std::int64_t, std::int64_t> layers_of_chunk(std::int64_t layers, int chunks, int chunk);

class ActionClock;

class PipelineStep {
 public:
  // chunks: this rank's, in the order of the model. stages, schedule and what chunks point to
  // outlive it. tokens: rows of what passes from stage to stage.
  PipelineStep(const pipeline::Schedule& schedule, RankGroup& stages,
               std::vector<PipelineChunk> chunks, std::int64_t tokens);
  ~PipelineStep();

  // Forward and backward of all micro-batches, whose number is the schedule's. The mean loss on the
  // rank of the last chunk, undefined on the others.
  at::Tensor passes(const std::vector<MicroBatch>& batches);
  void update();
  at::Tensor run(const std::vector<MicroBatch>& batches);

  Bytes message_bytes() const;  // of activations to the next stage
  // One message of activations to the next stage, alone; all ranks call it.
  Seconds transfer_time();

  // Of neighbours that are not here: what is waited before each of this rank's actions.
  using Wait = std::function<void(Seconds)>;
  void set_waits(std::vector<Seconds> before, Wait wait);

  // Where set, told of each action's begin and end.
  void set_clock(ActionClock* clock) { clock_ = clock; }

 private:
  using Place = std::pair<int, int>;  // chunk, micro-batch
  struct Passing;

  PipelineChunk& chunk(int number) { return chunks_[number / schedule_.ranks]; }
  bool is_last(int chunk) const { return chunk + 1 == schedule_.chunks(); }
  int tag_of(const pipeline::Action& action, int chunk) const;
  void expect_next(std::size_t from);
  at::Tensor arrived(const pipeline::Action& action);
  void hand_on(const pipeline::Action& action, const at::Tensor& tensor);
  void forward(const pipeline::Action& action, const MicroBatch& batch);
  void backward(const pipeline::Action& action, const MicroBatch& batch);
  void weights(const pipeline::Action& action);
  void tie_tables();
  void finish_links();
  void wait_before(std::size_t action);
  void tell_complete();

  const pipeline::Schedule& schedule_;
  RankGroup& stages_;
  std::vector<PipelineChunk> chunks_;
  const std::int64_t tokens_;
  StageLinks links_;
  std::unique_ptr<RankGroup> ends_;  // of a tied head: the ranks of the first and the last chunk
  std::map<Place, Passing> passing_;
  using Message = std::pair<int, Place>;  // 0: activations into it, 1: gradients
  std::map<Message, std::shared_ptr<StageLinks::Arrival>> expected_;
  std::map<Message, at::Tensor> handed_;  // between two chunks of this rank
  ActionClock* clock_ = nullptr;
  std::vector<Seconds> waits_;
  Wait wait_;
  at::Tensor loss_;
};

// When actions began and ended on the device.
class ActionClock {
 public:
  virtual ~ActionClock() = default;
  // What the action needs is there.
  virtual void begin(const pipeline::Action& action) = 0;
  virtual void end(const pipeline::Action& action) = 0;
};

}  // namespace wgf::engine
