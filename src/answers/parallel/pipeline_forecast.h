// SPDX-License-Identifier: MIT
#pragma once
// A forecast training step as its pipeline runs it: the time of each stage's passes from the
// forecast's parts, replayed in the order of a schedule. docs/method/pipelines.md.

#include <vector>

#include "advisor/predict/training_forecast.h"
#include "pipeline/bubble_split.h"
#include "pipeline/schedule.h"

namespace wgf::answers {

// Of one micro-batch through each chunk, and from one stage to the next. is_balanced: the last
// chunk has fewer layers, for the output behind them.
pipeline::Times chunk_times(const advisor::TrainingForecast& forecast,
                            const advisor::Network& network, const pipeline::Schedule& schedule,
                            bool is_balanced);

struct PipelineForecast {
  Seconds step;       // with what is outside the pipeline: optimizer, data parallelism
  double bubble = 0;  // of the pipeline's time, 0 to 1
  double ideal = 0;   // as the papers have it
  std::vector<pipeline::BubbleSplit> stages;
  std::vector<double> memory_bytes;  // of each stage
  std::vector<double> kept;          // micro-batches' activations of a whole stage that it keeps
};

// forecast: of 1f1b on as many stages.
PipelineForecast forecast_pipeline(const advisor::TrainingForecast& forecast,
                                   const advisor::Network& network, pipeline::Kind kind,
                                   const pipeline::Schedule& schedule, bool is_balanced);

}  // namespace wgf::answers
