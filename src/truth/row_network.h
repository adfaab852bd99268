// SPDX-License-Identifier: MIT
#pragma once
// The network of a published row: the catalogue's record where its name and width agree, else what
// the row's own columns say.

#include <optional>

#include "advisor/network/network.h"
#include "catalog/catalog.h"

namespace wgf::truth {

// What a row says of its network; a column that is empty is nothing.
struct RowShape {
  std::string model;
  std::optional<double> params_b, active_params_b;
  std::optional<int> layers, hidden, ffn_hidden, heads, kv_heads, vocab;
};

// Larger ones are typing errors, and their parameters more than can be counted.
bool has_sane_sizes(const RowShape& row);

// Nothing where neither the catalogue nor the columns give the shape of layers. A row with fewer
// layers than the record ("truncated to 4 layers") has that many of it. From columns alone a
// network is dense, and its feed-forward has two or three matrices, whichever is nearer to the size
// stated; or, where fewer parameters are active, a mixture with as many experts as make both sizes.
std::optional<advisor::Network> network_of_row(const RowShape& row,
                                               const catalog::ModelCatalog& models);

// The first layers of a network: leading groups keep one layer each, the others their proportion.
void truncate_layers(advisor::Network& network, int layers);

}  // namespace wgf::truth
