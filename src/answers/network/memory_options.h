// SPDX-License-Identifier: MIT
#pragma once
// The options that say which network is asked about and how it is run, as typed, and how their
// numbers are written.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/option.h"

namespace wgf::answers {

struct MemoryOptions {
  std::string model, config, params;                               // one of them
  std::string layers, hidden, ffn_hidden, heads, kv_heads, vocab;  // with params
  std::string batch_size, sequence, precision, task, optimizer, recompute, recipe, zero;
  std::string tp, pp, vpp, cp, ep, dp, cache_precision, lora_rank;
  std::string config_text;  // of a file that was read already, called `model`; no option says it
  std::string experts;      // instead of its own feed-forward (expert_twin.h); no option says it
  std::string software;     // of estimate-memory; predict has a list of its own
  std::vector<std::string> gpus;
  bool is_fsdp = false, is_offloaded = false, accumulates = false, has_no_flash = false;
  bool is_of_engine = false, is_explained = false;
};

// Which network: rows that other questions have too.
const OptionTable<MemoryOptions>& network_options();
// All that estimate-memory takes.
const OptionTable<MemoryOptions>& memory_options();

// Of an option with a whole number from 1 to `most`; nothing: it was not given.
inline constexpr std::int64_t largest_count = 1'000'000'000;
std::optional<int> parse_optional_count(const char* option, const std::string& value,
                                        double most = static_cast<double>(largest_count));

// The same of a length in tokens: "128k" is 128 x 1,024 and "1m" 1,024 times 1k, as contexts
// are named.
std::optional<int> parse_optional_length(const char* option, const std::string& value);

// "13b", "1.5B", "350m", "7e9"
std::int64_t parse_parameters(std::string_view option, std::string_view value);

}  // namespace wgf::answers
