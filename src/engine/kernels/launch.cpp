// SPDX-License-Identifier: MIT
// What starting work costs: kernels of one element, launched one by one or replayed as a recorded
// graph. step_time is the time of one kernel of many in a row, latency that from the launch of one
// (or of one graph) until the host knows that it is done.

#include <ATen/ops/zeros.h>
#include <c10/core/InferenceMode.h>

#include "engine/kernels/kernel_list.h"
#include "engine/kernels/kernel_parameters.h"
#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"
#include "engine/measure/graph_step.h"
#include "engine/measure/launch.h"
#include "engine/measure/math_mode.h"
#include "engine/measure/measured_case.h"

namespace wgf::engine {
namespace {

// Counts its launches, so that none can be lost unseen.
class SmallKernels final : public StepWork {
 public:
  SmallKernels(std::int64_t count, c10::Device device)
      : count_(count), counter_(at::zeros({1}, at::TensorOptions(device).dtype(at::kLong))) {}
  void step(StepTimer&) override {
    for (std::int64_t i = 0; i < count_; ++i) counter_.add_(1);
  }
  std::int64_t launched() const { return counter_.item<std::int64_t>(); }

 private:
  std::int64_t count_;
  at::Tensor counter_;
};

void check_count(std::int64_t counted, std::int64_t expected) {
  if (counted == expected) return;
  throw CaseEnded(results::Status::invalid,
                  {"engine.lost_launches",
                   {{"counted", std::to_string(counted)}, {"expected", std::to_string(expected)}}});
}

class LaunchBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "launch"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    const c10::Device device = open_device(value.device);
    const Launch launch = parse_launch(choice_of(value.parameters, "launch", {"eager", "graph"}));
    const std::int64_t count = count_of(value.parameters, "kernels", 100);
    const c10::StreamGuard stream(work_stream(launch, device));
    MeasuredCase measured(value, context, device);
    const results::MathMode math = set_math_mode(Precision::fp32, LowPrecision::pure);
    const c10::InferenceMode no_gradients;
    SmallKernels kernels(count, device);
    std::unique_ptr<GraphStep> graph;
    if (launch == Launch::graph) graph = std::make_unique<GraphStep>(device, kernels);
    StepWork& work = graph ? static_cast<StepWork&>(*graph) : kernels;
    StepTimer untimed(device, 1);
    const std::int64_t before = kernels.launched();
    work.step(untimed);
    check_count(kernels.launched() - before, count);
    measured.measure(work, {.repetitions = count});
    SmallKernels single(1, device);
    measured.measure_latency(graph ? work : single);
    results::Result result = measured.take();
    result.math_mode = math;
    return result;
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_launch_benchmark() {
  return std::make_unique<LaunchBenchmark>();
}

}  // namespace wgf::engine
