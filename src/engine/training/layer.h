// SPDX-License-Identifier: MIT
#pragma once
// One layer of a decoder, forward and backward by hand, with what it keeps in between as a value.

#include "engine/llm/decoder_shape.h"
#include "engine/training/call_outs.h"
#include "engine/training/expert_feed_forward.h"
#include "engine/training/fp8_products.h"
#include "engine/training/operations.h"

namespace wgf::engine {

// What of a layer's forward pass is not kept but computed again in the backward pass: nothing;
// outputs of norms and of the activation (no matrix product); all but the layer's input.
enum class Recompute { none, selective, full };

// The residual stream is base + added: whoever reads it next adds them in the same pass. added may
// be undefined.
struct Stream {
  at::Tensor base, added;

  at::Tensor whole() const { return added.defined() ? base + added : base; }
};

struct LayerSaved {
  Normed attention_norm, feed_forward_norm;
  Heads heads;
  Attended attended;
  at::Tensor up, activated;  // before and after the activation; of experts those all tokens take
  ExpertsSaved experts;      // of a layer of experts
};

// What layers need beside their parameters and their stream; all references outlive it.
struct LayerWork {
  const DecoderShape& shape;
  TrainingOperations& operations;
  TensorCalls& tensors;
  ExpertCalls& experts;
  HeadWork heads;  // without gains
  Recompute recompute = Recompute::none;
  Fp8Products* fp8 = nullptr;  // of the layers' matrices; null: in the weights' type
  ExpertSettings expert_settings;
};

// experts: the group of those of this layer; one without parameters: the layer is dense.
Stream layer_forward(const LayerWork& work, ParameterGroup& group, ParameterGroup& experts,
                     const Stream& stream, LayerSaved& saved);
// d_stream: gradient of what layer_forward returned; returns that of its input. Empties `saved`.
at::Tensor layer_backward(const LayerWork& work, ParameterGroup& group, ParameterGroup& experts,
                          at::Tensor d_stream, LayerSaved& saved, PutOff* put_off = nullptr);

NormWeights norm_weights(const DecoderShape& shape, const ParameterGroup& group,
                         const std::string& name);
NormGradients norm_gradients(ParameterGroup& group, const std::string& name);

}  // namespace wgf::engine
