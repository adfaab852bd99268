// SPDX-License-Identifier: MIT
#include "truth/row_network.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "advisor/network/catalog_network.h"
#include "base/error.h"
#include "base/text.h"
#include "catalog/name_resolver.h"

namespace wgf::truth {

bool has_sane_sizes(const RowShape& row) {
  constexpr int most_layers = 2000, most_hidden = 200'000, most_others = 2'000'000;
  return row.layers.value_or(1) <= most_layers && row.hidden.value_or(1) <= most_hidden &&
         row.ffn_hidden.value_or(1) <= most_others && row.vocab.value_or(1) <= most_others;
}

namespace {

// "llama3_70b truncated to 12 layers", "LLAMA3_70B SFT", "Llama 2 70B LoRA", "Llama 4 16e (2
// layers)", "Llama3 70B pretrain": the words behind the name say what was done with it.
std::string name_of(std::string_view model) {
  const std::string text = lower_case(model);
  std::size_t end = text.size();
  for (const char* word : {" truncated", " sft", " lora", " qlora", " (", " base", " pretrain",
                           " pre-train", " finetun", " fine-tun", " full"})
    end = std::min(end, text.find(word));
  return std::string(model.substr(0, end));
}

const catalog::Model* record_of(const RowShape& row, const catalog::ModelCatalog& models) {
  try {
    const catalog::Model* model = catalog::one_model(models, name_of(row.model)).model;
    const bool is_same = !row.hidden || !model->hidden || *row.hidden == *model->hidden;
    return is_same ? model : nullptr;
  } catch (const Error&) {
    return nullptr;  // a name the catalogue does not know, which is ordinary
  }
}

// Of all layers, or of each expert, as tables of mixtures have it.
bool has_feed_forward_of(const catalog::Model& model, const RowShape& row) {
  const bool is_of_experts = model.mixture && model.mixture->ffn_hidden == row.ffn_hidden;
  return !row.ffn_hidden || model.ffn_hidden == row.ffn_hidden || is_of_experts;
}

// A record of the very shape and size, whatever the row calls it: columns of a mixture of experts
// do not show how many there are.
const catalog::Model* record_of_shape(const RowShape& row, const catalog::ModelCatalog& models) {
  if (!row.layers || !row.hidden || !row.heads || !row.params_b) return nullptr;
  constexpr double billion = 1e9, same = 0.03;
  for (const catalog::Model& model : models.models) {
    const bool is_same =
        model.layers == row.layers && model.hidden == row.hidden && model.heads == row.heads;
    if (!is_same || !has_feed_forward_of(model, row) || !model.params_total) continue;
    const auto params = static_cast<double>(*model.params_total);
    if (std::abs(params / (*row.params_b * billion) - 1) < same) return &model;
  }
  return nullptr;
}

double size_error(advisor::Network network, bool is_gated, double params) {
  network.layers[0].feed_forward.gated = is_gated;
  return std::abs(
      std::log(static_cast<double>(advisor::count_parameters(network).total()) / params));
}

// Networks whose layers are of several kinds, which columns do not show.
bool is_hybrid(const std::string& model) {
  const std::string name = lower_case(model);
  for (const char* word : {"nemotron", "mamba", "jamba", "next", "linear", "granite"})
    if (name.find(word) != std::string::npos) return true;
  return false;
}

// Layers alike whose experts make the size stated, and as many of them active as make the active
// size; shared ones count as active experts.
std::optional<advisor::Network> sparse_network(advisor::Network network, const RowShape& row) {
  constexpr double billion = 1e9, matrices = 3;
  advisor::LayerGroup& group = network.layers[0];
  group.feed_forward = {.gated = true, .hidden = *row.ffn_hidden};
  advisor::FeedForward& experts = group.feed_forward;
  const double expert = matrices * network.hidden * *row.ffn_hidden * group.count;
  // With one expert in each layer, the rest is attention, tables and norms.
  const advisor::NetworkParams one = advisor::count_parameters(network);
  const double rest = static_cast<double>(one.total()) - expert;
  const double active_rest = static_cast<double>(one.active) - expert;
  experts.experts = static_cast<int>(std::lround((*row.params_b * billion - rest) / expert));
  experts.experts_per_token =
      static_cast<int>(std::lround((*row.active_params_b * billion - active_rest) / expert));
  constexpr int most_experts = 2048;
  const bool is_sane = experts.experts_per_token >= 1 &&
                       experts.experts > experts.experts_per_token &&
                       experts.experts <= most_experts;
  return is_sane ? std::optional(network) : std::nullopt;
}

std::optional<advisor::Network> network_of_columns(const RowShape& row) {
  if (!row.layers || !row.hidden || !row.heads || !row.ffn_hidden) return std::nullopt;
  if (!has_sane_sizes(row)) return std::nullopt;
  const bool is_sparse =
      row.active_params_b && row.params_b && *row.active_params_b < 0.9 * *row.params_b;
  if (*row.hidden % *row.heads != 0) return std::nullopt;
  advisor::Network network;
  network.name = row.model;
  network.hidden = *row.hidden;
  constexpr int usual_vocabulary = 50304;
  network.vocab = row.vocab.value_or(usual_vocabulary);
  advisor::LayerGroup group{*row.layers, {}, {}};
  group.attention = {.heads = *row.heads, .kv_heads = row.kv_heads.value_or(*row.heads)};
  group.attention.key_dim = group.attention.value_dim = *row.hidden / *row.heads;
  group.feed_forward.hidden = *row.ffn_hidden;
  network.layers = {group};
  if (is_sparse) return is_hybrid(row.model) ? std::nullopt : sparse_network(network, row);
  constexpr double billion = 1e9;
  advisor::FeedForward& feed_forward = network.layers[0].feed_forward;
  if (!row.params_b) {
    feed_forward.gated = *row.ffn_hidden != 4 * *row.hidden;
    return network;
  }
  const double gated = size_error(network, true, *row.params_b * billion);
  const double plain = size_error(network, false, *row.params_b * billion);
  feed_forward.gated = gated < plain;
  constexpr double most_off = 0.3;  // sizes are rounded ("7B"); a mixture of experts is far off
  return std::min(gated, plain) < most_off ? std::optional(network) : std::nullopt;
}

}  // namespace

void truncate_layers(advisor::Network& network, int layers) {
  for (advisor::LayerGroup& group : network.layers)
    if (group.is_leading) group.count = 1, --layers;
  int rest = 0, left = layers;
  for (const advisor::LayerGroup& group : network.layers)
    rest += group.is_leading ? 0 : group.count;
  for (advisor::LayerGroup& group : network.layers) {
    if (group.is_leading) continue;
    const bool is_last = &group == &network.layers.back();
    group.count = is_last ? left : static_cast<int>(std::lround(1.0 * layers * group.count / rest));
    left -= group.count;
  }
}

std::optional<advisor::Network> network_of_row(const RowShape& row,
                                               const catalog::ModelCatalog& models) {
  const catalog::Model* record = record_of(row, models);
  if (record == nullptr) record = record_of_shape(row, models);
  std::optional<advisor::Network> network = record ? advisor::network_of(*record) : std::nullopt;
  if (!network) return network_of_columns(row);
  if (row.layers && *row.layers < network->layer_count()) truncate_layers(*network, *row.layers);
  return network;
}

}  // namespace wgf::truth
