// SPDX-License-Identifier: MIT
#include "truth/memory_network.h"

#include <cmath>

#include "base/text.h"
#include "truth/row_network.h"

namespace wgf::truth {
namespace {

constexpr double billion = 1e9;
constexpr int usual_vocabulary = 50304;

// "Llama 3.1 405B pretrain", "DeepSeek-R1-Distill-Qwen-14B (…)": further words than those that
// rows of trainings have behind a name.
std::string plain_name(std::string name) {
  for (const char* word : {" pretrain", " finetune", " fine-tune", " Instruct", "-Instruct"})
    name = name.substr(0, name.find(word));
  // The one of that size is of Llama 3.1.
  for (const char* word : {"llama3_405b", "Llama 3 405B", "Llama-3-405B", "Llama3 405B"})
    if (const std::size_t at = name.find(word); at != std::string::npos)
      name.replace(at, std::string_view(word).size(), "Llama 3.1 405B");
  return name;
}

// Layers alike, as wide as the size stated makes them: three matrices, of GPTs two.
std::optional<advisor::Network> network_of_size(const RowShape& row) {
  if (!row.layers || !row.hidden || !row.heads || !row.params_b) return std::nullopt;
  if (!has_sane_sizes(row) || *row.hidden % *row.heads != 0) return std::nullopt;
  advisor::Network network;
  network.name = row.model;
  network.hidden = *row.hidden;
  network.vocab = row.vocab.value_or(usual_vocabulary);
  advisor::LayerGroup group{*row.layers, {}, {}};
  group.attention = {.heads = *row.heads, .kv_heads = row.kv_heads.value_or(*row.heads)};
  group.attention.key_dim = group.attention.value_dim = *row.hidden / *row.heads;
  group.feed_forward.gated = !lower_case(row.model).starts_with("gpt");
  network.layers = {group};
  const double rest =
      *row.params_b * billion - static_cast<double>(advisor::count_parameters(network).total());
  const double matrices = group.feed_forward.gated ? 3 : 2;
  const double width = rest / (matrices * *row.hidden * *row.layers);
  constexpr double most_widths = 16;  // of the hidden size: beyond it the layers are other ones
  if (!(width >= 1 && width < most_widths * *row.hidden)) return std::nullopt;
  network.layers[0].feed_forward.hidden = static_cast<int>(std::lround(width));
  return network;
}

}  // namespace

std::optional<advisor::Network> memory_network_of(const Cells& cells,
                                                  const catalog::ModelCatalog& models) {
  RowShape shape = shape_of(cells);
  shape.model = plain_name(shape.model);
  const std::optional<advisor::Network> network = network_of_row(shape, models);
  return network ? network : network_of_size(shape);
}

}  // namespace wgf::truth
