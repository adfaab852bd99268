// SPDX-License-Identifier: MIT
#pragma once
// What cells and notes of published rows say of recomputed activations.

#include <optional>
#include <string>
#include <string_view>

#include "advisor/memory/memory_case.h"

namespace wgf::truth {

// "full", "activation checkpointing", "true", "AC", "all layers", "uniform, 1 layer",
// "selective (attention core)", "core_attn+layernorm", "recompute-block", "mlp", "none …", "off",
// "full: false"; "selective (per-op)" is torchtitan's. Rows name what runs again, whatever their
// software.
struct RecomputeWords {
  advisor::Recompute recompute = advisor::Recompute::none;
  bool feed_forward = false;
};
// Throws Unreadable for other words, where only some of the layers run again, and for activations
// that are offloaded.
RecomputeWords recompute_of(std::string_view words);

// Some of the layers as a whole.
struct PartOfLayers {
  std::optional<double> share;  // of the network's
  double layers = 0;            // else so many
  bool is_per_stage = false;    // on each stage of a pipeline, each chunk where it is interleaved
};
// "40 of 80 layers", "50 % of layers", "half", "every 2nd layer"; "10 layers per stage",
// "block, 4 layers" (Megatron's --recompute-num-layers). Nothing for other words; throws Unreadable
// for "full except the last 4 layers" and for activations that are offloaded.
std::optional<PartOfLayers> partly_recomputed(std::string_view words);

// "activation offloading", "CPU offload of activations", "offload_activations=True" in notes.
bool offloads_activations(std::string_view notes);

// What notes say beside an empty cell, as a cell would: "full", "selective" or nothing.
std::string recompute_in_notes(std::string_view notes);

}  // namespace wgf::truth
