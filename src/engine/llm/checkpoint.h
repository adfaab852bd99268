// SPDX-License-Identifier: MIT
#pragma once
// Tensors of a folder of safetensors files (https://huggingface.co/docs/safetensors), mapped into
// memory: model.safetensors, or the parts that model.safetensors.index.json names.

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace wgf::engine {

class MappedFile;

class Checkpoint {
 public:
  // Reads the headers. Throws Error with file and fault for whatever is no such file: cut off,
  // lengths that cannot be, tensors that overlap, an index that leaves the folder.
  explicit Checkpoint(const std::filesystem::path& folder);

  bool has(std::string_view name) const { return tensors_.contains(name); }
  std::vector<std::string> names() const;

  // On the CPU, a view of the file. Throws Error for a tensor that is missing or of other sizes.
  at::Tensor read(std::string_view name, const std::vector<std::int64_t>& sizes) const;
  at::Tensor read(std::string_view name) const;

 private:
  struct Place {
    std::shared_ptr<MappedFile> file;
    std::size_t begin = 0;
    at::ScalarType type = at::kFloat;
    std::vector<std::int64_t> sizes;
  };
  void read_header(const std::filesystem::path& path);
  const Place& place(std::string_view name) const;

  std::string folder_;
  std::map<std::string, Place, std::less<>> tensors_;
};

}  // namespace wgf::engine
