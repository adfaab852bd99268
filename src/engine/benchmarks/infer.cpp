// SPDX-License-Identifier: MIT
// One forward pass without gradients: throughput from steps back to back, latency from steps whose
// result the host waits for.

#include <c10/core/InferenceMode.h>

#include "engine/benchmarks/benchmark.h"
#include "engine/benchmarks/model_case.h"
#include "engine/measure/graph_step.h"

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
    const c10::InferenceMode no_gradients;
    InferStep step(opened);
    const StepContent content = opened.content(step);
    std::optional<GraphStep> recorded;
    if (opened.settings.launch == Launch::graph) recorded.emplace(opened.device, step);
    StepWork& work = recorded ? static_cast<StepWork&>(*recorded) : step;
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
