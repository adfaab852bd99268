// SPDX-License-Identifier: MIT
// Chinese: tasks.parallel_*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry parallel_entries[] = {
    {"tasks.parallel_description", "各种分布式训练方式的对比：本机有足够 GPU 的实测，其余预测"},
    {"tasks.parallel_needs_table", "请给出一张表：parallel schedules、parallel stages"},
    {"tasks.parallel_schedules", "流水线调度：吞吐量、气泡及其原因、内存"},
    {"tasks.parallel_stages", "流水线应分多少阶段"},
    {"tasks.parallel_option_model", "网络：list-models 中的解码器（默认 gpt2-xl，CPU 上 gpt2）"},
    {"tasks.parallel_option_batch", "一个微批次的序列数（默认 1）"},
    {"tasks.parallel_option_gpus", "GPU 数，CPU 上为进程数"},
    {"tasks.parallel_option_stages", "流水线阶段数（schedules：4，CPU 上 2；stages：2,4,8,16）"},
    {"tasks.parallel_option_schedule",
     "naive、gpipe、1f1b、interleaved、zb-h1、zb-v（stages：1f1b）"},
    {"tasks.parallel_option_micro_batches", "一步的微批次数（默认 8,16；stages 16；CPU 上 4）"},
    {"tasks.parallel_option_chunks", "interleaved 时每个进程的层块数（默认 2）"},
    {"tasks.parallel_option_tp", "以张量并行共享一个阶段的 GPU 数（默认 1）"},
    {"tasks.parallel_option_on", "对目录中该 GPU 的预测；不做测量"},
    {"tasks.parallel_option_sequence", "序列的词元数（默认 1024，CPU 上 64）"},
    {"tasks.parallel_option_precision", "bf16（默认）、fp32（CPU 上）"},
    {"tasks.parallel_gpus_do_not_divide", "{gpus} 个 GPU 不是一份网络所需 {taken} 个的整数倍"},
    {"tasks.parallel_rounds",
     "interleaved 按阶段数成轮处理微批次：{micro_batches} 不是 {stages} 的整数倍"},
    {"tasks.parallel_no_schedule", "没有这样阶段数和微批次数的调度"},
    {"tasks.parallel_does_not_fit", "{gpu} 的内存放不下"},
    {"tasks.parallel_nothing", "没有可对比的"},
    {"tasks.parallel_measured", "实测"},
    {"tasks.parallel_forecast", "预测"},
    {"tasks.parallel_column_schedule", "调度"},
    {"tasks.parallel_column_gpus", "GPU"},
    {"tasks.parallel_column_stages", "阶段"},
    {"tasks.parallel_column_stage", "阶段"},
    {"tasks.parallel_column_micro_batches", "微批次"},
    {"tasks.parallel_column_bubble", "气泡"},
    {"tasks.parallel_column_ideal", "理论"},
    {"tasks.parallel_column_memory", "内存/GPU"},
    {"tasks.parallel_column_basis", "依据"},
    {"tasks.parallel_column_of_schedule", "调度"},
    {"tasks.parallel_column_of_imbalance", "阶段不均"},
    {"tasks.parallel_column_of_links", "链路"},
    {"tasks.parallel_column_of_jitter", "其余"},
    {"tasks.parallel_column_kept", "保留的微批次"},
    {"tasks.parallel_title_stages", "{case} 的各阶段为何等待"},
    {"tasks.parallel_advice_pipeline",
     "最快：{schedule}，{stages} 个阶段、{micro_batches} 个微批次，{throughput}；气泡 "
     "{bubble}（理论 {ideal}）。"},
    {"tasks.parallel_pictures_how", "只给一种调度（--schedule 1f1b）时画出其图。"},
    {"tasks.parallel_picture",
     "图：每行一个进程，时间向右；数字为各微批次的前向，字母为反向（a 为微批次 0），= "
     "为权重梯度，. 为等待。"},
};
const Part parallel = parallel_entries;

}  // namespace wgf::messages::chinese
