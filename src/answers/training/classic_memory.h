// SPDX-License-Identifier: MIT
#pragma once
// What batches of a classic network the card holds, by the estimate of estimate-memory, and of
// which of them the published rate says how long a step takes.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>
#include <vector>

#include "advisor/memory/advice.h"
#include "answers/network/memory_request.h"

namespace wgf::answers {

// The published rates are of batches that fill the card: fewer than this share of them leave it
// waiting for the host, by how much nobody measured.
inline constexpr double least_filled = 0.25;

struct ClassicBatch {
  enum class Step {
    known,
    far_below,  // a share of the largest of less than least_filled
    too_large,  // for the card
    unknown,    // how many fill the card
  };
  double batch = 0;  // of one card
  Step step = Step::unknown;
  std::optional<advisor::MemoryEstimate> memory;
};
std::string_view to_text(ClassicBatch::Step step);  // "batch_far_below_full"

struct ClassicMemory {
  Bytes usable;
  std::optional<double> largest;  // batch, as estimate-memory has it; nothing: it knows none
  std::vector<ClassicBatch> batches;
};

// network: nothing where the catalogue describes no such network.
ClassicMemory classic_memory(const std::optional<MemoryRequest>& network,
                             const std::vector<double>& batches, const catalog::Gpu& gpu,
                             const std::string& precision, int gpus);

nlohmann::ordered_json classic_memory_json(const ClassicMemory& memory, const ClassicBatch& one);

}  // namespace wgf::answers
