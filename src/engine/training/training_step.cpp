// SPDX-License-Identifier: MIT
#include "engine/training/training_step.h"

namespace wgf::engine {

TrainingStep::TrainingStep(TrainedDecoder& decoder, GroupCalls* calls)
    : decoder_(decoder), calls_(calls == nullptr ? none_ : *calls), saved_(decoder.layer_count()) {
  if (decoder.settings().offloads_activations)
    offloaded_.emplace(decoder.layer_count(), decoder.device());
}

at::Tensor TrainingStep::forward(const MicroBatch& batch, std::size_t number, std::size_t of) {
  if (number == 0) decoder_.clear_gradients();
  calls_.before_forward(0);
  Stream stream = decoder_.embed(batch.ids);
  calls_.after_forward(0);
  for (std::size_t layer = 0; layer < saved_.size(); ++layer) {
    calls_.before_forward(layer + 1);
    stream = decoder_.layer_forward(layer, stream, saved_[layer]);
    if (offloaded_) offloaded_->leave(layer, saved_[layer]);
    calls_.after_forward(layer + 1);
  }
  const std::size_t end = decoder_.group_count() - 1;
  const bool is_tied = decoder_.shape().is_tied;
  calls_.before_forward(end);
  if (is_tied) calls_.before_forward(0);
  const LossAndGradient result =
      decoder_.loss(stream, batch.targets,
                    1 / static_cast<double>(batch.targets.numel()) / static_cast<double>(of));
  d_stream_ = result.d_stream;
  if (is_tied) calls_.after_forward(0);
  calls_.after_backward(end, number + 1 == of);
  return result.loss;
}

void TrainingStep::backward(const MicroBatch& batch, std::size_t number, std::size_t of) {
  const bool is_last = number + 1 == of;
  for (std::size_t layer = saved_.size(); layer-- > 0;) {
    calls_.before_backward(layer + 1);
    if (offloaded_)
      offloaded_->come_back(layer, saved_[layer], layer > 0 ? &saved_[layer - 1] : nullptr);
    d_stream_ = decoder_.layer_backward(layer, d_stream_, saved_[layer]);
    calls_.after_backward(layer + 1, is_last);
  }
  calls_.before_backward(0);
  decoder_.embed_backward(batch.ids, d_stream_);
  calls_.after_backward(0, is_last);
  d_stream_.reset();
}

void TrainingStep::update() {
  calls_.before_update();
  decoder_.count_step();
  for (std::size_t group = 0; group < decoder_.group_count(); ++group) {
    decoder_.update(group);
    calls_.after_update(group);
  }
}

Bytes TrainingStep::host_bytes() const {
  return decoder_.host_bytes() + (offloaded_ ? offloaded_->host_bytes() : Bytes());
}

at::Tensor TrainingStep::run(const std::vector<MicroBatch>& batches) {
  at::Tensor loss;
  for (std::size_t i = 0; i < batches.size(); ++i) {
    const at::Tensor part = forward(batches[i], i, batches.size());
    loss = loss.defined() ? loss + part : part;
    backward(batches[i], i, batches.size());
  }
  update();
  return loss;
}

}  // namespace wgf::engine
