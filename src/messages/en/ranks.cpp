// SPDX-License-Identifier: MIT
// English: ranks.*, tasks.comm_*, tasks.train_*, tasks.scaling_*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry ranks_entries[] = {
    // who started them
    {"ranks.beyond_size",
     "rank {rank} of {size} ranks: the launcher's variables contradict each other"},
    {"ranks.not_a_number", "{name}={value} is no number of ranks"},
    {"ranks.meet_nowhere",
     "ranks that {launcher} started on several nodes need MASTER_ADDR, the address of rank 0's "
     "node"},
    {"tasks.comm_description",
     "what the links between GPUs carry: collectives as nccl-tests measures them"},
    {"tasks.comm_option_operations",
     "all_reduce (default), all_gather, reduce_scatter, broadcast, reduce, gather, scatter, "
     "all_to_all, send_recv; or all"},
    {"tasks.comm_option_smallest", "the smallest size: 8 (default), 1K, 1M"},
    {"tasks.comm_option_largest", "the largest size (default 1G, on a CPU 4M)"},
    {"tasks.comm_option_factor",
     "each size is so many times the one before (default 4, on a CPU 16)"},
    {"tasks.comm_option_type", "float32 (default), bfloat16, float16"},
    {"tasks.comm_option_ranks", "GPUs, on a CPU processes (default 2)"},
    {"tasks.comm_bad_size", "{option} takes a size such as 8, 64K, 128M or 1G, not \"{value}\""},
    {"tasks.comm_sizes_reversed",
     "the smallest size (-b {first}) is above the largest (-e {last})"},
    {"tasks.comm_advice_fit",
     "{operation}: {latency} µs and {bandwidth} GB/s explain these times (median error {error})."},
    {"tasks.comm_column_operation", "collective"},
    {"tasks.comm_column_size", "size"},
    {"tasks.comm_column_type", "type"},
    {"tasks.comm_column_chained", "time, µs"},
    {"tasks.comm_column_fresh", "fresh, µs"},
    {"tasks.comm_column_graph", "in a graph, µs"},
    {"tasks.comm_column_algorithm", "algbw, GB/s"},
    {"tasks.comm_column_bus", "busbw, GB/s"},
    {"tasks.comm_column_wrong", "#wrong"},
    // train
    {"tasks.train_option_engine",
     "who trains: own (forward and backward passes of ours, decoders), library (LibTorch's "
     "networks); "
     "default auto: own where it can"},
    {"tasks.train_option_accumulate",
     "micro-batches whose gradients are summed before an update (default 1)"},
    {"tasks.train_option_recompute",
     "what is computed again in the backward pass instead of kept: none (default), selective "
     "(norms "
     "and activations), full (layers)"},
    {"tasks.train_option_mfu_all", "MFU by each of the five definitions in use"},
    {"tasks.train_no_decoder",
     "the training engine trains decoders of language; {model} is none it knows: --engine library"},
    {"tasks.train_engine_lacks", "the training engine has no {option}; --engine library has"},
    {"tasks.train_mfu_title",
     "MFU by definition (N: parameters; L layers of width w, sequences of s)"},
    {"tasks.train_kernels", "kernels of a step: {case}"},
    {"tasks.train_column_kernel", "kernel"},
    {"tasks.train_option_profile", "also record a few steps and print the kernels that take most"},
    {"tasks.train_column_definition", "operations a token"},
    {"tasks.train_mfu_causal", "6N + 6Lws, without tables"},
    {"tasks.train_mfu_causal_all", "6N + 6Lws"},
    {"tasks.train_mfu_6n", "6N"},
    {"tasks.train_mfu_full", "6N + 12Lws, without tables"},
    {"tasks.train_mfu_full_all", "6N + 12Lws"},
    {"tasks.train_option_tp", "GPUs that share each matrix (tensor parallelism, default 1)"},
    {"tasks.train_option_sp",
     "with --tp: tokens between the matrices are shared too (sequence parallelism)"},
    {"tasks.train_option_pp",
     "stages of a pipeline (default 1); --accumulate are its micro-batches"},
    {"tasks.train_option_vpp",
     "chunks of layers a rank has, of --schedule interleaved (default 2)"},
    {"tasks.train_option_schedule",
     "of a pipeline: naive, gpipe, 1f1b (default), interleaved, zb-h1, zb-v"},
    {"tasks.train_option_zero",
     "share out the optimizer's state (1), gradients too (2), weights too (3, FSDP): ZeRO"},
    {"tasks.train_zero_beyond", "--zero takes 0, 1, 2 or 3, not {value}"},
    {"tasks.train_zero_type",
     "with --zero gradients travel in fp32; --gradient-type {types} is for --zero 0"},
    {"tasks.train_more_ranks_than_gpus",
     "{ranks} ranks need a GPU each, and this machine has {gpus}; --device cpu lets them share the "
     "processor"},
    {"tasks.train_batch_does_not_divide",
     "a batch of {batch} cannot be shared by {ranks} ranks evenly; give -b a multiple"},
    {"tasks.scaling_description",
     "what more GPUs give a training: speed-up and efficiency, the batch of each the same or "
     "shared out"},
    {"tasks.scaling_option_gpus", "numbers of GPUs, on a CPU of processes (default 1,2)"},
    {"tasks.scaling_option_strong",
     "-b is the batch of all together (strong scaling); without it that of each (weak)"},
    {"tasks.train_description", "training steps on one GPU or on several that exchange gradients"},
    {"tasks.train_usual", "the usual way"},
    {"tasks.train_advice_way", "Fastest exchange: {best}, {percent} more throughput than {worst}."},
    {"tasks.train_column_ranks", "ranks"},
    {"tasks.train_column_batch", "batch each"},
    {"tasks.train_column_way", "exchange"},
    {"tasks.train_column_rate", "throughput"},
    {"tasks.train_column_speedup", "speed-up"},
    {"tasks.train_column_efficiency", "efficiency"},
    {"tasks.train_column_mfu", "MFU"},
    {"tasks.train_column_exchange", "exchange alone"},
    {"tasks.train_column_wait", "waited"},
    {"tasks.train_column_hidden", "hidden"},
    {"tasks.train_option_model", "networks to train (default gpt2); list-models --runnable"},
    {"tasks.train_option_batch", "batch of each rank (default 8, on a CPU 1)"},
    {"tasks.train_option_launch", "eager (default), graph, package, …: list-benchmarks"},
    {"tasks.train_option_dp",
     "ranks that each train on a batch of their own and exchange gradients: one a GPU, on a CPU "
     "processes"},
    {"tasks.train_option_bucket", "gradients are exchanged in buckets of so many MB"},
    {"tasks.train_option_overlap", "whether buckets travel while the backward pass goes on"},
    {"tasks.train_option_gradient_type", "the type gradients travel in: fp32, bf16, fp16"},
};
const Part ranks = ranks_entries;

}  // namespace wgf::messages::english
