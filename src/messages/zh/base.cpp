// SPDX-License-Identifier: MIT
// Chinese: files.*, json.*, subprocess.*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry base_entries[] = {
    // files
    {"files.cannot_read", "无法读取 {path}：{reason}"},
    {"files.cannot_write", "无法写入 {path}：{reason}；请用 -o 指定其他位置"},
    {"files.in_use",
     "{path} 正由 {host} 上的进程 {process} 写入（始于 {since}）：{command}；请等它结束，或用 -o "
     "指定其他文件"},
    {"files.bad_gzip", "程序内的数据已损坏；请重新构建"},
    // JSON
    {"json.too_deep",
     "{file} 在第 {line} 行第 {column} 列处嵌套超过 {most} 层：本程序写出或读取的文件都不会如此"},
    // child processes
    {"subprocess.cannot_start", "无法启动 {program}：{reason}"},
};
const Part base = base_entries;

}  // namespace wgf::messages::chinese
