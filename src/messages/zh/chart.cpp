// SPDX-License-Identifier: MIT
// Chinese: chart.*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry chart_entries[] = {
    {"chart.throughput", "吞吐量"},
    {"chart.throughput_note", "中位数，线段为 95 % 区间；越长越快。"},
    {"chart.latency", "单步时间"},
    {"chart.latency_note", "箱体：中间一半；须线：第 1 至第 99 百分位；越靠左越快。"},
    {"chart.latency_text", "{median} ms，p99 {p99} ms"},
    {"chart.memory", "内存峰值"},
    {"chart.memory_note", "各用例运行期间的最高占用。"},
    {"chart.memory_device_note", "设备其余部分：上下文、库、其他进程。"},
    {"chart.memory_model_state", "模型状态"},
    {"chart.memory_activations", "激活与工作区"},
    {"chart.memory_reserve", "分配器保留"},
    {"chart.memory_device", "设备其余部分"},
    {"chart.memory_process", "进程其余部分"},
    {"chart.timeline", "测量期间的频率、功耗与温度"},
    {"chart.clock", "SM 频率，MHz"},
    {"chart.power", "功耗，W"},
    {"chart.temperature", "温度，°C"},
    {"chart.seconds", "自第一个测量步起的秒数"},
    {"chart.throttled", "阴影：降频，{reasons}"},
    {"chart.throttled_runs", "阴影（按运行着色）：降频，{reasons}"},
    {"chart.radar", "GPU 概览"},
    {"chart.radar_note", "外缘：目录中各 GPU 数据手册的最大值（16 位，稠密）；数字：{name}"},
    {"chart.radar_compute", "算力"},
    {"chart.radar_bandwidth", "带宽"},
    {"chart.radar_memory", "内存"},
    {"chart.radar_efficiency", "能效"},
    {"chart.radar_value", "性价比"},
    {"chart.radar_sheet", "数据手册"},
    {"chart.radar_measured", "实测"},
    {"chart.rank", "在目录 GPU 中的排名"},
    {"chart.rank_note",
     "评分 0 到 100；最快的几款及本机前后各款；颜色：各 GPU 的速率多数属于哪一类"},
    {"chart.rank_axis", "评分"},
    {"chart.rank_this", "本机"},
    {"chart.rank_measured", "实测"},
    {"chart.rank_published", "已发布"},
    {"chart.rank_forecast", "预测"},
    {"chart.value", "评分与价格"},
    {"chart.value_note",
     "单块 GPU 的按需租价，取已知最便宜者，不论新旧；标出名称者：没有更便宜且更好的"},
    {"chart.value_no_price", "；没有已知的单卡租价，未画出：{name}"},
    {"chart.value_price", "每小时美元（对数）"},
    {"chart.value_fresh", "最近 30 天的价格"},
    {"chart.value_stale", "较旧的价格"},
    {"chart.value_undated", "日期未知的价格"},
    {"chart.value_points", "每 $/h {points} 分"},
    {"chart.log_note", "（对数）"},
    {"chart.first_cases", "仅前 {shown} 个用例，共 {total} 个。"},
    {"chart.joined", "同一次运行的各引擎进程已合并。"},
    {"chart.score", "评分 {score}（满分 100，版本 {version}），第 {rank} 名，共 {ranked} 款"},
    {"chart.score_partial",
     "部分评分 {score}（满分 100，版本 {version}），第 {rank} 名，共 {ranked} 款"},
};
const Part chart = chart_entries;

}  // namespace wgf::messages::chinese
