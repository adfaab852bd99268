// SPDX-License-Identifier: MIT
// The Chinese sentences, key for key those of en.cpp (a test compares them).

#include "messages/message_table.h"

namespace wgf::messages {
extern const Entry chinese_entries[];
extern const std::size_t chinese_entry_count;

const Entry chinese_entries[] = {
    // files
    {"files.cannot_read", "无法读取 {path}：{reason}"},
    {"files.cannot_write", "无法写入 {path}：{reason}；请用 -o 指定其他位置"},
    // results
    {"results.wrong_type", "“{name}”的值 {value} 类型不对"},
    {"results.unknown_metric", "未知指标“{tag}”"},
    {"results.unknown_value", "未知值“{value}”"},
    {"results.other_schema", "结果文件的格式版本为 {found}；本程序只读版本 {known}"},
    {"results.bad_file", "{file} 不是本程序的结果文件：{reason}"},
};
const std::size_t chinese_entry_count = sizeof chinese_entries / sizeof *chinese_entries;

}  // namespace wgf::messages
