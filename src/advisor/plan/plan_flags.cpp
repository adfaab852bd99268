// SPDX-License-Identifier: MIT
#include "advisor/plan/plan_flags.h"

#include <fmt/format.h>

#include <algorithm>

#include "advisor/memory/pipeline_stages.h"
#include "advisor/training/matrix_speed.h"
#include "base/text.h"

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

// NVIDIA's generations by compute capability, of which PyTorch gives AMD's cards one too: 9 with
// CDNA.
constexpr double ampere = 8, blackwell = 10;

bool is_of(const catalog::Gpu& gpu, double generation_or_later) {
  constexpr double cdna = 9;
  return parse_number(gpu.compute_capability).value_or(cdna) >= generation_or_later;
}

bool is_16_bits(const TrainingCase& one) {
  return one.matrices >= ComputeType::bf16;  // with fp8 and fp4 what lies between is
}

// "fp8" or "fp4" where the card has what was asked for, else empty.
std::string_view low_precision(const TrainingCase& one, const catalog::Gpu& gpu) {
  const std::string_view type = type_on(gpu, to_text(one.matrices));
  return type == "fp8" || type == "fp4" ? type : "";
}

// What a chunk adds to Megatron's --pipeline-model-parallel-layout: "t*3", "t", "" without layers.
std::string layers_text(int layers) {
  if (layers < 2) return layers == 1 ? "t" : "";
  return fmt::format("t*{}", layers);
}

// "'Et*3|(t*4|)*30t*3L'": embedding, layers and loss, chunk by chunk.
std::string layout_text(int layers, const Layout& layout) {
  const std::vector<int> chunks = chunk_layers(layers, layout);
  std::string text = "'E" + layers_text(chunks.front()) + "|";
  for (std::size_t from = 1, to = 1; from + 1 < chunks.size(); from = to) {
    while (to + 1 < chunks.size() && chunks[to] == chunks[from]) ++to;
    const std::string one = layers_text(chunks[from]) + "|";
    text += to - from == 1 ? one : fmt::format("({})*{}", one, to - from);
  }
  return text + layers_text(chunks.back()) + "L'";
}

// Of interleaved stages up to two shorter chunks are those of embedding and loss, which Megatron
// then counts as layers; all else is said chunk by chunk.
void add_interleaving(Flags& flags, int layers, const Layout& layout) {
  const Chunks chunks = chunks_of(layers, layout);
  if (chunks.shorter > 2) {
    flags.add("--pipeline-model-parallel-layout", layout_text(layers, layout));
    return;
  }
  flags.add("--num-layers-per-virtual-pipeline-stage", chunks.each)
      .add_if(chunks.is_embedding_a_layer(), "--account-for-embedding-in-pipeline-split")
      .add_if(chunks.is_loss_a_layer(), "--account-for-loss-in-pipeline-split");
}

void add_megatron_stages(Flags& flags, int layers, const Layout& layout) {
  if (layout.virtual_stages > 1) return add_interleaving(flags, layers, layout);
  if (layers % layout.pp == 0) return;
  if (const auto ends = end_stages(layers, layout.pp))
    flags.add("--decoder-first-pipeline-num-layers", ends->first)
        .add("--decoder-last-pipeline-num-layers", ends->last);
  else
    flags.add("--pipeline-model-parallel-layout", layout_text(layers, layout));
}

// How torchtitan comes to the stages of a plan: as many as ceil((layers + less at both ends) /
// layers of one), each of these layers or one less, the longer first; or without the layers of one,
// one on a rank, two of interleaved ones.
struct TitanStages {
  std::optional<int> each;
  int first_less = 0, last_less = 0;
};

// Nothing where that is another number of stages.
std::optional<TitanStages> titan_stages(int layers, const Layout& layout) {
  const Chunks chunks = chunks_of(layers, layout);
  if (layout.virtual_stages == 1) {
    const auto ends = end_stages(layers, layout.pp);
    if (!ends) return TitanStages{};
    return TitanStages{chunks.each, chunks.each - ends->first, chunks.each - ends->last};
  }
  TitanStages stages{chunks.each, chunks.is_embedding_a_layer(), chunks.is_loss_a_layer()};
  if (chunks.shorter <= 2 || chunks.shorter < chunks.each) return stages;
  constexpr int chunks_unless_said = 2;
  if (layout.virtual_stages != chunks_unless_said) return std::nullopt;
  return TitanStages{};
}

void add_titan_stages(Flags& flags, int layers, const Layout& layout) {
  const TitanStages stages = titan_stages(layers, layout).value_or(TitanStages{});
  flags.add("--parallelism.pipeline_parallel_schedule",
            layout.virtual_stages > 1 ? "Interleaved1F1B" : "1F1B");
  if (stages.each) flags.add("--parallelism.pipeline_parallel_layers_per_stage", *stages.each);
  flags.add("--parallelism.pipeline_parallel_first_stage_less_layers", stages.first_less)
      .add("--parallelism.pipeline_parallel_last_stage_less_layers", stages.last_less);
}

