// SPDX-License-Identifier: MIT
#include "checkpoints/safetensors.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/json_text.h"
#include "base/printable.h"

namespace wgf::checkpoints {
namespace {

using Json = nlohmann::json;
using Args = std::vector<std::pair<std::string, std::string>>;

constexpr std::size_t length_bytes = 8;
constexpr std::uint64_t longest_header = 100'000'000;  // as the format's own reader

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = length_bytes; i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

// The header as JSON; a name that stands twice, which a parser would pass over, is a fault.
Json parse_header(std::string_view text, const std::string& file) {
  check_json_depth(text, file);
  std::set<std::string> names;
  std::optional<std::string> twice;
  const auto note_name = [&](int depth, Json::parse_event_t event, Json& value) {
    if (event == Json::parse_event_t::key && depth == 1 &&
        !names.insert(value.get<std::string>()).second)
      twice = value.get<std::string>();
    return true;
  };
  Json json = Json::parse(text, note_name, false);
  if (!json.is_object()) throw Error({"checkpoint.header_not_json", {{"file", file}}});
  if (twice)
    throw Error({"checkpoint.tensor_twice", {{"file", file}, {"tensor", printable(*twice)}}});
  return json;
}

class EntryReader {
 public:
  EntryReader(std::string_view file, const std::string& name, const Json& json, std::size_t room)
      : file_(file), name_(name), json_(json), room_(room) {}

  // Its place counts from the end of the header.
  StoredTensor read() const {
    StoredTensor tensor{.name = name_, .type = type(), .sizes = sizes()};
    const std::uint64_t bytes = bytes_wanted(tensor);
    const Json& offsets = field("data_offsets");
    if (!offsets.is_array() || offsets.size() != 2) bad_field("data_offsets");
    const std::uint64_t begin = whole(offsets[0], "data_offsets"),
                        end = whole(offsets[1], "data_offsets");
    if (begin > end || end > room_)
      fail("checkpoint.outside_file", {{"begin", std::to_string(begin)},
                                       {"end", std::to_string(end)},
                                       {"bytes", std::to_string(room_)}});
    if (end - begin != bytes)
      fail("checkpoint.wrong_length",
           {{"given", std::to_string(end - begin)}, {"wanted", std::to_string(bytes)}});
    tensor.begin = static_cast<std::size_t>(begin);
    tensor.bytes = static_cast<std::size_t>(bytes);
    return tensor;
  }

 private:
  [[noreturn]] void fail(const char* key, Args more, ExitCode code = ExitCode::error) const {
    Args args{{"file", file_}, {"tensor", printable(name_)}};
    args.insert(args.end(), more.begin(), more.end());
    throw Error({key, std::move(args)}, code);
  }
  [[noreturn]] void bad_field(const char* name) const {
    const bool is_there = json_.is_object() && json_.contains(name);
    fail("checkpoint.bad_field",
         {{"field", name},
          {"given", is_there ? json_[name].dump(-1, ' ', true, Json::error_handler_t::replace)
                             : std::string("-")}});
  }
  const Json& field(const char* name) const {
    if (!json_.is_object() || !json_.contains(name)) bad_field(name);
    return json_[name];
  }
  std::uint64_t whole(const Json& value, const char* name) const {
    if (!value.is_number_unsigned()) bad_field(name);
    return value.get<std::uint64_t>();
  }
  TensorType type() const {
    const Json& value = field("dtype");
    if (!value.is_string()) bad_field("dtype");
    const auto type = parse_tensor_type(value.get_ref<const std::string&>());
    if (!type)
      fail("checkpoint.unknown_type", {{"given", printable(value.get<std::string>())}},
           ExitCode::not_supported);
    return *type;
  }
  std::vector<std::int64_t> sizes() const {
    const Json& value = field("shape");
    if (!value.is_array()) bad_field("shape");
    std::vector<std::int64_t> all;
    for (const Json& size : value) {
      constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
      if (whole(size, "shape") > most) bad_field("shape");
      all.push_back(size.get<std::int64_t>());
    }
    return all;
  }
  std::uint64_t bytes_wanted(const StoredTensor& tensor) const {
    std::uint64_t bytes = bytes_of(tensor.type);
    for (const std::int64_t size : tensor.sizes) {
      const auto factor = static_cast<std::uint64_t>(size);
      if (factor > 0 && bytes > std::numeric_limits<std::uint64_t>::max() / factor)
        bad_field("shape");
      bytes *= factor;
    }
    return bytes;
  }

  std::string file_;
  const std::string& name_;
  const Json& json_;
  std::size_t room_;
};

// The format has neither overlaps nor holes, nor bytes behind the last tensor.
void check_places(const std::vector<StoredTensor>& tensors, std::size_t room,
                  const std::string& file) {
  std::vector<const StoredTensor*> order;
  for (const StoredTensor& tensor : tensors)
    if (tensor.bytes > 0) order.push_back(&tensor);
  std::sort(order.begin(), order.end(),
            [](const StoredTensor* a, const StoredTensor* b) { return a->begin < b->begin; });
  std::size_t end = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (order[i]->begin < end)
      throw Error({"checkpoint.overlap",
                   {{"file", file},
                    {"tensor", printable(order[i - 1]->name)},
                    {"other", printable(order[i]->name)}}});
    if (order[i]->begin > end) break;
    end = order[i]->begin + order[i]->bytes;
  }
  if (end != room)
    throw Error(
        {"checkpoint.unused_bytes",
         {{"file", file}, {"place", std::to_string(end)}, {"bytes", std::to_string(room)}}});
}

}  // namespace

std::string sizes_text(const std::vector<std::int64_t>& sizes) {
  std::string text = "[";
  for (const std::int64_t size : sizes)
    text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + "]";
}

std::string_view safetensors_header(std::string_view bytes, std::string_view file) {
  const auto fail = [&](const char* key, std::uint64_t given) {
    throw Error({key,
                 {{"file", std::string(file)},
                  {"given", std::to_string(given)},
                  {"bytes", std::to_string(bytes.size())}}});
  };
  if (bytes.size() < length_bytes) fail("checkpoint.too_short", bytes.size());
  const std::uint64_t length = little_endian(bytes);
  if (length > longest_header || length > bytes.size() - length_bytes)
    fail("checkpoint.header_too_long", length);
  return bytes.substr(0, length_bytes + static_cast<std::size_t>(length));
}

std::vector<StoredTensor> read_safetensors(std::string_view bytes, std::string_view file) {
  const std::string_view header = safetensors_header(bytes, file);
  const std::string name(file);
  const Json json = parse_header(header.substr(length_bytes), name);
  const std::size_t room = bytes.size() - header.size();
  std::vector<StoredTensor> tensors;
  for (const auto& [tensor, fields] : json.items())
    if (tensor != "__metadata__") tensors.push_back(EntryReader(file, tensor, fields, room).read());
  check_places(tensors, room, name);
  for (StoredTensor& tensor : tensors) tensor.begin += header.size();
  return tensors;
}

}  // namespace wgf::checkpoints
