// SPDX-License-Identifier: MIT
#include <ATen/cuda/CUDAGraph.h>

#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"
#include "engine/measure/device_graph.h"
#include "engine/measure/memory_meter.h"

namespace wgf::engine {
namespace {

// Library workspaces, algorithm choices and momentum buffers come into being in the first steps.
constexpr int warmup_steps = 3;

class CudaGraph final : public DeviceGraph {
 public:
  CudaGraph(c10::Device device, const CaptureSteps& steps) {
    const MemoryMeter memory(device, nullptr);
    // Thread-local mode: other threads (sensors, autograd) may call CUDA while we record.
    graph_->capture_begin({0, 0}, cudaStreamCaptureModeThreadLocal);
    try {
      steps.step();
    } catch (...) {
      end_after_error();
      throw;
    }
    graph_->capture_end();
    recorded_peak_ = memory.allocated_peak();
  }

  void replay() override { graph_->replay(); }
  Bytes recorded_peak() const override { return recorded_peak_; }

 private:
  // A stream left in capture mode would break every later case.
  void end_after_error() noexcept {
    try {
      graph_->capture_end();
    } catch (const std::exception&) {
      // The step's own error is the one worth telling.
    }
  }

  Bytes recorded_peak_;
  std::unique_ptr<at::cuda::CUDAGraph> graph_ = std::make_unique<at::cuda::CUDAGraph>();
};

}  // namespace

std::unique_ptr<DeviceGraph> capture_graph(c10::Device device, const CaptureSteps& steps) {
  if (!device.is_cuda())
    throw CaseEnded(results::Status::unsupported,
                    {"engine.graph_needs_gpu", {{"device", device.str()}}});
  for (int i = 0; i < warmup_steps; ++i) steps.step();
  steps.before_capture();
  // The graph takes memory of its own: that of the steps before is given back.
  release_cached_memory(device);
  return std::make_unique<CudaGraph>(device, steps);
}

}  // namespace wgf::engine
