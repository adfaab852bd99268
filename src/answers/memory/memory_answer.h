// SPDX-License-Identifier: MIT
#pragma once
// What a case takes: the sum by component, the cards that hold it, and what to change.

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "answers/network/memory_request.h"
#include "answers/outcome.h"
#include "answers/surroundings.h"
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

// The request's cards one by one; without any every size of memory that GPUs of the catalogue have.
std::vector<MemoryFit> memory_fits(const MemoryRequest& request, const catalog::GpuCatalog& gpus);

// The lower end of every term that hangs on the size alone.
struct MemoryFloor {
  std::vector<std::pair<advisor::Component, double>> states;
  double total = 0;
  std::vector<const catalog::Gpu*> too_small;  // for that alone
};

MemoryFloor memory_floor(const MemoryRequest& request, const catalog::GpuCatalog& gpus);

struct MemoryAnswer {
  MemoryRequest request;
  std::optional<MemoryFloor> floor;  // beside a refusal: then nothing below is known
  advisor::MemoryEstimate estimate;
  std::vector<MemoryFit> fits;
  bool are_named = false;            // the cards: each has its own line
  std::vector<advisor::Flip> flips;  // for the first card it does not fit, else the largest
  Bytes flips_for;
  bool is_enough_now = false;  // the case as it is, on the card that the changes are for
};

// Throws Error(usage) for what cannot be read or contradicts itself, Error(not_supported) for
// networks and lengths the estimate does not reach.
MemoryRequest parse_memory_request(const MemoryOptions& options, const catalog::Catalog& catalog);

// Refused with what the states take at least, where nothing else is known of the network.
Outcome<MemoryAnswer> memory(const MemoryRequest& request, const Surroundings& surroundings);

nlohmann::ordered_json layout_json(const advisor::MemoryCase& one);
nlohmann::ordered_json memory_json(const MemoryAnswer& answer);

}  // namespace wgf::answers
