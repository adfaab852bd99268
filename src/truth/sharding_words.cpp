// SPDX-License-Identifier: MIT
#include "truth/sharding_words.h"

#include <algorithm>
#include <initializer_list>
#include <string>

#include "base/text.h"
#include "truth/row_cells.h"
#include "truth/row_counts.h"
#include "truth/said_words.h"

namespace wgf::truth {
namespace {

// "zero 3", "zero stage 3", "deepspeed stage 3", "stage3", "z3".
std::optional<int> stage_number(std::string text) {
  std::erase(text, '"');
  const bool names_zero = says_word(text, {"zero", "deepspeed", "z1", "z2", "z3"});
  const bool names_stage = text.starts_with("stage") || text.starts_with("sharding stage") ||
                           text.starts_with("sharding=stage");
  if (!names_zero && !names_stage) return std::nullopt;
  for (const char* label :
       {"zero", "zero stage", "zero optimizer stage", "zero dp o", "zero o", "stage", "z"})
    if (const auto number = labelled_number(text, label); number && *number <= 3)
      return static_cast<int>(*number);
  return std::nullopt;
}

// "none", "DDP", "TP8 PP8": nothing is shared out.
bool names_no_sharding(const std::string& text) {
  if (says_any(text, {"shard"})) return false;  // what is?
  if (says_any(text, {"ddp", "data parallel", "replicated"})) return true;
  if (has_any(text, {"zero", "fsdp", "hsdp", "shard", "dist opt", "distributed optimizer"}))
    return true;  // all of them denied, or one of them were found
  constexpr std::string_view known[] = {"none", "no", "off", "false", "disabled", "tp",
                                        "pp",   "dp", "cp",  "ep",    "sp",       "only"};
  bool has_words = false;
  std::string word;
  for (const char c : text + " ") {
    if (c >= 'a' && c <= 'z') {
      word += c;
    } else if (!word.empty()) {
      if (std::find(std::begin(known), std::end(known), word) == std::end(known)) return false;
      has_words = true;
      word.clear();
    }
  }
  return has_words;
}

// torchtitan's ranks that share weights out: "dp_shard=64", "data_parallel_shard_degree 8"; minus
// one are all there are.
std::optional<double> shards_of(std::string_view words) {
  const std::string text = flat_words(words);
  for (const char* label : {"dp shard", "data parallel shard"})
    for (const char* behind : {"", " degree", " size"})
      if (const auto number = labelled_number(text, std::string(label) + behind))
        return has_any(words, {"=-1", ":-1", " -1"}) ? 2 : *number;
  return std::nullopt;
}

}  // namespace

std::optional<int> known_zero_stage_of(std::string_view words) {
  const std::string text = flat_words(trim(words));
  if (is_unstated(text)) return 0;
  if (const auto number = parse_number(text)) {  // a stage alone
    const bool is_stage = *number == 0 || *number == 1 || *number == 2 || *number == 3;
    return is_stage ? std::optional(static_cast<int>(*number)) : std::nullopt;
  }
  const bool has_gradient_shards = says_any(text, {"shard grad op", "gradient shards"});
  if (const auto stage = stage_number(text)) return std::max(*stage, has_gradient_shards ? 2 : 0);
  if (has_gradient_shards) return 2;
  if (says_any(text, {"zero infinity"})) return 3;
  if (says_any(text, {"zero offload"})) return 2;
  if (says_any(text, {"fsdp", "hsdp", "full shard", "fully shard", "hybrid shard"})) return 3;
  if (const auto shards = shards_of(words); shards && *shards > 1) return 3;
  if (says_any(text, {"dist opt", "distributed optimizer", "distopt", "zero redundancy optimizer",
                      "sharded optimizer", "shards optimizer", "shards the optimizer",
                      "optimizer shard", "optimizer state shard", "optimizer states shard"}))
    return 1;
  if (says_word(text, {"zero"})) return std::nullopt;  // which stage?
  if (shards_of(words)) return 0;
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
  const std::string text = flat_words(words);
  // PyTorch's CPUOffload is of the weights.
  const bool is_of_fsdp = says_any(text, {"fsdp"}) && says_any(text, {"cpu offload", "cpuoffload"});
  return (is_of_fsdp && !has_any(text, {"optim", "adam"})) ||
         says_any(text, {"offload quants", "offload gradients", "offload param", "offload weights",
                         "param offload", "params offload", "parameter offload",
                         "parameters offload", "zero infinity", "nvme"});
}

}  // namespace wgf::truth
