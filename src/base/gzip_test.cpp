// SPDX-License-Identifier: MIT
#include "base/gzip.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace wgf {
namespace {

// `printf 'a,b\n1,2\n' | gzip -9n`
constexpr unsigned char packed_bytes[] = {
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x4b, 0xd4, 0x49, 0xe2,
    0x32, 0xd4, 0x31, 0xe2, 0x02, 0x00, 0x7b, 0x07, 0x97, 0x0a, 0x08, 0x00, 0x00, 0x00};

std::string packed() {
  return {reinterpret_cast<const char*>(packed_bytes), sizeof(packed_bytes)};
}

TEST(Gzip, IsUnpacked) {
  EXPECT_EQ(unpack_gzip(packed()), "a,b\n1,2\n");
}

TEST(Gzip, DamageIsAnError) {
  const auto damaged = [](std::size_t at, char byte) {
    std::string gzip = packed();
    gzip[at] = byte;
    return gzip;
  };
  EXPECT_THROW(unpack_gzip(""), Error);
  EXPECT_THROW(unpack_gzip(packed().substr(0, 20)), Error);
  EXPECT_THROW(unpack_gzip(damaged(0, 'x')), Error);      // not gzip
  EXPECT_THROW(unpack_gzip(damaged(20, '\0')), Error);    // checksum
  EXPECT_THROW(unpack_gzip(damaged(27, '\x7f')), Error);  // 2 GB of 28 bytes
}

}  // namespace
}  // namespace wgf
