// SPDX-License-Identifier: MIT
// Chinese: tasks.llm_load_*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry llm_load_entries[] = {
    {"tasks.llm_load_advice_goodput", "限值内的回答最多：{load} 时为 {goodput}（占 {share}）。"},
    {"tasks.llm_load_closed", "{users} 个用户"},
    {"tasks.llm_load_column_answered", "已回答"},
    {"tasks.llm_load_column_goodput", "限值内"},
    {"tasks.llm_load_column_load", "负载"},
    {"tasks.llm_load_column_mean", "均值"},
    {"tasks.llm_load_column_p99_range", "P99 的 95 % 区间"},
    {"tasks.llm_load_column_output", "输出"},
    {"tasks.llm_load_column_time", "时间"},
    {"tasks.llm_load_column_tpot", "TPOT P50 / P99"},
    {"tasks.llm_load_column_ttft", "TTFT P50 / P99"},
    {"tasks.llm_load_column_wait", "其中等待"},
    {"tasks.llm_load_lengths",
     "-p、-n、-d、-pg 和 --preset 用于单个提示和回答；负载请用 --input-tokens 和 --output-tokens"},
    {"tasks.llm_load_open", "{rate} requests/s"},
    {"tasks.llm_load_option_concurrency",
     "请求：用户数，每个用户得到回答后再次提问，\"1,8\" 或 \"1-64*2\"（默认 16，CPU 上为 4）"},
    {"tasks.llm_load_option_input_tokens",
     "请求：提示的词元数，\"512\" 或 \"256-768\"（默认 512，CPU 上为 32）"},
    {"tasks.llm_load_option_output_tokens", "请求：回答的词元数（默认 128，CPU 上为 8）"},
    {"tasks.llm_load_option_rate", "请求：每秒随机到达数（泊松），无论回答是否跟得上"},
    {"tasks.llm_load_option_requests",
     "测量这么多请求的负载（默认 100，CPU 上为 8）；-b 为同时处理数"},
    {"tasks.llm_load_option_slo", "请求：合格的回答须遵守的限值：ttft=500ms,tpot=30ms"},
    {"tasks.llm_load_option_turn_tokens", "请求：一轮中最多读取的提示词元数（默认 512）"},
    {"tasks.llm_load_ranks", "负载由一块 GPU 回答；请去掉 --tp，或去掉负载的选项"},
    {"tasks.llm_load_text_too_long",
     "{tokens} 个词元（最长的提示和回答）超过 {model} 可取的 {most}；请缩短 --input-tokens 或 "
     "--output-tokens"},
    {"tasks.llm_load_title", "{case}：{time} 内 {requests} 个请求"},
    {"tasks.llm_load_words",
     "{option} 按其他工具的说法给出单个提示和回答；请去掉它，或去掉负载的选项"},
};
const Part llm_load = llm_load_entries;

}  // namespace wgf::messages::chinese
