// SPDX-License-Identifier: MIT
#include "engine/measure/flop_formulas.h"

#include <ATen/core/Tensor.h>

#include <algorithm>
#include <array>
#include <utility>

namespace wgf::engine {
namespace {

constexpr double per_mac = 2;

double elements(const at::Tensor& tensor) {
  return static_cast<double>(tensor.numel());
}

double extent(const at::Tensor& tensor, std::int64_t dimension) {
  return static_cast<double>(tensor.size(dimension));
}

// [.., m, k] x [k, n] or [b, m, k] x [b, k, n]: every element of the left meets n of the right.
double product_flops(const at::Tensor& left, const at::Tensor& right) {
  if (right.dim() == 1) return per_mac * elements(left);  // matrix times vector
  return per_mac * elements(left) * extent(right, -1);
}

double matrix_product(const CallArguments& call) {
  return product_flops(call.tensor({"mat1", "batch1", "self"}),
                       call.tensor({"mat2", "batch2", "vec"}));
}

double added_vector_product(const CallArguments& call) {
  return product_flops(call.tensor({"mat"}), call.tensor({"vec"}));
}

std::int64_t at_or_last(const std::vector<std::int64_t>& values, std::size_t i) {
  return values.at(std::min(i, values.size() - 1));
}

// Positions of the result of a convolution that is not transposed (the formula of nn.Conv2d).
double output_positions(const CallArguments& call, const at::Tensor& input,
                        const at::Tensor& weight) {
  const auto stride = call.integers("stride"), padding = call.integers("padding"),
             dilation = call.integers("dilation");
  double positions = 1;
  for (std::int64_t d = 2; d < weight.dim(); ++d) {
    const auto i = static_cast<std::size_t>(d - 2);
    const std::int64_t reach = at_or_last(dilation, i) * (weight.size(d) - 1) + 1;
    positions *= static_cast<double>(
        (input.size(d) + 2 * at_or_last(padding, i) - reach) / at_or_last(stride, i) + 1);
  }
  return positions;
}

// Each position of each sample meets every weight once: weight holds out * in/groups * kernel
// values. Where the convolution is transposed the positions are those of its input.
double convolution_flops(double samples, double positions, const at::Tensor& weight) {
  return per_mac * samples * positions * elements(weight);
}

double positions_of(const at::Tensor& tensor) {
  double positions = 1;
  for (std::int64_t d = 2; d < tensor.dim(); ++d) positions *= extent(tensor, d);
  return positions;
}

double convolution(const CallArguments& call) {
  const at::Tensor input = call.tensor({"input"}), weight = call.tensor({"weight"});
  const bool is_batched = input.dim() == weight.dim();
  const at::Tensor batched = is_batched ? input : input.unsqueeze(0);
  const double positions =
      call.flag("transposed") ? positions_of(batched) : output_positions(call, batched, weight);
  return convolution_flops(extent(batched, 0), positions, weight);
}

// The gradients of input and weight cost as much as the forward pass each; the mask says which are
// asked for.
double convolution_backward(const CallArguments& call) {
  const at::Tensor input = call.tensor({"input"}), gradient = call.tensor({"grad_output"});
  const double positions = positions_of(call.flag("transposed") ? input : gradient);
  const double forward = convolution_flops(extent(input, 0), positions, call.tensor({"weight"}));
  const auto mask = call.find("output_mask")->toBoolList();
  return forward * ((mask[0] ? 1 : 0) + (mask[1] ? 1 : 0));
}

// Pairs of query and key that attention looks at: all, or with a causal mask the i + 1 first keys
// of query i.
double attended_pairs(double queries, double keys, bool is_causal) {
  if (!is_causal) return queries * keys;
  const double triangle = std::min(queries, keys);
  return triangle * (triangle + 1) / 2 + std::max(0.0, queries - keys) * keys;
}

// Scores and weighted sum: two products over batch and heads.
double attention(const CallArguments& call) {
  const at::Tensor query = call.tensor({"query"}), key = call.tensor({"key"}),
                   value = call.tensor({"value"});
  const double pairs = attended_pairs(extent(query, -2), extent(key, -2), call.flag("is_causal"));
  return per_mac * extent(query, 0) * extent(query, 1) * pairs *
         (extent(query, -1) + extent(value, -1));
}

// Gradients of scores, query, key and value: four products. The scores that flash kernels compute
// again are not counted.
double attention_backward(const CallArguments& call) {
  return 2 * attention(call);
}

// [time, batch, features] or batch first: every step of every sequence meets all weights once.
double recurrent_flops(const at::Tensor& input, double weights) {
  return per_mac * extent(input, 0) * extent(input, 1) * weights;
}

double onednn_recurrent(const CallArguments& call) {
  const double weights =
      elements(call.tensor({"weight0", "weight1"})) +
      elements(call.find("weight0") ? call.tensor({"weight1"}) : call.tensor({"weight2"}));
  return recurrent_flops(call.tensor({"input"}), weights);
}

double onednn_recurrent_backward(const CallArguments& call) {
  return 2 * onednn_recurrent(call);
}

double cudnn_recurrent(const CallArguments& call) {
  double weights = 0;
  // Biases have one dimension.
  for (const at::Tensor& weight : call.find("weight")->toTensorVector())
    if (weight.dim() == 2) weights += elements(weight);
  return recurrent_flops(call.tensor({"input"}), weights);
}

double cudnn_recurrent_backward(const CallArguments& call) {
  return 2 * cudnn_recurrent(call);
}

constexpr std::pair<std::string_view, FlopFormula> formulas[] = {
    {"aten::mm", matrix_product},
    {"aten::addmm", matrix_product},
    {"aten::addmm_", matrix_product},
    {"aten::_addmm_activation", matrix_product},
    {"aten::bmm", matrix_product},
    {"aten::baddbmm", matrix_product},
    {"aten::baddbmm_", matrix_product},
    {"aten::addbmm", matrix_product},
    {"aten::mv", matrix_product},
    {"aten::addmv", added_vector_product},
    {"aten::_scaled_mm", matrix_product},
    {"aten::_int_mm", matrix_product},
    {"aten::convolution", convolution},
    {"aten::convolution_backward", convolution_backward},
    {"aten::_scaled_dot_product_flash_attention", attention},
    {"aten::_scaled_dot_product_efficient_attention", attention},
    {"aten::_scaled_dot_product_cudnn_attention", attention},
    {"aten::_scaled_dot_product_flash_attention_for_cpu", attention},
    {"aten::_scaled_dot_product_fused_attention_overrideable", attention},
    {"aten::_scaled_dot_product_flash_attention_backward", attention_backward},
    {"aten::_scaled_dot_product_efficient_attention_backward", attention_backward},
    {"aten::_scaled_dot_product_cudnn_attention_backward", attention_backward},
    {"aten::_scaled_dot_product_flash_attention_for_cpu_backward", attention_backward},
    {"aten::_scaled_dot_product_fused_attention_overrideable_backward", attention_backward},
    {"aten::mkldnn_rnn_layer", onednn_recurrent},
    {"aten::mkldnn_rnn_layer_backward", onednn_recurrent_backward},
    {"aten::_cudnn_rnn", cudnn_recurrent},
    {"aten::_cudnn_rnn_backward", cudnn_recurrent_backward},
};

}  // namespace

const c10::IValue* CallArguments::find(std::string_view name) const {
  const auto& arguments = schema_.arguments();
  for (std::size_t i = 0; i < arguments.size() && i < values_.size(); ++i)
    if (arguments[i].name() == name) return &values_[i];
  return nullptr;
}

at::Tensor CallArguments::tensor(std::initializer_list<std::string_view> names) const {
  for (const std::string_view name : names)
    if (const c10::IValue* value = find(name); value != nullptr && value->isTensor())
      return value->toTensor();
  return {};
}

std::vector<std::int64_t> CallArguments::integers(std::string_view name) const {
  return find(name)->toIntVector();
}

bool CallArguments::flag(std::string_view name) const {
  const c10::IValue* value = find(name);
  return value != nullptr && value->isBool() && value->toBool();
}

FlopFormula find_flop_formula(std::string_view name) {
  for (const auto& [known, formula] : formulas)
    if (known == name) return formula;
  return nullptr;
}

}  // namespace wgf::engine