// Unless told so Megatron runs experts one after another, its only way before Ampere, and sends
// every token to all ranks.
void add_experts(Flags& flags, const Network& network, const catalog::Gpu& gpu,
                 const Layout& layout) {
  flags.add_if(network.has_experts() && is_of(gpu, ampere), "--moe-grouped-gemm");
  if (layout.ep == 1) return;
  flags.add("--expert-model-parallel-size", layout.ep)
      .add("--expert-tensor-parallel-size", 1)
      .add("--moe-token-dispatcher-type", "alltoall");
}

// In bf16 Megatron sums gradients in fp32 unless told otherwise, in fp16 the other way round.
// Its tensor-parallel products and exchanges overlap through memory that GPUs read of each other.
void add_type(Flags& flags, const TrainingCase& one, bool is_fp16, const Node& node) {
  const bool is_narrow = one.work.recipe == Recipe::megatron_16;
  flags.add(is_fp16 ? "--fp16" : "--bf16")
      .add_if(is_fp16 && !is_narrow, "--accumulate-allreduce-grads-in-fp32")
      .add_if(!is_fp16 && is_narrow, "--grad-reduce-in-bf16")
      .add_if(is_narrow && one.work.layout.tp > 1 && !node.is_pcie, "--tp-comm-overlap");
}

}  // namespace

std::string torchrun_flags(const TrainingCase& one, const Node& node, const catalog::Gpu& gpu) {
  const Layout& layout = one.work.layout;
  const auto gpus = layout.gpus();
  const auto in_node = std::min<std::int64_t>(gpus, node.gpus);
  // Megatron-LM refuses to start without it where it overlaps products with exchanges by the order
  // in which kernels are queued: before Blackwell, but not with its FSDP, which refuses it.
  const bool is_queued_in_order =
      (layout.tp > 1 || layout.cp > 1) && one.work.zero < 2 && !is_of(gpu, blackwell);
  std::string text = is_queued_in_order ? "CUDA_DEVICE_MAX_CONNECTIONS=1 " : "";
  text += fmt::format("torchrun --nnodes={} --nproc-per-node={}", gpus / in_node, in_node);
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
  add_megatron_stages(flags, network.layer_count(), layout);
  add_experts(flags, network, gpu, layout);
  flags.add_if(layout.tp > 1 && work.has_sequence_parallel, "--sequence-parallel")
      .add_if(work.zero == 1, "--use-distributed-optimizer");
  if (work.zero >= 2)
    flags.add("--use-megatron-fsdp")
        .add("--data-parallel-sharding-strategy",
             work.zero == 2 ? "optim_grads" : "optim_grads_params")
        .add("--use-distributed-optimizer --no-gradient-accumulation-fusion")
        .add("--ckpt-format", "fsdp_dtensor");
  // Off unless asked for; the time counts what of the exchange is left beside the layers.
  const bool has_ranks = layout.dp * layout.cp > 1;
  flags.add_if(has_ranks, "--overlap-grad-reduce")
      .add_if(has_ranks && work.zero > 0, "--overlap-param-gather");
  flags.add("--micro-batch-size", work.batch)
      .add("--global-batch-size", one.global_batch)
      .add("--seq-length", work.sequence);
  if (work.recompute == Recompute::full)
    flags.add("--recompute-granularity full --recompute-method uniform --recompute-num-layers 1");
  if (work.recompute == Recompute::attention) flags.add("--recompute-granularity selective");
  if (is_16_bits(one)) add_type(flags, one, type_on(gpu, "bf16") == "fp16", usual_node(gpu));
  const std::string_view low = low_precision(one, gpu);
  if (!low.empty()) flags.add(low == "fp8" ? "--fp8-format hybrid" : "--fp4-format e2m1");
  return flags.take();
}

NotInTorchtitan why_not_torchtitan(const TrainingCase& one, const Network& network,
                                   const catalog::Gpu& gpu) {
  const bool has_type = !is_16_bits(one) || type_on(gpu, "bf16") == "bf16";
  if (!network.is_causal || !has_type || low_precision(one, gpu) == "fp4")
    return NotInTorchtitan::network_or_type;
  if (one.work.recipe == Recipe::megatron_16) return NotInTorchtitan::gradients;
  const Layout& layout = one.work.layout;
  if (one.work.zero == 0 && layout.dp * layout.cp > 1) return NotInTorchtitan::sharing;
  const bool has_whole_groups = layout.ep == 1 || layout.ep % (layout.tp * layout.cp) == 0;
  if (!has_whole_groups) return NotInTorchtitan::experts;
  const bool has_stages = layout.pp == 1 || titan_stages(network.layer_count(), layout);
  return has_stages ? NotInTorchtitan::nothing : NotInTorchtitan::stages;
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
    add_titan_stages(flags, network.layer_count(), layout);
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
