// SPDX-License-Identifier: MIT
#include "advisor/truth/memory_words.h"

#include <algorithm>
#include <utility>

#include "advisor/truth/row_words.h"
#include "base/text.h"

namespace wgf::advisor {
namespace {

bool is_of_megatron(const std::string& source) {
  return has_any(source, {"megatron", "mlperf", "mlcommons", "nemo", "simumax", "2205.05198"});
}

// "8" of "FSDP8" and "mbs 8 gbs 64": the number at the start of the text.
std::optional<int> leading_number(std::string_view text) {
  const auto number = parse_number(text.substr(0, text.find_first_not_of("0123456789.")));
  return number && *number >= 1 && *number < 1e7 ? std::optional(static_cast<int>(*number))
                                                 : std::nullopt;
}

std::optional<int> number_after(const std::string& text, std::string_view word) {
  const std::size_t found = text.find(word);
  return found == std::string::npos ? std::nullopt
                                    : leading_number(text.substr(found + word.size()));
}

// "TP4 PP2 VPP5 DP2", "FSDP4 EP4", "ZeRO-3 DP8"; what is left of the GPUs is data-parallel.
Layout layout_of(const Cells& cells) {
  Layout layout;
  layout.dp = 0;
  const std::pair<const char*, int Layout::*> words[] = {
      {"tp", &Layout::tp}, {"autotp", &Layout::tp}, {"pp", &Layout::pp},  {"cp", &Layout::cp},
      {"ep", &Layout::ep}, {"dp", &Layout::dp},     {"fsdp", &Layout::dp}};
  std::string text = lower_case(cells.text("parallelism"));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == ',' || c == ';' || c == '+'; }, ' ');
  for (const std::string& token : split(text, ' ')) {
    const std::size_t digits = token.find_first_of("0123456789");
    if (digits == std::string::npos) continue;
    const auto number = leading_number(token.substr(digits));
    const std::string word = token.substr(0, digits);
    if (number && word == "vpp") layout.virtual_stages = *number;
    for (const auto& [name, member] : words)
      if (number && word == name) layout.*member = *number;
  }
  const double model_parallel = 1.0 * layout.tp * layout.pp * layout.cp;
  const int gpus = cells.count("gpus").value_or(1);
  if (layout.dp == 0) layout.dp = std::max(1, static_cast<int>(gpus / model_parallel));
  if (cells.count("gpus") && model_parallel * layout.dp != gpus && !text.empty() &&
      text.find("split") == std::string::npos)
    throw Unreadable{"layout does not multiply to the GPUs"};
  return layout;
}

Precision precision_of(const std::string& words) {
  if (has_any(words, {"fp32", "float32"})) return Precision::fp32;
  if (has_any(words, {"fp8", "float8"})) return Precision::fp8;
  if (has_any(words, {"int8", "8bit", "8-bit"})) return Precision::int8;
  if (has_any(words, {"nf4"})) return Precision::nf4;
  if (has_any(words, {"fp4"})) return Precision::fp4;
  if (has_any(words, {"int4", "4bit", "4-bit"})) return Precision::int4;
  return has_any(words, {"fp16", "float16"}) ? Precision::fp16 : Precision::bf16;
}

Task task_of(const std::string& words, const std::string& phase) {
  if (has_any(words, {"qlora"})) return Task::qlora;
  if (has_any(words, {"lora"})) return Task::lora;
  return has_any(phase, {"train", "tune", "sft", "grads", "activations per gpu"}) ? Task::train
                                                                                  : Task::infer;
}

void read_optimizer(const std::string& words, MemoryCase& one) {
  if (has_any(words, {"sgd"})) one.optimizer = Optimizer::sgd;
  if (has_any(words, {"adafactor"})) one.optimizer = Optimizer::adafactor;
  if (has_any(words, {"8bit", "8-bit"})) one.optimizer = Optimizer::adamw_8bit;
  if (has_any(words, {"muon", "lion"})) throw Unreadable{"optimizer not described"};
  if (has_any(words, {"low-memory", "low_memory", "in backward"}))
    throw Unreadable{"optimizer steps in the backward pass are not described"};
}

void read_sharding(const std::string& words, bool is_megatron, MemoryCase& one) {
  one.zero = zero_stage_of(words);
  one.is_fsdp = has_any(words, {"fsdp", "full_shard", "hsdp"});
  one.is_offloaded = has_any(words, {"offload", "on cpu"});
  if (is_megatron && one.layout.dp > 1) one.zero = std::max(one.zero, 1);
}

