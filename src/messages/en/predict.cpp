// SPDX-License-Identifier: MIT
// English: predict.*, but for what stands in classic.cpp and step_parts.cpp

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
     "{global:sequence|sequences} a step{micro_steps}; "
     "{optimizer}, recompute {recompute}."},
    {"predict.setting_images",
     "Batch {batch} of images of {tokens} patches on each data-parallel rank, {global} "
     "{global:image|images} a "
     "step{micro_steps}; {optimizer}, recompute {recompute}."},
    {"predict.micro_steps", " in {count} micro-steps"},
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
    {"predict.layout_chosen_shared",
     "Software {software}; layout {layout}. What was not given is chosen: the fastest of a small "
     "search with ranks to share among, out-of-memory risks above 10 % only where nothing of these "
     "is below."},
    {"predict.layout_kept",
     "Software {software}; layout {layout}. What was not given is chosen: PyTorch's fastest of a "
     "small search that fits, kept because Megatron-Core is not {times} times as fast: it would "
     "reach {rate} {unit} ({other_layout}; recompute {other_recompute}) with --software "
     "{other_software}."},
    {"predict.layout_smallest",
     "Software {software}; layout {layout}. What was not given is chosen: as nothing of a small "
     "search fits, what takes about the least memory."},
    {"predict.layout_smallest_shared",
     "Software {software}; layout {layout}. What was not given is chosen: as nothing of a small "
     "search fits, what takes about the least memory of layouts with ranks to share among."},
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
    {"predict.column_gpus", "GPUs"},
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
    {"predict.cards_lack_peak", "No forecast, as the datasheet has no dense 16-bit peak: {gpus}."},
    {"predict.cards_lack_figure",
     "No forecast, as the record has no power limit or no memory bandwidth: {gpus}."},
    {"predict.cards_no_layout", "No layout is possible with what was given: {gpus}."},
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
    {"predict.nothing_shared",
     "{sharding} shares nothing out here: of these GPUs with this batch and these options no "
     "layout "
     "has more than one data-parallel rank."},
    {"predict.sharding_does_not_fit",
     "{sharding} shares nothing out on {gpus}: the layouts there that have ranks to share among do "
     "not fit."},
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
     "not fit. f: FSDP (ZeRO 3), asked "
     "for, faster, or where data parallelism fits no other way or only tightly. -: heads, layers "
     "or node do not allow "
     "it."},
    {"predict.scaling_tight",
     "t: tight: fits as forecast, but more than {percent} of such trainings run out of memory."},
    {"predict.scaling_cards",
     "Fewest GPUs of this card on which it fits with {software}, and cards of which {gpus} fit it "
     "with {percent} efficiency or more, the fastest first:"},
    {"predict.scaling_kind", "{kind}: from {count} {count:GPU|GPUs}; {cards}"},
    {"predict.scaling_kind_tight",
     "{kind}: from {count} {count:GPU|GPUs}, tight from {tight}; {cards}"},
    {"predict.scaling_kind_never_tight",
     "{kind}: tight from {tight} {tight:GPU|GPUs}, otherwise on no number up to {count}; {cards}"},
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
    {"predict.option_zero",
     "0 to 3: what ZeRO shares out (default: chosen); 3 is FSDP where no --software is named"},
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
    {"predict.too_many_gpus", "{asked}: more than {most} GPUs, the most that is forecast"},
    {"predict.layout_product", "{layout}: --gpus {gpus} is not that many; leave one of them out"},
    {"predict.layout_not_divisible",
     "--gpus {gpus} is no multiple of the {product} GPUs of {layout}"},
    {"predict.both_of_gpus", "--all-gpus ranks every card, --gpu names some: give one of the two"},
    {"predict.one_of_gpus", "name the cards with --gpu, or ask for --all-gpus"},
    {"predict.one_comparison",
     "compare one thing at a time: several cards (--gpu, --all-gpus), several of --precision, "
     "several "
     "of --batch-size, or --scaling"},
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
    {"predict.zero_of_pipeline",
     "{option}: pipelines of --software {software} keep gradients and weights whole; take "
     "--zero 1 or --pp 1"},
    {"predict.vpp_rounds",
     "--vpp {vpp} takes whole rounds of the stages: of pp {pp} x dp {dp} x batch {batch} = {round} "
     "sequences, and --global-batch {global} is no multiple of that; take {multiple}"},
    {"predict.column_largest", "max batch"},
    {"predict.no_layout_software",
     "{software} trains with data parallelism alone, and on {gpus} {gpus:GPU|GPUs} no such layout "
     "is possible with what was given; other --software lays it out"},
    {"predict.no_layout",
     "no layout of {gpus} {gpus:GPU|GPUs} is possible with what was given; change --gpus, "
     "--global-batch, "
     "--batch-size or the layout"},
    {"predict.card_unknown",
     "{gpu}: no training on a card of its generation was published, so nothing but bounds is said"},
    {"predict.card_lack_peak",
     "{gpu}: the datasheet has no dense 16-bit peak, which the time of a training takes, so "
     "nothing but bounds is said"},
    {"predict.card_lack_figure",
     "{gpu}: the record has no power limit or no memory bandwidth, which the time of a training "
     "takes, so nothing but bounds is said"},
    {"predict.card_several",
     "{gpu}: no training of their generation was published, or their datasheets lack what its time "
     "takes (a dense 16-bit peak, a power limit, the memory's bandwidth), so nothing but bounds is "
     "said"},
    {"predict.unknown_network",
     "{model}: the time of such a step is not modelled (modelled are decoders, their mixtures and "
     "encoders, and resnet50, ssd300, gnmt, tacotron2, waveglow, ncf and transformer-xl in 16 or "
     "32 "
     "bits on up to 8 NVIDIA GPUs, Volta to Blackwell), so "
     "nothing but bounds is said"},
};
const Part predict = predict_entries;

}  // namespace wgf::messages::english
