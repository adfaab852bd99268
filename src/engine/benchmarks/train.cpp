// SPDX-License-Identifier: MIT
// One training step: forward and loss, backward, optimizer. Data are random and already on the
// device.

#include <ATen/core/Tensor.h>

#include <cmath>

#include "engine/benchmarks/benchmark.h"
#include "engine/benchmarks/model_case.h"
#include "engine/measure/graph_step.h"
#include "engine/measure/optimizer.h"

namespace wgf::engine {
namespace {

constexpr std::string_view phase_tags[] = {"forward_time", "backward_time", "optimizer_time"};

class TrainStep final : public StepWork {
 public:
  explicit TrainStep(ModelCase& opened)
      : network_(*opened.model.network),
        batch_(opened.model.batch),
        device_(opened.device.type()),
        autocast_dtype_(opened.settings.autocast_dtype()),
        weight_cache_(opened.settings.weight_cache()),
        optimizer_(make_optimizer(opened.settings.optimizer, network_.parameters())) {
    // Only float16 under autocast needs its loss scaled; gradients that are float16 themselves
    // cannot be unscaled (PyTorch refuses it as well).
    if (autocast_dtype_ == c10::ScalarType::Half) scaler_.emplace(opened.device);
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
    const AutocastScope autocast(device_, autocast_dtype_, weight_cache_);
    return network_.loss(network_.forward(batch_.inputs), batch_.target);
  }

  void update() {
    if (!scaler_) return optimizer_->step();
    scaler_->step(*optimizer_);
    scaler_->update();
  }

  Network& network_;
  const Batch& batch_;
  c10::DeviceType device_;
  std::optional<c10::ScalarType> autocast_dtype_;
  AutocastScope::WeightCache weight_cache_;
  std::unique_ptr<Optimizer> optimizer_;
  std::optional<GradientScaler> scaler_;
  torch::Tensor last_loss_;
};

class TrainBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "train"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    ModelCase opened(value, context);
    TrainStep step(opened);
    const StepContent content = opened.content(step);
    const LoadedModel& model = opened.model;
    const Bytes state = model.parameter_bytes + model.buffer_bytes +
                        gradient_bytes(*model.network) + step.optimizer_bytes();
    std::optional<GraphStep> recorded;
    if (opened.settings.launch == Launch::graph)
      recorded.emplace(opened.device, step, [&] { step.zero_grad(); });
    opened.measured.measure(recorded ? static_cast<StepWork&>(*recorded) : step, content);
    // A loss that is no number has no place in the record (and in JSON).
    if (const double loss = step.last_loss(); std::isfinite(loss))
      opened.measured.add("final_loss", loss);
    return opened.take(state);
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_train_benchmark() {
  return std::make_unique<TrainBenchmark>();
}

}  // namespace wgf::engine
