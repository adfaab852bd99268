// SPDX-License-Identifier: MIT
#include "engine/llm/checkpoint.h"

#include <ATen/ops/from_blob.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "base/error.h"
#include "base/json_text.h"
#include "engine/llm/mapped_file.h"

namespace wgf::engine {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

constexpr std::size_t length_bytes = 8;
constexpr std::uint64_t longest_header = std::uint64_t{100} << 20;  // as the format's own reader

constexpr std::pair<std::string_view, at::ScalarType> types[] = {
    {"F64", at::kDouble}, {"F32", at::kFloat},
    {"F16", at::kHalf},   {"BF16", at::kBFloat16},
    {"I64", at::kLong},   {"I32", at::kInt},
    {"I16", at::kShort},  {"I8", at::kChar},
    {"U8", at::kByte},    {"F8_E4M3", at::kFloat8_e4m3fn},
    {"BOOL", at::kBool}};

[[noreturn]] void throw_broken(const fs::path& path, std::string fault) {
  throw Error({"engine.broken_checkpoint", {{"file", path.string()}, {"fault", std::move(fault)}}});
}

std::string sizes_text(const std::vector<std::int64_t>& sizes) {
  std::string text = "[";
  for (const std::int64_t size : sizes) text += (text.size() > 1 ? "," : "") + std::to_string(size);
  return text + "]";
}

std::uint64_t little_endian(const std::byte* bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = length_bytes; i-- > 0;)
    value = value << 8 | std::to_integer<unsigned>(bytes[i]);
  return value;
}

struct Entry {
  std::string name;
  at::ScalarType type;
  std::vector<std::int64_t> sizes;
  std::uint64_t begin, end;
};

std::uint64_t whole(const Json& value, const fs::path& path, const std::string& name) {
  if (!value.is_number_unsigned()) throw_broken(path, name + ": a length that is no whole number");
  return value.get<std::uint64_t>();
}

Entry read_entry(const std::string& name, const Json& json, std::uint64_t data_size,
                 const fs::path& path) {
  const auto field = [&](const char* key) -> const Json& {
    const auto found = json.is_object() ? json.find(key) : json.end();
    if (!json.is_object() || found == json.end()) throw_broken(path, name + " lacks " + key);
    return *found;
  };
  const Json& type_name = field("dtype");
  const auto type = std::find_if(std::begin(types), std::end(types), [&](const auto& known) {
    return type_name.is_string() && type_name.get_ref<const std::string&>() == known.first;
  });
  if (type == std::end(types)) throw_broken(path, name + ": type " + type_name.dump());
  Entry entry{.name = name, .type = type->second, .sizes = {}, .begin = 0, .end = 0};
  std::uint64_t bytes = c10::elementSize(entry.type);
  if (!field("shape").is_array()) throw_broken(path, name + ": sizes that are no list");
  for (const Json& size : field("shape")) {
    const std::uint64_t value = whole(size, path, name);
    if (value > data_size ||
        (value > 0 && bytes > std::numeric_limits<std::uint64_t>::max() / value))
      throw_broken(path, name + ": sizes beyond the file");
    bytes *= value;
    entry.sizes.push_back(static_cast<std::int64_t>(value));
  }
  const Json& offsets = field("data_offsets");
  if (!offsets.is_array() || offsets.size() != 2) throw_broken(path, name + ": no two offsets");
  entry.begin = whole(offsets[0], path, name);
  entry.end = whole(offsets[1], path, name);
  if (entry.begin > entry.end || entry.end > data_size)
    throw_broken(path, name + ": offsets beyond the file, which may be cut off");
  if (entry.end - entry.begin != bytes)
    throw_broken(path, name + ": offsets that are not as far apart as its sizes say");
  return entry;
}

void check_apart(std::vector<Entry> entries, const fs::path& path) {
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.begin < b.begin; });
  for (std::size_t i = 1; i < entries.size(); ++i)
    if (entries[i].begin < entries[i - 1].end)
      throw_broken(path, entries[i - 1].name + " and " + entries[i].name + " overlap");
}

// Names of the files an index lists, each once. They lie beside it.
std::set<std::string> indexed_files(const fs::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  check_json_depth(text.str(), path.string());
  const Json json = Json::parse(text.str(), nullptr, false);
  if (!json.is_object() || !json.contains("weight_map") || !json["weight_map"].is_object())
    throw_broken(path, "no weight_map");
  std::set<std::string> files;
  for (const auto& [name, value] : json["weight_map"].items()) {
    if (!value.is_string()) throw_broken(path, name + ": no name of a file");
    const std::string part = value.get<std::string>();
    if (part.empty() || fs::path(part).filename() != fs::path(part) || part == "..")
      throw_broken(path, part + " is not in this folder");
    files.insert(part);
  }
  return files;
}

}  // namespace

Checkpoint::Checkpoint(const fs::path& folder) : folder_(folder.string()) {
  const fs::path index = folder / "model.safetensors.index.json";
  if (!fs::exists(index))
    read_header(folder / "model.safetensors");
  else
    for (const std::string& part : indexed_files(index)) read_header(folder / part);
}

void Checkpoint::read_header(const fs::path& path) {
  const auto file = std::make_shared<MappedFile>(path);
  if (file->size() < length_bytes) throw_broken(path, "shorter than its header's length");
  const std::uint64_t length = little_endian(file->data());
  if (length > longest_header || length > file->size() - length_bytes)
    throw_broken(path, "a header of " + std::to_string(length) + " bytes, beyond the file");
  const char* text = reinterpret_cast<const char*>(file->data()) + length_bytes;
  check_json_depth({text, static_cast<std::size_t>(length)}, path.string());
  const Json header = Json::parse(text, text + length, nullptr, false);
  if (!header.is_object()) throw_broken(path, "its header is no JSON");
  const std::size_t data = length_bytes + static_cast<std::size_t>(length);
  std::vector<Entry> entries;
  for (const auto& [name, json] : header.items()) {
    if (name == "__metadata__") continue;
    entries.push_back(read_entry(name, json, file->size() - data, path));
    const Entry& entry = entries.back();
    const bool is_new =
        tensors_
            .try_emplace(name, Place{file, data + static_cast<std::size_t>(entry.begin), entry.type,
                                     entry.sizes})
            .second;
    if (!is_new) throw_broken(path, name + " is in another file too");
  }
  check_apart(std::move(entries), path);
}

std::vector<std::string> Checkpoint::names() const {
  std::vector<std::string> all;
  for (const auto& [name, place] : tensors_) all.push_back(name);
  return all;
}

const Checkpoint::Place& Checkpoint::place(std::string_view name) const {
  const auto found = tensors_.find(name);
  if (found == tensors_.end()) throw_broken(folder_, std::string(name) + " is missing");
  return found->second;
}

at::Tensor Checkpoint::read(std::string_view name) const {
  const Place& found = place(name);
  // Nobody writes through it: mapped to be read.
  auto* begin = const_cast<std::byte*>(found.file->data()) + found.begin;
  return at::from_blob(
      begin, found.sizes, [file = found.file](void*) {}, found.type);
}

at::Tensor Checkpoint::read(std::string_view name, const std::vector<std::int64_t>& sizes) const {
  if (place(name).sizes != sizes)
    throw_broken(folder_, std::string(name) + " is " + sizes_text(place(name).sizes) + ", not " +
                              sizes_text(sizes) + " as config.json says");
  return read(name);
}

}  // namespace wgf::engine
