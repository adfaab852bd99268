// SPDX-License-Identifier: MIT
#pragma once
// Safetensors files for tests, right and wrong.

#include <cstdint>
#include <string>
#include <string_view>

namespace wgf::checkpoints {

// With the length that is said, whatever that of the header is.
inline std::string safetensors_file(std::uint64_t length, std::string_view header,
                                    std::size_t data_bytes) {
  std::string file;
  for (int i = 0; i < 8; ++i) file += static_cast<char>(length >> (8 * i) & 0xFF);
  return file + std::string(header) + std::string(data_bytes, '\0');
}
inline std::string safetensors_file(std::string_view header, std::size_t data_bytes) {
  return safetensors_file(header.size(), header, data_bytes);
}

}  // namespace wgf::checkpoints
