// SPDX-License-Identifier: MIT
#include "checkpoints/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace wgf::checkpoints {

MappedFile::MappedFile(const std::filesystem::path& path) {
  const auto fail = [&] {
    throw Error({"files.cannot_read", {{"path", path.string()}, {"reason", std::strerror(errno)}}});
  };
  // A pipe, which would be waited for, has no size.
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) fail();
  struct stat facts {};
  const bool is_known = ::fstat(file, &facts) == 0;
  void* mapped = MAP_FAILED;
  if (is_known && facts.st_size > 0) {
    size_ = static_cast<std::size_t>(facts.st_size);
    mapped = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
  }
  const int reason = errno;
  ::close(file);
  errno = reason;
  if (!is_known || (size_ > 0 && mapped == MAP_FAILED)) fail();
  if (size_ > 0) data_ = static_cast<const std::byte*>(mapped);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<std::byte*>(data_), size_);
}

}  // namespace wgf::checkpoints
