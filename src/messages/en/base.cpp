// SPDX-License-Identifier: MIT
// English: files.*, subprocess.*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry base_entries[] = {
    // files
    {"files.cannot_read", "cannot read {path}: {reason}"},
    {"files.cannot_write", "cannot write {path}: {reason}; name another place with -o"},
    {"files.bad_gzip", "data inside this program is damaged; build it again"},
    // child processes
    {"subprocess.cannot_start", "cannot start {program}: {reason}"},
};
const Part base = base_entries;

}  // namespace wgf::messages::english
