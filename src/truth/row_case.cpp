// SPDX-License-Identifier: MIT
#include "truth/row_case.h"

#include <algorithm>
#include <cmath>

#include "advisor/memory/pipeline_stages.h"
#include "advisor/training/generation.h"
#include "base/text.h"
#include "truth/batch_cells.h"
#include "truth/batch_notes.h"
#include "truth/row_counts.h"
#include "truth/row_words.h"

namespace wgf::truth {
namespace {

constexpr double newest_release = 2026.6;  // of the software whose rows the fit knows
constexpr double usual_release_age = 0.8;  // years, where a source does not say

bool has(const std::string& text, std::string_view word) {
  return text.find(word) != std::string::npos;
}

bool is_mlperf(const Cells& cells) {
  return has(cells.text("source"), "MLPerf");
}

bool is_of_gpt(const advisor::LayerGroup& group) {
  const advisor::FeedForward& f = group.feed_forward;
  return !f.gated && f.experts == 0 && group.attention.kv_heads == group.attention.heads;
}

// Megatron-LM of 2020 to 2022 ran on Volta and Ampere, without flash attention, and layers as GPT
// has them; all else is Megatron-Core.
advisor::Software software_on(const catalog::Gpu& gpu, const advisor::Network& network,
                              const Cells& cells, advisor::Software said) {
  const std::optional<advisor::Generation> generation = advisor::generation_of(gpu);
  const bool is_old_card =
      generation == advisor::Generation::volta || generation == advisor::Generation::ampere;
  const std::string flash = cells.text("flash_attention");
  const bool is_old = is_old_card && (is_unstated(flash) || !has_flash_attention(flash)) &&
                      std::all_of(network.layers.begin(), network.layers.end(), is_of_gpt);
  return said == advisor::Software::megatron && !is_old ? advisor::Software::transformer_engine
                                                        : said;
}

// A number of sequence parallelism without tensor parallelism is of ranks that share a sequence
// (DeepSpeed-Ulysses).
int ranks_of_sequence(const Cells& cells) {
  const auto ranks = parse_integer(trim(cells.text("sp")));
  return ranks && *ranks > 1 && axis_of(cells, "tp").value_or(1) == 1 ? static_cast<int>(*ranks)
                                                                      : 1;
}

void require_described_experts(const Cells& cells, int gpus) {
  const std::string notes = flat_words(cells.text("notes"));
  const auto cut = first_labelled(
      notes, {"etp", "expert tp", "expert tensor parallel", "expert tensor parallel size"});
  if (cut && *cut > 1) throw Unreadable{"experts cut by tensor parallelism are not described"};
  if (gpus > 1 && !axis_of(cells, "ep") && says_any(notes, {"deepep", "deep ep"}))
    throw Unreadable{"expert parallelism not stated"};
}

advisor::Layout stated_layout(const Cells& cells, const advisor::Network& network, int gpus) {
  advisor::Layout layout;
  layout.tp = axis_of(cells, "tp").value_or(1);
  layout.pp = axis_of(cells, "pp").value_or(1);
  layout.cp = axis_of(cells, "cp").value_or(ranks_of_sequence(cells));
  layout.ep = axis_of(cells, "ep").value_or(1);
  layout.virtual_stages = virtual_stages_of(cells.text("notes"));
  if (const auto chunk = layers_per_chunk_of(cells.text("notes")); chunk && layout.pp > 1)
    layout.virtual_stages =
        std::max(1, static_cast<int>(std::lround(network.layer_count() / (layout.pp * *chunk))));
  if (layout.pp > 1 && fills_bubbles(cells.text("notes")))
    throw Unreadable{"schedule of the pipeline not described"};
  const double model_parallel = 1.0 * layout.tp * layout.pp * layout.cp;
  if (model_parallel > gpus) throw Unreadable{"layout does not multiply to the GPUs"};
  layout.dp = axis_of(cells, "dp").value_or(gpus / static_cast<int>(model_parallel));
  if (layout.gpus() != gpus) throw Unreadable{"layout does not multiply to the GPUs"};
  const bool has_chunks = layout.pp > 1 && layout.virtual_stages > 1;
  if (layout.pp > network.layer_count() ||
      (has_chunks &&
       layout.virtual_stages > advisor::most_chunks(network.layer_count(), layout.pp)))
    throw Unreadable{"more pipeline stages than layers"};
  return layout;
}

// What both cells and the notes state.
BatchWords stated_batch(const Cells& cells, const advisor::TrainingCase& one) {
  const advisor::Layout& layout = one.work.layout;
  const auto words = [&](std::string_view column, BatchColumn of) {
    return batch_words(cells.text(column), of, one.work.sequence, layout.dp);
  };
  BatchWords stated =
      joined(words("micro_batch", BatchColumn::micro), words("global_batch", BatchColumn::global));
  if (stated.rank && layout.gpus() != layout.dp) throw Unreadable{"batch not stated"};
  const std::string notes = cells.text("notes");
  if (const auto tokens = batch_tokens_of(notes); tokens && !stated.global && !stated.rank)
    stated.global = std::max(1.0, std::round(*tokens / one.work.sequence));
  if (!stated.global)
    stated.global =
        stated.rank ? std::optional(*stated.rank * layout.dp) : batch_sequences_of(notes);
  const bool says_all = stated.micro && stated.steps;
  if (says_all) stated = joined(stated, {.global = *stated.micro * *stated.steps * layout.dp});
  if (!stated.steps && !stated.global) stated.steps = accumulation_of(notes);
  return stated;
}

void read_batches(const Cells& cells, advisor::TrainingCase& one) {
  const BatchWords stated = stated_batch(cells, one);
  if (!stated.micro && !stated.global) throw Unreadable{"batch not stated"};
  const advisor::Layout& layout = one.work.layout;
  const bool is_model_parallel = layout.tp > 1 || layout.pp > 1;
  const double usual_micro =
      is_model_parallel ? 1 : std::max(1.0, stated.global.value_or(1) / layout.dp);
  one.work.batch = stated.micro.value_or(usual_micro);
  if (!stated.micro && stated.steps)
    one.work.batch = std::max(1.0, *stated.global / layout.dp / *stated.steps);
  one.global_batch = stated.global.value_or(one.work.batch * layout.dp * stated.steps.value_or(1));
  if (one.micro_steps() < 0.99)
    throw Unreadable{"global batch smaller than one micro-batch a rank"};
  if (layout.pp == 1 || stated.steps || one.micro_steps() >= layout.pp) return;
  // A pipeline is not fed with fewer micro-batches than it has stages, unless a row says so: what
  // stands there is a rank's whole batch, which torchtitan cuts into single sequences.
  if (!has(lower_case(cells.text("source")), "torchtitan"))
    throw Unreadable{"micro-batches of the pipeline not stated"};
  one.work.batch = 1;
}

// Nobody lets stages wait a third of the time: where no schedule is named, or no number of chunks,
// they are interleaved, in as many as there can be. DeepSpeed's stages cannot be.
void read_schedule(const Cells& cells, const advisor::Network& network,
                   advisor::TrainingCase& one) {
  advisor::Layout& layout = one.work.layout;
  const std::string notes = cells.text("notes");
  constexpr double much = 1.0 / 3;
  const bool waits = (layout.pp - 1) / one.micro_steps() > much;
  const std::string words = lower_case(cells.text("source") + "; " + notes);
  const bool leaves_chunks = names_interleaving_alone(notes) && !has(words, "torchtitan");
  const bool is_open = !names_schedule(notes) || leaves_chunks;
  const bool is_deepspeed = has(words, "deepspeed");
  if (layout.pp > 1 && waits && is_open && !is_deepspeed)
    layout.virtual_stages = advisor::most_chunks(network.layer_count(), layout.pp);
}

// MLPerf's logs say how many micro-steps a step has, which gives the data-parallel ranks. The
// others share one network: by tensor parallelism as far as its weights in 16 bits do not fit (on
// cards of 80 GB by four, as in the submissions that say it), the rest by context. Pipelines could
// be anything.
void derive_layout(const Cells& cells, const advisor::Network& network, const catalog::Gpu& gpu,
                   int gpus, advisor::TrainingCase& one) {
  const auto accumulation = accumulation_of(cells.text("notes"));
  const auto global =
      batch_words(cells.text("global_batch"), BatchColumn::global, one.work.sequence, 0).global;
  if (!is_mlperf(cells) || !accumulation || !global) throw Unreadable{"parallel layout not stated"};
  const double at_once = *global / *accumulation;
  advisor::Layout& layout = one.work.layout;
  layout.dp = static_cast<int>(std::min<double>(gpus, at_once));
  if (layout.dp < 1 || gpus % layout.dp != 0) throw Unreadable{"parallel layout not stated"};
  const int shared = gpus / layout.dp;
  constexpr double half_precision = 2, giga = 1e9;
  const double weights =
      half_precision * static_cast<double>(advisor::count_parameters(network).total());
  constexpr double much_memory = 100;
  if (gpu.memory_gb < much_memory) layout.tp = std::min(4, shared);
  while (layout.tp < shared && weights / layout.tp > gpu.memory_gb * giga) layout.tp *= 2;
  constexpr double trained = 4;  // gradients and optimizer, shared out, take as much again and more
  const bool fits = advisor::has_adapters(one.work) || trained * weights < gpu.memory_gb * giga;
  if (!fits || shared % layout.tp != 0) throw Unreadable{"parallel layout not stated"};
  layout.cp = shared / layout.tp;
  one.global_batch = *global;
  one.work.batch = at_once / layout.dp;
}

void read_types(const Cells& cells, advisor::TrainingCase& one) {
  one.matrices = compute_type_of(cells.text("precision"));
  // MLPerf's logs do not say it. NVIDIA and AMD submit fp8 since Hopper and CDNA3; where NVFP4 was
  // run, which came with round 5.1, the column says so.
  if (is_mlperf(cells) && cells.text("precision").empty()) one.matrices = advisor::ComputeType::fp8;
  one.work.precision = one.matrices == advisor::ComputeType::fp32   ? advisor::Precision::fp32
                       : one.matrices == advisor::ComputeType::tf32 ? advisor::Precision::tf32
                       : one.matrices == advisor::ComputeType::bf16 ? advisor::Precision::bf16
                                                                    : advisor::Precision::fp8;
}

void read_task(const Cells& cells, advisor::TrainingCase& one) {
  const std::string notes = cells.text("notes");
  if (const auto task = adapters_of(cells.text("model") + "; " + notes)) one.work.task = *task;
  if (says_any(flat_words(notes), {"forward only", "inference only", "frozen"}))
    throw Unreadable{"kind of training not known"};
  if (has(notes, "(unpacked)")) throw Unreadable{"length of the sequences not stated"};
}

void read_recompute(const Cells& cells, const advisor::Network& network,
                    advisor::TrainingCase& one) {
  const std::string cell = cells.text("recompute");
  const std::string words = is_unstated(cell) ? recompute_in_notes(cells.text("notes")) : cell;
  if (const auto part = partly_recomputed(words)) {
    const advisor::Layout& layout = one.work.layout;
    if (!part->share && !part->is_per_stage && layout.pp > 1)
      throw Unreadable{"recomputation not understood"};
    const int stages = part->is_per_stage ? layout.pp * layout.virtual_stages : 1;
    one.recomputed_share =
        std::min(1.0, part->share ? *part->share : part->layers * stages / network.layer_count());
    return;
  }
  const RecomputeWords recompute = recompute_of(words);
  one.work.recompute = recompute.recompute;
  one.recomputes_feed_forward = recompute.feed_forward;
  // "selective" alone: some of the layers, how many the utilisations with and without say.
  if (const auto share = recomputed_share_of(cells.text("notes")); share && words == "selective") {
    one.work.recompute = advisor::Recompute::none;
    one.recomputed_share = *share;
  }
  // Megatron-LM of those years ran everything again unless a table says otherwise.
  if (one.software == advisor::Software::megatron && words.empty())
    one.work.recompute = advisor::Recompute::full;
}

void read_offloading(const Cells& cells, advisor::TrainingCase& one) {
  const std::string words = cells.text("zero_or_fsdp") + "; " + cells.text("notes");
  if (has(words, "uses offload or recompute flags"))
    throw Unreadable{"what is offloaded or recomputed not stated"};
  if (offloads_activations(words)) throw Unreadable{"offloaded activations are not described"};
  if (streams_weights(words) || streams_weights(cells.text("zero_or_fsdp")))
    throw Unreadable{"weights or gradients streamed from the host"};
  one.work.is_offloaded = offloads_optimizer(words);
  // "ZeRO-3 offload": of what?
  if (!one.work.is_offloaded && says_any(lower_case(cells.text("zero_or_fsdp")), {"offload"}))
    throw Unreadable{"what is offloaded or recomputed not stated"};
}

// Between its matrices tensor parallelism leaves sequences whole or cut: what is said, else what
// the software does. Megatron-Core and torchtitan always cut them, PyTorch's plans usually do;
// Paddle, InternLM ("mtp") and Colossal-AI only where they are told to.
bool cuts_sequence(const Cells& cells, advisor::Software software) {
  const std::string said = lower_case(cells.text("sp"));
  const std::string words = lower_case(cells.text("source") + "; " + cells.text("notes"));
  if (software == advisor::Software::transformer_engine || has(words, "torchtitan") ||
      has_any(said, {"yes", "true", "on", "1"}))
    return true;
  return said.empty() &&
         (software == advisor::Software::pytorch || software == advisor::Software::compiled) &&
         !has_any(words, {"paddle", "internlm", "colossal"});
}

}  // namespace

advisor::TrainingCase case_of(const Cells& cells, const advisor::Network& network,
                              const catalog::Gpu& gpu, int gpus) {
  const std::string source = lower_case(cells.text("source"));
  const bool is_torchtitan = has(source, "torchtitan");
  advisor::TrainingCase one;
  one.software =
      software_on(gpu, network, cells,
                  software_of(source, cells.text("notes") + " " + cells.text("recompute")));
  read_types(cells, one);
  read_task(cells, one);
  read_offloading(cells, one);
  one.work.sequence = need(sequence_of(cells), "sequence length not stated");
  if (network.has_experts()) require_described_experts(cells, gpus);
  if (axis_of(cells, "dp") || axis_of(cells, "tp") || gpus == 1 ||
      names_data_parallelism(cells.text("zero_or_fsdp"))) {
    one.work.layout = stated_layout(cells, network, gpus);
    read_batches(cells, one);
    read_schedule(cells, network, one);
  } else {
    derive_layout(cells, network, gpu, gpus, one);
  }
  read_recompute(cells, network, one);
  // What torchtitan calls selective, unless it says otherwise, is per operator.
  if (is_torchtitan && cells.text("recompute") == "selective")
    one.work.recompute = advisor::Recompute::per_operator;
  const auto release = release_of(cells.text("source"));
  one.release_age = release ? std::max(0.0, newest_release - *release) : usual_release_age;
  const bool is_megatron_core = one.software == advisor::Software::transformer_engine;
  one.work.zero = std::max(stated_zero_stage(cells.text("zero_or_fsdp")), is_megatron_core ? 1 : 0);
  one.work.is_fsdp = one.work.zero == 3;
  const std::string flash = cells.text("flash_attention");
  one.work.has_flash_attention =
      has_flash_attention(flash) && one.software != advisor::Software::megatron;
  one.has_newest_attention = names_newest_attention(flash);
  // llm-foundry's tables are of 2023, with the Triton kernel of FlashAttention 1.
  one.has_first_attention = names_first_attention(flash) || has(source, "llm-foundry");
  // NVIDIA's configurations of MLPerf's fine-tuning set FP8_DPA.
  one.has_narrow_attention =
      is_mlperf(cells) && advisor::has_adapters(one.work) && is_megatron_core;
  one.drops_tokens =
      says_any(flat_words(cells.text("notes")), {"tokendrop", "token drop", "drops tokens"});
  // NVIDIA's performance recipes sum gradients in 16 bits.
  const bool is_tuned = has(source, "mlperf") || has(source, "nemo");
  if (is_megatron_core)
    one.work.recipe = is_tuned ? advisor::Recipe::megatron_16 : advisor::Recipe::megatron;
  if (has(source, "torchtune")) one.work.recipe = advisor::Recipe::pure;
  one.work.has_sequence_parallel = cuts_sequence(cells, one.software);
  one.has_overlapped_tensor = overlaps_tensor(cells.text("notes"));
  return one;
}

}  // namespace wgf::truth
