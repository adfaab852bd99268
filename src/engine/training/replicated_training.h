// SPDX-License-Identifier: MIT
#pragma once
// Data parallelism in one process, as PyTorch's DataParallel has it: at every step the first
// device's weights go to all, a thread a device computes on a part of the batch, gradients come
// back to the first, which alone updates. Kept for comparison with ranks.

#include <functional>
#include <memory>
#include <vector>

#include "engine/training/training_step.h"

namespace wgf::engine {

class ReplicatedTraining {
 public:
  using MakeOperations = std::function<std::unique_ptr<TrainingOperations>(c10::Device)>;
  // settings: of one replica. devices: one a replica; may be the same.
  ReplicatedTraining(const DecoderShape& shape, const DecoderSettings& settings,
                     const std::vector<c10::Device>& devices,
                     const MakeOperations& make_operations);
  ~ReplicatedTraining();

  // Micro-batches of all replicas together, [replicas x sequences, length], on the first device.
  // The mean loss, there.
  at::Tensor run(const std::vector<MicroBatch>& batches);

  TrainedDecoder& decoder();  // with the new weights
  Bytes state_bytes() const;  // of all devices
  Bytes host_bytes() const;

 private:
  struct Replica;

  void hand_out_weights();
  void add_up_gradients();

  std::vector<std::unique_ptr<Replica>> replicas_;
};

}  // namespace wgf::engine
