// SPDX-License-Identifier: MIT
#pragma once
// One training step: forward and loss, backward, optimizer; of ranks that train together the wait
// for what of the exchange of gradients the backward pass did not hide, before the optimizer. Its
// batch is the one the case holds at the time.

#include <ATen/core/Tensor.h>

#include <memory>
#include <optional>

#include "engine/measure/optimizer.h"
#include "engine/models/gradient_exchange.h"
#include "engine/models/model_case.h"
#include "engine/models/sharded_update.h"

namespace wgf::engine {

class TrainStep final : public StepWork {
 public:
  // The case must outlive the step.
  explicit TrainStep(ModelCase& opened, RankGroup* ranks = nullptr);

  std::span<const std::string_view> parts() const override;
  void step(StepTimer& timer) override;

  void zero_grad() { optimizer_->zero_grad(); }
  Bytes optimizer_bytes() const { return optimizer_->state_bytes(); }
  GradientExchange* exchange() { return exchange_ ? &*exchange_ : nullptr; }
  ShardedUpdate* sharded() { return sharded_ ? &*sharded_ : nullptr; }
  double last_loss() const { return last_loss_.item<double>(); }

 private:
  torch::Tensor forward();
  void update();

  Network& network_;
  const Batch& batch_;
  c10::DeviceType device_;
  std::optional<c10::ScalarType> autocast_dtype_;
  AutocastScope::WeightCache weight_cache_;
  std::optional<GradientExchange> exchange_;  // of ranks: one or the other
  std::optional<ShardedUpdate> sharded_;
  std::unique_ptr<Optimizer> optimizer_;
  std::optional<GradientScaler> scaler_;
  torch::Tensor last_loss_;
};

// Everything that is kept from step to step.
Bytes state_bytes(const LoadedModel& model, const TrainStep& step);

}  // namespace wgf::engine
