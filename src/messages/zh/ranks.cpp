// SPDX-License-Identifier: MIT
// Chinese: ranks.*, tasks.train_*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry ranks_entries[] = {
    // who started them
    {"ranks.beyond_size", "第 {rank} 号进程超出总数 {size}：启动器给出的变量互相矛盾"},
    {"ranks.not_a_number", "{name}={value} 不是进程数"},
    {"ranks.meet_nowhere",
     "{launcher} 在多个节点上启动的进程需要 MASTER_ADDR，即 0 号进程所在节点的地址"},
    // train
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
