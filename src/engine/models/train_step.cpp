// SPDX-License-Identifier: MIT
#include "engine/models/train_step.h"

namespace wgf::engine {
namespace {

constexpr std::string_view part_tags[] = {"forward_time", "backward_time", "optimizer_time"};
constexpr std::string_view rank_part_tags[] = {"forward_time", "backward_time",
                                               "exchange_wait_time", "optimizer_time"};
constexpr std::string_view sharded_part_tags[] = {
    "forward_time", "backward_time", "exchange_wait_time", "optimizer_time", "gather_time"};

}  // namespace

TrainStep::TrainStep(ModelCase& opened, RankGroup* ranks)
    : network_(*opened.model.network),
      batch_(opened.model.batch),
      device_(opened.device.type()),
      autocast_dtype_(opened.settings.autocast_dtype()),
      weight_cache_(opened.settings.weight_cache()) {
  const ExchangeSettings& settings = opened.settings.exchange;
  std::vector<torch::Tensor> updated = network_.parameters();
  if (ranks != nullptr && settings.zero_stage > 0)
    updated = sharded_.emplace(updated, *ranks, settings).own_parameters();
  else if (ranks != nullptr)
    exchange_.emplace(updated, *ranks, settings);
  optimizer_ =
      make_optimizer(opened.settings.optimizer, updated, parse_way(opened.settings.implementation));
  // Only float16 under autocast needs its loss scaled; gradients that are float16 themselves
  // cannot be unscaled (PyTorch refuses it as well).
  if (autocast_dtype_ == c10::ScalarType::Half) scaler_.emplace(opened.device);
}

std::span<const std::string_view> TrainStep::parts() const {
  if (sharded_) return sharded_part_tags;
  if (exchange_) return rank_part_tags;
  return part_tags;
}

void TrainStep::step(StepTimer& timer) {
  optimizer_->zero_grad();
  const torch::Tensor loss = forward();
  timer.mark();
  (scaler_ ? scaler_->scaled(loss) : loss).backward();
  timer.mark();
  if (exchange_) exchange_->finish();
  if (sharded_) sharded_->finish();
  if (exchange_ || sharded_) timer.mark();
  update();
  if (sharded_) {
    timer.mark();
    sharded_->gather();
  }
  // Detached: a loss with its history would keep the step's tensors alive into the next one.
  last_loss_ = loss.detach();
}

torch::Tensor TrainStep::forward() {
  const AutocastScope autocast(device_, autocast_dtype_, weight_cache_);
  return network_.loss(network_.forward(batch_.inputs), batch_.target);
}

void TrainStep::update() {
  if (!scaler_) return optimizer_->step();
  scaler_->step(*optimizer_);
  scaler_->update();
}

Bytes state_bytes(const LoadedModel& model, const TrainStep& step) {
  return model.parameter_bytes + model.buffer_bytes + gradient_bytes(*model.network) +
         step.optimizer_bytes();
}

}  // namespace wgf::engine
