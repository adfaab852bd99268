// SPDX-License-Identifier: MIT
#pragma once
// One writer at a time for a file that is written once, long after its name was chosen: NAME.lock
// beside it is locked for as long as its holder lives, and says who that is.

#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

namespace wgf {

class FileLock {
 public:
  // Of the file behind the name, however it is spelled. Throws Error(files.in_use, usage) with the
  // holder's process, host, begin and command. Holds nothing where there is nothing to be lost (a
  // device, a pipe) and where the file system knows no locks.
  FileLock(const std::filesystem::path& path, std::string_view command);
  ~FileLock();  // NAME.lock goes; what a killed program leaves of it locks nothing
  FileLock(FileLock&& other) noexcept
      : fd_(std::exchange(other.fd_, -1)), path_(std::move(other.path_)) {}
  FileLock& operator=(FileLock&&) = delete;

 private:
  int fd_ = -1;
  std::filesystem::path path_;
};

// All of them or none. In one order for everybody: of two that want the same files one gets them.
std::vector<FileLock> lock_files(std::vector<std::filesystem::path> paths,
                                 std::string_view command);

}  // namespace wgf
