// SPDX-License-Identifier: MIT
#pragma once
// From the names people type and drivers report to records. Case, spaces, dashes and underscores do
// not matter; a family name means all its variants, or its documented default where one is needed.

#include <optional>
#include <string_view>
#include <vector>

#include "base/message.h"
#include "base/units.h"
#include "catalog/catalog.h"
#include "catalog/number_format_names.h"

namespace wgf::catalog {

struct GpuChoice {
  const Gpu* gpu = nullptr;
  std::optional<Message>
      note;  // set where a family's default was taken: which card, and the others
};

struct ModelChoice {
  const Model* model = nullptr;
  std::vector<Message> notes;  // which of a family was taken, or which model of the same layers
  std::optional<NumberFormatInName> format;  // in a checkpoint's name, which was left out
  std::optional<int> max_sequence;           // of a twin, where it is not the record's

  // That the number format in a name is not read, where there is one.
  std::vector<Message> notes_without_format(std::string_view typed) const;
};

// All variants the name covers ("h100": SXM, PCIe, NVL). A part of a name ("4090") means the one
// family or card it is part of. Throws Error(catalog.unknown_gpu, usage) with the nearest names.
std::vector<const Gpu*> find_gpus(const GpuCatalog& catalog, std::string_view name);
// What was taken where only a part of a name was typed ("4090": rtx-4090).
std::optional<Message> part_note(const GpuCatalog& catalog, std::string_view name);
GpuChoice one_gpu(const GpuCatalog& catalog, std::string_view name);

// An id, alias, engine name, family with size ("llama-70b") or Hugging Face id; where none of these
// is the name, what it is without the number format of a quantised checkpoint ("Qwen3-32B-FP8").
// Throws Error(catalog.unknown_model, usage) with the nearest names.
std::vector<const Model*> find_models(const ModelCatalog& catalog, std::string_view name);
ModelChoice one_model(const ModelCatalog& catalog, std::string_view name);

// The record of the card a driver names so ("NVIDIA A100-SXM4-80GB", "AMD Instinct MI300X"); the
// memory it reports tells variants of one name apart. nullptr: not in the catalogue, which is
// ordinary.
const Gpu* identify_device(const GpuCatalog& catalog, std::string_view driver_name,
                           std::optional<Bytes> memory = std::nullopt);

}  // namespace wgf::catalog
