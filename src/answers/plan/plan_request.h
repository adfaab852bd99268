// SPDX-License-Identifier: MIT
#pragma once
// The options of plan, and the question they ask.

#include <optional>
#include <string>
#include <vector>

#include "advisor/plan/plan_search.h"
#include "answers/network/memory_request.h"

namespace wgf::answers {

struct PlanOptions {
  MemoryOptions network;  // its layout, ZeRO level and recomputation are limits here
  std::vector<std::string> gpus, precisions;
  std::string global_batch, micro_batch, top, price_file;
  bool is_calibrated = false, is_explained = false;
};

const OptionTable<PlanOptions>& plan_options();

struct GpuPool {  // "64xh100"
  const catalog::Gpu* gpu = nullptr;
  int gpus = 1;
};

struct PlanRequest {
  MemoryRequest network;
  std::vector<Message> notes;
  std::vector<GpuPool> pools;               // at least one
  std::vector<advisor::ComputeType> types;  // empty: 16 bits, and fp8 where the card has it
  std::optional<advisor::Recipe> recipe;    // empty: gradients in fp32, and what 16 bits would give
  advisor::PlanLimits limits;
  double global_batch = 1;  // sequences
  bool is_batch_assumed = false;
  std::size_t top = 5;
  bool is_top_given = false;
  bool is_calibrated = false;  // of one card
  bool is_explained = false;

  double tokens_a_step() const { return global_batch * network.one.sequence; }
  advisor::PlanQuestion question(const GpuPool& pool) const;
  std::vector<advisor::ComputeType> types_of(const catalog::Gpu& gpu) const;
};

// Throws Error(usage) for what cannot be, Error(not_supported) for networks without layers and
// sequences the network is too short for.
PlanRequest parse_plan_request(const PlanOptions& options, const catalog::Catalog& catalog);

}  // namespace wgf::answers
