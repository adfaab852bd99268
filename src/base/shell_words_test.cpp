// SPDX-License-Identifier: MIT
#include "base/shell_words.h"

#include <gtest/gtest.h>

namespace wgf {
namespace {

using Words = std::vector<std::string>;

TEST(ShellWords, AreThoseThatWereQuoted) {
  const Words words{"./tool", "run", "-o", "a b.json", "it's", "", "$HOME", "16-64*2"};
  EXPECT_EQ(shell_words(shell_command(words)), words);
  EXPECT_EQ(shell_words("  a  b\\ c "), (Words{"a", "b c"}));
  EXPECT_EQ(shell_words(""), Words{});
}

}  // namespace
}  // namespace wgf
