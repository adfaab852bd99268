// SPDX-License-Identifier: MIT
#pragma once
// The card that a published row names, with what people write beside it.

#include <optional>
#include <string>

#include "catalog/catalog.h"

namespace wgf::advisor {

// "H100 SXM 80GB", "H100 (PCIe)", "A100 (PCIe 80GB)", "RTX 4090 (24 GB)". The memory beside a name
// chooses among the cards of that name ("H100 94GB" is the NVL), and brackets are part of the name
// where the catalogue knows it so. Throws Unreadable for cards the catalogue does not know,
// laptops' cards, parts of a card (MIG, vGPU), power limits other than the card's own (where the
// time depends on them), and a memory that no card of the name has (a tenth of difference is none:
// 180 and 192 GB are both written of B200).
const catalog::Gpu* gpu_named(const std::string& text, const catalog::GpuCatalog& gpus,
                              bool needs_full_power = true);

// The limit of power that the card's cell ("RTX 4090 (power limited 300W)") or the notes ("500 W
// power limit") state; nothing where none is stated, or the card's own. Throws Unreadable where one
// is stated without its watts, and for one that no card of the name takes.
std::optional<Watts> power_limit_of(const std::string& cell, const std::string& notes,
                                    const catalog::Gpu& gpu);

}  // namespace wgf::advisor
