// SPDX-License-Identifier: MIT
#pragma once
// What each pass of a pipeline takes, and why its ranks wait. docs/method/pipelines.md.

#include <vector>

#include "engine/parallel/parallel_training.h"
#include "pipeline/bubble_split.h"
#include "pipeline/theory.h"

namespace wgf::engine {

struct PipelineProfile {
  pipeline::Times times;                     // medians, of all chunks
  Seconds step;                              // the passes of all ranks, from one begin
  std::vector<pipeline::BubbleSplit> split;  // by stage
  pipeline::Simulation simulation;           // of these times

  // Of a stage, or the mean of all.
  double bubble_percent(std::size_t stage) const;
  double mean_bubble_percent() const;
  pipeline::StageTime mean_stage() const;  // of one micro-batch through all chunks of a rank
};

// Medians of a rank's passes of so many steps through its own chunks.
struct OwnPasses {
  struct Pass {
    int chunk = 0;
    pipeline::Step step = pipeline::Step::forward;
    Seconds median;
  };
  std::vector<Pass> passes;
  std::vector<Seconds> steps;  // each from one begin of all ranks to the end of its last pass
};
OwnPasses time_passes(ParallelTraining& training, const std::vector<MicroBatch>& batches,
                      int steps);
// Into times that have room for all chunks.
void take_pass(pipeline::Times& times, const OwnPasses::Pass& pass);

// Runs so many steps that all ranks of the pipeline begin together; all of them call it.
PipelineProfile profile_pipeline(ParallelTraining& training, const std::vector<MicroBatch>& batches,
                                 int steps);

}  // namespace wgf::engine
