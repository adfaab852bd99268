// SPDX-License-Identifier: MIT
// English: plan.*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry plan_entries[] = {
    {"plan.description",
     "the fastest parallel layout of a training on so many GPUs, of all that Megatron-Core takes"},
    {"plan.option_gpus", "pools of GPUs: 64xh100, or several: 64xh100,32xb200"},
    {"plan.option_global_batch",
     "sequences (or images) of one step on all GPUs [4 million tokens, 4,096 images]"},
    {"plan.option_precision",
     "precisions to search: fp32, tf32, bf16, fp8, fp4 [bf16, and fp8 where the card has it]"},
    {"plan.option_tp", "tensor parallelism is this [searched]"},
    {"plan.option_pp", "pipeline stages are this [searched]"},
    {"plan.option_vpp", "chunks of layers on each stage are this [searched]"},
    {"plan.option_cp", "context parallelism is this [searched]"},
    {"plan.option_ep", "expert parallelism is this [searched]"},
    {"plan.option_zero", "the ZeRO level is this, 0 to 3; 0: nothing is shared out [searched]"},
    {"plan.option_recompute", "none, selective (attention alone) or full [searched]"},
    {"plan.option_micro_batch", "sequences of a micro-batch are this [searched]"},
    {"plan.option_recipe",
     "gradients summed in fp32: megatron; in 16 bits, as NVIDIA's recipes do: megatron-16 "
     "[megatron]"},
    {"plan.option_measure",
     "then measure the N fastest plans whose GPUs are here, and say how far forecasts were off"},
    {"plan.measure_other_card",
     "these plans are not for {card}, the card that is here (--measure)"},
    {"plan.measure_no_gpu",
     "{device} is no GPU of the catalogue; run --measure where GPUs of the plans are"},
    {"plan.measure_none", "our engine trains none of these plans (--measure)"},
    {"plan.option_top", "plans to show [5]"},
    {"plan.option_explain",
     "flags of the launchers, trade-offs, every term of the fastest plan's step, the sources"},
    {"plan.needs_gpus", "--gpus is missing; say how many of which card: --gpus 64xh100"},
    {"plan.bad_pool",
     "--gpus \"{value}\" is no pool of GPUs; write how many of which card: 64xh100"},
    {"plan.bad_count", "--gpus \"{value}\": the number of GPUs must be 1 to {most}"},
    {"plan.too_many", "--top shows {most} plans at most"},
    {"plan.impossible", "--{name} {value} is not possible here; possible: {possible}"},
    {"plan.ep_of_dense", "--ep {ep} splits experts, and {model} has none; leave it out"},
    {"plan.product",
     "{layout} multiply to {product}, which does not divide {gpus} {gpus:GPU|GPUs}"},
    {"plan.uneven_machines",
     "{gpus} GPUs cannot be shared out evenly over machines of at most {machine}; take {fewer} or "
     "{more}"},
    {"plan.micro_batch",
     "--micro-batch {micro} does not divide the global batch of {global}; choose a "
     "divisor, or another --global-batch"},
    {"plan.no_layers",
     "the layers of {model} are not known or not modelled, so nothing can be laid out; plan takes "
     "decoders and encoders of the catalogue (list-models), --config or --params"},
    {"plan.no_layout_vpp",
     "{model} cannot be laid out on {cards} with --vpp {vpp}, this batch and these limits: chunks "
     "want "
     "several stages, at most one a layer (embedding and loss count as two), and micro-batches in "
     "whole "
     "rounds of the stages"},
    {"plan.no_layout_zero",
     "{model} cannot be laid out on {cards} with --zero {zero}, this batch and these limits: 1 to "
     "3 "
     "share out among several data-parallel ranks, 2 and 3 without a pipeline"},
    {"plan.no_layout",
     "{model} cannot be laid out on {cards} with this batch and these limits; give a "
     "--global-batch "
     "that the data-parallel ranks divide, or fewer limits"},
    {"plan.nothing_fits",
     "{model} does not fit on {cards}: of the smallest layout ({layout}) nine in ten runs stay "
     "below "
     "{needed} GB a GPU, and it has {usable}; take more GPUs or a card with more memory"},
    {"plan.nothing_fits_in_fp32",
     "{model} does not fit on {cards}: of the smallest layout ({layout}) nine in ten runs stay "
     "below "
     "{needed} GB a GPU, and it has {usable}; with gradients summed in 16 bits (--recipe "
     "megatron-16) it would fit"},
    {"plan.card_unknown",
     "the time of a training on {gpu} is not known: no published measurements of its generation; "
     "predict --gpu {gpu} gives bounds from physics"},
    {"plan.card_lack_peak",
     "the time of a training on {gpu} is not known: its datasheet has no dense 16-bit peak; "
     "predict --gpu {gpu} gives bounds from physics"},
    {"plan.card_lack_figure",
     "the time of a training on {gpu} is not known: its record has no power limit or no memory "
     "bandwidth; predict --gpu {gpu} gives bounds from physics"},
    {"plan.title", "{model} ({params} B parameters), sequence {sequence}, global batch {global}"},
    {"plan.title_assumed",
     "{model} ({params} B parameters), sequence {sequence}, global batch {global} (assumed: 4 "
     "million "
     "tokens; --global-batch)"},
    {"plan.title_images",
     "{model} ({params} B parameters), images of {sequence} patches, global batch {global}"},
    {"plan.title_assumed_images",
     "{model} ({params} B parameters), images of {sequence} patches, global batch {global} "
     "(assumed: 4,096 images as ViT was trained with; --global-batch)"},
    {"plan.pool",
     "{cards}: {evaluated} {evaluated:layout|layouts} timed, {pruned} ruled out because they run "
     "out of "
     "memory more often than one time in ten"},
    {"plan.pool_on_a_screen", "{cards}, the fastest of {evaluated} {evaluated:layout|layouts}:"},
    {"plan.with_16_bit_gradients",
     "With gradients in 16 bits (--recipe megatron-16) {layout} takes {seconds} a step, {percent} "
     "% "
     "less."},
    {"plan.narrow_on_a_screen",
     "{type} can diverge: watch the loss. --precision bf16 plans without it."},
    {"plan.behind_explain",
     "--explain: flags for Megatron-LM and torchtitan, what sets the second apart, trade-offs with "
     "memory and dollars, the batch, every term of a step."},
    {"plan.column_layout", "layout"},
    {"plan.column_type", "type"},
    {"plan.column_recompute", "rc"},
    {"plan.column_micro", "mb"},
    {"plan.column_step", "step"},
    {"plan.column_seconds", "s/step"},
    {"plan.column_rate", "tok/s/GPU"},
    {"plan.column_rate_images", "img/s/GPU"},
    {"plan.column_free", "GB free"},
    {"plan.column_cards", "cards"},
    {"plan.column_usd", "$/B tok"},
    {"plan.column_usd_images", "$/M img"},
    {"plan.runner_up",
     "The second ({layout}) takes {percent} % longer, {seconds} a step: {parts}."},
    {"plan.named_recompute", "recompute {recompute}"},
    {"plan.named_micro_batch", "micro-batch {batch}"},
    {"plan.rest", "the rest"},
    {"plan.mfu", "MFU: of the dense 16-bit peak, whatever the type."},
    {"plan.accuracy",
     "What is known of the accuracy of {type}: {known} --precision bf16 plans without it."},
    {"plan.free",
     "GB free: what is left of the {usable} GB of a GPU that a training can use, beside the memory "
     "that nine in ten stay within."},
    {"plan.narrow_gradients",
     "Gradients are summed in fp32 (--recipe megatron). As NVIDIA's recipes train, in 16 bits "
     "and with the exchanges of tensor parallelism overlapped (--recipe megatron-16), {evaluated} "
     "{evaluated:layout stays|layouts stay} within the memory, and the fastest ({layout}) takes "
     "{seconds}, {percent} % "
     "less."},
    {"plan.narrow_gradients_pcie",
     "Gradients are summed in fp32 (--recipe megatron). Summed in 16 bits (--recipe megatron-16), "
     "{evaluated} {evaluated:layout stays|layouts stay} within the memory, and the fastest "
     "({layout}) takes {seconds}, "
     "{percent} % less."},
    {"plan.not_told_apart",
     "Its time is inside the first one's 90 % interval ({low} to {high}): the two cannot be told "
     "apart for sure, though most of the error is common to both."},
    {"plan.no_rent", "Nobody in the price data rents {gpu} on demand, so its cost is unknown."},
    {"plan.cost",
     "A billion tokens cost ${usd} with the first (${per_hour} an hour on demand for all GPUs)."},
    {"plan.cost_images",
     "A million images cost ${usd} with the first (${per_hour} an hour on demand for all GPUs)."},
    {"plan.front",
     "Best trade-offs of time, free memory and dollars ({shown} of {count} "
     "{count:plan, which no other beats in all|plans of which none is beaten in all}; without "
     "those that take over twice as long as the fastest of their cards):"},
    {"plan.batch",
     "Global batch: {tokens} million tokens a step, {judged}. Local batch: {global} / dp {dp} = "
     "{local} sequences, in {steps} micro-steps of {micro}."},
    {"plan.batch_images",
     "Global batch: {global} images a step. Local batch: {global} / dp {dp} = {local} images, in "
     "{steps} micro-steps of {micro}."},
    {"plan.batch_small",
     "below the 0.5 to 4.2 million usual for GPT-like networks: GPUs idle more than they need to"},
    {"plan.batch_usual", "within the 0.5 to 4.2 million usual for GPT-like networks"},
    {"plan.batch_large",
     "above the 0.5 to 4.2 million usual for GPT-like networks: more tokens may be needed in all"},
    {"plan.flags", "The fastest plan, {cards}, as the launchers take it:"},
    {"plan.no_torchtitan",
     "torchtitan has no flags for it: it trains decoders, in fp8, bf16 or fp32."},
    {"plan.torchtitan_experts",
     "torchtitan has no flags for it: it spreads experts over whole groups of tp x cp GPUs, and ep "
     "{ep} is no multiple of tp {tp} x cp {cp}."},
    {"plan.torchtitan_stages",
     "torchtitan has no flags for it: it cuts {layers} layers into another number of chunks than "
     "{chunks}."},
    {"plan.torchtitan_sharing",
     "torchtitan has no flags for it: it shares gradients and optimizer out always."},
    {"plan.torchtitan_gradients",
     "torchtitan has no flags for it: it sums gradients in fp32 alone."},
    {"plan.torchtitan_attention",
     "torchtitan has no recomputation of attention alone (its selective mode runs half of the "
     "products again): with flash attention that would free nothing, so it is left out."},
    {"plan.no_launcher",
     "Neither Megatron-LM's nor torchtitan's trainings of tokens take this network."},
    {"plan.explained", "The step of the fastest plan on {cards} ({layout}), term by term:"},
    {"plan.rests_on",
     "Rests on: the training model and its held-out error (--explain shows every term), "
     "usual nodes and networks of each card, Megatron-Core (transformer_engine) software. Searched "
     "exactly: tp within a node, pp, chunks of a stage (vpp; of uneven splits of the layers the "
     "most "
     "even), cp, ep, dp, ZeRO, recomputation, micro-batches of powers of two up to 64."},
};

const Part plan = plan_entries;

}  // namespace wgf::messages::english
