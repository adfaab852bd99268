// SPDX-License-Identifier: MIT
#include "truth/memory_words.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "truth/memory_batch.h"
#include "truth/memory_layout.h"
#include "truth/memory_phase.h"
#include "truth/row_counts.h"
#include "truth/row_words.h"
#include "truth/serving_words.h"

namespace wgf::truth {
namespace {

// A piece of the cell that says what keys and values are in, or what lies beside 16 bits, says
// nothing of the weights: "nvfp4 weights, fp8 KV", "bf16 (fp32 master)".
std::string weights_words(const std::string& precision) {
  std::string words;
  std::size_t start = 0;
  for (std::size_t at = 0; at <= precision.size(); ++at) {
    const bool is_end = at == precision.size() || precision[at] == ',' || precision[at] == ';' ||
                        precision[at] == '(' || precision[at] == ')' || precision[at] == '+';
    if (!is_end) continue;
    const std::string piece = precision.substr(start, at - start);
    const bool is_beside = has_any(piece, {"kv", "cache", "master", "optimizer", "states", "accum",
                                           "all-gather", "allgather", "reduc"});
    if (!is_beside && !trim(piece).empty()) words += piece + ", ";
    start = at + 1;
  }
  return words;
}

// The narrowest format that is named; fp32 beside one of 16 bits is what autocast keeps.
advisor::Precision precision_of(const std::string& precision) {
  const std::string words = weights_words(precision);
  // Blocks of as many bits as no format here has: "3-bit", MLC's "q4f16_1".
  if (has_any(words, {"2bit", "3bit", "5bit", "6bit", "2-bit", "3-bit", "5-bit", "6-bit", "q3f",
                      "q4f", "q0f", "bpw"}))
    throw Unreadable{"number format not known"};
  if (says_any(words, {"fp8", "float8", "f8", "e4m3"})) return advisor::Precision::fp8;
  if (says_any(words, {"int8", "8bit", "8-bit", "8 bit", "w8a8", "w8a16"}))
    return advisor::Precision::int8;
  if (says_any(words, {"nf4"})) return advisor::Precision::nf4;
  if (says_any(words, {"fp4"})) return advisor::Precision::fp4;
  if (says_any(words, {"int4", "4bit", "4-bit", "4 bit", "w4a16", "awq", "gptq"}))
    return advisor::Precision::int4;
  if (says_any(words, {"bf16", "bfloat16"})) return advisor::Precision::bf16;
  if (says_any(words, {"fp16", "float16", "f16"})) return advisor::Precision::fp16;
  if (says_any(words, {"mixed", "amp", "half", "16-bit", "16 bit", "16bit"}))
    return advisor::Precision::bf16;
  if (says_any(words, {"tf32"})) return advisor::Precision::tf32;
  if (says_any(words, {"fp32", "float32", "f32", "single", "full precision", "32-bit", "32 bit"}))
    return advisor::Precision::fp32;
  // Nothing of the weights, or what is trained in place of a format ("LoRA", "full finetune").
  if (trim(words).empty() || has_any(words, {"lora", "tun", "train"}))
    return advisor::Precision::bf16;
  throw Unreadable{"number format not known"};
}

// words: of model, precision, layout, optimizer and phase. What was only called a peak is of a
// training where the row says how it was trained.
advisor::Task task_of(const std::string& words, const std::string& phase, bool says_how_trained) {
  if (says_any(phase, {"inference", "serving", "generation", "decod", "prefill", "model load"}))
    return advisor::Task::infer;
  if (says_word(flat_words(words), {"dora", "qdora", "ia3", "adapter peak", "adapter tuning",
                                    "prefix tuning", "prompt tuning"}))
    throw Unreadable{"kind of training not known"};
  if (says_any(words, {"qlora"})) return advisor::Task::qlora;
  if (says_word(words, {"lora"})) return advisor::Task::lora;
  const bool is_trained = says_any(phase, {"train", "tune", "tuning", "sft", "grad", "optim",
                                           "model states", "activations per gpu"});
  return is_trained || says_how_trained ? advisor::Task::train : advisor::Task::infer;
}

bool steps_in_backward(std::string_view words) {
  return says_any(flat_words(words), {"in backward", "in bwd", "fused backward"});
}

// What notes say of the optimizer that changes what it takes.
std::string optimizer_in_notes(const std::string& notes) {
  std::string words;
  for (const std::string& clause : clauses_of(notes))
    if (has_any(clause, {"optim", "adam"}) &&
        (steps_in_backward(clause) || says_any(flat_words(clause), {"8 bit", "8bit"})))
      words += ", " + clause;
  return words;
}

// Adam where the cell names none.
void read_optimizer(const std::string& words, advisor::MemoryCase& one) {
  if (says_any(words, {"low-memory", "low_memory"}) || steps_in_backward(words))
    throw Unreadable{"optimizer steps in the backward pass are not described"};
  const bool is_other =
      says_any(words, {"muon",   "lion", "shampoo", "soap",    "galore",  "apollo", "mini",
                       "sophia", "lamb", "came",    "adagrad", "rmsprop", "4-bit",  "4bit",
                       "4 bit",  "bf16", "fp16",    "16-bit",  "16 bit",  "fp8"});
  const bool is_8_bit = says_any(words, {"8bit", "8-bit", "8 bit", "int8"});
  const bool is_adam = says_any(words, {"adam"});
  const bool is_sgd = says_any(words, {"sgd"}) || (!is_adam && says_any(words, {"momentum"}));
  const bool is_adafactor = says_any(words, {"adafactor"});
  const bool names_none = is_8_bit || trim(words).empty() ||
                          has_any(words, {"distributed", "dist-opt", "distopt", "zero", "fsdp",
                                          "offload", "cpu", "default", "fused", "not stated"});
  if (is_other || is_adam + is_sgd + is_adafactor > 1 ||
      (!is_adam && !is_sgd && !is_adafactor && !names_none))
    throw Unreadable{"optimizer not described"};
  if (is_sgd)
    one.optimizer =
        says_any(words, {"momentum"}) ? advisor::Optimizer::momentum : advisor::Optimizer::sgd;
  if (is_adafactor) one.optimizer = advisor::Optimizer::adafactor;
  if (is_8_bit && (is_sgd || is_adafactor)) throw Unreadable{"optimizer not described"};
  if (is_8_bit) one.optimizer = advisor::Optimizer::adamw_8bit;
}

void read_sharding(const std::string& words, bool is_megatron, advisor::MemoryCase& one) {
  const auto zero = known_zero_stage_of(words);
  if (advisor::is_training(one) && !zero &&
      says_any(flat_words(words), {"zero", "deepspeed", "shard"}))
    throw Unreadable{"sharding not understood"};
  one.zero = zero.value_or(0);
  one.is_fsdp = one.zero > 1 &&
                says_any(words, {"fsdp", "full_shard", "fully sharded", "hsdp", "hybrid shard",
                                 "hybrid_shard", "dp_shard", "dp shard", "parallel_shard"});
  one.is_offloaded = says_any(words, {"offload", "on cpu", "cpuadam", "cpu adam"});
  if (is_megatron && one.layout.dp > 1) one.zero = std::max(one.zero, 1);
}

// torchtitan calls selective what is per operator, unless a row says otherwise.
void read_recompute(const std::string& words, bool is_of_torchtitan, advisor::MemoryCase& one) {
  const RecomputeWords read = recompute_of(words);
  one.recompute = read.recompute;
  if (read.feed_forward ||
      says_any(words, {"norm", "moe", "mla", "swiglu", "gelu", "qkv", "rope", "router"}))
    throw Unreadable{"recomputation of single operators is not described"};
  if (is_of_torchtitan && read.recompute == advisor::Recompute::attention &&
      !has_any(words, {"core", "att"}))
    one.recompute = advisor::Recompute::per_operator;
}

advisor::Recipe recipe_of(const std::string& source, const std::string& precision, bool is_megatron,
                          const advisor::MemoryCase& one) {
  const bool is_of_16_bits = advisor::activation_bytes(one) == 2;
  if (is_of_16_bits && says_any(precision, {"pure"})) return advisor::Recipe::pure;
  if (!is_megatron || !is_of_16_bits) return advisor::usual_recipe(one);
  const bool is_tuned =
      has_any(source, {"mlperf", "mlcommons", "nemo"}) && !advisor::has_adapters(one);
  return is_tuned ? advisor::Recipe::megatron_16 : advisor::Recipe::megatron;
}

std::optional<int> gpus_of(const Cells& cells) {
  const std::optional<int> gpus = cells.count("gpus");
  if (!gpus && !trim(cells.text("gpus")).empty()) throw Unreadable{"number of GPUs not stated"};
  return gpus;
}

}  // namespace

double gguf_bits_of(const Cells& cells) {
  return ggml_bits(std::string(trim(weights_words(lower_case(cells.text("precision"))))))
      .value_or(0);
}

advisor::MemoryCase memory_case_of(const Cells& cells, const std::string& metric) {
  const auto words_of = [&](std::string_view column) { return lower_case(cells.text(column)); };
  const std::string source = words_of("source"), phase = words_of("phase"),
                    precision = words_of("precision"), parallelism = words_of("parallelism"),
                    optimizer = words_of("optimizer"), recompute = words_of("recompute");
  const std::string sharding = parallelism + ", " + optimizer, notes = words_of("notes");
  advisor::MemoryCase one;
  const auto is_said = [](const std::string& cell) {
    return !cell.empty() && cell != "none" && cell != "n/a" && cell != "-";
  };
  const bool says_how_trained = is_said(optimizer) || is_said(recompute) || recompute == "none" ||
                                zero_stage_of(parallelism) > 0;
  one.task =
      task_of(words_of("model") + ", " + precision + ", " + sharding + ", " + phase + ", " + notes,
              phase, says_how_trained);
  // MLPerf's logs do not say it; its submissions are in fp8.
  const bool is_mlperf = has_any(source, {"mlperf", "mlcommons"});
  const bool is_of_weights = metric == "weights" || metric == "weights+cache";
  if (is_of_weights && gguf_bits_of(cells) > 0)
    one.precision = advisor::Precision::bf16;
  else
    one.precision =
        is_mlperf && precision.empty() ? advisor::Precision::fp8 : precision_of(precision);
  if (one.task == advisor::Task::train && one.precision > advisor::Precision::fp8)
    throw Unreadable{"outside what the model covers"};
  one.has_one_fp8_copy = has_any(words_of("gpu"), {"b200", "b300"});
  const std::optional<int> gpus = gpus_of(cells);
  const RowLayout layout = memory_layout_of(parallelism, gpus);
  one.layout = layout.layout;
  const bool is_megatron = advisor::is_training(one) && is_of_megatron(source);
  if (advisor::is_training(one)) read_optimizer(optimizer + optimizer_in_notes(notes), one);
  read_sharding(sharding, is_megatron, one);
  if (advisor::is_training(one)) {
    for (const std::string& cell : {parallelism, optimizer, notes})
      if (streams_weights(cell)) throw Unreadable{"weights or gradients streamed from the host"};
    if (offloads_activations(notes)) throw Unreadable{"offloaded activations are not described"};
    one.is_offloaded = one.is_offloaded || offloads_optimizer(notes);
  }
  const std::string words = source + ", " + notes;
  const bool is_of_torchtitan = has_any(words, {"torchtitan"});
  if (advisor::is_training(one)) read_recompute(recompute, is_of_torchtitan, one);
  one.recipe = recipe_of(source, precision, is_megatron, one);
  one.has_chunked_loss = says_any(words, {"liger", "chunked", "fused ce", "cut cross"});
  one.has_fused_kernels = one.has_chunked_loss || says_any(words, {"torchtitan", "compile"});
  one.lora_everywhere = !is_mlperf;  // their rules: attention alone
  if (is_of_states(metric)) return one;
  const bool is_state = has_any(phase, {"recurrent state"});  // which does not grow with the tokens
  one.sequence = is_state ? 0 : need(sequence_of(cells), "sequence length not stated");
  const double shortest = advisor::is_training(one) ? 1 : 0;
  if (!(one.sequence >= shortest && one.sequence < 1e9))
    throw Unreadable{"sequence length not stated"};
  const RowBatch batch = memory_batch_of(words_of("batch"), layout.ranks, one.sequence);
  one.batch = batch.sequences;
  one.micro_batches = batch.micro_batches;
  // Its stages take the batch of a rank in single sequences.
  const bool is_cut = is_of_torchtitan && one.layout.pp > 1 && one.micro_batches == 0;
  if (is_cut) one.micro_batches = static_cast<int>(std::exchange(one.batch, 1));
  if (metric == "cache" && has_any(precision, {"q8", "fp8 kv", "int8 kv"}))
    one.cache_precision = advisor::Precision::int8;
  // Sharding without a layout is data parallelism alone.
  const bool is_stated =
      !parallelism.empty() || gpus.value_or(1) == 1 || zero_stage_of(optimizer) > 0;
  if (!is_stated && !layout.is_split) throw Unreadable{"parallel layout not stated"};
  return one;
}

}  // namespace wgf::truth
