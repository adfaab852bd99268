// SPDX-License-Identifier: MIT
// One training step: forward and loss, backward, optimizer. Data are random and already on the
// device.

#include <ATen/core/Tensor.h>
#include <c10/core/StreamGuard.h>

#include <cmath>

#include "engine/benchmarks/benchmark.h"
#include "engine/benchmarks/measured_case.h"
#include "engine/benchmarks/model_setup.h"
#include "engine/measure/device.h"
#include "engine/measure/device_graph.h"
#include "engine/measure/optimizer.h"

namespace wgf::engine {
namespace {

constexpr std::string_view phase_tags[] = {"forward_time", "backward_time", "optimizer_time"};

class TrainStep final : public StepWork {
 public:
  TrainStep(LoadedModel& model, const ModelSettings& settings, c10::Device device)
      : model_(model),
        device_(device),
        autocast_dtype_(settings.autocast_dtype()),
        weight_cache_(settings.launch == Launch::graph ? AutocastScope::WeightCache::off
                                                       : AutocastScope::WeightCache::on),
        optimizer_(make_optimizer(settings.optimizer, model.network->parameters())) {
    // Only float16 under autocast needs its loss scaled; gradients that are float16 themselves
    // cannot be unscaled (PyTorch refuses it as well).
    if (autocast_dtype_ == c10::ScalarType::Half) scaler_.emplace(device);
  }

  std::span<const std::string_view> phases() const override { return phase_tags; }

  void step(StepTimer& timer) override {
    optimizer_->zero_grad();
    const torch::Tensor loss = forward();
    timer.mark();
    (scaler_ ? scaler_->scaled(loss) : loss).backward();
    timer.mark();
    update();
    // Detached: a loss with its history would keep the step's tensors alive into the next one.
    last_loss_ = loss.detach();
  }

  void zero_grad() { optimizer_->zero_grad(); }
  Bytes optimizer_bytes() const { return optimizer_->state_bytes(); }
  double last_loss() const { return last_loss_.item<double>(); }

 private:
  torch::Tensor forward() {
    const AutocastScope autocast(device_.type(), autocast_dtype_, weight_cache_);
    const torch::Tensor output = model_.network->forward(model_.batch.inputs);
    return model_.network->loss(output, model_.batch.target);
  }

  void update() {
    if (!scaler_) return optimizer_->step();
    scaler_->step(*optimizer_);
    scaler_->update();
  }

  LoadedModel& model_;
  c10::Device device_;
  std::optional<c10::ScalarType> autocast_dtype_;
  AutocastScope::WeightCache weight_cache_;
  std::unique_ptr<Optimizer> optimizer_;
  std::optional<GradientScaler> scaler_;
  torch::Tensor last_loss_;
};

// The same step as one launch. Phases cannot be told apart inside a graph.
class GraphStep final : public StepWork {
 public:
  GraphStep(c10::Device device, TrainStep& eager)
      : untimed_(device, eager.phase_count()),
        graph_(capture_graph(device, {.step = [&] { eager.step(untimed_); },
                                      .before_capture = [&] { eager.zero_grad(); }})) {}

  void step(StepTimer&) override { graph_->replay(); }

 private:
  StepTimer untimed_;
  std::unique_ptr<DeviceGraph> graph_;
};

class TrainBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "train"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    const c10::Device device = open_device(value.device);
    const ModelSettings settings = read_model_settings(value, device);
    // Recording needs a stream of its own from the first step on.
    const c10::StreamGuard stream(settings.launch == Launch::graph ? side_stream(device)
                                                                   : current_stream(device));
    MeasuredCase measured(value, context, device);
    const results::MathMode math = set_math_mode(settings.precision, settings.low_precision);
    LoadedModel model = load_model(settings, device, value.seed, context.hooks);
    TrainStep step(model, settings, device);
    const StepContent content{.samples = static_cast<double>(settings.shape.batch_size),
                              .tokens = model.tokens_per_step,
                              .flops = measured.count_flops(step)};
    const Bytes state = model.parameter_bytes + model.buffer_bytes +
                        gradient_bytes(*model.network) + step.optimizer_bytes();
    if (settings.launch == Launch::graph) {
      GraphStep graph(device, step);
      measured.measure(graph, content);
    } else {
      measured.measure(step, content);
    }
    measured.add("parameters", static_cast<double>(model.parameter_count));
    measured.add("load_time", in_milliseconds(model.load_time));
    measured.add_model_state(state);
    // A loss that is no number has no place in the record (and in JSON).
    if (const double loss = step.last_loss(); std::isfinite(loss)) measured.add("final_loss", loss);
    results::Result result = measured.take();
    result.math_mode = math;
    return result;
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_train_benchmark() {
  return std::make_unique<TrainBenchmark>();
}

}  // namespace wgf::engine
