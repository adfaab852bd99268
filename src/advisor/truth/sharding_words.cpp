// SPDX-License-Identifier: MIT
#include "advisor/truth/sharding_words.h"

#include <algorithm>
#include <initializer_list>
#include <string>

#include "advisor/truth/row_cells.h"
#include "advisor/truth/row_counts.h"
#include "advisor/truth/said_words.h"
#include "base/text.h"

namespace wgf::advisor {
namespace {

// "zero 3", "zero stage 3", "deepspeed stage 3", "stage3", "z3".
std::optional<int> stage_number(const std::string& text) {
  const bool names_zero = says_word(text, {"zero", "deepspeed", "z1", "z2", "z3"});
  if (!names_zero && !text.starts_with("stage")) return std::nullopt;
  for (const char* label : {"zero", "zero stage", "zero optimizer stage", "stage", "z"})
    if (const auto number = labelled_number(text, label); number && *number <= 3)
      return static_cast<int>(*number);
  return std::nullopt;
}

// "none", "DDP", "TP8 PP8": nothing is shared out.
bool names_no_sharding(const std::string& text) {
  if (says_any(text, {"ddp", "data parallel", "replicated"})) return true;
  if (says_any(text, {"shard"})) return false;  // what is?
  if (has_any(text, {"zero", "fsdp", "hsdp", "shard", "dist opt", "distributed optimizer"}))
    return true;  // all of them denied, or one of them were found
  constexpr std::string_view known[] = {"none", "no", "off", "false", "disabled", "tp",
                                        "pp",   "dp", "cp",  "ep",    "sp",       "only"};
  std::string word;
  for (const char c : text + " ") {
    if (c >= 'a' && c <= 'z') {
      word += c;
    } else if (!word.empty()) {
      if (std::find(std::begin(known), std::end(known), word) == std::end(known)) return false;
      word.clear();
    }
  }
  return true;
}

}  // namespace

std::optional<int> known_zero_stage_of(std::string_view words) {
  const std::string text = flat_words(trim(words));
  if (is_unstated(text)) return 0;
  if (text == "0" || text == "1" || text == "2" || text == "3") return text[0] - '0';
  const bool has_gradient_shards = says_any(text, {"shard grad op", "gradient shards"});
  if (const auto stage = stage_number(text)) return std::max(*stage, has_gradient_shards ? 2 : 0);
  if (has_gradient_shards) return 2;
  if (says_any(text, {"zero infinity"})) return 3;
  if (says_any(text, {"zero offload"})) return 2;
  if (says_any(text, {"fsdp", "hsdp", "full shard", "fully shard", "hybrid shard"})) return 3;
  if (says_any(text, {"dist opt", "distributed optimizer", "distopt", "zero redundancy optimizer",
                      "sharded optimizer"}))
    return 1;
  if (says_word(text, {"zero"})) return std::nullopt;  // which stage?
  return names_no_sharding(text) ? std::optional(0) : std::nullopt;
}

int zero_stage_of(std::string_view words) {
  return known_zero_stage_of(words).value_or(0);
}

int stated_zero_stage(std::string_view cell) {
  return need(known_zero_stage_of(cell), "sharding not understood");
}

bool names_data_parallelism(std::string_view sharding) {
  const std::string text = flat_words(sharding);
  return says_any(text, {"ddp", "fsdp", "hsdp", "zero", "shard", "data parallel"}) ||
         zero_stage_of(sharding) > 1;
}

bool offloads_optimizer(std::string_view words) {
  const std::string text = flat_words(words);
  return says_any(text,
                  {"cpu offload", "cpu adamw offload", "cpu optimizer offload", "offload opt",
                   "offload adam", "zero offload", "optimizer offload", "optimizer cpu offload",
                   "optimizer state offload", "optimizer states offload", "offloaded optimizer",
                   "offloads optimizer", "offloads the optimizer", "offload of optimizer",
                   "offload of the optimizer", "optimizer on cpu", "optimizer on the cpu"});
}

bool streams_weights(std::string_view words) {
  return says_any(flat_words(words), {"offload quants", "offload gradients", "offload param",
                                      "offload weights", "param offload", "parameter offload",
                                      "parameters offload", "zero infinity", "nvme"});
}

}  // namespace wgf::advisor
