// SPDX-License-Identifier: MIT
#include "base/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"
#include "base/utc.h"

namespace wgf {
namespace {

namespace fs = std::filesystem;

std::string host_name() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "?";
}

// A line each: process, host, begin, command.
std::string holder_text(std::string_view command) {
  return std::to_string(::getpid()) + "\n" + host_name() + "\n" + now_utc() + "\n" +
         std::string(command) + "\n";
}

Error in_use(const fs::path& path, const fs::path& lock) {
  std::vector<std::string> lines = split(try_read_file(lock).value_or(""), '\n');
  lines.resize(4);
  for (std::string& line : lines)
    if (line.empty()) line = "?";  // it has only just begun
  return Error({"files.in_use",
                {{"path", path.string()},
                 {"process", lines[0]},
                 {"host", lines[1]},
                 {"since", lines[2]},
                 {"command", lines[3]}}},
               ExitCode::usage);
}

// The holder before may have taken its lock file away between our opening and locking it.
bool is_still_there(int fd, const fs::path& path) {
  struct stat opened {
  }, named{};
  return ::fstat(fd, &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
         opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

fs::path one_name(const fs::path& path) {
  std::error_code fault;
  const fs::path whole = fs::absolute(behind_links(path), fault);
  const fs::path name = fs::weakly_canonical(whole, fault);
  return fault ? path : name;
}

}  // namespace

FileLock::FileLock(const fs::path& path, std::string_view command) {
  std::error_code ignored;
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored)) return;
  path_ = one_name(path).string() + ".lock";
  while (true) {
    fd_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, file_mode(path) | 0600U);
    if (fd_ < 0)
      throw Error(
          {"files.cannot_write", {{"path", path.string()}, {"reason", std::strerror(errno)}}});
    int refused = 0;
    do refused = ::flock(fd_, LOCK_EX | LOCK_NB);
    while (refused != 0 && errno == EINTR);
    const bool is_held = refused != 0 && errno == EWOULDBLOCK;
    if (refused == 0 && is_still_there(fd_, path_)) break;
    ::close(std::exchange(fd_, -1));
    if (is_held) throw in_use(path, path_);
    if (refused != 0) return;  // no locks here
  }
  const std::string text = holder_text(command);
  if (::ftruncate(fd_, 0) == 0) {
    [[maybe_unused]] const ssize_t written = ::write(fd_, text.data(), text.size());
  }
}

FileLock::~FileLock() {
  if (fd_ < 0) return;
  ::unlink(path_.c_str());  // while it is locked: nobody else's goes
  ::close(fd_);
}

std::vector<FileLock> lock_files(std::vector<fs::path> paths, std::string_view command) {
  std::sort(paths.begin(), paths.end(),
            [](const fs::path& a, const fs::path& b) { return one_name(a) < one_name(b); });
  std::vector<FileLock> locks;
  const fs::path* before = nullptr;
  for (const fs::path& path : paths) {
    if (before == nullptr || one_name(*before) != one_name(path)) locks.emplace_back(path, command);
    before = &path;
  }
  return locks;
}

}  // namespace wgf
