// SPDX-License-Identifier: MIT
// One forward pass without gradients: throughput from steps back to back, latency from steps whose
// result the host waits for.

#include <c10/core/InferenceMode.h>

#include "engine/benchmarks/benchmark_list.h"
#include "engine/compile/package.h"
#include "engine/compile/traced_graph.h"
#include "engine/measure/device.h"
#include "engine/measure/graph_step.h"
#include "engine/models/model_case.h"

namespace wgf::engine {
namespace {

class InferStep final : public StepWork {
 public:
  explicit InferStep(ModelCase& opened)
      : network_(*opened.model.network),
        inputs_(opened.model.batch.inputs),
        device_(opened.device.type()),
        autocast_dtype_(opened.settings.autocast_dtype()),
        weight_cache_(opened.settings.weight_cache()) {}

  void step(StepTimer&) override {
    const AutocastScope autocast(device_, autocast_dtype_, weight_cache_);
    // Kept until the next step: a recorded graph writes its result there.
    output_ = network_.forward(inputs_);
  }
  const torch::Tensor& output() const { return output_; }

 private:
  Network& network_;
  const std::vector<torch::Tensor>& inputs_;
  c10::DeviceType device_;
  std::optional<c10::ScalarType> autocast_dtype_;
  AutocastScope::WeightCache weight_cache_;
  torch::Tensor output_;
};

class InferBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "infer"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    ModelCase opened(value, context);
    opened.model.network->eval();
    if (is_packaged(opened.settings.launch)) return run_packaged(opened, value);
    results::Result result = run_eager(opened);
    trace_for_package(opened, TracedTask::infer, result);
    return result;
  }

 private:
  static results::Result run_eager(ModelCase& opened) {
    const c10::InferenceMode no_gradients;
    InferStep step(opened);
    const StepContent content = opened.content(step);
    std::optional<GraphStep> recorded;
    if (opened.settings.launch == Launch::graph) recorded.emplace(opened.device, step);
    return measure(opened, recorded ? static_cast<StepWork&>(*recorded) : step, content);
  }

  static results::Result run_packaged(ModelCase& opened, const results::Case& value) {
    const c10::InferenceMode no_gradients;
    const auto package = open_package(value, opened.device);
    PackagedInferStep step(opened, *package);
    const PackageCheck check = check_inference(opened, step);
    // The package brings weights of its own.
    opened.model.network.reset();
    release_cached_memory(opened.device);
    std::optional<GraphStep> recorded;
    if (is_recorded(opened.settings.launch)) recorded.emplace(opened.device, step);
    results::Result result = measure(opened, recorded ? static_cast<StepWork&>(*recorded) : step,
                                     opened.uncounted_content());
    check.add_to(result, opened.settings);
    return result;
  }

  static PackageCheck check_inference(ModelCase& opened, PackagedInferStep& packaged) {
    StepTimer untimed(opened.device, 1);
    InferStep step(opened);
    step.step(untimed);
    packaged.step(untimed);
    return {.output_difference = largest_difference(step.output(), packaged.output())};
  }

  static results::Result measure(ModelCase& opened, StepWork& work, const StepContent& content) {
    opened.measured.measure(work, content);
    opened.measured.measure_latency(work);
    return opened.take(opened.model.parameter_bytes + opened.model.buffer_bytes);
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_infer_benchmark() {
  return std::make_unique<InferBenchmark>();
}

}  // namespace wgf::engine
