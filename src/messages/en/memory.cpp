// SPDX-License-Identifier: MIT
// English: footprint.* (estimate-memory), network.*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry memory_entries[] = {
    {"footprint.column_part", "part"},
    {"footprint.column_basis", "rests on"},
    {"footprint.column_term", "term"},
    {"footprint.of_tokens", "{bytes} B x {count} {count:token|tokens}"},
    {"footprint.of_sequences", "{bytes} B x {count} {count:sequence|sequences}"},
    {"footprint.share_of", "{share} % of {gb} GB"},
    {"footprint.column_arithmetic", "arithmetic"},
    {"footprint.column_fits", "fits"},
    {"footprint.column_risk", "OOM risk"},
    {"footprint.column_batch", "max batch"},
    {"footprint.column_tokens", "max tokens"},
    {"footprint.yes", "yes"},
    {"footprint.tight", "tight"},
    {"footprint.no", "no"},
    {"footprint.basis_exact", "counted"},
    {"footprint.basis_operators", "list of operators"},
    {"footprint.basis_measured", "measured typically"},
    {"footprint.part_weights", "weights"},
    {"footprint.part_gradients", "gradients"},
    {"footprint.part_optimizer", "optimizer"},
    {"footprint.part_activations", "activations"},
    {"footprint.part_not_at_once", "never at once"},
    {"footprint.part_kv_cache", "KV cache"},
    {"footprint.part_allocator", "allocator's gap"},
    {"footprint.part_framework", "framework and NCCL"},
    {"footprint.part_cuda_graphs", "CUDA graphs"},
    {"footprint.total", "total"},
    {"footprint.interval", "90 %: {low} to {high} GB"},
    {"footprint.of_experts", " (experts)"},
    {"footprint.term_weights", "weights"},
    {"footprint.term_cast_copy", "autocast copies"},
    {"footprint.term_gathered", "gathered layers"},
    {"footprint.term_gathered_gradients", "gathered gradients"},
    {"footprint.term_gradients", "gradients"},
    {"footprint.term_buckets", "buckets"},
    {"footprint.term_ddp_buckets", "DDP buckets"},
    {"footprint.term_dummy_gradients", "dummy gradients"},
    {"footprint.term_master", "fp32 master"},
    {"footprint.term_moments", "moments"},
    {"footprint.term_frozen", "frozen layers"},
    {"footprint.term_frozen_attention", "attention, in 16 bits"},
    {"footprint.term_frozen_experts", "experts"},
    {"footprint.term_tables", "word tables"},
    {"footprint.term_adapters", "adapters"},
    {"footprint.term_kept", "kept for backward"},
    {"footprint.term_recomputed", "one layer again"},
    {"footprint.term_working", "working space"},
    {"footprint.term_logits", "logits and loss"},
    {"footprint.term_samples", "samples"},
    {"footprint.term_beyond_states", "measured beyond the states"},
    {"footprint.term_not_at_once", "never at once"},
    {"footprint.term_cache", "keys and values"},
    {"footprint.term_gap", "allocator's gap"},
    {"footprint.term_context", "CUDA context"},
    {"footprint.term_nccl", "NCCL buffers"},
    {"footprint.term_graphs", "CUDA graphs"},
    {"footprint.task_train", "training"},
    {"footprint.task_infer", "inference"},
    {"footprint.task_lora", "LoRA"},
    {"footprint.task_qlora", "QLoRA"},
    {"footprint.title",
     "{model} ({params} parameters), {task} in {precision},\n"
     "{gpus} {gpus:GPU|GPUs}, batch {batch}"},
    {"footprint.title_tokens", " of {tokens} tokens"},
    {"footprint.title_training", "; {optimizer}, recipe {recipe}"},
    {"footprint.layout", "Layout: {layout}."},
    {"footprint.recompute", "Recompute {recompute}."},
    {"footprint.recompute_of_no_use",
     "Recompute {recompute}: frees nothing, as flash attention keeps no scores."},
    {"footprint.note_assumed",
     "The shape is assumed from the size ({layers} layers, width {hidden}, feed-forward {ffn}, "
     "{heads} heads, {kv_heads} key-value heads, {vocab} words); the interval is wider for "
     "it."},
    {"footprint.note_more_cards",
     "+1: one more card of that memory, and so on; those most often measured are named. --gpu "
     "takes "
     "any card, --json names all."},
    {"footprint.note_tight",
     "tight: it fits as forecast, but more than {percent} of such cases run out of memory; max "
     "batch "
     "and max tokens keep within that, so they may be below what was asked."},
    {"footprint.note_tight_batch",
     "tight: it fits as forecast, but more than {percent} of such cases run out of memory; max "
     "batch keeps within that, so it may be below what was asked."},
    {"footprint.note_mxfp4_fp8",
     "{model} is published with its experts in MXFP4 (0.53 bytes a weight) and served so; all "
     "other matrices take 8 bits."},
    {"footprint.note_mxfp4",
     "{model} is published with its experts in MXFP4 (0.53 bytes a weight) and served so; all else "
     "is in 16 bits."},
    {"footprint.note_served",
     "As servers such as vLLM hold it, for these tokens alone; llama.cpp and Ollama take less "
     "beside "
     "the weights: predict --task serve --software llama.cpp."},
    {"footprint.note_chunks",
     "One chunk of layers on each stage (--vpp 1); predict interleaves more where that is faster, "
     "which keeps more activations."},
    {"footprint.note_stage", "Figures are of pipeline stage {stage}, the fullest."},
    {"footprint.note_full_pipeline",
     "Of a full pipeline: predict counts the micro-batches of its step, of which fewer keep less."},
    {"footprint.note_nothing_shared",
     "{sharding} shares nothing out over one data-parallel rank; over {ranks} (--dp {ranks}) it "
     "takes {gb} GB on each."},
    {"footprint.note_devices",
     "Programs see {devices} devices in one {gpu}: a rank has one of them, with {gb} GB."},
    {"footprint.note_qlora_cards",
     "Cards that bitsandbytes, whose kernels QLoRA runs, is not documented to support are left "
     "out."},
    {"footprint.note_no_qlora",
     "{gpu} is not known to run QLoRA: bitsandbytes, whose kernels it takes, is not documented to "
     "support it."},
    {"footprint.note_types",
     "Cards without {precision} are counted in the type that they multiply in."},
    {"footprint.note_row_type",
     "No {precision}, so in {type} (in the table of cards alone; parts and total are in "
     "{precision}): {gpu}."},
    {"footprint.note_offloaded_card",
     "The memory of {gpu} is the host's too, so that what --offload moves stays in it: {gb} GB in "
     "the table of cards."},
    {"footprint.note_offloaded_all",
     "The memory of {gpu} is the host's too, so that what --offload moves stays in it, as these "
     "figures have it: {gb} GB."},
    {"footprint.note_offloaded_cards",
     "Cards whose memory is the host's too are counted with what --offload moves, as it stays in "
     "it."},
    {"footprint.note_software", "As {software} runs it."},
    {"footprint.note_megatron",
     "As Megatron's recipe keeps it (--software says whose sharding and kernels)."},
    {"footprint.note_eager",
     "As PyTorch runs it operator by operator (--software compiled and others take less or more)."},
    {"footprint.note_measured",
     "Activations: measured for one sample of the default input on an H200, times the batch."},
    {"footprint.note_engine",
     "Beyond the states: a line through two batch sizes that this program's engine measured on an "
     "H100, at 224 pixels or 128 tokens."},
    {"footprint.not_with_engine",
     "{option} is not for --engine, which knows one GPU, the default input and the engine's own "
     "recipe: leave it out"},
    {"footprint.not_measured_on_engine",
     "{model}: this program's engine has not measured it in this task and precision; without "
     "--engine it is estimated from its shape"},
    {"footprint.takes", "Takes {total} GB ({interval}): {parts}."},
    {"footprint.other_sizes",
     "Not shown: {small} smaller {small:size|sizes} of memory that {small:does|do} not hold it and "
     "{large} that {large:does|do}, cards behind a +, and what each part rests on: --explain. "
     "--gpu "
     "takes any card."},
    {"footprint.flips_title", "Single changes and what they come to, for {gb} GB:"},
    {"footprint.flip_recompute_attention", "--recompute selective: attention runs again"},
    {"footprint.flip_recompute_selective",
     "--recompute selective: all but half of the products run again"},
    {"footprint.flip_recompute_full",
     "--recompute full: layers run again (about a third more work)"},
    {"footprint.flip_flash", "flash attention (leave out --no-flash)"},
    {"footprint.flip_chunked_loss", "a loss computed in chunks (Liger, cut cross entropy)"},
    {"footprint.flip_half_batch", "--batch-size {batch}: half of it"},
    {"footprint.flip_optimizer_8bit", "--optimizer adamw-8bit"},
    {"footprint.flip_zero_1", "--zero 1: optimizer shared out"},
    {"footprint.flip_zero_3", "--zero 3: weights, gradients and optimizer shared out"},
    {"footprint.flip_offload", "--offload: optimizer in the host's memory"},
    {"footprint.flip_tp_double", "--tp {tp}: twice the tensor parallelism"},
    {"footprint.flip_lora", "--task lora: train adapters alone"},
    {"footprint.flip_qlora", "--task qlora: adapters over 4-bit weights"},
    {"footprint.flip_cache_fp8", "--kv-precision fp8"},
    {"footprint.flip_weights_fp8", "--precision fp8"},
    {"footprint.flip_weights_int4", "--precision int4"},
    {"footprint.heads_not_divisible",
     "{number} attention heads cannot be split by --tp {by}; use a divisor of {number}"},
    {"footprint.kv_heads_not_divisible",
     "{number} key-value heads cannot be split by --tp {by}; use a divisor or a multiple of "
     "{number}"},
    {"footprint.cp_not_divisible",
     "--cp {cp} cuts a sequence into {pieces} equal pieces, which {sequence} tokens are not; "
     "change --cp or --seq"},
    {"footprint.experts_not_divisible",
     "{number} experts cannot be split by --ep {by}; use a divisor of {number}"},
    {"footprint.ep_of_dense",
     "--ep {ep} splits experts, and {model} has none; use --tp, --dp or --fsdp"},
    {"footprint.ep_of_dense_served",
     "--ep {ep} splits experts, and {model} has none; use --tp or --pp"},
    {"footprint.ep_not_divisible",
     "--ep {ep} does not divide the {gpus} {gpus:GPU|GPUs} of a pipeline stage (tp x cp x dp)"},
    {"footprint.too_many_stages",
     "{stages} pipeline stages are more than the network's {layers} layers"},
    {"footprint.vpp_alone", "--vpp interleaves the stages of a pipeline: it needs a --pp above 1"},
    {"footprint.too_many_chunks",
     "--vpp {vpp} with --pp {pp} makes {chunks} chunks, more than the network's {layers} layers "
     "with "
     "embedding and loss (one each); possible with --pp {pp}: --vpp {most} at most"},
    {"footprint.no_16_bits",
     "--recipe megatron-16 sums gradients in 16 bits, but --precision {precision} keeps them in "
     "32; "
     "leave out one of the two"},
    {"footprint.sequence_too_long", "{sequence} tokens are more than {model} takes: {most}"},
    {"footprint.rank_too_large",
     "--lora-rank {rank}: {model} is {hidden} wide; adapters are narrower than what they adapt"},
    {"footprint.no_decoder_cache",
     "{model}: what its decoder keeps, of its own tokens and of the encoder's, is not described, "
     "so "
     "nothing is said but what the weights take at least"},
    {"footprint.no_activations",
     "{model}: its record has neither layers nor measured activations, so nothing is said but what "
     "weights, gradients and optimizer take at least"},
    {"footprint.at_least", "at least"},
    {"footprint.too_small", "Surely too small: {gpus}."},
    {"footprint.none_too_small", "None of these cards is too small for that alone."},
    {"footprint.no_training_in",
     "weights in {precision} cannot be trained; use --task infer, lora or qlora, or another "
     "--precision"},
    {"footprint.one_network", "name one network: --model, --config or --params"},
    {"footprint.bad_parameters",
     "{option}: \"{value}\" is no number of parameters; write 13b, 1.5B or 350m"},
    {"footprint.too_many_gpus", "{gpus} GPUs (tp x pp x cp x dp) are too many; at most {most}"},
    {"footprint.unknown_zero", "--zero: \"{value}\" is no stage of ZeRO; use 0, 1, 2 or 3"},
    {"network.shape_too_large",
     "the given layers, width and words alone have {parts} parameters, more than --params "
     "{params}"},
    {"footprint.fsdp_and_zero_3",
     "--fsdp is ZeRO 3 already, as PyTorch does it; --zero 3 beside it changes nothing"},
    {"footprint.fsdp_is_zero_3", "--fsdp is stage 3, --zero {value} another; give one of them"},
    {"footprint.not_of_task", "{option} says nothing of --task {what}; leave it out"},
    {"footprint.only_with_params", "{option} goes with --params; {what} has a shape of its own"},
    {"footprint.needs_layers",
     "{option}: {what} has no layers in the catalogue that it could change; leave it out"},
    {"footprint.no_flip_is_enough", "No single change is enough for {gb} GB. What each comes to:"},
    {"network.heads_of_width", "width {hidden} is no multiple of {heads} heads"},
    {"network.heads_of_groups", "{heads} heads are no multiple of {kv_heads} key-value heads"},
    {"network.shape_of_none",
     "{params} parameters would be {layers} layers of width {hidden} and feed-forward {ffn}, which "
     "no network has; give --layers and --hidden that go together"},
    {"network.shape_of_other_size",
     "{layers} layers of width {hidden} and feed-forward {ffn} have {parts} parameters, not "
     "{params}"},
    {"network.config_not_json", "{file} is not a JSON object as Hugging Face writes config.json"},
    {"network.config_broken",
     "{file} is no JSON: line {line}, column {column} cannot be read; copy it again"},
    {"network.config_field_missing", "{file} lacks the field {field}"},
    {"network.config_bad_field",
     "{file}: {field} is {value}, which is no value it can have; correct it in the file"},
    {"network.config_out_of_range",
     "{file}: {field} is {value}, and must be a whole number from {least} to {most}; correct it in "
     "the file"},
    {"network.config_number_too_large",
     "{file}: {value} is larger than any number here; correct it in the file"},
    {"network.config_too_large",
     "{file} describes {params} parameters, and no network has more than {most}; check width, "
     "layers and experts"},
    {"network.config_uneven_heads",
     "{file}: width {hidden} is no multiple of {heads} heads, and head_dim is not given"},
    {"network.config_layer_types",
     "{file}: {field} lists {listed} layers, num_hidden_layers says {layers}"},
    {"network.config_not_modelled",
     "{file}: {part} is not modelled (decoders and encoders of attention layers are, and those "
     "with "
     "Gated DeltaNet); --params and its number of parameters answer for a usual decoder of that "
     "size"},
    {"network.config_unknown_experts",
     "{file}: model_type {type} is not known, and nothing here reads its {field}; --params and its "
     "number of parameters answer for a usual decoder of that size"},
    {"network.type_not_known",
     "model_type {type} is not known: taken as Llama's layers; the interval is wider for it, but "
     "covers no other kind of attention or layer."},
    {"network.fields_not_read",
     "{model}: its fields {fields} change shapes by their names and are not read here; the "
     "interval "
     "is wider for it, but covers no other kind of attention or layer."},
    {"network.mxfp4_experts",
     "{model} is published with its experts in MXFP4 (0.53 bytes a weight) and served so in every "
     "precision; all else is in 16 bits"},
    {"network.stored_format",
     "{model}: the weights are stored in {stored} ({method}), so the answer is in {precision}; "
     "--precision says otherwise"},
    {"network.stored_plainly",
     "{model}: the weights are stored in {stored}, so the answer is in {precision}; --precision "
     "says otherwise"},
    {"network.published_format",
     "{model} is published in {stored}, so the answer is in {precision}; --precision says "
     "otherwise"},
    {"network.typed_precision",
     "{model}: the weights are stored in {stored}; the answer is in {precision}, as --precision "
     "says"},
    {"network.unknown_format",
     "{model}: the weights are stored by {method} in a format that is not known here, and the "
     "answer "
     "is in {precision}; --precision says otherwise"},
    {"network.no_experts_of",
     "{model} cannot have {experts} experts of equal active size: its feed-forward is not gated or "
     "does not halve, or a token takes more"},
    {"network.sparse_attention",
     "{model}: its sparse attention is forecast as one that reads the whole cache, without its "
     "indexer; times, and a little of the memory, can lie outside the interval"},
    {"network.language_alone", "{model}: the language model alone, without what sees or hears"},
    {"footprint.description",
     "what a network takes of a GPU's memory, on which cards it fits, what to change"},
    {"footprint.option_model", "a model of the catalogue: bert-large, llama-70b (see list-models)"},
    {"footprint.no_config_inside",
     "no config.json in the folder {folder}: name a model's folder, or the file itself"},
    {"footprint.verdict_fits", "Fits on {gpu}, OOM risk {risk}."},
    {"footprint.verdict_tight", "Fits on {gpu} but tightly, OOM risk {risk}."},
    {"footprint.verdict_no", "Does not fit on {gpu}, OOM risk {risk}."},
    {"footprint.verdict_no_but", "Does not fit on {gpu}, OOM risk {risk}; fits on {fitting}."},
    {"footprint.verdict_spare_on", "Takes {total} GB of {usable} GB on {gpu}: {gb} GB to spare."},
    {"footprint.verdict_missing_on", "Takes {total} GB of {usable} GB on {gpu}: {gb} GB too much."},
    {"footprint.verdict_spare", "Takes {total} GB of {usable} GB: {gb} GB to spare."},
    {"footprint.verdict_missing", "Takes {total} GB of {usable} GB: {gb} GB too much."},
    {"footprint.verdict_room",
     "At a risk of {percent} at most: batch {batch}, or {tokens} tokens."},
    {"footprint.verdict_room_batch", "At a risk of {percent} at most: batch {batch}."},
    {"footprint.verdict_change", "To change: {change} ({gb} GB)."},
    {"footprint.verdict_nearest", "Nearest, but not enough alone: {change} ({gb} GB)."},
    {"footprint.verdict_no_change",
     "No single change is enough: without --gpu the cards that hold it are listed."},
    {"footprint.option_config",
     "a config.json as Hugging Face writes it, the folder it is in, or - (standard input)"},
    {"footprint.option_params", "the size alone: 13b, 350m (a typical shape is assumed)"},
    {"footprint.option_layers", "with --params: number of layers"},
    {"footprint.option_hidden", "with --params: width of a layer"},
    {"footprint.option_ffn_hidden", "with --params: width of the feed-forward"},
    {"footprint.option_heads", "with --params: attention heads"},
    {"footprint.option_kv_heads", "with --params: key-value heads"},
    {"footprint.option_vocab", "with --params: words"},
    {"footprint.option_task", "train, infer, lora or qlora (default train)"},
    {"footprint.option_batch_size",
     "sequences or images at once, of one data-parallel rank (default 1)"},
    {"footprint.gpus_of_layout",
     "estimate-memory has no --gpus: write --dp 8 for 8 GPUs that share out the samples (--zero "
     "and "
     "--fsdp the states), --tp, --pp, --cp, --ep for those that share out the network; --gpu names "
     "cards"},
    {"footprint.option_seq",
     "tokens of a sequence, 8k is 8192 (default 2048, or the model's maximum)"},
    {"footprint.option_precision",
     "fp32, tf32, bf16, fp16, fp8, int8, int4, fp4, nf4 (default bf16)"},
    {"footprint.option_software",
     "of a training: pytorch, compiled, megatron, transformer_engine, deepspeed, native, as in "
     "predict (default: PyTorch operator by operator; without FSDP, Megatron's recipe with tp, pp "
     "or ep)"},
    {"footprint.option_recipe",
     "copies of the weights: fp32, autocast, mixed, megatron, megatron-16, pure (default: the "
     "usual)"},
    {"footprint.option_optimizer", "adamw, sgd, momentum, adafactor, adamw-8bit (default adamw)"},
    {"footprint.option_recompute",
     "none, selective (Megatron: attention; else half of the products) or full (default none)"},
    {"footprint.option_zero",
     "0 to 3: what ZeRO shares out (default 0); 3 is FSDP where no --software is named"},
    {"footprint.option_fsdp", "ZeRO 3 as PyTorch's FSDP does it"},
    {"footprint.option_offload", "optimizer in the host's memory"},
    {"footprint.option_accumulate", "gradients stay between micro-steps"},
    {"footprint.option_engine", "what this program's engine takes, from its own measurements"},
    {"footprint.option_no_flash", "attention keeps its scores"},
    {"footprint.option_kv_precision", "of keys and values: fp32, bf16, fp16, fp8, int8, int4"},
    {"footprint.option_lora_rank", "rank of the adapters (default 16)"},
    {"footprint.option_tp", "tensor parallelism (default 1)"},
    {"footprint.option_pp", "pipeline stages (default 1)"},
    {"footprint.option_vpp", "chunks of layers on each stage, interleaved (default 1)"},
    {"footprint.option_cp", "context parallelism (default 1)"},
    {"footprint.option_ep", "expert parallelism (default 1)"},
    {"footprint.option_dp", "data parallelism (default 1)"},
    {"footprint.option_gpu", "these cards alone, with commas: h100,rtx-4090"},
    {"footprint.option_explain",
     "every size of memory, every term of the sum with its arithmetic, all notes"},
};
const Part memory = memory_entries;

}  // namespace wgf::messages::english
