// SPDX-License-Identifier: MIT
#include "engine/compile/safetensors.h"

#include <bit>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "engine/measure/case_ended.h"

namespace wgf::engine {
namespace {

static_assert(std::endian::native == std::endian::little, "the format is little-endian");

const char* dtype_name(c10::ScalarType type) {
  switch (type) {
    case c10::ScalarType::Float:
      return "F32";
    case c10::ScalarType::Half:
      return "F16";
    case c10::ScalarType::BFloat16:
      return "BF16";
    case c10::ScalarType::Long:
      return "I64";
    case c10::ScalarType::Int:
      return "I32";
    case c10::ScalarType::Byte:
      return "U8";
    default:
      throw CaseEnded(results::Status::failed, {"engine.unknown_value",
                                                {{"name", "dtype"},
                                                 {"value", c10::toString(type)},
                                                 {"choices", "F32, F16, BF16, I64, I32, U8"}}});
  }
}

// Keys keep their order: that of the data.
std::string header_of(const NamedTensors& tensors, bool is_channels_last) {
  nlohmann::ordered_json header;
  header["__metadata__"] = {{"format", "pt"},
                            {"memory_format", is_channels_last ? "channels_last" : "contiguous"}};
  std::size_t begin = 0;
  for (const auto& [name, tensor] : tensors) {
    const std::size_t end = begin + tensor.nbytes();
    header[name] = {{"dtype", dtype_name(tensor.scalar_type())},
                    {"shape", tensor.sizes().vec()},
                    {"data_offsets", {begin, end}}};
    begin = end;
  }
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');  // so that the data begin aligned
  return text;
}

}  // namespace

void write_safetensors(const std::filesystem::path& path, const NamedTensors& tensors,
                       bool is_channels_last) {
  std::ofstream file(path, std::ios::binary);
  const std::string header = header_of(tensors, is_channels_last);
  const std::uint64_t length = header.size();
  file.write(reinterpret_cast<const char*>(&length), sizeof length);
  file << header;
  for (const auto& [name, tensor] : tensors) {
    const at::Tensor plain = tensor.detach().cpu().contiguous();
    file.write(static_cast<const char*>(plain.const_data_ptr()),
               static_cast<std::streamsize>(plain.nbytes()));
  }
  file.flush();
  if (!file)
    throw Error(
        {"files.cannot_write", {{"path", path.string()}, {"reason", std::strerror(errno)}}});
}

}  // namespace wgf::engine
