// SPDX-License-Identifier: MIT
// Chinese: files.*, subprocess.*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry base_entries[] = {
    // files
    {"files.cannot_read", "无法读取 {path}：{reason}"},
    {"files.cannot_write", "无法写入 {path}：{reason}；请用 -o 指定其他位置"},
    {"files.bad_gzip", "程序内的数据已损坏；请重新构建"},
    // child processes
    {"subprocess.cannot_start", "无法启动 {program}：{reason}"},
};
const Part base = base_entries;

}  // namespace wgf::messages::chinese
