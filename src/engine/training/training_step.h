// SPDX-License-Identifier: MIT
#pragma once
// A whole step of a decoder on one stage: micro-batches forward and backward, one after another,
// then the update, with the calls of whoever shares parameters among ranks.

#include <vector>

#include "engine/training/offloaded_layers.h"
#include "engine/training/trained_decoder.h"

namespace wgf::engine {

struct MicroBatch {
  at::Tensor ids, targets;  // int64 [sequences, length]
};

class TrainingStep {
 public:
  // Both outlive the step. Whole networks only: stages of a pipeline call the decoder themselves.
  explicit TrainingStep(TrainedDecoder& decoder, GroupCalls* calls = nullptr);

  // Of one micro-batch of so many; gradients are those of the mean over all tokens of all of them.
  // The loss: this one's part of that mean, float32 on the device.
  at::Tensor forward(const MicroBatch& batch, std::size_t number, std::size_t of);
  void backward(const MicroBatch& batch, std::size_t number, std::size_t of);
  void update();

  // All three for each; the mean loss.
  at::Tensor run(const std::vector<MicroBatch>& batches);

  // Of all that lies in the host's memory.
  Bytes host_bytes() const;

 private:
  TrainedDecoder& decoder_;
  GroupCalls none_;
  GroupCalls& calls_;
  std::vector<LayerSaved> saved_;  // of the layers, until the backward pass
  std::optional<OffloadedLayers> offloaded_;
  at::Tensor d_stream_;
};

}  // namespace wgf::engine
