// SPDX-License-Identifier: MIT
#pragma once
// What can be measured: one interface, one file per benchmark; and what all that is measured
// shares.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/measure/counting_allocator.h"
#include "engine/measure/step_work.h"
#include "engine/measure/telemetry.h"
#include "results/result.h"

namespace wgf::engine {

class RankGroup;

// What every case of this process shares.
struct Context {
  const GpuSensors* sensors = nullptr;
  CountingAllocator* cpu_memory = nullptr;
  MeasureHooks hooks;
  RankGroup* ranks = nullptr;  // that measure the case together with this one; null: it is alone
};

class Benchmark {
 public:
  virtual ~Benchmark() = default;
  virtual std::string_view name() const = 0;
  // Throws CaseEnded or a LibTorch error where the case cannot be measured; run_case() makes a
  // Result of either.
  virtual results::Result run(const results::Case& value, const Context& context) const = 0;
};

using Benchmarks = std::vector<std::unique_ptr<Benchmark>>;

}  // namespace wgf::engine
