// SPDX-License-Identifier: MIT
// Chinese: tasks.llm_profile_*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry llm_profile_entries[] = {
    {"tasks.llm_profile_all", "合计"},
    {"tasks.llm_profile_as_it_is", "无"},
    {"tasks.llm_profile_changes", "{case}：改变一处时的词元时间；只有第一行是有效解码"},
    {"tasks.llm_profile_column_calls", "次数"},
    {"tasks.llm_profile_column_change", "改变"},
    {"tasks.llm_profile_column_flops", "TFLOP/s"},
    {"tasks.llm_profile_column_gain", "tokens/s 变化"},
    {"tasks.llm_profile_column_kernel", "内核"},
    {"tasks.llm_profile_column_of_prompt", "占提示"},
    {"tasks.llm_profile_column_of_token", "占词元"},
    {"tasks.llm_profile_column_part", "部分"},
    {"tasks.llm_profile_column_read", "GB/s"},
    {"tasks.llm_profile_column_time", "µs"},
    {"tasks.llm_profile_fewer_bytes", "权重更少，读取 {share} 的字节"},
    {"tasks.llm_profile_gaps", "其间空隙"},
    {"tasks.llm_profile_load", "--profile 用于单个提示和回答；请去掉它，或去掉负载的选项"},
    {"tasks.llm_profile_one_by_one", "逐次启动，不用图"},
    {"tasks.llm_profile_option", "之后记录若干步：一个提示和一个词元按内核列出，并与其上限对照"},
    {"tasks.llm_profile_part_activation", "激活"},
    {"tasks.llm_profile_part_attention", "注意力"},
    {"tasks.llm_profile_part_choice", "选择专家"},
    {"tasks.llm_profile_part_down", "down"},
    {"tasks.llm_profile_part_gate_up", "gate 和 up"},
    {"tasks.llm_profile_part_heads", "旋转、缓存"},
    {"tasks.llm_profile_part_logits", "logits"},
    {"tasks.llm_profile_part_none", "其他"},
    {"tasks.llm_profile_part_norm", "归一化"},
    {"tasks.llm_profile_part_output", "注意力输出"},
    {"tasks.llm_profile_part_qkv", "q、k、v"},
    {"tasks.llm_profile_part_router", "路由"},
    {"tasks.llm_profile_part_token", "词元"},
    {"tasks.llm_profile_prompt", "{case} 的一个提示：记录 {recorded} ms，实测 {measured} ms"},
    {"tasks.llm_profile_ranks", "--profile 用于单个 GPU；请去掉 --tp 或 --profile"},
    {"tasks.llm_profile_token", "{case} 的一个词元：记录 {recorded} ms，实测 {measured} ms"},
    {"tasks.llm_profile_without_gaps", "启动首尾相接（按记录）"},
    {"tasks.llm_profile_without_norms", "没有归一化和词元选择的启动"},
};
const Part llm_profile = llm_profile_entries;

}  // namespace wgf::messages::chinese
