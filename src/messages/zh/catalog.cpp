// SPDX-License-Identifier: MIT
// Chinese: catalog.*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry catalog_entries[] = {
    {"catalog.bad_toml", "{file}:{line}：不是有效的 TOML：{reason}；请修正文件"},
    {"catalog.no_files",
     "{directory} 中没有 .toml 文件；--catalog 需要一个包含 gpus/ 和 models/ 的文件夹"},
    {"catalog.missing_field",
     "{file}:{line}：{record}：缺少字段 {field}；请补上（字段说明见 data/README.md）"},
    {"catalog.unknown_field",
     "{file}:{line}：{record}：未知字段 {field}；最接近的是：{nearest}（字段说明见 "
     "data/README.md）"},
    {"catalog.unknown_field_alone",
     "{file}:{line}：{record}：未知字段 {field}；字段说明见 data/README.md"},
    {"catalog.unknown_table", "{file}:{line}：未知的表 {field}；此文件只能包含 {known}"},
    {"catalog.expected_text", "{file}:{line}：{record}：{field} 必须是带引号的非空文本"},
    {"catalog.expected_texts",
     "{file}:{line}：{record}：{field} 必须是文本列表，例如 [\"a\", \"b\"]"},
    {"catalog.expected_flag", "{file}:{line}：{record}：{field} 必须是 true 或 false"},
    {"catalog.expected_number", "{file}:{line}：{record}：{field} 必须是数字"},
    {"catalog.expected_integer", "{file}:{line}：{record}：{field} 必须是整数"},
    {"catalog.expected_integers", "{file}:{line}：{record}：{field} 必须是整数列表，例如 [1, 2]"},
    {"catalog.out_of_range",
     "{file}:{line}：{record}：{field} = {value} 超出范围 {low} 至 {high}；请对照 data/README.md "
     "检查单位"},
    {"catalog.peak_mismatch",
     "{file}:{line}：{record}：{field} = {value}，而 SM 数 × 频率 × 每周期 FLOP 得 "
     "{computed}（相差超过 5 %）；请修正或添加 peak_explanation"},
    {"catalog.bandwidth_mismatch",
     "{file}:{line}：{record}：{field} = {value}，而位宽 × 引脚速率得 {computed}（相差超过 5 "
     "%）；请修正其中之一"},
    {"catalog.unknown_rates",
     "{file}:{line}：{record}：{field} 指向“{name}”，但文件中没有 [rates.{name}]；请添加该表"},
    {"catalog.duplicate_name",
     "{file}:{line}：{record}：{field}：名称“{name}”已属于 "
     "{other}（不区分大小写、空格、连字符和下划线）；只能保留一处"},
    {"catalog.unknown_member",
     "{file}:{line}：系列 {record}：{field}：没有记录“{name}”；请填写已有的 id"},
    {"catalog.default_not_member",
     "{file}:{line}：系列 {record}：{field}“{name}”不是其成员；请从成员中选择"},
    {"catalog.family_takes_name",
     "{file}:{line}：系列 {record}：{field}：“{name}”是非成员记录的名称；请给系列改名"},
    {"catalog.unknown_biases",
     "{file}:{line}：{record}：{field} = “{value}”；请用 none、qkv、attention、mlp 或 all"},
    {"catalog.unknown_kind",
     "{file}:{line}：{record}：{field}：没有类型“{value}”；类型列表见 data/README.md"},
    {"catalog.contradiction", "{file}:{line}：{record}：{field} 与 {other} 不相符；请修正其中之一"},
    {"catalog.unknown_gpu", "目录中没有 GPU“{name}”；最接近的是：{nearest}（全部：list-gpus）"},
    {"catalog.unknown_gpu_alone", "目录中没有 GPU“{name}”，也没有名称相近的；全部见 list-gpus"},
    {"catalog.gpu_is_architecture",
     "{name} 是架构，不是 GPU 的名称；它的各款显卡：list-gpus --architecture '{name}'"},
    {"catalog.unknown_model", "目录中没有模型“{name}”；最接近的是：{nearest}（全部：list-models）"},
    {"catalog.unknown_model_alone", "目录中没有模型“{name}”，也没有名称相近的；全部见 list-models"},
    {"catalog.default_taken", "此处 {name} 指 {chosen}；另有：{others}（默认值的理由：{reason}）"},
    {"catalog.default_only", "此处 {name} 指 {chosen}（理由：{reason}）"},
};
const Part catalog = catalog_entries;

}  // namespace wgf::messages::chinese
