// SPDX-License-Identifier: MIT
#pragma once
// The card that a published row names, with what people write beside it.

#include <memory>
#include <string>

#include "catalog/catalog.h"
#include "truth/row_cells.h"

namespace wgf::truth {

// "H100 SXM 80GB", "H100 (PCIe)", "A100 (PCIe 80GB)", "RTX 4090 (24 GB)", "8x H100 SXM5 (NVLink)".
// The memory beside a name chooses among the cards of that name ("H100 94GB" is the NVL), and so
// does NVLink where one of them is the module ("A800 NVLink"); brackets are part of the name where
// the catalogue knows it so. Throws Unreadable for cards the catalogue does not know, laptops'
// cards, parts of a card (MIG, vGPU), and a memory that no card of the name has (a tenth of
// difference is none: 180 and 192 GB are both written of B200).
const catalog::Gpu* gpu_named(const std::string& text, const catalog::GpuCatalog& gpus);

// By the columns gpu, interconnect and notes: a bare "A800" on NVLink is the module, a bare "A100"
// with PCIe alone the card for slots, and beside notes of "A100 80GB" that one. Throws Unreadable,
// as card_of.
const catalog::Gpu* gpu_of(const Cells& cells, const catalog::GpuCatalog& gpus);

// The card of a row and how it ran.
struct RowCard {
  const catalog::Gpu* whole = nullptr;  // as it is sold: what bounds it
  // Where the row states a limit of power, or that its GPUs do not use their links.
  std::shared_ptr<const catalog::Gpu> changed;

  const catalog::Gpu* as_run() const { return changed ? changed.get() : whole; }
};

// That of a card that its row does not name but shows.
RowCard as_it_ran(const Cells& cells, const catalog::Gpu& whole);
RowCard card_of(const Cells& cells, const catalog::GpuCatalog& gpus);

}  // namespace wgf::truth
