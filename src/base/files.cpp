// SPDX-License-Identifier: MIT
#include "base/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <random>

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

struct Temporary {
  std::filesystem::path path;
  Descriptor file;
};

// Of a name that nobody has, programs of other containers over the same folder included.
Temporary open_temporary_beside(const std::filesystem::path& path) {
  constexpr int most_tries = 100;
  std::random_device random;
  for (int i = 0; i < most_tries; ++i) {
    const std::filesystem::path name =
        path.string() + "." + std::to_string(::getpid()) + "-" + std::to_string(random()) + ".tmp";
    const int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0) return {name, Descriptor(fd)};
    if (errno != EEXIST) throw_cannot_write(path, errno);
  }
  throw_cannot_write(path, EEXIST);
}

// What the user's umask leaves of 0644, without changing it for other threads.
mode_t usual_mode() {
  constexpr mode_t usual = 0644;
  const std::optional<std::string> status = try_read_file("/proc/self/status");
  const std::size_t at = status ? status->find("\nUmask:") : std::string::npos;
  if (at == std::string::npos) return usual;
  const auto mask = static_cast<mode_t>(std::strtoul(status->c_str() + at + 7, nullptr, 8));
  return usual & ~mask;
}

// The owner first: changing it drops bits of the mode. One that may not be given stays ours.
void take_rights(int fd, const std::filesystem::path& from) {
  struct stat facts {};
  if (from.empty() || ::stat(from.c_str(), &facts) != 0) {
    ::fchmod(fd, usual_mode());
    return;
  }
  [[maybe_unused]] const int ignored = ::fchown(fd, facts.st_uid, facts.st_gid);
  ::fchmod(fd, facts.st_mode & 0777);
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

std::filesystem::path behind_links(const std::filesystem::path& path) {
  constexpr int most_links = 40;  // as the kernel follows
  std::filesystem::path target = path;
  std::error_code fault;
  for (int i = 0; i < most_links && std::filesystem::is_symlink(target, fault); ++i) {
    const std::filesystem::path next = std::filesystem::read_symlink(target, fault);
    if (fault) break;
    target = next.is_absolute() ? next : target.parent_path() / next;
  }
  return target;
}

unsigned file_mode(const std::filesystem::path& path) {
  struct stat facts {};
  return ::stat(path.c_str(), &facts) == 0 ? facts.st_mode & 0777U : 0644U;
}

void write_file_atomically(const std::filesystem::path& path, std::string_view text,
                           const std::filesystem::path& like) {
  std::error_code ignored;
  // A device or a pipe (/dev/stdout, /dev/full) cannot be renamed over: write straight to it.
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored)) {
    const Descriptor target(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    const int fault = target.get() < 0 ? errno : write_all(target.get(), text);
    if (fault != 0) throw_cannot_write(path, fault);
    return;
  }
  const std::filesystem::path target = behind_links(path);
  const Temporary temporary = open_temporary_beside(target);
  take_rights(temporary.file.get(), std::filesystem::exists(target, ignored) ? target : like);
  int fault = write_all(temporary.file.get(), text);
  if (fault == 0 && std::rename(temporary.path.c_str(), target.c_str()) != 0) fault = errno;
  if (fault != 0) {
    ::unlink(temporary.path.c_str());
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
  const Temporary temporary = open_temporary_beside(behind_links(path));
  ::unlink(temporary.path.c_str());
}

}  // namespace wgf
