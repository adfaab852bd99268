// SPDX-License-Identifier: MIT
// English: tuning.*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry tuning_entries[] = {
    {"tuning.no_utilization", "no utilisation was read"},
    {"tuning.utilization", "{percent} %; above 80 % is wanted"},
    {"tuning.advice_utilization",
     "the GPU waits for work; try in this order: {steps}; and see launch gaps"},
    {"tuning.advice_utilization_alone",
     "the GPU waits for work, although each step is one CUDA graph: look at what else runs (info, "
     "doctor)"},
    {"tuning.no_mfu", "the peak of this device is not known"},
    {"tuning.mfu_no_band",
     "{percent} %; there is no band for this kind of network or so small a batch"},
    {"tuning.mfu_poor", "{percent} %: poor for this kind of network in {precision}"},
    {"tuning.mfu_fair", "{percent} %: fair for this kind of network in {precision}"},
    {"tuning.mfu_good", "{percent} %: good for this kind of network in {precision}"},
    {"tuning.mfu_excellent", "{percent} %: excellent for this kind of network in {precision}"},
    {"tuning.advice_mfu", "try in this order: {steps}"},
    {"tuning.advice_mfu_alone",
     "precision, memory format and launch are well chosen already: the network's own operations "
     "set the pace; a fused or a compiled model (--model-file) may be faster"},
    {"tuning.no_answer", "no answer was timed"},
    {"tuning.decode",
     "{percent} % of what the measured read rate of memory allows; above {least} % is wanted"},
    {"tuning.advice_decode",
     "try --kernels own and bf16, where the card and the model have them; a small model cannot "
     "fill a large card: take more requests (-b)"},
    {"tuning.advice_decode_cpu",
     "LibTorch's operators run on a CPU: take a larger model or more requests (-b), and fp32 or "
     "bf16, whichever the processor is faster in"},
    {"tuning.prefill",
     "{percent} % MFU with {tokens} tokens at once; above {least} % is wanted of long prompts"},
    {"tuning.advice_prefill", "take bf16, and more tokens at once (-p, -b)"},
    {"tuning.no_loader",
     "inputs are made on the device, so no loader was measured; in your own training compare with "
     "the time per step there"},
    {"tuning.loader", "{percent} % of the step; below 5 % is wanted"},
    {"tuning.advice_loader", "more loader workers, pinned memory, decoding on the GPU"},
    {"tuning.no_wall_time", "no wall clock beside the device's in this file"},
    {"tuning.launch", "wall clock is {percent} % above the device's; below {most} % is wanted"},
    {"tuning.launch_bound",
     "launch-bound: queueing a step takes the host {launch} ms of its {step} ms"},
    {"tuning.advice_launch",
     "try in this order: {steps}; in Python torch.compile(mode=\"reduce-overhead\")"},
    {"tuning.advice_launch_alone",
     "each step is one CUDA graph already: look at what else keeps the CPU busy"},
    {"tuning.no_exchange_of_gradients", "one data-parallel rank: no gradients travel"},
    {"tuning.overlap_off", "gradients travel after the backward pass"},
    {"tuning.overlap_on", "gradients travel beside the backward pass"},
    {"tuning.overlap", "{percent} % of the exchange of gradients is hidden by the backward pass"},
    {"tuning.advice_overlap", "--overlap on"},
    {"tuning.communication_unknown", "the share of communication is not in this file"},
    {"tuning.no_communication", "one device: nothing was communicated"},
    {"tuning.communication", "{percent} % of the step; below 30 % is wanted"},
    {"tuning.advice_communication",
     "larger batch per GPU, gradient accumulation, overlap, or fewer GPUs"},
    {"tuning.on_cpu", "measured on a CPU"},
    {"tuning.no_math_mode", "the file does not say which arithmetic ran"},
    {"tuning.precision", "{compute} on tensor cores"},
    {"tuning.no_tensor_cores", "{compute}: tensor cores were not used"},
    {"tuning.no_tensor_cores_ratio",
     "{compute}: tensor cores were not used; the peak of {precision} is {ratio} times as high"},
    {"tuning.card_without_tensor_cores", "{compute}: this card has no tensor cores"},
    {"tuning.precision_not_of_card", "{compute}: the tensor cores of this card do not compute it"},
    {"tuning.no_record_of_rates",
     "{compute}; the catalogue does not say which precisions this card is fast in"},
    {"tuning.advice_precision", "-p {precision}"},
    {"tuning.advice_precision_tf32", "-p {precision}, or -p tf32 where float32 inputs must stay"},
    {"tuning.advice_precision_fp32",
     "compare with -p fp32: without tensor cores a half precision need not be faster"},
    {"tuning.client", "at most {late} ms late (P99): the server was measured"},
    {"tuning.advice_client", "ask from another machine, or one less busy"},
    {"tuning.no_failures", "every request was answered"},
    {"tuning.failures", "{count} not answered; they count as misses of every limit"},
    {"tuning.advice_failures", "see the kinds beside the result, and the server's own log"},
    {"tuning.one_load", "one number of users was measured; --sweep finds the knee"},
    {"tuning.users",
     "{users} {users:user gets|users get} {percent} % of the most output; 95 % is reached at "
     "{knee}"},
    {"tuning.advice_users", "no more than {knee} at once: further ones only wait longer"},
    {"tuning.no_limits", "--slo says what an answer must keep"},
    {"tuning.limits", "{percent} % of the requests kept them"},
    {"tuning.advice_limits", "fewer users or a lower rate: --sweep with --slo finds how many"},
    {"tuning.one_batch", "one batch size was measured; -b 1-256*2 finds the knee"},
    {"tuning.batch",
     "batch {batch} reaches {percent} % of batch {best}; 90 % is reached from {knee} on"},
    {"tuning.advice_batch", "-b {knee} or more, where accuracy and latency allow"},
    {"tuning.no_training", "inference keeps no activations"},
    {"tuning.no_memory", "the memory of the device or of the case is not known"},
    {"tuning.checkpointing",
     "activations and the like take {activations} GiB, {percent} % of the device's memory; the "
     "whole "
     "peak is {peak} GiB, {peak_percent} %"},
    {"tuning.advice_checkpointing",
     "activations fill the memory: checkpointing (about a third more computing) makes room for a "
     "larger batch"},
    {"tuning.advice_sharding",
     "weights and optimizer fill the memory: checkpointing helps little; bf16 (--pure), another "
     "optimizer or sharding do"},
    {"tuning.headroom", "{percent} % free: {free} of {total} GiB"},
    {"tuning.advice_headroom",
     "a longer sequence or fragmentation may end in out of memory: take a smaller batch"},
    {"tuning.advice_out_of_memory",
     "try in this order: {steps}; then, in your own program, activation checkpointing"},
    {"tuning.advice_out_of_memory_alone",
     "batch and precision are the smallest already: a GPU with more memory, or in your own program "
     "activation checkpointing or sharding"},
    {"tuning.advice_case_failed", "measure it again with -v, which shows what the engine prints"},
};
const Part tuning = tuning_entries;

}  // namespace wgf::messages::english
