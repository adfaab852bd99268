// SPDX-License-Identifier: MIT
#pragma once
// A whole step recorded once and replayed with one launch (CUDA graph). cuda_graph.cpp in builds
// for CUDA, no_device_graph.cpp (unsupported) in all others.

#include <c10/core/Device.h>

#include <functional>
#include <memory>

#include "base/units.h"

namespace wgf::engine {

class DeviceGraph {
 public:
  virtual ~DeviceGraph() = default;
  // Launches the recorded step on the current stream.
  virtual void replay() = 0;
  // What all tensors took at most while the step was recorded. Its replays take the same, but the
  // allocator does not see it: the blocks belong to the graph and count as free.
  virtual Bytes recorded_peak() const = 0;
};

struct CaptureSteps {
  // The work, on tensors that stay where they are.
  std::function<void()> step;
  // Called after the warm-up, right before the recording: gradients are dropped here, so that the
  // recorded backward pass writes fresh ones into the graph's own memory instead of adding to old
  // ones.
  std::function<void()> before_capture = [] {};
};

// Must run on a stream that is not the default one, and all earlier steps too (autograd remembers
// the stream of a parameter's gradient). Throws CaseEnded(unsupported) on a CPU.
std::unique_ptr<DeviceGraph> capture_graph(c10::Device device, const CaptureSteps& steps);

// Parts of a step, each a graph of its own. They share memory: they are replayed in the order in
// which they were recorded, each once before the first again.
class DeviceGraphParts {
 public:
  virtual ~DeviceGraphParts() = default;
  // Work on tensors that stay where they are, which steps before have done already. It is recorded,
  // not done.
  virtual std::unique_ptr<DeviceGraph> record(const std::function<void()>& work) = 0;
};

// On a stream that is not the default one, where the device is at rest. Throws
// CaseEnded(unsupported) on a CPU.
std::unique_ptr<DeviceGraphParts> make_graph_parts(c10::Device device);

}  // namespace wgf::engine
