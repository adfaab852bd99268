// SPDX-License-Identifier: MIT
#pragma once
// A step of one rank of a pipeline: the actions of a schedule on the chunks of a decoder that the
// rank holds. docs/method/pipelines.md.

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "base/units.h"
#include "engine/measure/device_graph.h"
#include "engine/parallel/stage_links.h"
#include "engine/parallel/stage_passes.h"
#include "pipeline/schedule.h"

namespace wgf::engine {

class ActionClock;

// A pass as a graph, and where what it gives lies.
struct RecordedPass {
  std::unique_ptr<DeviceGraph> graph;
  at::Tensor output;
};

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

  // From now on passes are graphs, each launched at once; what travels between them is queued as
  // before. For batches that stay where they are, after steps with the same; the device is at rest.
  void record(const std::vector<MicroBatch>& batches, DeviceGraphParts& parts);
  void forget_recorded();
  // Cached memory has been given back: the next passes rehearse.
  void forget_rehearsal() { is_rehearsed_ = false; }
  // What all tensors take at most in recorded passes, which the allocator does not see.
  Bytes recorded_peak() const;

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

  const std::vector<PipelineChunk>& chunks() const { return passes_.chunks(); }
  const std::vector<pipeline::Action>& actions() const;
  bool takes(const pipeline::Action& action) const;  // something of the chunk before or behind
  bool gives(const pipeline::Action& action) const;  // something to the chunk behind or before
  int tag_of(const pipeline::Action& action, int chunk) const;
  // The messages of so many actions are expected, from the one at hand on.
  static constexpr std::size_t looked_ahead = 2;
  bool travels(const pipeline::Action& action) const;  // from another rank, what it takes
  at::Tensor message_place() const;
  // A step of passes in which nothing travels, without a trace. A GPU loads kernels and graphs and
  // gets memory when they are first needed, and may come to rest for that: never, where a message
  // waits on it for a neighbour that waits for this rank.
  void rehearse(const std::vector<MicroBatch>& batches);
  void run_actions(const std::vector<MicroBatch>& batches);
  void expect_next(std::size_t from);
  at::Tensor arrived(const pipeline::Action& action);
  void hand_on(const pipeline::Action& action, const at::Tensor& tensor);
  void tie_tables();
  void finish_links();
  void wait_before(std::size_t action);
  void tell_complete();

  const pipeline::Schedule& schedule_;
  RankGroup& stages_;
  StagePasses passes_;
  const std::int64_t tokens_;
  StageLinks links_;
  std::unique_ptr<RankGroup> ends_;  // of a tied head: the ranks of the first and the last chunk
  using Message = std::pair<int, Place>;  // 0: activations into it, 1: gradients
  static Message taken_by(const pipeline::Action& action);
  std::map<Message, std::shared_ptr<StageLinks::Message>> expected_;
  std::map<Message, at::Tensor> handed_;  // between two chunks of this rank
  ActionClock* clock_ = nullptr;
  std::vector<Seconds> waits_;
  Wait wait_;
  bool is_rehearsed_ = false;
  std::vector<RecordedPass> recorded_;      // by action; none: they are launched one by one
  std::map<Message, at::Tensor> place_of_;  // of what they take
  at::Tensor recorded_loss_;
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
