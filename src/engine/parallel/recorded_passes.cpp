// SPDX-License-Identifier: MIT
// Passes of a pipeline as graphs, whose messages lie in places of their own.

#include <algorithm>

#include "engine/parallel/pipeline_step.h"

namespace wgf::engine {

using pipeline::Action;
using pipeline::Step;

void PipelineStep::record(const std::vector<MicroBatch>& batches, DeviceGraphParts& parts) {
  forget_recorded();
  passes_.begin();
  std::vector<RecordedPass> recorded;
  std::vector<at::Tensor> unused;  // places of messages that nobody needs any more
  for (std::size_t i = 0; i < actions().size(); ++i) {
    // As many are on their way as expect_next() has.
    for (std::size_t next = i; next < std::min(actions().size(), i + looked_ahead); ++next) {
      const Message message = taken_by(actions()[next]);
      if (!travels(actions()[next]) || place_of_.count(message) > 0) continue;
      if (unused.empty()) unused.push_back(message_place());
      place_of_[message] = unused.back();
      unused.pop_back();
    }
    const Action& action = actions()[i];
    const at::Tensor input = takes(action) ? place_of_.at(taken_by(action)) : at::Tensor();
    const MicroBatch batch = batches[static_cast<std::size_t>(action.micro_batch)];
    RecordedPass pass{.graph = nullptr, .output = gives(action) ? message_place() : at::Tensor()};
    pass.graph = parts.record([this, action, batch, input, to = pass.output] {
      const at::Tensor output = passes_.run(action, batch, input);
      if (to.defined()) to.copy_(output);
    });
    if (gives(action)) {
      // Of a chunk of this rank the message is where it is.
      const int to = action.chunk + (action.step == Step::forward ? 1 : -1);
      if (schedule_.rank_of(to) == stages_.rank())
        place_of_[{action.step == Step::forward ? 0 : 1, Place{to, action.micro_batch}}] =
            pass.output;
    }
    recorded.push_back(std::move(pass));
    if (action.step != (schedule_.splits_backward ? Step::weights : Step::backward)) continue;
    for (const Step step : {Step::forward, Step::backward}) {
      const Action done{step, action.micro_batch, action.chunk};
      if (travels(done)) unused.push_back(place_of_.at(taken_by(done)));
    }
  }
  recorded_loss_ = passes_.loss();
  recorded_ = std::move(recorded);
}

void PipelineStep::forget_recorded() {
  recorded_.clear();
  place_of_.clear();
  recorded_loss_.reset();
  forget_rehearsal();
}

Bytes PipelineStep::recorded_peak() const {
  Bytes most;
  for (const RecordedPass& pass : recorded_) most = std::max(most, pass.graph->recorded_peak());
  return most;
}

}  // namespace wgf::engine
