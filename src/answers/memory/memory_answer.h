// SPDX-License-Identifier: MIT
#pragma once
// What estimate-memory prints: the sum by component, the cards, and what to change.

#include <nlohmann/json.hpp>
#include <string>

#include "answers/network/memory_request.h"
#include "catalog/catalog.h"

namespace wgf::answers {

// In the order in which they are added up.
inline constexpr advisor::Component memory_components[] = {
    advisor::Component::weights,     advisor::Component::gradients,   advisor::Component::optimizer,
    advisor::Component::activations, advisor::Component::not_at_once, advisor::Component::cache,
    advisor::Component::allocator,   advisor::Component::framework,   advisor::Component::graphs};

// One card, or all cards of one size of memory.
struct MemoryFit {
  std::vector<const catalog::Gpu*> gpus;
  // What they train in: the next wider type where they do not have the one asked for.
  advisor::Precision precision = advisor::Precision::bf16;
  Bytes usable;
  bool does_fit = false;
  bool keeps_offloaded = false;  // what goes to the host stays in the memory that they share
  double total = 0;              // bytes of the case as it is counted there
  bool runs_adapters = true;  // false: QLoRA, on a card that bitsandbytes is not known to support
  double risk = 0, largest_batch = 0, longest_sequence = 0;  // 0: no length, or not even one
};

// The named cards one by one; without names every size of memory that GPUs of the catalogue have.
std::vector<MemoryFit> memory_fits(const MemoryRequest& request, const catalog::GpuCatalog& gpus,
                                   const std::vector<std::string>& names);

struct MemoryAnswer {
  const MemoryRequest& request;
  advisor::MemoryEstimate estimate;
  std::vector<MemoryFit> fits;
  bool are_named = false;            // the cards: each has its own line
  std::vector<advisor::Flip> flips;  // for the first card it does not fit, else the largest
  Bytes flips_for;
  bool is_enough_now = false;  // the case as it is, on the card that the changes are for
};

nlohmann::ordered_json layout_json(const advisor::MemoryCase& one);
nlohmann::ordered_json memory_json(const MemoryAnswer& answer);

}  // namespace wgf::answers
