// SPDX-License-Identifier: MIT
#pragma once
// The engine's conversation with the front program: greet, then answer case after case until end of
// file.

#include <atomic>

#include "engine/measure/benchmark.h"

namespace wgf::engine {

// The parts every case needs, opened once. is_stop_requested is set by SIGINT: the running case
// ends early and reports what it has.
class EngineResources {
 public:
  explicit EngineResources(const std::atomic<bool>& is_stop_requested);
  Context context() const;

 private:
  const std::atomic<bool>& is_stop_requested_;
  GpuSensors sensors_;
  CountingAllocator& cpu_memory_;
};

// Runs until the channel closes; returns the process's exit code.
int serve(int channel_fd, std::atomic<bool>& is_stop_requested);

}  // namespace wgf::engine
