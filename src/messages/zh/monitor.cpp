// SPDX-License-Identifier: MIT
// Chinese: monitor.*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry monitor_entries[] = {
    {"monitor.description",
     "实时显示 GPU 和机器的状态：利用率、显存、频率、功耗、温度、降频、进程"},
    {"monitor.option_interval", "两次读取的间隔，无单位时为秒，至少 100ms（默认 1s）"},
    {"monitor.option_count", "读取这么多次后结束（默认：按 Ctrl-C 结束）"},
    {"monitor.option_gpu", "只看这些 GPU，按驱动的编号：0,1"},
    {"monitor.interval_too_short", "--interval {value} 太短：请用 100ms 或更长"},
    {"monitor.unknown_gpu", "--gpu {index}：驱动没有这个 GPU；共有 {count} 个，从 0 数起"},
    {"monitor.no_gpu", "--gpu {index}：这台机器上没有找到 GPU；请去掉这个选项"},
    {"monitor.without_gpu", "这台机器上没有找到 GPU（NVML 和 ROCm SMI 都没有应答）"},
    {"monitor.cpu", "CPU {percent}（{cores} 核）"},
    {"monitor.memory", "内存 {memory}"},
    {"monitor.container", "容器 {memory}"},
    {"monitor.column_gpu", "GPU"},
    {"monitor.column_utilization", "利用率"},
    {"monitor.column_memory", "显存"},
    {"monitor.column_clock", "SM 频率"},
    {"monitor.column_memory_clock", "显存频率"},
    {"monitor.column_power", "功耗"},
    {"monitor.column_temperature", "温度"},
    {"monitor.column_throttled", "降频"},
    {"monitor.column_program", "程序"},
    {"monitor.not_throttled", "无"},
    {"monitor.more_processes", "另有 {count} 个，占用显存更少"},
    {"monitor.no_processes", "这些 GPU 上没有进程，或驱动没有给出"},
    {"monitor.how_to_end", "按 Ctrl-C 结束"},
};
const Part monitor = monitor_entries;

}  // namespace wgf::messages::chinese
