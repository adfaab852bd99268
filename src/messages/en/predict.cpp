// SPDX-License-Identifier: MIT
// English: predict.*, audit.*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry predict_entries[] = {
    {"predict.description",
     "how fast a training or a service would be on any card, with a 90 % interval"},
    {"predict.title", "{model} ({params} B parameters), training in {precision} on {gpus} x {gpu}"},
    {"predict.each_card", "each card"},
    {"predict.each_precision", "each precision"},
    {"predict.setting",
     "Batch {batch} of {tokens} tokens on each data-parallel rank, {global} "
     "{global:sequence|sequences} a step; "
     "{optimizer}, recompute {recompute}."},
    {"predict.setting_images",
     "Batch {batch} of images of {tokens} patches on each data-parallel rank, {global} "
     "{global:image|images} a "
     "step; {optimizer}, recompute {recompute}."},
    {"predict.setting_batches",
     "Batches of sequences of {tokens} tokens on each data-parallel rank{a_step}; {optimizer}, "
     "recompute {recompute}."},
    {"predict.setting_batches_images",
     "Batches of images of {tokens} patches on each data-parallel rank{a_step}; {optimizer}, "
     "recompute {recompute}."},
    {"predict.batch_large",
     "These are {tokens} million tokens a step, above the 0.5 to 4.2 million usual for GPT-like "
     "networks: more tokens may be needed in all."},
    {"predict.other_chunks",
     "Batch {batch} is with vpp {vpp}: its micro-batches fill no whole rounds of the stages."},
    {"predict.micro_batch",
     "Micro-batches of 1: predict searches no other, a larger one (-b) may be faster."},
    {"predict.recompute_attention", "selective (attention alone)"},
    {"predict.recompute_per_operator", "selective (every second product, all between)"},
    {"predict.batches_a_step", ", {global} of them a step"},
    {"predict.layout", "Software {software}; layout {layout}."},
    {"predict.layout_chosen",
     "Software {software}; layout {layout}. What was not given is chosen: the fastest of a small "
     "search, out-of-memory risks above 10 % only where nothing is below."},
    {"predict.layout_kept",
     "Software {software}; layout {layout}. What was not given is chosen: PyTorch's fastest of a "
     "small search that fits, kept because Megatron-Core is not {times} times as fast: it would "
     "reach {rate} {unit} ({other_layout}; recompute {other_recompute}) with --software "
     "{other_software}."},
    {"predict.layout_smallest",
     "Software {software}; layout {layout}. What was not given is chosen: as nothing of a small "
     "search fits, what takes about the least memory."},
    {"predict.interval", "{low} to {high}"},
    {"predict.column_figure", "figure"},
    {"predict.column_forecast", "forecast"},
    {"predict.column_interval", "90 % interval"},
    {"predict.column_part", "of one step"},
    {"predict.column_time", "time"},
    {"predict.column_share", "share"},
    {"predict.column_term", "term"},
    {"predict.column_meaning", "what it is"},
    {"predict.column_tokens", "tokens/s"},
    {"predict.column_images", "images/s"},
    {"predict.column_run", "time"},
    {"predict.column_layout", "layout"},
    {"predict.column_precision", "type"},
    {"predict.column_speed", "speed"},
    {"predict.column_runs_as", "units"},
    {"predict.column_batch", "batch"},
    {"predict.column_step", "step"},
    {"predict.column_efficiency", "eff."},
    {"predict.column_published", "published"},
    {"predict.column_bound", "a step takes at least"},
    {"predict.figure_tokens", "tokens/s"},
    {"predict.figure_tokens_per_gpu", "tokens/s of one GPU"},
    {"predict.figure_images", "images/s"},
    {"predict.figure_images_per_gpu", "images/s of one GPU"},
    {"predict.figure_samples", "sequences/s"},
    {"predict.figure_step", "step"},
    {"predict.figure_mfu", "MFU (of the 16-bit peak)"},
    {"predict.figure_memory", "memory of one GPU"},
    {"predict.figure_run_time", "time of the run"},
    {"predict.figure_run_cost", "cost of the run"},
    {"predict.figure_run_cost_on_demand", "cost of the run on demand"},
    {"predict.group_compute", "compute"},
    {"predict.group_communication", "exposed communication"},
    {"predict.group_bubble", "pipeline bubble and hand-over"},
    {"predict.group_optimizer", "optimizer"},
    {"predict.group_launch", "launch (host)"},
    {"predict.group_other", "other"},
    {"predict.part_matrices", "matrices"},
    {"predict.part_expert_matrices", "expert matrices"},
    {"predict.part_attention", "attention"},
    {"predict.part_between", "between"},
    {"predict.part_recompute", "recompute"},
    {"predict.part_head", "head"},
    {"predict.part_launch", "launch"},
    {"predict.part_tensor", "tensor"},
    {"predict.part_experts", "experts"},
    {"predict.part_context", "context"},
    {"predict.part_pipeline", "pipeline"},
    {"predict.part_sharding", "sharding"},
    {"predict.part_data", "data"},
    {"predict.part_optimizer", "optimizer"},
    {"predict.part_constant", "constant"},
    {"predict.part_straggling", "straggling"},
    {"predict.meaning_matrices", "FLOPs of the layers' matrices / sustained rate"},
    {"predict.meaning_expert_matrices", "FLOPs of the experts' matrices / their rate"},
    {"predict.meaning_attention", "FLOPs of query-key pairs / attention rate"},
    {"predict.meaning_between", "bytes that norms, activations, copies move"},
    {"predict.meaning_recompute", "layers run again on the way back"},
    {"predict.meaning_head", "output matrix and loss"},
    {"predict.meaning_launch", "host's time beyond the GPU's"},
    {"predict.meaning_tensor", "gathers and scatters not hidden"},
    {"predict.meaning_experts", "tokens sent to experts and back"},
    {"predict.meaning_context", "keys and values passed on"},
    {"predict.meaning_pipeline",
     "(stages - 1) / chunks idle micro-steps, uneven chunks, hand-over"},
    {"predict.meaning_sharding", "weights gathered, gradients scattered"},
    {"predict.meaning_data", "gradients summed over ranks, not hidden"},
    {"predict.meaning_optimizer", "bytes of weights, gradients, moments"},
    {"predict.meaning_constant", "data loading, logging, of every step"},
    {"predict.meaning_straggling", "waiting for the slowest GPU"},
    {"predict.rates",
     "Rates used: matrices {matrices} TFLOP/s, attention {attention} (dense 16-bit peak {peak}); "
     "memory {memory} GB/s; links {link} GB/s a GPU and direction among {node} GPUs, {network} "
     "GB/s beyond."},
    {"predict.expert_rate",
     "Expert matrices: {work} TFLOP a step on each GPU at {rate} TFLOP/s: narrow experts reach "
     "{grouped} of the matrices' rate, those {width} wide half of the rest too, and less where "
     "each "
     "multiplies few tokens while all experts' weights are read."},
    {"predict.clock",
     "{gpu} holds about {times} times the clock that its peak is quoted at (fitted on GeForce "
     "cards), "
     "so rates may lie above that peak."},
    {"predict.fitted",
     "Coefficients: fitted {date} on {rows} published rows. Interval: e^±{spread}, what sources "
     "held out of the fit were off, cut at the FLOP bound."},
    {"predict.fitted_rows",
     "Coefficients: fitted {date} on {rows} published rows. What each term is says --explain of "
     "one "
     "alone."},
    {"predict.explained_first", "The first {shown} of {count}; ask for fewer to see the others."},
    {"predict.rate_matrices", "matrices, TFLOP/s"},
    {"predict.rate_experts", "expert matrices, TFLOP/s"},
    {"predict.rate_attention", "attention, TFLOP/s"},
    {"predict.rate_memory", "memory, GB/s"},
    {"predict.rate_spread", "interval"},
    {"predict.source", "  {rows} {rows:row|rows} of {source}"},
    {"predict.fits", "Fits {gpu} ({usable} GB usable); out-of-memory risk {risk}."},
    {"predict.does_not_fit",
     "Does not fit {gpu} ({usable} GB usable), out-of-memory risk {risk}: the speed holds only "
     "where memory is made to suffice (estimate-memory says how)."},
    {"predict.rent",
     "The run: {tokens} tokens at ${usd} a GPU-hour, the cheapest on-demand offer ({provider}, "
     "{date}). Its interval is that of the time; rents of others differ."},
    {"predict.smaller_machines",
     "Of machines of {least} to {most} GPUs: nobody in the price data offers one or several with "
     "at least 8 that make {gpus} together, as the forecast takes them."},
    {"predict.machines_of",
     "Of machines of {least}: nobody in the price data offers one or several with at least 8 that "
     "make {gpus} together, as the forecast takes them."},
    {"predict.no_rent",
     "The run: {tokens} tokens. Nobody in the price data rents {gpu} on demand, so its cost is "
     "unknown."},
    {"predict.basis_card", "Rests on {rows} published {rows:run|runs} on {gpu}: {sources}."},
    {"predict.basis_generation",
     "No published run is on {gpu}: its datasheet with the efficiencies of its generation "
     "({generation}: {rows} {rows:run|runs}; {sources}). The interval is wider for it."},
    {"predict.basis_none",
     "No published run is on {gpu} or another card of its generation ({generation}): its datasheet "
     "with efficiencies nobody measured in training. The interval is wider for it."},
    {"predict.assumed",
     "The network's shape is assumed from its size; the interval is wider for it."},
    {"predict.cards_note",
     "Those that fit first, each with the fastest software and layout. * no published run of this "
     "card: wider "
     "interval. rc: layers recomputed, sel: a part of them. Intervals that overlap do not tell "
     "cards apart."},
    {"predict.cards_rent_note",
     "$: the run at the cheapest on-demand offer of each card, of machines that hold it; - where "
     "nobody offers it."},
    {"predict.cards_smaller", "Nobody offers machines that hold it, so $ of others: {gpus}."},
    {"predict.cards_unknown",
     "No forecast, as no training was published of their generation: {gpus}."},
    {"predict.own_units", "its own"},
    {"predict.other_units", "as {type}"},
    {"predict.other_type",
     "{gpu} has no {precision}: its matrices are multiplied in {type}, as these figures have it."},
    {"predict.network_assumed",
     "Machines of {gpus} GPUs; between them {network} GB/s a GPU and direction, assumed as usual "
     "for the card: no offer states its network."},
    {"predict.network_of_all",
     "Between machines {low} GB/s a GPU and direction, assumed as usual for each card (node in "
     "--json): no offer states its network."},
    {"predict.networks_assumed",
     "Between machines {low} to {high} GB/s a GPU and direction, assumed as usual for each card "
     "(node "
     "in --json): no offer states its network."},
    {"predict.beyond_published",
     "No published training behind this has more than {most} GPUs: beyond, the interval may be too "
     "narrow."},
    {"predict.cards_software", "Software of each: {software}."},
    {"predict.cards_software_most", "Software: {software}, but where said otherwise."},
    {"predict.cards_software_of", "With {software}: {gpus}."},
    {"predict.cards_type", "No {precision}, so in {type}: {gpus}."},
    {"predict.accuracy_heading", "What is known of the accuracy:"},
    {"predict.accuracy_fp32", "the reference."},
    {"predict.accuracy_tf32",
     "no loss against fp32 in over 80 networks (NVIDIA, Accelerating AI Training with TF32 Tensor "
     "Cores, 2021; Stosic and Micikevicius)."},
    {"predict.accuracy_bf16",
     "same results as fp32 in as many steps, settings unchanged (Kalamkar et al., arXiv "
     "1905.12322)."},
    {"predict.accuracy_fp16",
     "as fp32 with a master copy in fp32 and loss scaling; without scaling small gradients are "
     "lost (Micikevicius et al., arXiv 1710.03740)."},
    {"predict.accuracy_fp8",
     "matches 16 bits up to 175 B parameters (Micikevicius et al., arXiv 2209.05433); loss within "
     "0.25 % of bf16 with block-wise scaling (DeepSeek-V3, arXiv 2412.19437). Scaling per tensor "
     "can diverge: watch the loss."},
    {"predict.accuracy_fp4",
     "NVFP4, one 12 B network of 10 T tokens: 62.58 % against 62.62 % of fp8 in MMLU-Pro, some "
     "layers kept in 16 bits (NVIDIA, arXiv 2509.25149). Others: unknown."},
    {"predict.accuracy_of_other", "runs as {type} on this card, so what holds for {type}."},
    {"predict.same_in_each",
     "Software and layout are those chosen for {precision}; --precision with one type chooses them "
     "for that type, and may be faster."},
    {"predict.knee", "<- knee"},
    {"predict.rising", "<- rising"},
    {"predict.tight",
     "tight: fits as forecast, but more than {percent} of such trainings run out of memory."},
    {"predict.still_rising",
     "No knee up to batch {batch}, the largest of these that fits: it is more than 5 % faster than "
     "all smaller ones."},
    {"predict.one_fits", "Only batch {batch} of these fits, so no knee can be seen."},
    {"predict.knee_note",
     "The knee is batch {batch}: the smallest within 5 % of the fastest that fits. Larger ones "
     "take memory and gain little."},
    {"predict.no_knee", "None of these batches fits {gpu} at an acceptable risk."},
    {"predict.bound_flops", "FLOPs / peak"},
    {"predict.bound_bytes", "weights / bandwidth"},
    {"predict.bound_note",
     "So at most {samples} samples/s at a batch of {batch} on each GPU and {most} at any, whatever "
     "the software. That is physics alone and no forecast: real trainings reach a fraction of it."},
    {"predict.bound_note_bytes",
     "So at most {samples} samples/s at a batch of {batch} on each GPU, whatever the software. "
     "That "
     "is physics alone and no forecast: real trainings reach a fraction of it."},
    {"predict.bound_clock",
     "The peak of {peak} TFLOP/s is at the highest clock of the card ({clock} MHz), which no "
     "training exceeds; the maker's {quoted} TFLOP/s are at a lower one."},
    {"predict.bound_cached", "the weights fit the cache of {mb} MB"},
    {"predict.kind_data", "data"},
    {"predict.kind_tensor", "tensor"},
    {"predict.kind_pipeline", "pipeline"},
    {"predict.scaling_setting",
     "Each parallelism alone, {global} sequences a step in every row; micro-batch {batch} of "
     "{tokens} tokens. tokens/s, efficiency, memory of one GPU."},
    {"predict.scaling_setting_images",
     "Each parallelism alone, {global} images a step in every row; micro-batch {batch}, {tokens} "
     "patches each. images/s, efficiency, memory of one GPU."},
    {"predict.scaling_software_alone", "Software {software}."},
    {"predict.scaling_software",
     "Software {software}; data parallelism shares out by: {sharding}."},
    {"predict.scaling_software_chosen",
     "Software {software}, as none was given; data parallelism shares out by: {sharding}."},
    {"predict.scaling_note",
     "eff.: of so many times one GPU with memory enough to keep all activations. r: layers run "
     "again to save memory (s: a part of them), so that eff. jumps where they need not. !: does "
     "not fit. f: FSDP (ZeRO 3), where "
     "data parallelism fits no other way. -: heads, layers or node do not allow it."},
    {"predict.scaling_cards",
     "Fewest GPUs of this card on which it fits with {software}, and cards of which {gpus} fit it "
     "with {percent} efficiency or more, the fastest first:"},
    {"predict.scaling_kind", "{kind}: from {count} {count:GPU|GPUs}; {cards}"},
    {"predict.scaling_kind_never", "{kind}: on no number of GPUs up to {count}; {cards}"},
    {"predict.no_card", "no card"},
    {"predict.no_adapters",
     "predict forecasts no {task} training; estimate-memory --task {task} counts its memory"},
    {"predict.no_such_recompute",
     "{software} has no such recomputation: forecast as PyTorch's (every second product, all "
     "between)."},
    {"predict.option_task", "train, serve (default train)"},
    {"predict.option_gpu", "the card, or several to compare: h100, h100,a100"},
    {"predict.option_all_gpus", "rank every card of the catalogue"},
    {"predict.option_gpus",
     "number of GPUs (default: what the layout multiplies to, or 1; serve: the fewest that hold "
     "it)"},
    {"predict.option_batch_size",
     "sequences at once on a data-parallel rank (default 1); 1,2,4,8 shows the knee; serve: as "
     "--concurrency"},
    {"predict.option_global_batch",
     "sequences of one step, all ranks (default: batch size x GPUs)"},
    {"predict.option_precision",
     "fp32, tf32, bf16, fp16, fp8, fp4; serve: bf16, fp16, fp8, int8, int4, fp4 (default bf16); "
     "several or all compares"},
    {"predict.option_software",
     "pytorch, compiled, megatron, transformer_engine, deepspeed, native; serve: vllm (default), "
     "sglang, trtllm, llama.cpp (ollama too), exllama, mlc, transformers"},
    {"predict.option_recompute", "none, selective or full (default: the fastest that fits)"},
    {"predict.option_zero", "0 to 3: what ZeRO shares out (default: chosen)"},
    {"predict.option_tp", "tensor parallelism (default: chosen)"},
    {"predict.option_pp", "pipeline stages (default: chosen)"},
    {"predict.option_vpp",
     "chunks of layers on each stage, interleaved (default: chosen with Megatron, else 1)"},
    {"predict.option_cp", "context parallelism (default 1)"},
    {"predict.option_ep", "expert parallelism (default: chosen)"},
    {"predict.option_dp", "data parallelism (default: what is left); serve: engines"},
    {"predict.option_tokens", "tokens to train on: 300M, 2B, 1.5T; shows time and rent"},
    {"predict.option_scaling",
     "data, tensor and pipeline parallel side by side, from 1 to --gpus (default 8)"},
    {"predict.option_explain",
     "every term of the step, the rates, the sources; of several side by side"},
    {"predict.bad_tokens",
     "--tokens: \"{value}\" is no number of tokens from 1k to 10000T; write 300M, 2B or 1.5T"},
    {"predict.all_alone", "--precision all already compares every type; leave the others out"},
    {"predict.too_many_batches", "--batch-size: more than {most} sizes"},
    {"predict.too_many_gpus", "more than {most} GPUs"},
    {"predict.layout_product", "{layout} do not multiply to --gpus {gpus}"},
    {"predict.layout_not_divisible",
     "--gpus {gpus} is no multiple of the {product} GPUs of {layout}"},
    {"predict.one_of_gpus", "name the cards with --gpu, or ask for --all-gpus"},
    {"predict.one_comparison",
     "compare one thing at a time: several cards, several precisions, several batch sizes or "
     "--scaling"},
    {"predict.scaling_layout",
     "--scaling lays the network out itself; leave out --tp, --pp, --vpp, --cp, --ep and --dp"},
    {"predict.global_batch",
     "--global-batch {global} is no multiple of --dp {dp} x --batch-size {batch}"},
    {"predict.vpp_too_many",
     "--vpp {vpp}: too many chunks of a stage for {layers} layers with embedding and loss (one "
     "each); with --pp {pp}, the fewest stages possible here, --vpp {most} at most"},
    {"predict.vpp_software",
     "--vpp {vpp}: pipelines of --software deepspeed have no interleaved stages; take --vpp 1 or "
     "--software transformer_engine"},
    {"predict.vpp_rounds",
     "--vpp {vpp} takes whole rounds of the stages: of pp {pp} x dp {dp} x batch {batch} = {round} "
     "sequences, and --global-batch {global} is no multiple of that; take {multiple}"},
    {"predict.no_layout_software",
     "{software} trains with data parallelism alone, and on {gpus} {gpus:GPU|GPUs} no such layout "
     "is possible with what was given; other --software lays it out"},
    {"predict.no_layout",
     "no layout of {gpus} {gpus:GPU|GPUs} is possible with what was given; change --gpus, "
     "--global-batch, "
     "--batch-size or the layout"},
    {"predict.unknown_card",
     "{gpu}: no training on a card of its generation was published, so nothing but bounds is said"},
    {"predict.unknown_network",
     "{model}: the time of such a step is not modelled (modelled are decoders, their mixtures and "
     "encoders, and resnet50, ssd300, gnmt, tacotron2, waveglow, ncf and transformer-xl in 16 or "
     "32 "
     "bits on up to 8 NVIDIA GPUs, Volta to Blackwell), so "
     "nothing but bounds is said"},
    {"predict.classic_title", "{model}, training in {precision} on {gpus} x {gpu}"},
    {"predict.classic_products", "{precision} (products in {products})"},
    {"predict.classic_setting",
     "As Lambda's benchmark (lambdal/deeplearning-benchmark) runs NVIDIA's PyTorch example "
     "scripts: "
     "with a batch that fills the card's memory; several GPUs of one machine, data-parallel."},
    {"predict.classic_resnet50",
     "Lambda trains resnet50 on synthetic images in NCHW. In 16 bits it is faster in NHWC "
     "(channels "
     "last): NVIDIA's own README of these scripts, with NHWC, has 2,470 images/s of one A100 80GB "
     "where Lambda has 1,582, and 1,200 of a V100 16GB where it has 833. What this program itself "
     "reaches, channels last, is in score --gpu and tco."},
    {"predict.classic_of_one_gpu", "{unit} of one GPU"},
    {"predict.classic_step", "step of {samples} {samples:sample|samples}"},
    {"predict.classic_memory_of", "memory, batch of {samples}"},
    {"predict.classic_largest", "largest batch that fits"},
    {"predict.column_largest", "max batch"},
    {"predict.classic_part", "of one sample"},
    {"predict.classic_gpus", "GPUs"},
    {"predict.classic_tensor", "tensor units"},
    {"predict.classic_memory", "memory"},
    {"predict.classic_vector", "vector units"},
    {"predict.classic_overhead", "overhead"},
    {"predict.classic_exchange", "exchange"},
    {"predict.classic_meaning_tensor", "matrices, within peak and power limit"},
    {"predict.classic_meaning_memory", "bytes / bandwidth, helped by the cache"},
    {"predict.classic_meaning_vector", "all else that is computed / fp32 peak"},
    {"predict.classic_meaning_overhead", "of a step: less with more memory"},
    {"predict.classic_meaning_exchange", "gradients, around a ring of the GPUs"},
    {"predict.classic_rates",
     "Rates of {gpu} / of an A100 SXM 80GB: tensor units {tensor} TFLOP/s, vector units {vector} "
     "TFLOP/s, memory {memory} GB/s, {gb} GB. Of an A100 without power limit and overhead: {rate} "
     "{unit}."},
    {"predict.classic_fitted",
     "Coefficients: fitted {date}. Interval: e^±{spread}, what cards left out of the fit were "
     "off."},
    {"predict.classic_bf16", "Measured was fp16; bf16 is taken to be as fast."},
    {"predict.classic_batch",
     "The step is --batch-size at that rate; a batch that leaves memory free takes longer a "
     "sample, by how much is not modelled."},
    {"predict.classic_too_large",
     "Does not fit {gpu} ({usable} GB usable, at most {largest} samples): batch {batches}. The "
     "rate above is of batches that do."},
    {"predict.classic_far_below",
     "No step of batch {batches}: the rates are of batches that fill the card, here {largest} "
     "samples by estimate-memory, and below {percent} of them a sample takes longer, by how much "
     "is not modelled."},
    {"predict.classic_full_unknown",
     "No step of batch {batches}: the rates are of batches that fill the card, and how many "
     "samples of {model} do is not known."},
    {"predict.classic_tight", "Batch {batch} is tight: out-of-memory risk {risk}."},
    {"predict.classic_published",
     "Published of this very case in {type}: {rates} {unit} (rows: {rows})."},
    {"predict.classic_published_outside",
     "Published of this very case in {type}: {rates} {unit} (rows: {rows}), outside the interval: "
     "take that. The other rates of the card and the network do not lead to it."},
    {"predict.classic_published_column",
     "Published: rates of the very case; in 16 bits those of fp16."},
    {"predict.classic_published_rows",
     "Published outside the interval, so take that rate: {rows}. The other rates of card and "
     "network do not lead to it."},
    {"predict.classic_basis_card",
     "Rests on {rows} published {rows:rate|rates} of this network on {gpu} ({sources}). The "
     "interval is that "
     "of cards left out of the fit."},
    {"predict.classic_basis_generation",
     "No published rate of this network is on {gpu}: its datasheet with what {rows} rates of other "
     "{generation} cards say ({sources}). The interval is that of cards left out of the fit."},
    {"predict.classic_basis_none",
     "No published rate of this network is on {gpu} or another {generation} card: its datasheet "
     "with what other networks and generations say."},
    {"predict.classic_cards",
     "The fastest first; speed: of the first. * no published rate of this card: its datasheet. "
     "Intervals that overlap do not tell cards apart."},
    {"predict.classic_unknown",
     "No forecast, as no such rate was published of their generation or type: {gpus}."},
    {"predict.classic_option",
     "{option}: {model} is forecast as published scripts train it, which leave no such choice"},
    {"predict.classic_batch_unit",
     "{model}: its rate is in {unit}, of which a batch has no fixed number; leave --batch-size "
     "out"},
    {"predict.classic_reach",
     "{model} on {gpu}: modelled are fp32, tf32, fp16 and bf16 on up to {most} NVIDIA GPUs of one "
     "machine, Volta to Blackwell, and only types they have"},
    {"audit.description", "whether a stated rate, or each result of a file, can be, by physics"},
    {"audit.option_claim",
     "\"MODEL seq N RATE samples/s on NxGPU\"; also tokens/s, TPOT 20 ms, MFU 40%, TFLOPS, GB/s "
     "(all-reduce); training, lora or inference, fp16 …; or a file: results.json, CSV"},
    {"audit.impossible", "Impossible: {claim}, {factor} times what physics allows."},
    {"audit.possible", "Not against physics: {claim}, {share} of its bound."},
    {"audit.kindest_variant",
     "{name} means {chosen} here, of its variants the one that allows most; also: {others}"},
    {"audit.number_format",
     "{name} is taken as {chosen}; {format} in its name is not read: where no word says a type "
     "(fp8, int8 …), weights are counted with 4 bits, the fewest known here"},
    {"audit.number_format_taken", "{name} is taken as {chosen}, its type as its name says it"},
    {"audit.needs",
     "It takes {needed} at least{reading}; {cards} have {available} at most ({basis})."},
    {"audit.reading_rate", ""},
    {"audit.reading_training", " (training: three times the forward pass)"},
    {"audit.reading_steps",
     " (steps are of training unless it says inference: three times the forward pass)"},
    {"audit.reading_adapters",
     " (adapters: twice the forward pass, as frozen weights need no gradient)"},
    {"audit.reading_inference", " (inference: the forward pass alone)"},
    {"audit.reading_unstated",
     " (read as inference, the forward pass alone, as neither is stated)"},
    {"audit.basis_bandwidth", "memory bandwidth"},
    {"audit.basis_type", "dense peak of the stated type or a wider one"},
    {"audit.basis_fastest", "dense peak of the fastest type it has"},
    {"audit.clock",
     "Its peak is taken at {highest} MHz, as high as the clock of such cards may go; {rated} is "
     "the "
     "rated one."},
    {"audit.at_most", "Possible at most: {most}."},
    {"audit.at_most_steps", "Possible at most: {steps} of batch {batch}, {most}."},
    {"audit.at_least", "Possible: {time} a token at least."},
    {"audit.at_most_training", "In training at most: {most}; the claim is {factor} times that."},
    {"audit.of_all",
     "Read as the rate of all {gpus} GPUs together; if it is that of each, write \"per GPU\"."},
    {"audit.not_shown_true",
     "That it can be does not show that it is: predict says what is likely."},
    {"audit.no_claim", "write a claim: \"gpt2-xl seq 1024 20 samples/s on 1xA100\""},
    {"audit.no_rate",
     "\"{value}\": no rate in it; write one such as 245 samples/s, 3000 tokens/s, 400 TFLOPS or "
     "2000 GB/s"},
    {"audit.no_time", "\"{value}\": a time is of a token: write \"TPOT 20 ms\""},
    {"audit.no_share", "\"{value}\": an MFU is a share of the peak: write \"MFU 40%\""},
    {"audit.two_rates", "\"{value}\": more than one rate; audit one at a time"},
    {"audit.no_gpu", "\"{value}\": no GPU in it; write \"on 8xh100\""},
    {"audit.no_model", "\"{value}\": no network in it, which samples and tokens need"},
    {"audit.no_sequence", "\"{value}\": samples of how many tokens? write \"seq {example}\""},
    {"audit.no_batch", "\"{value}\": steps a second need a batch: write \"batch 32\""},
    {"audit.no_number", "\"{value}\" must be followed by a number of 1 or more"},
    {"audit.bad_count", "\"{value}\": from 1 to 1048576 GPUs"},
    {"audit.unknown_work",
     "{model} on {gpu}: its FLOPs or the card's peak are not known, so there is nothing to hold "
     "the claim against"},
    {"audit.basis_link", "links of each, one direction"},
    {"audit.reading_all_reduce",
     " over the links of each (all-reduce, the claim read as bus bandwidth: busbw of nccl-tests)"},
    {"audit.reading_collective",
     " over the links of each (the claim read as bus bandwidth: busbw of nccl-tests)"},
    {"audit.reading_product", " (a product of matrices: its own FLOPs)"},
    {"audit.no_product_rate",
     "\"{value}\": a matrix product's rate is in TFLOPS; write 700 TFLOPS matmul"},
    {"audit.unknown_unit", "no unit of a rate \"{value}\"; nearest: {nearest}"},
    {"audit.unknown_unit_alone",
     "no unit of a rate \"{value}\"; a rate is in samples/s, tokens/s, TFLOPS or GB/s"},
    {"audit.explain_clock",
     "This peak is at {highest} MHz, the card's highest clock, which no result can beat; "
     "list-gpus has the maker's figure, quoted at a lower one (bf16: {quoted} instead of {peak} "
     "TFLOP/s)."},
    {"audit.no_link_rate",
     "\"{value}\": a collective's rate is in GB/s; write 400 GB/s all-reduce"},
    {"audit.one_gpu_link", "\"{value}\": links are between two GPUs or more; write \"on 8xh100\""},
    {"audit.unknown_columns",
     "{file}: neither results of this program (results.json, or its CSV: case, metric, value, "
     "device, device_name, status) nor one of the tables of published measurements in data/truth; "
     "a single rate is a claim: audit \"gpt2 training seq "
     "1024 20 samples/s on 1xh100\""},
    {"audit.file_summary",
     "{file}: results {rows}, held against physics {checked}, impossible {impossible}."},
    {"audit.file_fault", "- {name}: {what}"},
    {"audit.file_unread", "{count} could not be checked:"},
    {"audit.file_unread_reason", "- {count}: {reason} ({names})"},
    {"audit.and_more", "; and {count} more"},
    {"audit.unknown_device", "device not in the catalogue"},
    {"audit.no_limit", "no limit known on what was measured"},
    {"audit.share_above_peak", "an MFU of {share} % is more than all of the card's peak"},
    {"audit.option_explain", "the arithmetic, term by term"},
    {"audit.reading_weights",
     ": every token of {batch} {batch:sequence|sequences} takes one reading of {gb} GB of weights "
     "({type} each)"},
    {"audit.not_speculative",
     "Generated tokens are meant: those of prompts, and drafts that are accepted (speculative "
     "decoding), take no reading each."},
    {"audit.beyond_longest",
     "{model} takes {longest} tokens at most, less than the {sequence} of the claim."},
    {"audit.explain_flops",
     "Forward pass of {tokens} {tokens:token|tokens}: matrices {matrices} + attention {attention} "
     "+ head {head} "
     "= {total} GFLOP."},
    {"audit.explain_needed", "Needed: {claim} x {each} each = {needed}."},
    {"audit.explain_available",
     "Available: {gpus} x {one} = {available}; needed / available = {factor}."},
    {"audit.negative", "\"{value}\": rates and lengths are positive"},
    {"audit.unknown_word",
     "\"{value}\" is neither a word of a claim nor a network or GPU (list-models, list-gpus)"},
    {"audit.row_flops", "takes {needed} TFLOP/s, {cards} have {available} ({factor} times)"},
    {"audit.row_bandwidth", "reads {needed} GB/s, {cards} have {available} ({factor} times)"},
    {"audit.row_link",
     "sends {needed} GB/s a GPU, links of {cards} have {available} ({factor} times)"},
    {"audit.row_memory", "holds {needed} GiB on one GPU, {cards} has {available} ({factor} times)"},
    {"audit.rate_above_peak",
     "{rate} samples/s, {most} at most by the network's FLOPs and the card's peak ({factor} "
     "times)"},
    {"audit.memory_above_card", "{used} GiB used of a card with {most}"},
    {"audit.marked_invalid", "marked as beyond the card's limits when it was measured"},
};
const Part predict = predict_entries;

}  // namespace wgf::messages::english
