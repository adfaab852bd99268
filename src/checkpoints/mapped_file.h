// SPDX-License-Identifier: MIT
#pragma once
// A whole file mapped into memory, to be read.

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace wgf::checkpoints {

class MappedFile {
 public:
  // Throws Error(files.cannot_read).
  explicit MappedFile(const std::filesystem::path& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  const std::byte* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::string_view bytes() const { return {reinterpret_cast<const char*>(data_), size_}; }

 private:
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace wgf::checkpoints
