// SPDX-License-Identifier: MIT
#include "engine/training/layer.h"

#include <ATen/ops/addmm.h>
#include <ATen/ops/mm.h>

#include <utility>

#include "engine/training/exchanged_products.h"
#include "engine/training/step_parts.h"

namespace wgf::engine {
namespace {

Gate gate_of(const DecoderShape& shape) {
  return shape.is_gated ? Gate::silu_gated : Gate::gelu_tanh;
}

HeadWork head_work(const LayerWork& work, const ParameterGroup& group) {
  HeadWork heads = work.heads;
  heads.query_gain = group.weight("query_norm.gain");
  heads.key_gain = group.weight("key_norm.gain");
  return heads;
}

at::Tensor linear(const LayerWork& work, const at::Tensor& x, const at::Tensor& weight,
                  const at::Tensor& bias) {
  return work.fp8 != nullptr ? work.fp8->linear(x, weight, bias)
                             : work.operations.linear(x, weight, bias);
}

at::Tensor inputs_backward(const LayerWork& work, const at::Tensor& d_output,
                           const at::Tensor& weight) {
  return work.fp8 != nullptr ? work.fp8->inputs_backward(d_output, weight)
                             : work.operations.linear_inputs_backward(d_output, weight);
}

// Of rows of x, into rows of the product.
MultiplyRows by_rows_of(const at::Tensor& weight, const at::Tensor& bias) {
  return [weight, bias](at::Tensor& product, const at::Tensor& x) {
    if (bias.defined())
      at::addmm_out(product, bias, x, weight.t());
    else
      at::mm_out(product, x, weight.t());
  };
}

// Matrices cut by columns: each rank has a part of the sum; the bias is added once, behind it.
at::Tensor linear_out(const LayerWork& work, const ParameterGroup& group, const std::string& name,
                      const at::Tensor& x) {
  const at::Tensor weight = group.weight(name + ".weight"), bias = group.weight(name + ".bias");
  if (work.tensors.ranks() == 1) return linear(work, x, weight, bias);
  at::Tensor y = work.tensors.leave(linear(work, x, weight, {}));
  return bias.defined() ? y.add_(bias) : y;
}

at::Tensor linear_in(const LayerWork& work, const ParameterGroup& group, const std::string& name,
                     const at::Tensor& x) {
  const at::Tensor weight = group.weight(name + ".weight"), bias = group.weight(name + ".bias");
  if (work.fp8 != nullptr || !work.tensors.shares_sequence())
    return linear(work, work.tensors.enter(x), weight, bias);
  return multiply_entering(work.tensors, x, work.tensors.begin_enter(x), weight.size(0),
                           by_rows_of(weight, bias))
      .product;
}

// Mirror of linear_out: gradients of its output [all tokens, outputs] and of its input.
EnteredProduct linear_out_backward(const LayerWork& work, const at::Tensor& d_output,
                                   const at::Tensor& weight) {
  if (work.fp8 == nullptr && work.tensors.shares_sequence())
    return multiply_entering(
        work.tensors, d_output, work.tensors.begin_leave_backward(d_output), weight.size(1),
        [&](at::Tensor& product, const at::Tensor& rows) { at::mm_out(product, rows, weight); });
  const at::Tensor all = work.tensors.leave_backward(d_output);
  return {all, inputs_backward(work, all, weight)};
}

void weights_backward(const LayerWork& work, ParameterGroup& group, const std::string& name,
                      const at::Tensor& d_output, const at::Tensor& x, PutOff* put_off) {
  const bool is_of_attention = name == "qkv" || name == "output";
  auto compute = [&work, &group, name, d_output, x, is_of_attention] {
    const InPart part(is_of_attention ? StepPart::attention : StepPart::feed_forward);
    const GradientPlace place = group.gradient_place(name + ".weight");
    if (work.fp8 != nullptr)
      work.fp8->weights_backward(d_output, x, place);
    else
      work.operations.linear_weights_backward(d_output, x, place);
  };
  if (put_off != nullptr)
    put_off->push_back(std::move(compute));
  else
    compute();
}

// Mirror of linear_in: the gradient of its input x. Tokens of other ranks come beside one product,
// gradients of them leave beside the other.
at::Tensor linear_in_backward(const LayerWork& work, ParameterGroup& group, const std::string& name,
                              const at::Tensor& d_output, const at::Tensor& x, PutOff* put_off) {
  Arriving entered = work.tensors.begin_enter(x);
  Arriving d_x = work.tensors.begin_enter_backward(
      inputs_backward(work, d_output, group.weight(name + ".weight")));
  weights_backward(work, group, name, d_output, entered.take(), put_off);
  return d_x.take();
}

// Gradients of tensor-parallel ranks are summed, and each of them sees every token.
ExpertWork expert_work(const LayerWork& work) {
  ExpertSettings settings = work.expert_settings;
  settings.balance /= static_cast<double>(work.tensors.ranks());
  return {work.shape.experts, work.operations, work.experts, settings};
}

// Outputs that the layer's setting does not keep.
void forget(const LayerWork& work, LayerSaved& saved) {
  if (work.recompute == Recompute::none) return;
  if (work.recompute == Recompute::full) {
    LayerSaved input;
    input.attention_norm.sum = saved.attention_norm.sum;
    input.experts.load = saved.experts.load;
    saved = std::move(input);
    return;
  }
  saved.attention_norm.output.reset();
  saved.feed_forward_norm.output.reset();
  saved.activated.reset();
  forget_activated(expert_work(work), saved.experts);
}

// Of experts that every token takes, where the shape has any: a dense layer beside the others.
at::Tensor with_shared_experts(const LayerWork& work, const ParameterGroup& group,
                               const at::Tensor& x, const at::Tensor& routed, LayerSaved& saved) {
  if (!group.has("shared_up.weight")) return routed;
  saved.up = work.operations.linear(x, group.weight("shared_up.weight"), {});
  saved.activated = work.operations.activation(saved.up, Gate::silu_gated);
  return routed + work.operations.linear(saved.activated, group.weight("shared_down.weight"), {});
}

// What is added to the stream behind attention.
at::Tensor feed_forward(const LayerWork& work, const ParameterGroup& group,
                        const ParameterGroup& experts, LayerSaved& saved) {
  const at::Tensor& x = saved.feed_forward_norm.output;
  if (experts.numbers() > 0) {
    const at::Tensor entered = work.tensors.enter(x);
    const at::Tensor routed = experts_forward(expert_work(work), group.weight("router.weight"),
                                              experts, entered, saved.experts);
    return work.tensors.leave(with_shared_experts(work, group, entered, routed, saved));
  }
  saved.up = linear_in(work, group, "up", x);
  saved.activated = work.operations.activation(saved.up, gate_of(work.shape));
  return linear_out(work, group, "down", saved.activated);
}

at::Tensor attention_forward(const LayerWork& work, const ParameterGroup& group,
                             const Stream& stream, LayerSaved& saved) {
  const InPart part(StepPart::attention);
  TrainingOperations& operations = work.operations;
  saved.attention_norm =
      operations.norm(stream.base, stream.added, norm_weights(work.shape, group, "attention_norm"));
  saved.heads = operations.split_heads(linear_in(work, group, "qkv", saved.attention_norm.output),
                                       head_work(work, group));
  saved.attended = operations.attention(saved.heads, work.shape.attention_scale);
  const std::int64_t tokens = work.heads.sequences * work.heads.length;
  return linear_out(work, group, "output", saved.attended.output.reshape({tokens, -1}));
}

Stream forward(const LayerWork& work, const ParameterGroup& group, const ParameterGroup& experts,
               const Stream& stream, LayerSaved& saved) {
  const at::Tensor attended = attention_forward(work, group, stream, saved);
  const InPart part(StepPart::feed_forward);
  saved.feed_forward_norm = work.operations.norm(
      saved.attention_norm.sum, attended, norm_weights(work.shape, group, "feed_forward_norm"));
  return {saved.feed_forward_norm.sum, feed_forward(work, group, experts, saved)};
}

void compute_again(const LayerWork& work, const ParameterGroup& group,
                   const ParameterGroup& experts, LayerSaved& saved) {
  if (work.recompute == Recompute::full) {
    const Stream input{saved.attention_norm.sum, {}};
    forward(work, group, experts, input, saved);
    return;
  }
  const InPart part(StepPart::feed_forward);
  const auto again = [&](Normed& normed, const char* name) {
    if (!normed.output.defined())
      normed.output = work.operations.norm_again(normed, norm_weights(work.shape, group, name));
  };
  again(saved.attention_norm, "attention_norm");
  again(saved.feed_forward_norm, "feed_forward_norm");
  if (experts.numbers() > 0)
    experts_again(expert_work(work), work.tensors.enter(saved.feed_forward_norm.output),
                  saved.experts);
  if (saved.up.defined() && !saved.activated.defined())
    saved.activated = work.operations.activation(saved.up, gate_of(work.shape));
}

// Of the norm's output, from that of what was added to the stream.
at::Tensor dense_backward(const LayerWork& work, ParameterGroup& group, const at::Tensor& d_stream,
                          LayerSaved& saved, PutOff* put_off) {
  TrainingOperations& operations = work.operations;
  operations.bias_backward(d_stream, group.gradient_place("down.bias"));
  const auto [d_down, d_activated] =
      linear_out_backward(work, d_stream, group.weight("down.weight"));
  weights_backward(work, group, "down", d_down, saved.activated, put_off);
  saved.activated.reset();
  const at::Tensor d_up = operations.activation_backward(d_activated, saved.up, gate_of(work.shape),
                                                         group.gradient_place("up.bias"));
  saved.up.reset();
  return linear_in_backward(work, group, "up", d_up, saved.feed_forward_norm.output, put_off);
}

at::Tensor with_shared_backward(const LayerWork& work, ParameterGroup& group,
                                const at::Tensor& d_output, const at::Tensor& x,
                                const at::Tensor& d_routed, LayerSaved& saved, PutOff* put_off) {
  if (!group.has("shared_up.weight")) return d_routed;
  TrainingOperations& operations = work.operations;
  weights_backward(work, group, "shared_down", d_output, saved.activated, put_off);
  const at::Tensor d_activated =
      operations.linear_inputs_backward(d_output, group.weight("shared_down.weight"));
  saved.activated.reset();
  const at::Tensor d_up =
      operations.activation_backward(d_activated, saved.up, Gate::silu_gated, {});
  saved.up.reset();
  weights_backward(work, group, "shared_up", d_up, x, put_off);
  return d_routed + operations.linear_inputs_backward(d_up, group.weight("shared_up.weight"));
}

at::Tensor of_experts_backward(const LayerWork& work, ParameterGroup& group,
                               ParameterGroup& experts, const at::Tensor& d_stream,
                               LayerSaved& saved, PutOff* put_off) {
  const at::Tensor d_output = work.tensors.leave_backward(d_stream);
  const at::Tensor x = work.tensors.enter(saved.feed_forward_norm.output);
  const at::Tensor d_routed = experts_backward(expert_work(work), group.weight("router.weight"),
                                               group.gradient_place("router.weight"), experts,
                                               d_output, x, saved.experts, put_off);
  return work.tensors.enter_backward(
      with_shared_backward(work, group, d_output, x, d_routed, saved, put_off));
}

at::Tensor feed_forward_backward(const LayerWork& work, ParameterGroup& group,
                                 ParameterGroup& experts, const at::Tensor& d_stream,
                                 LayerSaved& saved, PutOff* put_off) {
  const InPart part(StepPart::feed_forward);
  const at::Tensor d_normed =
      experts.numbers() == 0 ? dense_backward(work, group, d_stream, saved, put_off)
                             : of_experts_backward(work, group, experts, d_stream, saved, put_off);
  NormGradients gradients = norm_gradients(group, "feed_forward_norm");
  gradients.added_bias = group.gradient_place("output.bias");
  return work.operations.norm_backward(d_normed, d_stream, saved.feed_forward_norm,
                                       norm_weights(work.shape, group, "feed_forward_norm"),
                                       gradients);
}

at::Tensor attention_backward(const LayerWork& work, ParameterGroup& group,
                              const at::Tensor& d_middle, LayerSaved& saved, PutOff* put_off) {
  const InPart part(StepPart::attention);
  TrainingOperations& operations = work.operations;
  const auto [d_output, d_rows] =
      linear_out_backward(work, d_middle, group.weight("output.weight"));
  const at::Tensor& attended = saved.attended.output;
  weights_backward(work, group, "output", d_output,
                   attended.reshape({work.heads.sequences * work.heads.length, -1}), put_off);
  const at::Tensor d_attended = d_rows.view(attended.sizes());
  const HeadTensors d_heads = operations.attention_backward(d_attended, saved.heads, saved.attended,
                                                            work.shape.attention_scale);
  const at::Tensor d_qkv = operations.split_heads_backward(
      d_heads, saved.heads, head_work(work, group),
      {group.gradient_place("query_norm.gain"), group.gradient_place("key_norm.gain"),
       group.gradient_place("qkv.bias")});
  const at::Tensor d_normed =
      linear_in_backward(work, group, "qkv", d_qkv, saved.attention_norm.output, put_off);
  return operations.norm_backward(d_normed, d_middle, saved.attention_norm,
                                  norm_weights(work.shape, group, "attention_norm"),
                                  norm_gradients(group, "attention_norm"));
}

}  // namespace

NormWeights norm_weights(const DecoderShape& shape, const ParameterGroup& group,
                         const std::string& name) {
  return {group.weight(name + ".gain"), group.weight(name + ".bias"), shape.norm_epsilon};
}

NormGradients norm_gradients(ParameterGroup& group, const std::string& name) {
  return {group.gradient_place(name + ".gain"), group.gradient_place(name + ".bias"), {}};
}

Stream layer_forward(const LayerWork& work, ParameterGroup& group, ParameterGroup& experts,
                     const Stream& stream, LayerSaved& saved) {
  const Stream output = forward(work, group, experts, stream, saved);
  forget(work, saved);
  return output;
}

at::Tensor layer_backward(const LayerWork& work, ParameterGroup& group, ParameterGroup& experts,
                          at::Tensor d_stream, LayerSaved& saved, PutOff* put_off) {
  if (work.recompute != Recompute::none) compute_again(work, group, experts, saved);
  d_stream = feed_forward_backward(work, group, experts, d_stream, saved, put_off);
  saved.feed_forward_norm = {};
  saved.experts = {};
  d_stream = attention_backward(work, group, d_stream, saved, put_off);
  if (work.fp8 != nullptr) work.fp8->forget();
  saved = {};
  return d_stream;
}

}  // namespace wgf::engine
