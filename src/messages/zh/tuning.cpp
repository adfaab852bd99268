// SPDX-License-Identifier: MIT
// Chinese: tuning.*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry tuning_entries[] = {
    {"tuning.no_utilization", "未读到利用率"},
    {"tuning.utilization", "{percent} %；应高于 80 %"},
    {"tuning.advice_utilization", "GPU 在等待任务；按顺序尝试：{steps}；并查看启动间隙"},
    {"tuning.advice_utilization_alone",
     "虽然每步已是一个 CUDA 图，GPU 仍在等待任务：请查看还有什么在运行（info、doctor）"},
    {"tuning.no_mfu", "此设备的峰值未知"},
    {"tuning.mfu_no_band", "{percent} %；此类网络或如此小的批没有参考区间"},
    {"tuning.mfu_poor", "{percent} %：对此类网络的 {precision} 而言较差"},
    {"tuning.mfu_fair", "{percent} %：对此类网络的 {precision} 而言一般"},
    {"tuning.mfu_good", "{percent} %：对此类网络的 {precision} 而言良好"},
    {"tuning.mfu_excellent", "{percent} %：对此类网络的 {precision} 而言优秀"},
    {"tuning.advice_mfu", "按顺序尝试：{steps}"},
    {"tuning.advice_mfu_alone",
     "精度、内存格式和启动方式都已合适：速度取决于网络自身的运算；融合或编译后的模型（--model-"
     "file）"
     "可能更快"},
    {"tuning.no_answer", "没有测量回答"},
    {"tuning.decode", "达到实测内存读取速率所允许的 {percent} %；希望高于 {least} %"},
    {"tuning.advice_decode",
     "在显卡和模型支持时用 --kernels own 和 bf16；小模型填不满大显卡：增加请求数（-b）"},
    {"tuning.prefill", "一次 {tokens} 个词元时 MFU 为 {percent} %；长提示希望高于 {least} %"},
    {"tuning.advice_prefill", "用 bf16，并增加一次处理的词元（-p、-b）"},
    {"tuning.no_loader", "输入在设备上生成，未测量数据加载；请与您训练中的每步时间比较"},
    {"tuning.loader", "占每步的 {percent} %；应低于 5 %"},
    {"tuning.advice_loader", "增加加载进程、使用锁页内存、在 GPU 上解码"},
    {"tuning.no_wall_time", "文件中没有与设备时间对照的墙钟时间"},
    {"tuning.launch", "墙钟比设备时间多 {percent} %；应低于 {most} %"},
    {"tuning.launch_bound", "受限于启动：每步 {step} ms 中，主机发射内核就占 {launch} ms"},
    {"tuning.advice_launch",
     "按顺序尝试：{steps}；Python 中用 torch.compile(mode=\"reduce-overhead\")"},
    {"tuning.advice_launch_alone", "每步已是一个 CUDA 图：请查看还有什么占用 CPU"},
    {"tuning.communication_unknown", "此文件中没有通信占比"},
    {"tuning.no_communication", "单个设备：没有通信"},
    {"tuning.communication", "占每步的 {percent} %；应低于 30 %"},
    {"tuning.advice_communication", "增大每卡批、梯度累积、通信重叠，或减少 GPU"},
    {"tuning.on_cpu", "在 CPU 上测量"},
    {"tuning.no_math_mode", "文件未说明所用的运算方式"},
    {"tuning.precision", "{compute}，使用张量核心"},
    {"tuning.no_tensor_cores", "{compute}：未使用张量核心"},
    {"tuning.no_tensor_cores_ratio",
     "{compute}：未使用张量核心；{precision} 的峰值是其 {ratio} 倍"},
    {"tuning.card_without_tensor_cores", "{compute}：该卡没有张量核心"},
    {"tuning.precision_not_of_card", "{compute}：该卡的张量核心不支持此精度"},
    {"tuning.no_record_of_rates", "{compute}；目录未说明该卡在哪些精度下较快"},
    {"tuning.advice_precision", "使用 -p {precision}"},
    {"tuning.advice_precision_tf32", "使用 -p {precision}；若须保留 float32 输入，用 -p tf32"},
    {"tuning.advice_precision_fp32", "请与 -p fp32 比较：没有张量核心时，半精度未必更快"},
    {"tuning.one_batch", "只测量了一种批大小；用 -b 1-256*2 可找到拐点"},
    {"tuning.batch", "批 {batch} 达到批 {best} 的 {percent} %；从 {knee} 起达到 90 %"},
    {"tuning.advice_batch", "在精度和延迟允许时使用 -b {knee} 或更大"},
    {"tuning.no_training", "推理不保留激活值"},
    {"tuning.no_memory", "设备或用例的内存未知"},
    {"tuning.checkpointing",
     "激活值等占 {activations} GiB（设备内存的 {percent} %）；总峰值 {peak} GiB（{peak_percent} "
     "%）"},
    {"tuning.advice_checkpointing", "激活值占满显存：检查点重算（约多三分之一计算）可容纳更大的批"},
    {"tuning.advice_sharding",
     "权重和优化器占满显存：检查点重算作用不大；请用 bf16（--pure）、其他优化器或分片"},
    {"tuning.headroom", "剩余 {percent} %：{total} GiB 中的 {free}"},
    {"tuning.advice_headroom", "更长的序列或碎片可能导致内存不足：请用更小的批"},
    {"tuning.advice_out_of_memory", "按顺序尝试：{steps}；然后在您的程序中用激活检查点重算"},
    {"tuning.advice_out_of_memory_alone",
     "批和精度都已最小：请用显存更大的 GPU，或在您的程序中用激活检查点重算、分片"},
    {"tuning.advice_case_failed", "请加 -v 重新测量，可显示引擎输出"},
};
const Part tuning = tuning_entries;

}  // namespace wgf::messages::chinese
