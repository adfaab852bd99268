// SPDX-License-Identifier: MIT
#include "checkpoints/checkpoint.h"

#include <fmt/format.h>

#include <set>

#include "base/error.h"
#include "base/files.h"
#include "base/printable.h"
#include "checkpoints/mapped_file.h"
#include "checkpoints/weight_index.h"

namespace wgf::checkpoints {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t fnv_begin = 0xcbf29ce484222325;

std::uint64_t fnv1a(std::string_view text, std::uint64_t hash) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

constexpr std::size_t longest_index = std::size_t{64} << 20;
constexpr const char* whole_file = "model.safetensors";
constexpr const char* index_file = "model.safetensors.index.json";

}  // namespace

std::string folder_name(const fs::path& folder) {
  std::error_code ignored;
  fs::path path = fs::weakly_canonical(folder, ignored);
  if (path.empty()) path = folder.lexically_normal();
  if (path.filename().empty()) path = path.parent_path();
  constexpr std::string_view cached = "models--";
  const std::string model = path.parent_path().parent_path().filename().string();
  if (path.parent_path().filename() != "snapshots" || !model.starts_with(cached))
    return printable(path.filename().string());
  const auto begin = model.rfind("--");
  return printable(model.substr(begin + 2));
}

Checkpoint::Checkpoint(const fs::path& folder) : name_(folder_name(folder)), hash_(fnv_begin) {
  const fs::path index = folder / index_file;
  std::error_code ignored;
  if (!fs::is_regular_file(index, ignored)) {
    if (!fs::is_regular_file(folder / whole_file, ignored))
      throw Error({"checkpoint.no_weights", {{"folder", name_}}});
    read_part(folder / whole_file);
  } else {
    const std::string index_name = name_ + "/" + index_file;
    const auto text = read_file_up_to(index, longest_index);
    const auto files = read_weight_index(text.value_or(""), index_name);
    std::set<std::string> parts;
    for (const auto& [tensor, file] : files) parts.insert(file);
    for (const std::string& part : parts) read_part(folder / part);
    for (const auto& [tensor, file] : files)
      if (!has(tensor) || file_of(tensor) != name_ + "/" + file)
        throw Error({"checkpoint.not_in_part",
                     {{"file", index_name}, {"tensor", printable(tensor)}, {"part", file}}});
  }
  fingerprint_ = fmt::format("{:016x}", hash_);
}

void Checkpoint::read_part(const fs::path& path) {
  Part part{.name = name_ + "/" + path.filename().string(),
            .file = std::make_shared<const MappedFile>(path)};
  const std::string_view bytes = part.file->bytes();
  for (StoredTensor& tensor : read_safetensors(bytes, part.name)) {
    bytes_ += tensor.bytes;
    const std::string tensor_name = tensor.name;
    const auto [known, is_new] =
        places_.try_emplace(tensor_name, Place{parts_.size(), std::move(tensor)});
    if (!is_new)
      throw Error({"checkpoint.in_two_files",
                   {{"file", part.name},
                    {"tensor", printable(tensor_name)},
                    {"other", parts_[known->second.part].name}}});
  }
  hash_ = fnv1a(safetensors_header(bytes, part.name), hash_);
  hash_ = fnv1a(std::to_string(bytes.size()), hash_);
  parts_.push_back(std::move(part));
}

std::vector<std::string> Checkpoint::names() const {
  std::vector<std::string> all;
  for (const auto& [name, place] : places_) all.push_back(name);
  return all;
}

const Checkpoint::Place& Checkpoint::place(std::string_view tensor) const {
  const auto found = places_.find(tensor);
  if (found == places_.end())
    throw Error({"checkpoint.missing_tensor",
                 {{"folder", name_}, {"tensor", printable(std::string(tensor))}}});
  return found->second;
}

const StoredTensor& Checkpoint::tensor(std::string_view name) const {
  return place(name).tensor;
}

std::string Checkpoint::file_of(std::string_view tensor) const {
  return parts_[place(tensor).part].name;
}

std::shared_ptr<const MappedFile> Checkpoint::mapped(std::string_view tensor) const {
  return parts_[place(tensor).part].file;
}

}  // namespace wgf::checkpoints
