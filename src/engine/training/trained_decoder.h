// SPDX-License-Identifier: MIT
#pragma once
// A decoder that is trained layer by layer, without autograd: embed, layer_forward(i), loss,
// layer_backward(i), embed_backward, update(i). Each call is one group of parameters, so that
// whoever shares groups or layers among ranks comes in between (call_outs.h, training_step.h).

#include <map>
#include <optional>
#include <vector>

#include "base/message.h"
#include "base/units.h"
#include "engine/training/layer.h"
#include "engine/training/offloaded_update.h"
#include "engine/training/parameter_group.h"

namespace wgf::engine {

struct DecoderSettings {
  std::int64_t sequences = 1, length = 128;  // of a micro-batch
  ParameterTypes types;
  Recompute recompute = Recompute::none;
  bool has_fp8_matrices = false;      // of layers; widths and tokens are multiples of 16
  bool offloads_optimizer = false;    // masters and moments to the host; weights are no float32
  bool offloads_activations = false;  // what layers keep, of whole steps on one stage
  ExpertSettings experts;
  AdamwRates rates;
  std::int64_t most_logit_tokens = 0;  // at once in the loss; 0: as many as take 2 GiB
  std::uint64_t seed = 0;
  std::int64_t padded_to = 1;  // flat buffers are a multiple of so many numbers
  // Of a stage of a pipeline: its layers, and whether it begins or ends the network.
  std::int64_t first_layer = 0, layers = -1;  // -1: all
  bool has_embedding = true, has_end = true;
  bool has_buffers = true;  // else groups begin without any, for a caller who shares them out
};

struct LossAndGradient {
  at::Tensor loss;      // float32, no sizes: sum over tokens times the factor
  at::Tensor d_stream;  // of the stream the loss was taken of
};

class TrainedDecoder {
 public:
  // The shape is a rank's where `tensors` has several; operations, tensors and experts outlive the
  // decoder.
  // Throws Error(engine.not_trained) for a shape that the engine has no operations for.
  TrainedDecoder(DecoderShape shape, const DecoderSettings& settings, c10::Device device,
                 TrainingOperations& operations, TensorCalls* tensors = nullptr,
                 ExpertCalls* experts = nullptr);
  // Layers hold references to members.
  TrainedDecoder(const TrainedDecoder&) = delete;
  TrainedDecoder& operator=(const TrainedDecoder&) = delete;

  const DecoderShape& shape() const { return shape_; }
  const DecoderSettings& settings() const { return settings_; }
  c10::Device device() const { return device_; }
  // 0: the embedding; 1 …: this stage's layers; the last: the end. A stage without embedding or end
  // has empty groups there (but the table of tokens where the end is tied to it).
  std::size_t group_count() const { return groups_.size(); }
  ParameterGroup& group(std::size_t number) { return groups_.at(number); }
  // Of the same number: this rank's experts of that layer; without parameters where it has none.
  ParameterGroup& experts(std::size_t number) { return experts_.at(number); }
  bool has_experts() const { return !loads_.empty(); }
  // Of the last pass through each layer of experts.
  const std::map<std::size_t, ExpertLoad>& expert_loads() const { return loads_; }
  std::size_t layer_count() const { return groups_.size() - 2; }

  // ids int64 [sequences, length].
  Stream embed(const at::Tensor& ids);
  // layer: 0 … layer_count() - 1.
  Stream layer_forward(std::size_t layer, const Stream& stream, LayerSaved& saved);
  // Cross-entropy of the next tokens, forward and backward in chunks of tokens: logits are never
  // all there. targets int64 [sequences, length]; factor: of each token's loss, as 1 / all tokens.
  LossAndGradient loss(const Stream& stream, const at::Tensor& targets, double factor);
  at::Tensor layer_backward(std::size_t layer, const at::Tensor& d_stream, LayerSaved& saved,
                            PutOff* put_off = nullptr);
  void embed_backward(const at::Tensor& ids, const at::Tensor& d_stream);

  void clear_gradients();
  // Once a step, before the updates of its groups.
  void count_step() { steps_.add_(1); }
  void update(std::size_t group);  // and of its experts

  Bytes state_bytes() const;  // of all buffers of all groups on the device
  Bytes host_bytes() const;   // of masters and moments that lie in the host's memory
  // Of the whole network, as counted from the embedding.
  std::int64_t number_of(std::size_t group) const;

 private:
  void update_group(ParameterGroup& group, const AdamwRates& rates);
  ParameterGroup& table() { return groups_.front(); }
  at::Tensor head() const;

  const DecoderShape shape_;
  const DecoderSettings settings_;
  const c10::Device device_;
  TrainingOperations& operations_;
  TensorCalls alone_;
  TensorCalls& tensors_;
  ExpertCalls has_all_experts_;
  ExpertCalls& expert_ranks_;
  std::vector<ParameterGroup> groups_, experts_;
  std::map<std::size_t, ExpertLoad> loads_;  // by layer
  Fp8Products fp8_;
  OffloadedUpdate offloaded_;
  std::optional<LayerWork> work_;
  at::Tensor steps_;
};

// Why the engine does not train this shape; nothing: it does.
std::optional<Message> why_not_trained(const DecoderShape& shape, std::int64_t length);

}  // namespace wgf::engine
