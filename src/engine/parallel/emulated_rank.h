// SPDX-License-Identifier: MIT
#pragma once
// One rank of a layout whose others are not here: its own shapes, kernels and memory, and waits in
// place of the others. docs/method/ranks.md.

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/parallel/emulated_carrier.h"
#include "engine/parallel/parallel_training.h"
#include "pipeline/bubble_split.h"

namespace wgf::engine {

// How the pipeline that the rank is part of runs, replayed with passes as this device makes them.
struct EmulatedPipeline {
  pipeline::Times times;  // of all chunks
  pipeline::Simulation simulation;
  std::vector<pipeline::BubbleSplit> split;  // by stage
};

class EmulatedRank {
 public:
  // rank: of settings.layout, below its size.
  EmulatedRank(int rank, const ParallelSettings& settings, const EmulatedLinks& links,
               c10::Device device);
  ~EmulatedRank();

  RankGroup& ranks() { return *ranks_; }

  // With stages: makes and times each stage that is unlike the others on this device, one after the
  // other; before the rank itself is made, whose memory they would take.
  EmulatedPipeline time_stages(const DecoderShape& shape, const MakeOperations& make_operations);
  // From here on the rank waits as the replay has it, and the step takes as long as the whole
  // pipeline's: what the rank waits behind its last pass it waits before its first.
  void take_waits(const EmulatedPipeline& pipeline, ParallelTraining& training) const;

  // From here on its exchanges also wait for the slowest of their ranks, as some settled steps let
  // expect, which this runs; before steps are recorded.
  void learn_stragglers(const std::function<void()>& step);
  void forget_stragglers();
  Seconds straggler_wait_of_step() const;

 private:
  const int rank_;
  const ParallelSettings settings_;
  const EmulatedLinks links_;
  const c10::Device device_;
  std::shared_ptr<const StreamWait> wait_;
  std::shared_ptr<StragglerWaits> stragglers_;
  std::unique_ptr<RankGroup> ranks_;
};

// Before each of a rank's actions, in their order; together with these the simulation's end.
std::vector<Seconds> waits_of(const pipeline::Simulation& simulation, std::size_t rank);

}  // namespace wgf::engine
