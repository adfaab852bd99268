// SPDX-License-Identifier: MIT
// One forward pass without gradients: throughput from steps back to back, latency from steps whose
// result the host waits for.

#include <c10/core/InferenceMode.h>
#include <c10/core/StreamGuard.h>

#include "engine/benchmarks/benchmark.h"
#include "engine/benchmarks/measured_case.h"
#include "engine/benchmarks/model_setup.h"
#include "engine/measure/device.h"
#include "engine/measure/device_graph.h"

namespace wgf::engine {
namespace {

class InferStep final : public StepWork {
 public:
  InferStep(LoadedModel& model, const ModelSettings& settings, c10::Device device)
      : model_(model),
        device_(device),
        autocast_dtype_(settings.autocast_dtype()),
        weight_cache_(settings.launch == Launch::graph ? AutocastScope::WeightCache::off
                                                       : AutocastScope::WeightCache::on) {}

  void step(StepTimer&) override {
    const AutocastScope autocast(device_.type(), autocast_dtype_, weight_cache_);
    // Kept until the next step: a recorded graph writes its result there.
    output_ = model_.network->forward(model_.batch.inputs);
  }

 private:
  LoadedModel& model_;
  c10::Device device_;
  std::optional<c10::ScalarType> autocast_dtype_;
  AutocastScope::WeightCache weight_cache_;
  torch::Tensor output_;
};

class GraphStep final : public StepWork {
 public:
  GraphStep(c10::Device device, InferStep& eager)
      : untimed_(device, 1),
        graph_(capture_graph(device, {.step = [&] { eager.step(untimed_); }})) {}

  void step(StepTimer&) override { graph_->replay(); }

 private:
  StepTimer untimed_;
  std::unique_ptr<DeviceGraph> graph_;
};

class InferBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "infer"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    const c10::Device device = open_device(value.device);
    const ModelSettings settings = read_model_settings(value, device);
    const c10::StreamGuard stream(settings.launch == Launch::graph ? side_stream(device)
                                                                   : current_stream(device));
    MeasuredCase measured(value, context, device);
    const results::MathMode math = set_math_mode(settings.precision, settings.low_precision);
    LoadedModel model = load_model(settings, device, value.seed, context.hooks);
    model.network->eval();
    const c10::InferenceMode no_gradients;
    InferStep step(model, settings, device);
    const StepContent content{.samples = static_cast<double>(settings.shape.batch_size),
                              .tokens = model.tokens_per_step,
                              .flops = measured.count_flops(step)};
    const auto measure = [&](StepWork& work) {
      measured.measure(work, content);
      measured.measure_latency(work);
    };
    if (settings.launch == Launch::graph) {
      GraphStep graph(device, step);
      measure(graph);
    } else {
      measure(step);
    }
    measured.add("parameters", static_cast<double>(model.parameter_count));
    measured.add("load_time", in_milliseconds(model.load_time));
    measured.add_model_state(model.parameter_bytes + model.buffer_bytes);
    results::Result result = measured.take();
    result.math_mode = math;
    return result;
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_infer_benchmark() {
  return std::make_unique<InferBenchmark>();
}

}  // namespace wgf::engine
