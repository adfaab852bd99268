// SPDX-License-Identifier: MIT
// Chinese: ranks.*, tasks.comm_*, tasks.train_*, tasks.scaling_*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry ranks_entries[] = {
    // who started them
    {"ranks.beyond_size", "第 {rank} 号进程超出总数 {size}：启动器给出的变量互相矛盾"},
    {"ranks.not_a_number", "{name}={value} 不是进程数"},
    {"ranks.meet_nowhere",
     "{launcher} 在多个节点上启动的进程需要 MASTER_ADDR，即 0 号进程所在节点的地址"},
    {"tasks.comm_description", "GPU 之间链路的能力：按 nccl-tests 的定义测量集合通信"},
    {"tasks.comm_option_operations",
     "all_reduce（默认）、all_gather、reduce_scatter、broadcast、reduce、gather、scatter、all_to_"
     "all、send_recv；或 all"},
    {"tasks.comm_option_smallest", "最小大小：8（默认）、1K、1M"},
    {"tasks.comm_option_largest", "最大大小（默认 1G，CPU 上 4M）"},
    {"tasks.comm_option_factor", "每个大小是前一个的多少倍（默认 4，CPU 上 16）"},
    {"tasks.comm_option_type", "float32（默认）、bfloat16、float16"},
    {"tasks.comm_option_ranks", "GPU 数，CPU 上为进程数（默认 2）"},
    {"tasks.comm_bad_size", "{option} 需要 8、64K、128M 或 1G 这样的大小，而不是“{value}”"},
    {"tasks.comm_sizes_reversed", "最小大小（-b {first}）大于最大大小（-e {last}）"},
    {"tasks.comm_advice_fit",
     "{operation}：{latency} µs 加 {bandwidth} GB/s 可解释这些时间（误差中位数 {error}）。"},
    {"tasks.comm_column_operation", "集合通信"},
    {"tasks.comm_column_size", "大小"},
    {"tasks.comm_column_type", "类型"},
    {"tasks.comm_column_chained", "时间，µs"},
    {"tasks.comm_column_fresh", "单次，µs"},
    {"tasks.comm_column_graph", "图中，µs"},
    {"tasks.comm_column_algorithm", "algbw，GB/s"},
    {"tasks.comm_column_bus", "busbw，GB/s"},
    {"tasks.comm_column_wrong", "错误数"},
    // train
    {"tasks.train_option_zero", "分片优化器状态（1），以及梯度（2）：ZeRO"},
    {"tasks.train_zero_beyond", "--zero 需要 0、1 或 2，而不是 {value}"},
    {"tasks.train_zero_type",
     "使用 --zero 时梯度以 fp32 传输；--gradient-type {types} 用于 --zero 0"},
    {"tasks.train_batch_does_not_divide",
     "批次 {batch} 不能由 {ranks} 个进程平分；请给 -b 一个倍数"},
    {"tasks.scaling_description",
     "更多 GPU 给训练带来什么：加速比与效率，每个的批次相同或平分总批次"},
    {"tasks.scaling_option_gpus", "GPU 数，CPU 上为进程数（默认 1,2）"},
    {"tasks.scaling_option_strong", "-b 是全部的总批次（强扩展）；不加则是每个的批次（弱扩展）"},
    {"tasks.train_description", "在一块 GPU 或交换梯度的多块 GPU 上训练的步时"},
    {"tasks.train_usual", "默认方式"},
    {"tasks.train_advice_way", "最快的交换方式：{best}，吞吐比 {worst} 高 {percent}。"},
    {"tasks.train_column_ranks", "进程数"},
    {"tasks.train_column_batch", "每进程批次"},
    {"tasks.train_column_way", "交换方式"},
    {"tasks.train_column_rate", "吞吐"},
    {"tasks.train_column_speedup", "加速比"},
    {"tasks.train_column_efficiency", "效率"},
    {"tasks.train_column_mfu", "MFU"},
    {"tasks.train_column_exchange", "单独交换"},
    {"tasks.train_column_wait", "等待占比"},
    {"tasks.train_column_hidden", "隐藏"},
    {"tasks.train_option_model", "要训练的网络（默认 gpt2）；见 list-models --runnable"},
    {"tasks.train_option_batch", "每个进程的批次（默认 8，CPU 上为 1）"},
    {"tasks.train_option_launch", "eager（默认）、graph、package 等：见 list-benchmarks"},
    {"tasks.train_option_dp",
     "各自用自己的批次训练并交换梯度的进程数：每块 GPU 一个，CPU 上为进程"},
    {"tasks.train_option_bucket", "梯度分桶交换，每桶的 MB 数"},
    {"tasks.train_option_overlap", "各桶是否在反向传播进行时传输"},
    {"tasks.train_option_gradient_type", "梯度传输所用的类型：fp32、bf16、fp16"},
};
const Part ranks = ranks_entries;

}  // namespace wgf::messages::chinese
