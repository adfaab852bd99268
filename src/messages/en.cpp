// SPDX-License-Identifier: MIT
// The English sentences. Every key here has its twin in zh.cpp (a test compares them).

#include "messages/message_table.h"

namespace wgf::messages {
extern const Entry english_entries[];
extern const std::size_t english_entry_count;

const Entry english_entries[] = {
    // files
    {"files.cannot_read", "cannot read {path}: {reason}"},
    {"files.cannot_write", "cannot write {path}: {reason}; name another place with -o"},
    // results
    {"results.wrong_type", "the value {value} of \"{name}\" has the wrong type"},
    {"results.unknown_metric", "unknown metric \"{tag}\""},
    {"results.unknown_value", "unknown value \"{value}\""},
    {"results.other_schema",
     "results file of schema version {found}; this program reads version {known}"},
    {"results.bad_file", "{file} is not a results file of this program: {reason}"},
};
const std::size_t english_entry_count = sizeof english_entries / sizeof *english_entries;

}  // namespace wgf::messages
