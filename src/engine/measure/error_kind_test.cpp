// SPDX-License-Identifier: MIT
#include "engine/measure/error_kind.h"

#include <gtest/gtest.h>

namespace wgf::engine {
namespace {

TEST(ErrorKind, FollowsFromTheWords) {
  EXPECT_EQ(kind_of_error("CUDA out of memory. Tried to allocate 2 GiB", 0),
            ErrorKind::lack_of_memory);
  EXPECT_EQ(kind_of_error("CUDA error: an illegal memory access", 0.99), ErrorKind::device);
  EXPECT_EQ(kind_of_error("\"baddbmm\" not implemented for 'Half'", 0), ErrorKind::unsupported);
  EXPECT_EQ(kind_of_error("shapes differ", 1), ErrorKind::other);
}

TEST(ErrorKind, CudnnWithoutRoomLacksMemory) {
  const char* what = "cuDNN error: CUDNN_STATUS_INTERNAL_ERROR";
  EXPECT_EQ(kind_of_error(what, 0.98), ErrorKind::lack_of_memory);
  EXPECT_EQ(kind_of_error(what, 0.5), ErrorKind::device);
}

}  // namespace
}  // namespace wgf::engine
