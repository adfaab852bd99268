// SPDX-License-Identifier: MIT
// English: engine.*, models.*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry engine_entries[] = {
    // engine
    {"engine.no_such_device",
     "LibTorch cannot use the device {device} here; list-devices shows those it can"},
    {"engine.graph_needs_gpu", "--launch graph needs a CUDA device; {device} runs --launch eager"},
    {"engine.trace_not_written", "the profiler's trace could not be written to {path}"},
    {"engine.profiler_sees_no_gpu",
     "the profiler saw nothing of the GPU, so there is no profile; in a container it needs "
     "CAP_SYS_ADMIN or a driver that lets users profile (NVreg_RestrictProfilingToAdminUsers=0), "
     "and "
     "no other profiler may be running"},
    {"engine.config_not_run",
     "{file}: {field} is \"{value}\", which this engine does not run; it runs {known}"},
    {"engine.unknown_family",
     "{file}: \"{family}\" is no family this engine runs; it runs {families}"},
    {"engine.no_training_kernels",
     "our kernels of training take bf16 and rows of whole groups of 8 numbers; LibTorch's "
     "operators "
     "train instead"},
    {"engine.no_fp8_training",
     "fp8 training needs a GPU of compute capability 8.9 or later, and widths and tokens in whole "
     "groups of 16, without experts; {device} or the shape does not have that"},
    {"engine.no_offload",
     "--offload optimizer moves masters of 16-bit weights, on one rank: -p bf16 or fp8, without "
     "--dp, --tp, "
     "--pp "
     "and --cp"},
    {"engine.not_trained",
     "the training engine has no operations for this {family} decoder: {feature}"},
    {"engine.kernel_not_compiled", "a kernel could not be compiled for this GPU: {reason}"},
    {"engine.code_not_kept",
     "compiled kernels cannot be kept in the cache folder, so that every run compiles them anew: "
     "{reason}"},
    {"engine.driver_failed", "the GPU's driver refused {call}: {reason}"},
    {"engine.no_device_code", "no run-time compiler (NVRTC) for {device}"},
    {"engine.device_code_needs_8",
     "kernels of ours need compute capability 8.0; {device} has less"},
    {"engine.mxfp4_without_experts",
     "mxfp4 is of experts alone, and this decoder of family {family} has none"},
    {"engine.no_int4_groups",
     "weights of 4 bits come in groups of {group} of a row, and {width} is no multiple of it"},
    {"engine.no_peer_memory",
     "GPUs of several ranks cannot share memory here ({reason}), so LibTorch's own kernels run"},
    {"engine.one_process_has_no_experts",
     "--data-parallel single-process trains no experts: --data-parallel ranks does"},
    {"engine.keeps_activations",
     "--offload activations is for steps without --pp, of decoders without experts"},
    {"engine.pipeline_not_recorded",
     "passes of a pipeline become graphs where its ranks share nothing else: --launch graph goes "
     "with --pp alone"},
    {"engine.step_not_recorded",
     "the step was not recorded as a graph, each kernel is launched by itself: {reason}"},
    {"engine.one_rank_has_no_collective", "a collective needs two ranks at least"},
    {"engine.wrong_peer_sums",
     "{count} values of our own all-reduce came out wrong: what GPUs write into each other's "
     "memory here cannot be trusted"},
    {"engine.wrong_collective", "{count} values came out wrong: this exchange cannot be trusted"},
    {"engine.no_nccl", "the ranks on {device} need NCCL, which this LibTorch was built without"},
    {"engine.nccl_failed", "NCCL: {detail}"},
    {"engine.nccl_registers_nothing",
     "this NCCL registers no such buffers; local ones need 2.19, symmetric ones 2.27"},
    {"engine.rank_lost", "rank {rank} fell silent; what waited for it was ended"},
    {"engine.ranks_not_met",
     "rank {rank} of {size} did not meet the others: {detail}; are all started, and can they reach "
     "each other?"},
    {"engine.other_rank_count",
     "the case wants {wanted} ranks, and {there} {there:was|were} started"},
    {"engine.context_does_not_divide",
     "{tokens} tokens of a sequence are no multiple of {parts}, twice the ranks that share them "
     "(--cp)"},
    {"engine.heads_do_not_divide",
     "{heads} heads with {kv_heads} of keys do not divide by {ranks} ranks, among which ulysses "
     "exchanges them"},
    {"engine.context_wants_16_bits", "context parallelism on a GPU wants bf16"},
    {"engine.stages_without_layers",
     "{layers} layers are too few for {chunks} parts of a pipeline (--pp times --vpp)"},
    {"engine.emulated_rank",
     "rank {rank} of {ranks} alone: its kernels, shapes and memory are measured, the others are "
     "waits"},
    {"engine.no_such_rank", "there is no rank {rank} of {ranks}; they are counted from 0"},
    {"engine.straggler",
     "rank {rank} takes {times} times as long for a layer as the others, which wait for it"},
    {"engine.pipeline_shares_no_more",
     "a pipeline keeps gradients and weights whole: --zero {stage} is for --pp 1"},
    {"engine.tokens_do_not_divide",
     "{tokens} tokens of a micro-batch do not divide by {ranks} ranks (--tp with --sp)"},
    {"engine.shape_does_not_divide", "{what} {count} does not divide by {ranks} ranks (--tp)"},
    {"engine.experts_do_not_divide", "{experts} experts do not divide by {ranks} ranks (--ep)"},
    {"engine.no_experts",
     "this {family} decoder has no experts (--ep, --routing, --capacity-factor)"},
    {"engine.no_multiple",
     "{file}: {field} = {value} is no multiple of {of} = {divisor}; correct config.json"},
    {"engine.decode_not_finite",
     "its next-token probabilities are no numbers: its weights hold NaN or infinities; download "
     "them again"},
    {"engine.no_kernels_for_shape", "no kernels of ours for this decoder of family {family}"},
    {"engine.beyond_positions",
     "{tokens} tokens are more than the {most} the model has positions for"},
    {"engine.weights_unpacked",
     "its weights are stored in four bits ({method}) and were unpacked to {precision}: that is "
     "what was measured"},
    {"engine.no_requests", "a model is served by llm-serve alone: nobody can ask it here"},
    {"engine.load_too_short",
     "all requests came within {seconds} s, and one took {each} s: the load was over before it was "
     "steady; take more --requests"},
    {"engine.queue_grows",
     "requests came {times} times as fast as they were answered: the wait grew by {growth} s a "
     "second, so that times tell of how long the run was; lower --rate"},
    {"engine.wrong_decode",
     "its next-token probabilities are {divergence} nats from those of float32, more than the "
     "{allowed} that rounding explains"},
    {"engine.unknown_value", "unknown value \"{value}\" of {name}; known: {choices}"},
    {"engine.unknown_model", "unknown model \"{model}\"; nearest: {nearest}"},
    {"engine.unknown_model_alone", "unknown model \"{model}\"; all: list-models --runnable"},
    {"engine.wrong_answer",
     "wrong answer in {precision}: off by {error} of the typical size, rounding explains "
     "{allowed}; the time is not reported"},
    {"engine.gemm_unsupported", "LibTorch has no {precision} product with {what}"},
    {"engine.needs_gpu", "needs a GPU; {device} has no memory apart from the host's"},
    {"engine.needs_two_gpus", "needs two GPUs; here: {count}"},
    {"engine.lost_launches", "{counted} of {expected} launches were carried out"},
    {"engine.precision_unsupported",
     "{device} has no {precision}; choose fp32, bf16 or fp16 with --precision"},
    {"engine.not_implemented",
     "LibTorch has no kernel for this on {device}: {detail}; try another precision"},
    {"engine.out_of_memory",
     "out of memory on {device} (used {used} of {total}): {detail}; try a smaller batch"},
    {"engine.out_of_memory_arrays",
     "out of memory on {device} (used {used} of {total}): {detail}; try smaller arrays or inputs"},
    {"engine.mamf_partial",
     "only {seen} of the grid's {all} shapes had time; others may be faster (--seconds gives more, "
     "--largest takes a smaller grid)"},
    {"engine.keys_not_checked",
     "the gradients of keys and values were not compared: their sums over {queries} x {keys} "
     "scores "
     "take too long in float64; those of the queries were"},
    {"engine.no_attention_kernel",
     "LibTorch has no {backend} attention on {device} for {precision} and this shape; --backend "
     "auto "
     "takes one that works"},
    {"engine.device_error",
     "{device} reported an error and is used through a fresh engine from here on: {detail}"},
    {"engine.wrong_product",
     "the device computes wrongly in {precision}: the largest difference to float64 is {error} of "
     "the typical size, at most {allowed} follows from the number format"},
    {"engine.error", "LibTorch reported an error: {detail}"},
    {"engine.not_settled",
     "clock and temperature had not settled after {seconds} s of warm-up; the numbers may drift"},
    {"engine.launch_bound",
     "launch-bound: queueing a step takes the host {launch} ms of its {step} ms, so this is the "
     "speed of the launching CPU and repeats less well; a larger batch or --launch graph shows the "
     "GPU's"},
    {"engine.interrupted", "stopped by the user; the steps measured so far are kept"},
    {"engine.compiled_precision",
     "{path} is compiled: -p {precision} cannot change its arithmetic; export it in that precision "
     "and leave -p out"},
    {"engine.computed_otherwise",
     "asked for {asked}, but this model computes in {computed}, by the types in its file: that is "
     "what was measured and what it is held against"},
    {"engine.not_a_model",
     "{path} is not a TorchScript (.pt) or AOTInductor (.pt2) model: {reason}; save it with "
     "torch.jit.save or aoti_compile_and_package"},
    {"engine.package_input",
     "{path} was compiled for {wanted} as input {number}, not for {given}: give that, or compile "
     "the "
     "package with an example of this shape"},
    {"engine.package_input_count",
     "{path} was compiled for {wanted} input(s) and {given} given: --input \"{inputs}\""},
    {"engine.unfit_values",
     "input {number} ({input}) holds random whole numbers from {least} to {most}, and the model "
     "has "
     "no entry for some of them; give their range, as in \"int64[8,14]<2\" for token types"},
    {"engine.unfit_values_on_gpu",
     "{device} met a number that the model has no entry for (device-side assert); the random whole "
     "numbers are {inputs}: give each its range, as in \"int64[8,14]<2\" for token types"},
    {"engine.package_of_file",
     "a model file is compiled before it is measured, not by --launch package"},
    {"engine.package_not_scaled",
     "a compiled training step does not scale its loss, which fp16 needs; take --precision bf16"},
    {"engine.package_differs",
     "the compiled network does not compute what the network computes: largest difference of the "
     "output {output}, of the parameters' changes {update}; its time counts for nothing"},
    {"engine.package_noise",
     "this network draws random numbers (dropout): its own loss differs by {noise} from seed to "
     "seed, so that the compiled "
     "one's {output} was held against that alone"},
    {"engine.package_partly_compared",
     "the compiled step's changes of {compared} of the {all} parameters were held against the "
     "network's: rounding alone changes those of the others by more than {share}, which would tell "
     "nothing; loss and buffers were compared whole"},
    {"engine.not_traced", "the graph of this network could not be written for Python: {reason}"},
    {"engine.no_model_file", "no model file {path}; check the path"},
    {"engine.bad_case", "the engine could not read the case {line}"},
    {"engine.takes_no_images",
     "{model} takes no classified images: name a network such as mobilenet_v2 or resnet50"},
    {"engine.more_workers_than_cores",
     "{workers} workers on {cores} cores take turns: they and the training slow each other down"},
    // what the networks cannot take
    {"models.sequence_too_long",
     "{model} reads at most {limit} tokens and {value} were asked for; give a sequence length of "
     "at most {limit}"},
    {"models.image_size_fixed",
     "{model} takes images of {size} x {size} pixels only and {value} were asked for; leave the "
     "image size out"},
    {"models.image_size_unfit",
     "{model} cannot take images of {value} x {value} pixels; give a multiple of {step}, at least "
     "{smallest}"},
};
const Part engine = engine_entries;

}  // namespace wgf::messages::english