void read_recompute(const std::string& words, MemoryCase& one) {
  const RecomputeWords read = recompute_of(words);
  one.recompute = read.recompute;
  if (read.feed_forward || has_any(words, {"layernorm", "moe", "mla"}))
    throw Unreadable{"recomputation of single operators is not described"};
}

// "local 8", "mbs 1 gbs 32", "mbs 1, 4 micro-batches", "32 (global)", "4": of one rank.
void read_batch(const std::string& text, MemoryCase& one) {
  std::optional<int> batch = number_after(text, "local ");
  if (!batch) batch = number_after(text, "mbs ");
  if (!batch) batch = leading_number(text);
  if (!batch) throw Unreadable{"batch not stated"};
  if (has_any(text, {"global"})) batch = std::max(1, *batch / one.layout.dp);
  one.batch = *batch;
  const std::size_t micro = text.find(" micro");
  if (micro != std::string::npos) {
    const std::size_t start = text.find_last_of(" ,", micro - 1) + 1;
    one.micro_batches = leading_number(text.substr(start)).value_or(0);
  }
}

Recipe recipe_of(const std::string& source, bool is_megatron, const MemoryCase& one) {
  if (!is_megatron || one.precision == Precision::fp32) return usual_recipe(one);
  const bool is_tuned = has_any(source, {"mlperf", "mlcommons", "nemo"}) && !has_adapters(one);
  return is_tuned ? Recipe::megatron_16 : Recipe::megatron;
}

}  // namespace

std::string memory_metric_of(std::string_view phase, std::string_view source) {
  const std::string text = lower_case(phase);
  if (has_any(text, {"grads", "optimizer"})) return "states";
  if (has_any(text, {"weights", "model load", "inference allocated"})) return "weights";
  if (has_any(text, {"kv cache", "recurrent state"})) return "cache";
  if (has_any(text, {"activation peak"})) return "activations";
  if (has_any(text, {"activations per gpu"})) return "kept";
  if (!has_any(text, {"peak"})) throw Unreadable{"what was measured is not described"};
  if (has_any(text, {"reserved"})) return "reserved";
  if (has_any(text, {"allocated", "active", "max_memory_usage"})) return "allocated";
  return is_of_megatron(lower_case(source)) ? "allocated" : "reserved";
}

MemoryCase memory_case_of(const Cells& cells, const std::string& metric) {
  const std::string source = lower_case(cells.text("source")),
                    phase = lower_case(cells.text("phase"));
  const std::string precision = lower_case(cells.text("precision"));
  const std::string sharding =
      lower_case(cells.text("parallelism") + " " + cells.text("optimizer"));
  MemoryCase one;
  one.task = task_of(lower_case(cells.text("model")) + precision + sharding + phase, phase);
  // MLPerf's logs do not say it; its submissions are in fp8.
  const bool is_mlperf = has_any(source, {"mlperf", "mlcommons"});
  one.precision = is_mlperf && precision.empty() ? Precision::fp8 : precision_of(precision);
  one.has_one_fp8_copy = has_any(lower_case(cells.text("gpu")), {"b200", "b300"});
  one.layout = layout_of(cells);
  const bool is_megatron = is_training(one) && is_of_megatron(source);
  read_optimizer(sharding, one);
  read_sharding(sharding, is_megatron, one);
  if (is_training(one)) read_recompute(lower_case(cells.text("recompute")), one);
  one.recipe = recipe_of(source, is_megatron, one);
  const std::string words = source + " " + lower_case(cells.text("notes"));
  one.has_chunked_loss = has_any(words, {"liger", "chunked", "fused ce", "cut cross"});
  one.has_fused_kernels = one.has_chunked_loss || has_any(words, {"torchtitan", "compile"});
  one.lora_everywhere = !is_mlperf;  // their rules: attention alone
  if (metric == "weights" || metric == "states") return one;
  const bool is_state = has_any(phase, {"recurrent state"});  // which does not grow with the tokens
  one.sequence = is_state ? 0 : need(cells.number("seq_len"), "sequence length not stated");
  if (!(one.sequence >= 0 && one.sequence < 1e9)) throw Unreadable{"sequence length not stated"};
  read_batch(lower_case(cells.text("batch")), one);
  if (metric == "cache" && has_any(precision, {"q8", "fp8 kv", "int8 kv"}))
    one.cache_precision = Precision::int8;
  const bool is_split = one.layout.tp * one.layout.pp * one.layout.cp > 1;
  const bool is_stated = !cells.text("parallelism").empty() || cells.count("gpus").value_or(1) == 1;
  if (!is_stated && !is_split) throw Unreadable{"parallel layout not stated"};
  return one;
}

}  // namespace wgf::advisor
