// SPDX-License-Identifier: MIT
#include "base/printable.h"

#include <gtest/gtest.h>

namespace wgf {
namespace {

TEST(Printable, ControlCharactersAreReplaced) {
  EXPECT_EQ(printable(std::string_view("a\0b\x1b[31mred\x7f", 12)), "a\ufffdb\ufffd[31mred\ufffd");
  EXPECT_EQ(printable("\xc2\x9b"
                      "2J \xef\xbf\xbe \xef\xbf\xbf"),
            "\ufffd2J \ufffd \ufffd");
}

TEST(Printable, LettersOfAnyLanguageStay) {
  const std::string text = "ResNet-50, 残差网络 à ß \u00a0 \u2028 😀 \ufffd";
  EXPECT_EQ(printable(text), text);
  EXPECT_EQ(printable("broken \xff\xc2"), "broken \xff\xc2");
}

TEST(Printable, WhiteSpaceStaysWhereItIsWanted) {
  EXPECT_EQ(printable("a\nb\rc\td"), "a b c d");
  EXPECT_EQ(printable("a\nb\rc\td", Kept::line_breaks), "a\nb c d");
  EXPECT_EQ(printable("a\nb\rc\td", Kept::white_space), "a\nb\rc\td");
}

}  // namespace
}  // namespace wgf
