// SPDX-License-Identifier: MIT
// English: ranks.*, tasks.train_*

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
    // train
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
