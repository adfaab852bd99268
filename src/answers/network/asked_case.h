// SPDX-License-Identifier: MIT
#pragma once
// What was said of a case, whatever the network, and the case that it means.

#include <optional>
#include <string>
#include <string_view>

#include "advisor/memory/memory_case.h"
#include "advisor/training/training_case.h"
#include "answers/network/memory_options.h"

namespace wgf::answers {

// Empty: it was left open.
struct AskedCase {
  std::optional<advisor::Task> task;
  std::optional<advisor::Precision> precision, cache_precision;
  std::optional<advisor::Optimizer> optimizer;
  std::optional<advisor::Recompute> recompute;  // attention: the selective one of any software
  std::optional<advisor::Recipe> recipe;
  std::optional<advisor::Software> software;
  std::optional<int> batch, sequence, lora_rank, zero;
  std::optional<int> tp, pp, vpp, cp, ep, dp;
  bool is_fsdp = false, is_offloaded = false, accumulates = false, has_no_flash = false;
  bool is_of_engine = false;

  // For questions whose layout is searched or put together elsewhere.
  AskedCase without_layout() const;
};

// Throws Error(usage) for values that cannot be.
AskedCase parse_asked_case(const MemoryOptions& options);

// Throws Error(usage) for what contradicts itself or is not of the task.
advisor::MemoryCase case_of(const AskedCase& asked);

// By the names of --software, with - or _ between words. Throws Error(usage) for others.
advisor::Software parse_training_software(const std::string& typed);

// Throws Error(usage) where gradients were to be summed in 16 bits with a type of 32.
void check_narrow_gradients(advisor::Recipe recipe, bool is_of_32_bits, std::string_view precision);

}  // namespace wgf::answers
