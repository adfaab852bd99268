// SPDX-License-Identifier: MIT
#include "base/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "base/error.h"

namespace wgf {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

[[noreturn]] void throw_cannot_read(const std::filesystem::path& path) {
  throw Error({"files.cannot_read", {{"path", path.string()}, {"reason", std::strerror(errno)}}});
}

[[noreturn]] void throw_cannot_write(const std::filesystem::path& path, int fault) {
  throw Error({"files.cannot_write", {{"path", path.string()}, {"reason", std::strerror(fault)}}});
}

std::filesystem::path temporary_beside(const std::filesystem::path& path) {
  return path.string() + "." + std::to_string(::getpid()) + ".tmp";
}

int write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return ::fsync(fd) == 0 || errno == EINVAL ? 0 : errno;
}

// Reads to the end of a descriptor, or until it has more than `most` bytes. Its size is a hint
// only: /proc files state none.
std::optional<std::string> read_all(int fd, std::size_t most = SIZE_MAX) {
  std::string text;
  struct stat facts {};
  if (::fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size > 0)
    text.reserve(std::min(static_cast<std::size_t>(facts.st_size), most));
  char buffer[1 << 16];
  while (true) {
    const ssize_t count = ::read(fd, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::nullopt;
    if (count == 0) return text;
    text.append(buffer, static_cast<std::size_t>(count));
    if (text.size() > most) return text;
  }
}

}  // namespace

std::optional<std::string> try_read_file(const std::filesystem::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return std::nullopt;
  return read_all(file.get());
}

std::string read_file(const std::filesystem::path& path) {
  std::optional<std::string> text = try_read_file(path);
  if (!text) throw_cannot_read(path);
  return *std::move(text);
}

std::optional<std::string> read_file_up_to(const std::filesystem::path& path, std::size_t most) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::optional<std::string> text;
  if (file.get() >= 0) text = read_all(file.get(), most);
  if (!text) throw_cannot_read(path);
  if (text->size() > most) return std::nullopt;
  return text;
}

void write_file_atomically(const std::filesystem::path& path, std::string_view text) {
  std::error_code ignored;
  // A device or a pipe (/dev/stdout, /dev/full) cannot be renamed over: write straight to it.
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored)) {
    const Descriptor target(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    const int fault = target.get() < 0 ? errno : write_all(target.get(), text);
    if (fault != 0) throw_cannot_write(path, fault);
    return;
  }
  const std::filesystem::path temporary = temporary_beside(path);
  int fault = 0;
  {
    const Descriptor file(
        ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    fault = file.get() < 0 ? errno : write_all(file.get(), text);
  }
  if (fault == 0 && std::rename(temporary.c_str(), path.c_str()) != 0) fault = errno;
  if (fault != 0) {
    ::unlink(temporary.c_str());
    throw_cannot_write(path, fault);
  }
}

void check_writable(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw_cannot_write(path, EISDIR);
  if (std::filesystem::exists(path, ignored)) {
    if (::access(path.c_str(), W_OK) != 0) throw_cannot_write(path, errno);
    if (!std::filesystem::is_regular_file(path, ignored)) return;
  }
  const std::filesystem::path temporary = temporary_beside(path);
  const Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (file.get() < 0) throw_cannot_write(path, errno);
  ::unlink(temporary.c_str());
}

}  // namespace wgf
