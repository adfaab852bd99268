// SPDX-License-Identifier: MIT
#pragma once
// The network of a record of the catalogue (data/models).

#include <optional>

#include "advisor/network/network.h"
#include "catalog/model.h"
#include "catalog/name_resolver.h"

namespace wgf::advisor {

// Empty where the record does not give the shape of layers: CNNs, diffusion models, networks whose
// width changes from stage to stage (Swin). Those have totals only.
std::optional<Network> network_of(const catalog::Model& model);

// The same with the context of the model that was named, which a twin may have of its own.
std::optional<Network> network_of(const catalog::ModelChoice& choice);

}  // namespace wgf::advisor
