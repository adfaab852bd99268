// SPDX-License-Identifier: MIT
#pragma once
// The options of estimate-memory, and the network and case they mean.

#include <optional>
#include <string>
#include <vector>

#include "advisor/memory/advice.h"
#include "advisor/memory/engine_memory.h"
#include "advisor/network/stored_format.h"
#include "catalog/catalog.h"
#include "cli/command.h"

namespace wgf::cli {

struct MemoryOptions {
  std::string model, config, params;                               // one of them
  std::string layers, hidden, ffn_hidden, heads, kv_heads, vocab;  // with params
  std::string batch_size, sequence, precision, task, optimizer, recompute, recipe, zero;
  std::string tp, pp, cp, ep, dp, cache_precision, lora_rank;
  std::vector<std::string> gpus;
  bool is_fsdp = false, is_offloaded = false, accumulates = false, has_no_flash = false;
  bool is_of_engine = false, is_explained = false;
};

// Declares them; or those alone that say which network.
void add_memory_options(Command& command, MemoryOptions& options, Context& context);
void add_network_options(Command& command, MemoryOptions& options, Context& context);

// What is asked about: layers where they are known, else totals alone.
struct MemoryRequest {
  std::string name;
  double params = 0;
  std::optional<advisor::Network> network;
  advisor::NetworkTotals totals;
  std::optional<double> gflops_forward;  // of a 224 x 224 image
  advisor::MemoryCase one;
  bool is_of_images = false;  // its sequences are the patches of images
  bool is_sequence_given = false;
  std::string runs_as;                        // in the engine; empty: it does not run it
  std::optional<advisor::EngineLine> engine;  // asked for what the engine takes
  std::optional<advisor::StoredFormat>
      stored;                  // of a config: its weights are in other than 16 bits
  std::vector<Message> notes;  // which of a family was taken, …

  // With experts in MXFP4, whatever the precision: what predict --task serve calls fp4.
  bool is_served_as_published() const;
  // Neither layers nor measured activations: what it takes at least is all that is known.
  bool has_states_alone() const;
  advisor::MemoryEstimate estimate(const advisor::MemoryCase& changed) const;
};

// Throws Error(usage) for values that cannot be, Error(not_supported) for networks and lengths the
// estimate does not reach.
MemoryRequest parse_memory_request(const MemoryOptions& options,
                                   const catalog::ModelCatalog& models);
// The same of a network of which not even activations are known.
MemoryRequest parse_network_request(const MemoryOptions& options,
                                    const catalog::ModelCatalog& models);

// That the answer is in this precision because the weights are stored so, or although the format is
// not known. Only where `stored` is.
Message stored_note(const MemoryRequest& request, std::string_view precision);

// As the engine measures: one GPU, its default input and recipe. Throws Error(usage) for options
// that say otherwise, Error(not_supported) for what it has not measured.
void take_engine(MemoryRequest& request, const MemoryOptions& options);

// Of an option with a whole number from 1 to 10^9; nothing: it was not given.
std::optional<int> parse_optional_count(const char* option, const std::string& value);

// The same of a length in tokens: "128k" is 128 x 1,024, as contexts are named.
std::optional<int> parse_optional_length(const char* option, const std::string& value);

// "13b", "1.5B", "350m", "7e9"
std::int64_t parse_parameters(std::string_view option, std::string_view value);

}  // namespace wgf::cli
