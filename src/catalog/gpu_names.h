// SPDX-License-Identifier: MIT
#pragma once
// How a GPU may be called: by its whole name, or by a part that only one card or family has.

#include <string_view>

#include "catalog/catalog.h"

namespace wgf::catalog {

// The record of exactly this name, with or without the vendor's name before it; nullptr where there
// is none.
const Gpu* gpu_named(const GpuCatalog& catalog, std::string_view name);

// One of the two, or neither.
struct GpuMatch {
  const Family* family = nullptr;
  const Gpu* gpu = nullptr;
};

// The family or card of which this is a part, where there is only one: "4090" is rtx-4090 with its
// variants, "thor" jetson-agx-thor. The name without its brand goes before parts of words: "3090"
// is rtx-3090, although rtx-3090-ti has it too. Of a card the full name and the aliases count as
// well: "3060" is rtx-3060-12gb.
GpuMatch match_part_of_name(const GpuCatalog& catalog, std::string_view name);

}  // namespace wgf::catalog
