// SPDX-License-Identifier: MIT
#include "answers/network/asked_case.h"

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
                  const std::vector<std::string>& known, std::optional<Value>& out) {
  if (text.empty()) return;
  check_choice(option, lower_case(text), known);
  out = parse(lower_case(text));
}

// No cluster has more GPUs.
constexpr double most_gpus = 1 << 20;

constexpr int fully_sharded = 3;

std::optional<int> parse_zero(const std::string& typed) {
  if (typed.empty()) return std::nullopt;
  const std::int64_t zero = parse_count("--zero", typed, 0);
  if (zero > fully_sharded) throw_usage("footprint.unknown_zero", {{"value", typed}});
  return static_cast<int>(zero);
}

advisor::Layout layout_of(const AskedCase& asked) {
  const advisor::Layout layout{.tp = asked.tp.value_or(1),
                               .pp = asked.pp.value_or(1),
                               .cp = asked.cp.value_or(1),
                               .ep = asked.ep.value_or(1),
                               .dp = asked.dp.value_or(1),
                               .virtual_stages = asked.vpp.value_or(1)};
  if (layout.virtual_stages > 1 && layout.pp == 1) throw_usage("footprint.vpp_alone");
  const double gpus = 1.0 * layout.tp * layout.pp * layout.cp * layout.dp;
  if (gpus > most_gpus)
    throw_usage("footprint.too_many_gpus",
                {{"gpus", advisor::whole_text(gpus)}, {"most", advisor::whole_text(most_gpus)}});
  return layout;
}

void take_sharding(const AskedCase& asked, MemoryCase& one) {
  one.is_fsdp = asked.is_fsdp;
  one.is_offloaded = asked.is_offloaded;
  one.zero = asked.zero.value_or(asked.is_fsdp ? fully_sharded : 0);
  if (asked.is_fsdp && one.zero != fully_sharded)
    throw_usage("footprint.fsdp_is_zero_3", {{"value", std::to_string(one.zero)}});
  // Where no software is named, all three are shared out as PyTorch does it.
  one.is_fsdp |= !asked.software && one.zero == fully_sharded;
}

// Sharding, kernels and recipe as a forecast of that software's trainings has them; whether
// gradients are kept and how many micro-batches a pipeline works on is of the options.
void run_by(const AskedCase& asked, MemoryCase& one) {
  advisor::TrainingCase training;
  training.work = one;
  training.software = *asked.software;
  training.global_batch = one.layout.dp * one.batch;
  complete_case(training, !asked.recipe, !asked.zero);
  if (one.layout.virtual_stages > 1 && !can_interleave(training.software))
    throw_usage("predict.vpp_software", {{"vpp", std::to_string(one.layout.virtual_stages)}});
  refuse_sharded_pipeline(one, training.software, one.layout.pp);
  training.work.micro_batches = one.micro_batches;
  training.work.accumulates = one.accumulates;
  training.work.has_flash_attention &= one.has_flash_attention;
  training.work.recompute = as_run_by(one.recompute, is_megatron(training.software));
  one = training.work;
}

void parse_choices(const MemoryOptions& options, AskedCase& asked) {
  parse_choice("--task", parse_task_word(options.task, "train", "infer"), advisor::parse_task,
               {"train", "infer", "lora", "qlora"}, asked.task);
  parse_choice("--precision", options.precision, advisor::parse_precision,
               {"fp32", "tf32", "bf16", "fp16", "fp8", "int8", "int4", "fp4", "nf4"},
               asked.precision);
  parse_choice("--optimizer", options.optimizer, advisor::parse_optimizer,
               {"adamw", "adam", "sgd", "momentum", "adafactor", "adamw-8bit", "adam-8bit"},
               asked.optimizer);
  parse_choice("--recompute", options.recompute, advisor::parse_recompute,
               {"none", "selective", "full"}, asked.recompute);
  parse_choice("--recipe", options.recipe, advisor::parse_recipe,
               {"fp32", "autocast", "mixed", "megatron", "megatron-16", "pure"}, asked.recipe);
  parse_choice("--kv-precision", options.cache_precision, advisor::parse_precision,
               {"fp32", "bf16", "fp16", "fp8", "int8", "int4"}, asked.cache_precision);
  if (!options.software.empty()) asked.software = parse_training_software(options.software);
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

AskedCase AskedCase::without_layout() const {
  AskedCase plain = *this;
  plain.tp = plain.pp = plain.vpp = plain.cp = plain.ep = plain.dp = std::nullopt;
  return plain;
}

AskedCase parse_asked_case(const MemoryOptions& options) {
  AskedCase asked;
  parse_choices(options, asked);
  asked.tp = parse_optional_count("--tp", options.tp);
  asked.pp = parse_optional_count("--pp", options.pp);
  asked.vpp = parse_optional_count("--vpp", options.vpp);
  asked.cp = parse_optional_count("--cp", options.cp);
  asked.ep = parse_optional_count("--ep", options.ep);
  asked.dp = parse_optional_count("--dp", options.dp);
  asked.zero = parse_zero(options.zero);
  asked.batch = parse_optional_count("--batch-size", options.batch_size, advisor::most_batch);
  asked.lora_rank = parse_optional_count("--lora-rank", options.lora_rank);
  asked.sequence = parse_optional_length("--seq", options.sequence);
  asked.is_fsdp = options.is_fsdp;
  asked.is_offloaded = options.is_offloaded;
  asked.accumulates = options.accumulates;
  asked.has_no_flash = options.has_no_flash;
  asked.is_of_engine = options.is_of_engine;
  return asked;
}

MemoryCase case_of(const AskedCase& asked) {
  MemoryCase one;
  one.task = asked.task.value_or(one.task);
  one.precision = asked.precision.value_or(one.precision);
  // The four bits of QLoRA are NF4.
  if (one.task == advisor::Task::qlora && one.precision > advisor::Precision::int8)
    one.precision = advisor::Precision::nf4;
  one.optimizer = asked.optimizer.value_or(one.optimizer);
  one.recompute = asked.recompute.value_or(one.recompute);
  refuse_of_other_tasks(asked, one.task);
  one.layout = layout_of(asked);
  // A step of how many micro-batches is not asked: interleaved stages keep below two rounds.
  if (one.layout.virtual_stages > 1) one.micro_batches = 2 * one.layout.pp;
  take_sharding(asked, one);
  one.recipe = asked.recipe.value_or(advisor::usual_recipe(one));
  check_narrow_gradients(one.recipe, advisor::activation_bytes(one) > 2, to_text(one.precision));
  if (!asked.software) one.recompute = as_run_by(one.recompute, is_megatron(one));
  one.cache_precision = asked.cache_precision;
  one.batch = asked.batch.value_or(1);
  one.lora_rank = asked.lora_rank.value_or(one.lora_rank);
  one.accumulates = asked.accumulates;
  one.has_flash_attention = !asked.has_no_flash;
  if (asked.software) run_by(asked, one);
  if (one.task == advisor::Task::train && one.precision > advisor::Precision::fp8)
    throw_usage("footprint.no_training_in", {{"precision", std::string(to_text(one.precision))}});
  return one;
}

}  // namespace wgf::answers
