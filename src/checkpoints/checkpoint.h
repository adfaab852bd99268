// SPDX-License-Identifier: MIT
#pragma once
// Tensors of a folder of safetensors files, mapped into memory: model.safetensors, or the parts
// that model.safetensors.index.json names.

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "checkpoints/safetensors.h"

namespace wgf::checkpoints {

class MappedFile;

class Checkpoint {
 public:
  // Reads the headers. Throws Error for whatever safetensors.h refuses, an index that leaves the
  // folder or says of a tensor what is not so, a tensor that is in two files.
  explicit Checkpoint(const std::filesystem::path& folder);

  // As messages call it: the last part of the path, no more.
  const std::string& name() const { return name_; }
  // Of all headers and the sizes of the files, 16 hexadecimal digits: the same wherever it lies.
  const std::string& fingerprint() const { return fingerprint_; }
  std::uint64_t bytes() const { return bytes_; }  // of all tensors

  bool has(std::string_view tensor) const { return places_.contains(tensor); }
  std::vector<std::string> names() const;
  // Throws Error for one that is missing.
  const StoredTensor& tensor(std::string_view name) const;
  // "tiny/model.safetensors", where the tensor is.
  std::string file_of(std::string_view tensor) const;
  std::shared_ptr<const MappedFile> mapped(std::string_view tensor) const;

 private:
  struct Part {
    std::string name;  // "tiny/model.safetensors"
    std::shared_ptr<const MappedFile> file;
  };
  struct Place {
    std::size_t part;
    StoredTensor tensor;
  };
  void read_part(const std::filesystem::path& path);
  const Place& place(std::string_view tensor) const;

  std::string name_, fingerprint_;
  std::uint64_t bytes_ = 0, hash_ = 0;
  std::vector<Part> parts_;
  std::map<std::string, Place, std::less<>> places_;
};

// What a folder is called: the last part of its path, of a cached download of Hugging Face the
// model ("models--meta-llama--Llama-3.2-1B/snapshots/<commit>").
std::string folder_name(const std::filesystem::path& folder);

}  // namespace wgf::checkpoints
