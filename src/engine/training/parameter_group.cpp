// SPDX-License-Identifier: MIT
#include "engine/training/parameter_group.h"

#include <ATen/Context.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/full.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/zeros.h>

#include <cmath>
#include <numeric>

namespace wgf::engine {
namespace {

std::int64_t rounded_up(std::int64_t value, std::int64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

std::int64_t count(const std::vector<std::int64_t>& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{1}, std::multiplies<>());
}

constexpr double deviation = 0.02;

}  // namespace

ParameterGroup::ParameterGroup(std::string name, std::vector<ParameterSpec> specs,
                               std::int64_t multiple)
    : name_(std::move(name)), specs_(std::move(specs)), written_(specs_.size(), false) {
  for (const ParameterSpec& spec : specs_) {
    begins_.push_back(numbers_);
    numbers_ += rounded_up(count(spec.sizes), alignment);
  }
  numbers_ = rounded_up(numbers_, multiple);
}

std::int64_t ParameterGroup::parameters() const {
  std::int64_t all = 0;
  for (const ParameterSpec& spec : specs_) all += count(spec.sizes);
  return all;
}

std::size_t ParameterGroup::find(std::string_view name) const {
  std::size_t i = 0;
  while (i < specs_.size() && specs_[i].name != name) ++i;
  return i;
}

at::Tensor ParameterGroup::view(const at::Tensor& flat, std::string_view name) const {
  const std::size_t i = find(name);
  if (i == specs_.size() || !flat.defined()) return {};
  return flat.narrow(0, begins_[i], count(specs_[i].sizes)).view(specs_[i].sizes);
}

GradientPlace ParameterGroup::gradient_place(std::string_view name) {
  const std::size_t i = find(name);
  if (i == specs_.size()) return {};
  const bool adds = written_[i];
  written_[i] = true;
  return {gradient(name), adds};
}

void make_buffers(ParameterGroup& group, const ParameterTypes& types, c10::Device device) {
  // Zeros: padding is updated and summed like everything else.
  const auto flat = [&](c10::ScalarType type) {
    return at::zeros({group.numbers()}, at::TensorOptions().dtype(type).device(device));
  };
  group.master_weights = flat(c10::kFloat);
  group.weights = types.weights == c10::kFloat ? group.master_weights : flat(types.weights);
  group.gradients = flat(types.gradients);
  group.first_moments = flat(c10::kFloat);
  group.second_moments = flat(c10::kFloat);
}

at::Tensor value_at_start(const ParameterSpec& spec, std::uint64_t seed, std::int64_t group_number,
                          std::int64_t number, c10::Device device) {
  const auto options = at::TensorOptions().dtype(c10::kFloat).device(device);
  if (spec.deviation == 0) return at::full(spec.sizes, spec.fill, options);
  // A clone, so that the default generator is left alone.
  at::Generator generator = at::globalContext().defaultGenerator(device).clone();
  constexpr std::uint64_t most_parameters = 64;
  const std::uint64_t own_seed = (seed << 20U) +
                                 static_cast<std::uint64_t>(group_number) * most_parameters +
                                 static_cast<std::uint64_t>(number);
  generator.set_current_seed(own_seed);
  if (!spec.is_stack()) return at::randn(spec.sizes, generator, options).mul_(spec.deviation);
  at::Tensor stack = at::empty(spec.sizes, options);
  for (std::int64_t i = 0; i < stack.size(0); ++i) {
    generator.set_current_seed(own_seed + (static_cast<std::uint64_t>(spec.first + i + 1) << 40U));
    stack[i].copy_(at::randn(stack[i].sizes(), generator, options).mul_(spec.deviation));
  }
  return stack;
}

void fill_at_start(ParameterGroup& group, std::uint64_t seed, std::int64_t number) {
  for (std::size_t i = 0; i < group.specs().size(); ++i) {
    const ParameterSpec& spec = group.specs()[i];
    group.master(spec.name).copy_(value_at_start(spec, seed, number, static_cast<std::int64_t>(i),
                                                 group.master_weights.device()));
  }
  if (!group.weights.is_same(group.master_weights)) group.weights.copy_(group.master_weights);
}

std::int64_t stored_rows(const DecoderShape& shape) {
  constexpr std::int64_t tile = 64;
  return rounded_up(shape.head_rows(), tile);
}

DecoderSpecs decoder_specs(const DecoderShape& shape, std::int64_t positions,
                           const ExpertPart& held) {
  // Layers that write to the residual stream start smaller: it sums two a layer (GPT-2).
  const double residual = deviation / std::sqrt(2.0 * static_cast<double>(shape.layers));
  const std::int64_t hidden = shape.hidden, queries = shape.query_width();
  const std::int64_t qkv = queries + 2 * shape.kv_width();
  const std::int64_t up = shape.is_gated ? 2 * shape.feed_forward : shape.feed_forward;
  const Cut cut_up = shape.is_gated ? Cut::halves : Cut::rows;

  DecoderSpecs specs;
  const auto add_norm = [&](std::vector<ParameterSpec>& to, const std::string& name) {
    to.push_back({name + ".gain", {hidden}, 0, 1});
    if (shape.has_layer_norms) to.push_back({name + ".bias", {hidden}});
  };
  const auto add_linear = [&](const std::string& name, std::int64_t outputs, std::int64_t inputs,
                              double spread, bool has_bias, Cut cut) {
    specs.layer.push_back({name + ".weight", {outputs, inputs}, spread, 0, cut});
    if (has_bias)
      specs.layer.push_back(
          {name + ".bias", {outputs}, 0, 0, cut == Cut::columns ? Cut::whole : cut});
  };
  specs.embedding.push_back(
      {"tokens.weight", {stored_rows(shape), hidden}, deviation, 0, Cut::rows});
  if (shape.has_positions)
    specs.embedding.push_back({"positions.weight", {positions, hidden}, deviation});

  add_norm(specs.layer, "attention_norm");
  add_linear("qkv", qkv, hidden, deviation, shape.has_qkv_bias, Cut::heads);
  if (shape.has_head_norms) {
    specs.layer.push_back({"query_norm.gain", {shape.head_size}, 0, 1});
    specs.layer.push_back({"key_norm.gain", {shape.head_size}, 0, 1});
  }
  add_linear("output", hidden, queries, residual, shape.has_output_bias, Cut::columns);
  add_norm(specs.layer, "feed_forward_norm");
  if (const ExpertShape& experts = shape.experts; experts.count > 0) {
    specs.layer_of_experts = specs.layer;
    specs.layer_of_experts.push_back({"router.weight", {experts.count, hidden}, deviation});
    if (const std::int64_t shared = experts.shared_width; shared > 0) {
      specs.layer_of_experts.push_back(
          {"shared_up.weight", {2 * shared, hidden}, deviation, 0, Cut::halves});
      specs.layer_of_experts.push_back(
          {"shared_down.weight", {hidden, shared}, residual, 0, Cut::columns});
    }
    const std::int64_t own = held.count < 0 ? experts.count : held.count;
    specs.experts = {
        {"up.weight", {own, 2 * experts.width, hidden}, deviation, 0, Cut::halves, held.first},
        {"down.weight", {own, hidden, experts.width}, residual, 0, Cut::columns, held.first}};
  }
  add_linear("up", up, hidden, deviation, shape.has_mlp_bias, cut_up);
  add_linear("down", hidden, shape.feed_forward, residual, shape.has_mlp_bias, Cut::columns);

  add_norm(specs.end, "norm");
  if (!shape.is_tied)
    specs.end.push_back({"head.weight", {stored_rows(shape), hidden}, deviation, 0, Cut::rows});
  return specs;
}

}  // namespace wgf::engine
