// SPDX-License-Identifier: MIT
#pragma once
// Which card a price list means. Clouds write "H100" for three cards and "A100" for four: what
// their machine's name and the memory of a card tell is used, the rest stays open.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"

namespace wgf::catalog {

struct CardDescription {
  std::string_view name;             // "A100-80GB", "RTX4090", "NVIDIA H100 80GB HBM3"
  std::string_view hints;            // where a form factor may stand: "gpu_8x_h100_sxm5"
  std::optional<double> memory_gib;  // of one card, as the source states it
};

// Every card it can be: one where the description tells, several where it leaves the variant open
// ("H100"), none where the catalogue has no such card ("RTX 4090 48GB").
std::vector<const Gpu*> cards_of(const GpuCatalog& catalog, const CardDescription& description);

}  // namespace wgf::catalog
