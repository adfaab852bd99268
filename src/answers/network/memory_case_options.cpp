// SPDX-License-Identifier: MIT
#include "answers/network/memory_case_options.h"

#include <algorithm>

#include "advisor/predict/training_forecast.h"
#include "answers/network/memory_refusals.h"
#include "base/choices.h"
#include "base/option_values.h"
#include "base/text.h"

namespace wgf::answers {
namespace {

using advisor::MemoryCase;

template <typename Value>
void parse_choice(const char* option, const std::string& text,
                  std::optional<Value> (*parse)(std::string_view),
                  const std::vector<std::string>& known, Value& out) {
  if (text.empty()) return;
  check_choice(option, lower_case(text), known);
  out = *parse(lower_case(text));
}

// No cluster has more GPUs.
constexpr double most_gpus = 1 << 20;

void parse_layout(const MemoryOptions& options, advisor::Layout& layout) {
  layout.tp = parse_optional_count("--tp", options.tp).value_or(1);
  layout.pp = parse_optional_count("--pp", options.pp).value_or(1);
  layout.virtual_stages = parse_optional_count("--vpp", options.vpp).value_or(1);
  if (layout.virtual_stages > 1 && layout.pp == 1)
    throw Error({"footprint.vpp_alone", {}}, ExitCode::usage);
  layout.cp = parse_optional_count("--cp", options.cp).value_or(1);
  layout.ep = parse_optional_count("--ep", options.ep).value_or(1);
  layout.dp = parse_optional_count("--dp", options.dp).value_or(1);
  const double gpus = 1.0 * layout.tp * layout.pp * layout.cp * layout.dp;
  if (gpus > most_gpus)
    throw Error({"footprint.too_many_gpus",
                 {{"gpus", advisor::whole_text(gpus)}, {"most", advisor::whole_text(most_gpus)}}},
                ExitCode::usage);
}

void parse_zero(const MemoryOptions& options, MemoryCase& one) {
  constexpr int fully_sharded = 3;
  one.is_fsdp = options.is_fsdp;
  one.is_offloaded = options.is_offloaded;
  one.zero = options.is_fsdp ? fully_sharded : 0;
  if (options.zero.empty()) return;
  const std::int64_t zero = parse_count("--zero", options.zero, 0);
  if (zero > fully_sharded)
    throw Error({"footprint.unknown_zero", {{"value", options.zero}}}, ExitCode::usage);
  if (options.is_fsdp && zero != fully_sharded)
    throw Error({"footprint.fsdp_is_zero_3", {{"value", options.zero}}}, ExitCode::usage);
  one.zero = static_cast<int>(zero);
  // Where no software is named, all three are shared out as PyTorch does it.
  one.is_fsdp |= options.software.empty() && one.zero == fully_sharded;
}

// Sharding, kernels and recipe as a forecast of that software's trainings has them; whether
// gradients are kept and how many micro-batches a pipeline works on is of the options.
void run_by(const MemoryOptions& options, MemoryCase& one) {
  advisor::TrainingCase training;
  training.work = one;
  training.software = parse_training_software(options.software);
  training.global_batch = one.layout.dp * one.batch;
  complete_case(training, options.recipe.empty(), options.zero.empty());
  if (one.layout.virtual_stages > 1 && !can_interleave(training.software))
    throw Error({"predict.vpp_software", {{"vpp", std::to_string(one.layout.virtual_stages)}}},
                ExitCode::usage);
  refuse_sharded_pipeline(one, training.software, one.layout.pp);
  training.work.micro_batches = one.micro_batches;
  training.work.accumulates = one.accumulates;
  training.work.has_flash_attention &= one.has_flash_attention;
  training.work.recompute = as_run_by(one.recompute, is_megatron(training.software));
  one = training.work;
}

}  // namespace

advisor::Software parse_training_software(const std::string& typed) {
  std::vector<std::string> names;
  for (int i = 0; i < advisor::software_count; ++i)
    names.emplace_back(to_text(static_cast<advisor::Software>(i)));
  std::string name = lower_case(typed);
  std::replace(name.begin(), name.end(), '-', '_');
  check_choice("--software", name, names);
  return *advisor::parse_software(name);
}

void check_narrow_gradients(advisor::Recipe recipe, bool is_of_32_bits,
                            std::string_view precision) {
  if (recipe == advisor::Recipe::megatron_16 && is_of_32_bits)
    throw Error({"footprint.no_16_bits", {{"precision", std::string(precision)}}}, ExitCode::usage);
}

MemoryCase parse_memory_case(const MemoryOptions& options) {
  MemoryCase one;
  parse_choice("--task", parse_task_word(options.task, "train", "infer"), advisor::parse_task,
               {"train", "infer", "lora", "qlora"}, one.task);
  parse_choice("--precision", options.precision, advisor::parse_precision,
               {"fp32", "tf32", "bf16", "fp16", "fp8", "int8", "int4", "fp4", "nf4"},
               one.precision);
  // The four bits of QLoRA are NF4.
  if (one.task == advisor::Task::qlora && one.precision > advisor::Precision::int8)
    one.precision = advisor::Precision::nf4;
  parse_choice("--optimizer", options.optimizer, advisor::parse_optimizer,
               {"adamw", "adam", "sgd", "momentum", "adafactor", "adamw-8bit", "adam-8bit"},
               one.optimizer);
  parse_choice("--recompute", options.recompute, advisor::parse_recompute,
               {"none", "selective", "full"}, one.recompute);
  refuse_of_other_tasks(options, one.task);
  parse_layout(options, one.layout);
  // A step of how many micro-batches is not asked: interleaved stages keep below two rounds.
  if (one.layout.virtual_stages > 1) one.micro_batches = 2 * one.layout.pp;
  parse_zero(options, one);
  one.recipe = advisor::usual_recipe(one);
  parse_choice("--recipe", options.recipe, advisor::parse_recipe,
               {"fp32", "autocast", "mixed", "megatron", "megatron-16", "pure"}, one.recipe);
  check_narrow_gradients(one.recipe, advisor::activation_bytes(one) > 2, options.precision);
  if (options.software.empty()) one.recompute = as_run_by(one.recompute, is_megatron(one));
  if (!options.cache_precision.empty()) {
    one.cache_precision.emplace();
    parse_choice("--kv-precision", options.cache_precision, advisor::parse_precision,
                 {"fp32", "bf16", "fp16", "fp8", "int8", "int4"}, *one.cache_precision);
  }
  one.batch =
      parse_optional_count("--batch-size", options.batch_size, advisor::most_batch).value_or(1);
  one.lora_rank = parse_optional_count("--lora-rank", options.lora_rank).value_or(one.lora_rank);
  one.accumulates = options.accumulates;
  one.has_flash_attention = !options.has_no_flash;
  if (!options.software.empty()) run_by(options, one);
  if (one.task == advisor::Task::train && one.precision > advisor::Precision::fp8)
    throw Error({"footprint.no_training_in", {{"precision", options.precision}}}, ExitCode::usage);
  return one;
}

}  // namespace wgf::answers
