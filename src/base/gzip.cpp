// SPDX-License-Identifier: MIT
#include "base/gzip.h"

#include <zlib.h>

#include <cstdint>

#include "base/error.h"

namespace wgf {
namespace {

[[noreturn]] void throw_bad_gzip() {
  throw Error({"files.bad_gzip", {}});
}

// The last four bytes of a gzip file are the size of its content.
std::uint32_t content_size(std::string_view gzip) {
  constexpr std::size_t least_size = 18;  // heading and trailer of an empty file
  if (gzip.size() < least_size) throw_bad_gzip();
  std::uint32_t size = 0;
  for (std::size_t i = 0; i < 4; ++i)
    size |= std::uint32_t{static_cast<unsigned char>(gzip[gzip.size() - 4 + i])} << (8 * i);
  // Deflate packs no closer than 1 to 1032: a damaged size must not take all memory.
  if (size / 1100 > gzip.size()) throw_bad_gzip();
  return size;
}

}  // namespace

std::string unpack_gzip(std::string_view gzip) {
  std::string content(content_size(gzip), '\0');
  z_stream stream{};
  constexpr int accept_gzip = 15 + 16;
  if (inflateInit2(&stream, accept_gzip) != Z_OK) throw_bad_gzip();
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(gzip.data()));
  stream.avail_in = static_cast<uInt>(gzip.size());
  stream.next_out = reinterpret_cast<Bytef*>(content.data());
  stream.avail_out = static_cast<uInt>(content.size());
  const int state = inflate(&stream, Z_FINISH);
  inflateEnd(&stream);
  if (state != Z_STREAM_END || stream.avail_out != 0) throw_bad_gzip();
  return content;
}

}  // namespace wgf
