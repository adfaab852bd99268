// SPDX-License-Identifier: MIT
#include "load/text_codec.h"

#include <gmock/gmock.h>

namespace wgf::load {
namespace {

using testing::ElementsAre;

TEST(IdCodec, AWordIsATokenAndANumberItself) {
  const IdCodec codec(1000);
  const auto ids = codec.ids_of(" 7 hello\n999  hello 1000 ");
  ASSERT_EQ(ids.size(), 5u);
  EXPECT_EQ(ids[0], 7);
  EXPECT_EQ(ids[2], 999);
  EXPECT_EQ(ids[1], ids[3]);
  for (const std::int64_t id : ids) EXPECT_TRUE(id >= 0 && id < 1000);
  EXPECT_THAT(codec.ids_of(codec.bytes_of(12) + codec.bytes_of(0)), ElementsAre(12, 0));
  EXPECT_TRUE(codec.ids_of(" \n").empty());
}

TEST(WholeLetters, StopBeforeOneThatHasOnlyBegun) {
  const std::string text = "a你😀";  // 1 + 3 + 4 bytes
  const std::size_t wanted[] = {0, 1, 1, 1, 4, 4, 4, 4, 8};
  for (std::size_t size = 0; size <= text.size(); ++size)
    EXPECT_EQ(whole_letters(std::string_view(text).substr(0, size)), wanted[size]) << size;
  EXPECT_EQ(whole_letters("\x80\x80\x80\x80"), 4u);  // what begins nowhere is not waited for
  EXPECT_EQ(whole_letters("a\xff"), 2u);
}

}  // namespace
}  // namespace wgf::load
