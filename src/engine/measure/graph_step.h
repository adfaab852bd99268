// SPDX-License-Identifier: MIT
#pragma once
// A step recorded once and replayed with one launch. Phases cannot be told apart inside a graph.

#include "engine/measure/device_graph.h"
#include "engine/measure/step_work.h"

namespace wgf::engine {

class GraphStep final : public StepWork {
 public:
  // Records `eager` as capture_graph() says; `eager` must live as long as this does, because the
  // graph writes to its tensors.
  GraphStep(
      c10::Device device, StepWork& eager, std::function<void()> before_capture = [] {})
      : untimed_(device, eager.part_count()),
        graph_(capture_graph(device, {.step = [this, &eager] { eager.step(untimed_); },
                                      .before_capture = std::move(before_capture)})) {}

  void step(StepTimer&) override { graph_->replay(); }
  Bytes unseen_peak() const override { return graph_->recorded_peak(); }

 private:
  StepTimer untimed_;  // outside a stretch: its marks do nothing
  std::unique_ptr<DeviceGraph> graph_;
};

}  // namespace wgf::engine
