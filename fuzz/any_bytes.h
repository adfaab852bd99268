// SPDX-License-Identifier: MIT
#pragma once
// What every fuzzer does: hands the bytes to a reader, which may throw Error and nothing else.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/error.h"

namespace wgf::fuzz {

template <typename Read>
int read_bytes(const std::uint8_t* data, std::size_t size, const Read& read) {
  try {
    read(std::string_view(reinterpret_cast<const char*>(data), size));
  } catch (const Error&) {
    // Refused with a sentence.
  }
  return 0;
}

}  // namespace wgf::fuzz

#define WGF_FUZZ(text, read)                                                          \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) { \
    return wgf::fuzz::read_bytes(data, size, [](std::string_view text) { read; });    \
  }
