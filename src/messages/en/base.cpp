// SPDX-License-Identifier: MIT
// English: files.*, json.*, subprocess.*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry base_entries[] = {
    // files
    {"files.cannot_read", "cannot read {path}: {reason}"},
    {"files.cannot_write", "cannot write {path}: {reason}; name another place with -o"},
    {"files.in_use",
     "{path} is being written by process {process} on {host}, begun {since}: {command}; wait for "
     "it, or name another file with -o"},
    {"files.bad_gzip", "data inside this program is damaged; build it again"},
    // JSON
    {"json.too_deep",
     "{file} nests deeper than {most} levels at line {line}, column {column}: no file of this "
     "program, nor one it reads, does"},
    // child processes
    {"subprocess.cannot_start", "cannot start {program}: {reason}"},
};
const Part base = base_entries;

}  // namespace wgf::messages::english
