// SPDX-License-Identifier: MIT
#pragma once
// What can be measured: one interface, one file per benchmark, one visible list.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/measure/counting_allocator.h"
#include "engine/measure/step_work.h"
#include "engine/measure/telemetry.h"
#include "results/result.h"

namespace wgf::engine {

// What every case of this process shares.
struct Context {
  const GpuSensors* sensors = nullptr;
  CountingAllocator* cpu_memory = nullptr;
  MeasureHooks hooks;
};

class Benchmark {
 public:
  virtual ~Benchmark() = default;
  virtual std::string_view name() const = 0;
  // Throws CaseEnded or a LibTorch error where the case cannot be measured; run_case() makes a
  // Result of either.
  virtual results::Result run(const results::Case& value, const Context& context) const = 0;
};

const std::vector<std::unique_ptr<Benchmark>>& all_benchmarks();

std::unique_ptr<Benchmark> make_train_benchmark();
std::unique_ptr<Benchmark> make_train_from_files_benchmark();
std::unique_ptr<Benchmark> make_infer_benchmark();
std::unique_ptr<Benchmark> make_product_check_benchmark();
std::unique_ptr<Benchmark> make_user_model_benchmark();

// engine/kernels
std::unique_ptr<Benchmark> make_matmul_benchmark();
std::unique_ptr<Benchmark> make_bandwidth_benchmark();
std::unique_ptr<Benchmark> make_transfer_benchmark();
std::unique_ptr<Benchmark> make_attention_benchmark();
std::unique_ptr<Benchmark> make_convolution_benchmark();
std::unique_ptr<Benchmark> make_norm_act_benchmark();
std::unique_ptr<Benchmark> make_optimizer_step_benchmark();
std::unique_ptr<Benchmark> make_launch_benchmark();
std::unique_ptr<Benchmark> make_link_benchmark();
std::unique_ptr<Benchmark> make_mamf_benchmark();

}  // namespace wgf::engine
