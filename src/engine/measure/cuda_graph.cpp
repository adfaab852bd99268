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
  // pool: {0, 0} is one of its own.
  CudaGraph(c10::Device device, const std::function<void()>& work, at::cuda::MempoolId_t pool) {
    const MemoryMeter memory(device, nullptr);
    // Thread-local mode: other threads (sensors, autograd) may call CUDA while we record.
    graph_->capture_begin(pool, cudaStreamCaptureModeThreadLocal);
    try {
      work();
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

class CudaGraphParts final : public DeviceGraphParts {
 public:
  explicit CudaGraphParts(c10::Device device) : device_(device) {}
  std::unique_ptr<DeviceGraph> record(const std::function<void()>& work) override {
    return std::make_unique<CudaGraph>(device_, work, pool_);
  }

 private:
  const c10::Device device_;
  const at::cuda::MempoolId_t pool_ = at::cuda::graph_pool_handle();
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
  return std::make_unique<CudaGraph>(device, steps.step, at::cuda::MempoolId_t{0, 0});
}

std::unique_ptr<DeviceGraphParts> make_graph_parts(c10::Device device) {
  if (!device.is_cuda())
    throw CaseEnded(results::Status::unsupported,
                    {"engine.graph_needs_gpu", {{"device", device.str()}}});
  return std::make_unique<CudaGraphParts>(device);
}

}  // namespace wgf::engine
