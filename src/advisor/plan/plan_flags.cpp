// SPDX-License-Identifier: MIT
#include "advisor/plan/plan_flags.h"

#include <fmt/format.h>

#include <algorithm>

#include "advisor/plan/plan_space.h"
#include "advisor/training/matrix_speed.h"

namespace wgf::advisor {
namespace {

class Flags {
 public:
  explicit Flags(std::string text) : text_(std::move(text)) {}

  Flags& add(std::string_view name) {
    text_ += fmt::format(" {}", name);
    return *this;
  }
  template <typename Value>
  Flags& add(std::string_view name, const Value& value) {
    text_ += fmt::format(" {} {}", name, value);
    return *this;
  }
  Flags& add_if(bool condition, std::string_view name) { return condition ? add(name) : *this; }

  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

bool is_16_bits(const TrainingCase& one) {
  return one.matrices >= ComputeType::bf16;  // with fp8 and fp4 what lies between is
}

// "fp8" or "fp4" where the card has what was asked for, else empty.
std::string_view low_precision(const TrainingCase& one, const catalog::Gpu& gpu) {
  const std::string_view type = type_on(gpu, to_text(one.matrices));
  return type == "fp8" || type == "fp4" ? type : "";
}

// torchtitan's stages are all of layers_per_stage but for what each end has less, by default one
// layer each; a rank has two of a looped schedule unless the layers of one are named.
void add_stages(Flags& flags, int layers, const Layout& layout) {
  const int stages = layout.pp * layout.virtual_stages;
  const int each = (layers + stages - 1) / stages;
  const EndStages ends = end_stages(layers, stages).value_or(EndStages{each, each});
  flags
      .add("--parallelism.pipeline_parallel_schedule",
           layout.virtual_stages > 1 ? "Interleaved1F1B" : "1F1B")
      .add("--parallelism.pipeline_parallel_layers_per_stage", each)
      .add("--parallelism.pipeline_parallel_first_stage_less_layers", each - ends.first)
      .add("--parallelism.pipeline_parallel_last_stage_less_layers", each - ends.last);
}

}  // namespace

std::string torchrun_flags(const TrainingCase& one, const Node& node) {
  const auto gpus = one.work.layout.gpus();
  const auto in_node = std::min<std::int64_t>(gpus, node.gpus);
  std::string text =
      fmt::format("torchrun --nnodes={} --nproc-per-node={}", gpus / in_node, in_node);
  if (gpus > in_node) text += " --rdzv-backend=c10d --rdzv-endpoint=HOST:29500";
  return text;
}

std::string megatron_flags(const TrainingCase& one, const Network& network,
                           const catalog::Gpu& gpu) {
  if (network.vocab == 0) return "";
  const MemoryCase& work = one.work;
  const Layout& layout = work.layout;
  Flags flags(network.is_causal ? "pretrain_gpt.py" : "pretrain_bert.py");
  flags.add("--tensor-model-parallel-size", layout.tp)
      .add("--pipeline-model-parallel-size", layout.pp)
      .add("--context-parallel-size", layout.cp);
  const int layers = network.layer_count();
  if (const auto ends = end_stages(layers, layout.pp); ends && layers % layout.pp != 0)
    flags.add("--decoder-first-pipeline-num-layers", ends->first)
        .add("--decoder-last-pipeline-num-layers", ends->last);
  if (layout.ep > 1) flags.add("--expert-model-parallel-size", layout.ep);
  if (layout.ep > 1) flags.add("--expert-tensor-parallel-size", 1);
  if (layout.virtual_stages > 1)
    flags.add("--num-layers-per-virtual-pipeline-stage",
              network.layer_count() / (layout.pp * layout.virtual_stages));
  flags.add_if(layout.tp > 1 && work.has_sequence_parallel, "--sequence-parallel")
      .add_if(work.zero == 1, "--use-distributed-optimizer");
  if (work.zero >= 2)
    flags.add("--use-megatron-fsdp")
        .add("--data-parallel-sharding-strategy",
             work.zero == 2 ? "optim_grads" : "optim_grads_params")
        .add("--use-distributed-optimizer --no-gradient-accumulation-fusion")
        .add("--ckpt-format", "fsdp_dtensor");
  flags.add("--micro-batch-size", work.batch)
      .add("--global-batch-size", one.global_batch)
      .add("--seq-length", work.sequence);
  if (work.recompute == Recompute::full)
    flags.add("--recompute-granularity full --recompute-method uniform --recompute-num-layers 1");
  if (work.recompute == Recompute::attention) flags.add("--recompute-granularity selective");
  flags.add_if(is_16_bits(one), type_on(gpu, "bf16") == "fp16" ? "--fp16" : "--bf16");
  const std::string_view low = low_precision(one, gpu);
  if (!low.empty()) flags.add(low == "fp8" ? "--fp8-format hybrid" : "--fp4-format e2m1");
  return flags.take();
}

NotInTorchtitan why_not_torchtitan(const TrainingCase& one, const Network& network,
                                   const catalog::Gpu& gpu) {
  const bool has_type = !is_16_bits(one) || type_on(gpu, "bf16") == "bf16";
  if (!network.is_causal || !has_type || low_precision(one, gpu) == "fp4")
    return NotInTorchtitan::network_or_type;
  const Layout& layout = one.work.layout;
  const bool has_whole_groups = layout.ep == 1 || layout.ep % (layout.tp * layout.cp) == 0;
  return has_whole_groups ? NotInTorchtitan::nothing : NotInTorchtitan::experts;
}

std::string torchtitan_flags(const TrainingCase& one, const Network& network,
                             const catalog::Gpu& gpu) {
  if (why_not_torchtitan(one, network, gpu) != NotInTorchtitan::nothing) return "";
  const std::string_view low = low_precision(one, gpu);
  const MemoryCase& work = one.work;
  const Layout& layout = work.layout;
  Flags flags("./run_train.sh");
  flags.add("--parallelism.data_parallel_shard_degree", layout.dp)
      .add("--parallelism.fsdp_reshard_after_forward", work.zero == 3 ? "always" : "never")
      .add("--parallelism.tensor_parallel_degree", layout.tp)
      .add("--parallelism.pipeline_parallel_degree", layout.pp)
      .add("--parallelism.context_parallel_degree", layout.cp);
  if (layout.ep > 1) flags.add("--parallelism.expert_parallel_degree", layout.ep);
  const double local_batch = layout.pp > 1 ? one.global_batch / layout.dp : work.batch;
  if (layout.pp > 1) {
    add_stages(flags, network.layer_count(), layout);
    flags.add("--parallelism.pipeline_parallel_microbatch_size", work.batch);
  }
  flags.add("--training.local_batch_size", local_batch)
      .add("--training.global_batch_size", one.global_batch)
      .add("--training.seq_len", work.sequence)
      // Its "selective" is per operator, another scheme than the attention alone of a plan, for
      // which there is no flag: with flash attention nothing is freed by it.
      .add("--activation_checkpoint.mode", work.recompute == Recompute::full ? "full" : "none");
  if (low == "fp8" && network.has_experts())
    flags.add("--model.converters", "quantize.linear.float8,quantize.grouped_mm.float8")
        .add("--quantize.grouped_mm.float8.fqns", "experts");
  else if (low == "fp8")
    flags.add("--model.converters", "quantize.linear.float8");
  if (!is_16_bits(one)) flags.add("--training.mixed_precision_param", "float32");
  return flags.take();
}

}  // namespace wgf::advisor
