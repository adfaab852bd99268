// SPDX-License-Identifier: MIT
#pragma once
// Files read whole and written whole: a reader never sees half a file, a failed write leaves the
// old one.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace wgf {

// The whole file; throws Error(files.cannot_read) with the system's reason.
std::string read_file(const std::filesystem::path& path);

// The same, or nothing where it holds more than so many bytes: a device may never end.
std::optional<std::string> read_file_up_to(const std::filesystem::path& path, std::size_t most);

// The whole file, or nothing where it cannot be read (for /proc and /sys, where absence is
// ordinary).
std::optional<std::string> try_read_file(const std::filesystem::path& path);

// Where what is written to this name goes: the end of its symbolic links, be it there or not.
std::filesystem::path behind_links(const std::filesystem::path& path);

// Writes to a temporary file beside the target, flushes it to disk, then renames over the target.
// The target is behind_links(path), and keeps who may read it; a new one is read by whoever may
// read `like`, where that is there. Throws Error(files.cannot_write) and removes the temporary
// file; the old content stays.
void write_file_atomically(const std::filesystem::path& path, std::string_view text,
                           const std::filesystem::path& like = {});

// Who may read and write the file behind the name, as of open(2); of none 0644.
unsigned file_mode(const std::filesystem::path& path);

// Throws Error(files.cannot_write) now rather than after a long run, where the path cannot be
// written.
void check_writable(const std::filesystem::path& path);

}  // namespace wgf
