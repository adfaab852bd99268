// SPDX-License-Identifier: MIT
#include "engine/training/trained_decoder.h"

#include <ATen/ops/empty_like.h>
#include <ATen/ops/zeros.h>

#include <algorithm>

#include "base/error.h"
#include "engine/llm/rotary.h"
#include "engine/training/step_parts.h"

namespace wgf::engine {
namespace {

Message not_trained(const DecoderShape& shape, const char* feature) {
  return {"engine.not_trained", {{"family", shape.family}, {"feature", feature}}};
}

std::int64_t logit_tokens(const DecoderShape& shape, const DecoderSettings& settings,
                          std::int64_t tokens) {
  if (settings.most_logit_tokens > 0) return std::min(tokens, settings.most_logit_tokens);
  constexpr std::int64_t most_bytes = std::int64_t{2} << 30;
  const auto each =
      static_cast<std::int64_t>(c10::elementSize(settings.types.weights)) * stored_rows(shape);
  // Equal parts, so that the last is no rest.
  const std::int64_t parts = (tokens * each + most_bytes - 1) / most_bytes;
  return (tokens + parts - 1) / parts;
}

// Rows of tables beyond the vocabulary.
void clear_padding(ParameterGroup& group, std::int64_t rows) {
  for (const char* name : {"tokens.weight", "head.weight"})
    for (const at::Tensor& table : {group.master(name), group.weight(name)})
      if (table.defined() && table.size(0) > rows)
        at::Tensor(table.narrow(0, rows, table.size(0) - rows)).zero_();
}

}  // namespace

std::optional<Message> why_not_trained(const DecoderShape& shape, std::int64_t length) {
  const bool has_window = std::find(shape.is_windowed.begin(), shape.is_windowed.end(), true) !=
                              shape.is_windowed.end() &&
                          length > shape.window;
  if (has_window) return not_trained(shape, "sliding window");
  if (shape.has_sandwich_norms || shape.has_shifted_norms || shape.embedding_scale != 1)
    return not_trained(shape, "norms behind attention");
  if (shape.experts.has_biases) return not_trained(shape, "biases of experts");
  if (shape.has_sinks) return not_trained(shape, "attention sinks");
  if (shape.is_gated != (shape.activation == Activation::silu))
    return not_trained(shape, "activation");
  return std::nullopt;
}

TrainedDecoder::TrainedDecoder(DecoderShape shape, const DecoderSettings& settings,
                               c10::Device device, TrainingOperations& operations,
                               TensorCalls* tensors, ExpertCalls* experts)
    : shape_(std::move(shape)),
      settings_(settings),
      device_(device),
      operations_(operations),
      tensors_(tensors == nullptr ? alone_ : *tensors),
      expert_ranks_(experts == nullptr ? has_all_experts_ : *experts),
      fp8_(operations),
      offloaded_(operations, device) {
  if (const auto reason = why_not_trained(shape_, settings_.length))
    throw Error(*reason, ExitCode::not_supported);
  const std::int64_t held = shape_.experts.count / expert_ranks_.ranks();
  const DecoderSpecs specs =
      decoder_specs(shape_, std::max(shape_.most_positions, settings_.length),
                    {.first = expert_ranks_.rank() * held, .count = held});
  const std::int64_t layers =
      settings_.layers < 0 ? shape_.layers - settings_.first_layer : settings_.layers;
  auto embedding = specs.embedding;
  if (!settings_.has_embedding) embedding.resize(settings_.has_end && shape_.is_tied ? 1 : 0);
  const auto add_group = [&](const std::string& name, std::vector<ParameterSpec> own,
                             std::vector<ParameterSpec> of_experts) {
    groups_.emplace_back(name, std::move(own), settings_.padded_to);
    experts_.emplace_back(name + ".experts", std::move(of_experts), settings_.padded_to);
  };
  add_group("embedding", std::move(embedding), {});
  for (std::int64_t i = settings_.first_layer; i < settings_.first_layer + layers; ++i) {
    const bool is_of_experts = shape_.is_of_experts[static_cast<std::size_t>(i)];
    if (is_of_experts) loads_[static_cast<std::size_t>(i - settings_.first_layer)] = {};
    add_group("layer." + std::to_string(i), specs.of_layer(shape_, i),
              is_of_experts ? specs.experts : std::vector<ParameterSpec>());
  }
  add_group("end", settings_.has_end ? specs.end : std::vector<ParameterSpec>(), {});
  if (settings_.has_buffers)
    for (std::size_t i = 0; i < groups_.size(); ++i)
      for (ParameterGroup* group : {&groups_[i], &experts_[i]}) {
        make_buffers(*group, settings_.types, device_);
        fill_at_start(*group, settings_.seed, number_of(i));
        clear_padding(*group, shape_.head_rows());
        if (settings_.offloads_optimizer) move_to_host(*group, device_);
      }
  const RotaryTable table =
      shape_.has_positions ? RotaryTable{} : rotary_table(shape_.rotary, settings_.length, device_);
  work_.emplace(LayerWork{.shape = shape_,
                          .operations = operations_,
                          .tensors = tensors_,
                          .experts = expert_ranks_,
                          .heads = {.sequences = settings_.sequences,
                                    .length = settings_.length,
                                    .heads = shape_.heads,
                                    .kv_heads = shape_.kv_heads,
                                    .head_size = shape_.head_size,
                                    .cosines = table.cosines,
                                    .sines = table.sines,
                                    .query_gain = {},
                                    .key_gain = {},
                                    .epsilon = shape_.norm_epsilon},
                          .recompute = settings_.recompute,
                          .fp8 = settings_.has_fp8_matrices ? &fp8_ : nullptr,
                          .expert_settings = settings_.experts});
  steps_ = at::zeros({1}, at::TensorOptions().dtype(c10::kFloat).device(device_));
}

std::int64_t TrainedDecoder::number_of(std::size_t group) const {
  if (group == 0) return 0;
  if (group + 1 == groups_.size()) return shape_.layers + 1;
  return settings_.first_layer + static_cast<std::int64_t>(group);
}

at::Tensor TrainedDecoder::head() const {
  return shape_.is_tied ? groups_.front().weight("tokens.weight")
                        : groups_.back().weight("head.weight");
}

Stream TrainedDecoder::embed(const at::Tensor& ids) {
  const InPart part(StepPart::head);
  // Of several ranks each has its rows, and one adds the positions: the sum is both.
  const at::Tensor positions =
      tensors_.rank() == 0 ? table().weight("positions.weight") : at::Tensor();
  return {tensors_.leave(operations_.embed(
              ids, table().weight("tokens.weight").narrow(0, 0, shape_.head_rows()), positions,
              tensors_.rank() * shape_.head_rows())),
          {}};
}

Stream TrainedDecoder::layer_forward(std::size_t layer, const Stream& stream, LayerSaved& saved) {
  Stream output =
      engine::layer_forward(*work_, groups_.at(layer + 1), experts_.at(layer + 1), stream, saved);
  if (const auto load = loads_.find(layer); load != loads_.end()) load->second = saved.experts.load;
  return output;
}

at::Tensor TrainedDecoder::layer_backward(std::size_t layer, const at::Tensor& d_stream,
                                          LayerSaved& saved, PutOff* put_off) {
  return engine::layer_backward(*work_, groups_.at(layer + 1), experts_.at(layer + 1), d_stream,
                                saved, put_off);
}

LossAndGradient TrainedDecoder::loss(const Stream& stream, const at::Tensor& targets,
                                     double factor) {
  const InPart in_head(StepPart::head);
  ParameterGroup& end = groups_.back();
  ParameterGroup& of_head = shape_.is_tied ? table() : end;
  const char* name = shape_.is_tied ? "tokens.weight" : "head.weight";
  const NormWeights weights = norm_weights(shape_, end, "norm");
  const Normed normed = operations_.norm(stream.base, stream.added, weights);
  const at::Tensor x = tensors_.enter(normed.output), head_weight = head();
  const at::Tensor flat = targets.flatten();
  const std::int64_t tokens = x.size(0), each = logit_tokens(shape_, settings_, tokens);
  const std::int64_t first = tensors_.rank() * shape_.head_rows();
  const std::int64_t columns =
      std::clamp<std::int64_t>(shape_.vocabulary - first, 0, shape_.head_rows());
  at::Tensor d_x = at::empty_like(x);
  at::Tensor sum = at::zeros({}, x.options().dtype(c10::kFloat));
  for (std::int64_t begin = 0; begin < tokens; begin += each) {
    const std::int64_t count = std::min(each, tokens - begin);
    const at::Tensor part = x.narrow(0, begin, count), wanted = flat.narrow(0, begin, count);
    at::Tensor logits = operations_.linear(part, head_weight, {});
    const LogitStatistics own = operations_.logit_statistics(logits, wanted, first, columns);
    at::Tensor largest = own.largest;
    if (tensors_.ranks() > 1) {
      largest = own.largest.clone();
      tensors_.reduce_largest(largest);
      own.sum.mul_((own.largest - largest).exp());
      tensors_.reduce_sum(own.sum);
      tensors_.reduce_sum(own.wanted);
    }
    const at::Tensor log_sums = own.sum.log().add_(largest);
    sum.add_((log_sums - own.wanted).sum(), factor);
    operations_.logit_gradients(logits, wanted, log_sums, first, columns, factor);
    d_x.narrow(0, begin, count).copy_(operations_.linear_inputs_backward(logits, head_weight));
    operations_.linear_weights_backward(logits, part, of_head.gradient_place(name));
  }
  return {sum, operations_.norm_backward(tensors_.enter_backward(d_x), {}, normed, weights,
                                         norm_gradients(end, "norm"))};
}

void TrainedDecoder::embed_backward(const at::Tensor& ids, const at::Tensor& d_stream) {
  const InPart part(StepPart::head);
  const GradientPlace positions = table().gradient_place("positions.weight");
  const GradientPlace tokens = table().gradient_place("tokens.weight");
  operations_.embed_backward(tensors_.leave_backward(d_stream), ids,
                             tensors_.rank() * shape_.head_rows(), shape_.head_rows(), tokens,
                             positions);
}

void TrainedDecoder::clear_gradients() {
  for (auto* groups : {&groups_, &experts_})
    for (ParameterGroup& group : *groups) group.clear_gradients();
}

void TrainedDecoder::update(std::size_t group) {
  update_group(groups_.at(group), settings_.rates);
  // Summed over the tokens of all ranks that experts are shared out among, each of which takes the
  // mean over its own.
  AdamwRates rates = settings_.rates;
  rates.gradient_factor /= static_cast<double>(expert_ranks_.ranks());
  update_group(experts_.at(group), rates);
}

void TrainedDecoder::update_group(ParameterGroup& group, const AdamwRates& rates) {
  if (group.numbers() == 0) return;
  const InPart part(StepPart::optimizer);
  if (!settings_.offloads_optimizer) return operations_.adamw(group, rates, steps_);
  ParameterGroup* next = nullptr;
  bool is_behind = false;
  for (std::size_t i = 0; i < groups_.size() && next == nullptr; ++i)
    for (ParameterGroup* one : {&groups_[i], &experts_[i]}) {
      if (is_behind && next == nullptr && one->numbers() > 0) next = one;
      if (one == &group) is_behind = true;
    }
  offloaded_.update(group, next, rates, steps_);
}

Bytes TrainedDecoder::host_bytes() const {
  std::size_t bytes = 0;
  for (const auto* groups : {&groups_, &experts_})
    for (const ParameterGroup& group : *groups)
      for (const at::Tensor* flat :
           {&group.master_weights, &group.first_moments, &group.second_moments})
        if (settings_.offloads_optimizer && flat->defined()) bytes += flat->nbytes();
  return Bytes(static_cast<std::int64_t>(bytes));
}

Bytes TrainedDecoder::state_bytes() const {
  std::size_t bytes = 0;
  for (const auto* groups : {&groups_, &experts_})
    for (const ParameterGroup& group : *groups) {
      for (const at::Tensor* flat : {&group.weights, &group.gradients})
        if (flat->defined()) bytes += flat->nbytes();
      if (settings_.offloads_optimizer) continue;
      for (const at::Tensor* flat : {&group.first_moments, &group.second_moments})
        if (flat->defined()) bytes += flat->nbytes();
      if (group.master_weights.defined() && !group.master_weights.is_same(group.weights))
        bytes += group.master_weights.nbytes();
    }
  return Bytes(static_cast<std::int64_t>(bytes + offloaded_.bytes()));
}

}  // namespace wgf::engine
