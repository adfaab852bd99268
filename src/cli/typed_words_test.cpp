// SPDX-License-Identifier: MIT
#include "cli/typed_words.h"

#include <gtest/gtest.h>

namespace wgf::cli {
namespace {

TEST(TypedWords, UnderscoresAreTypedAsHyphens) {
  EXPECT_EQ(typed_name("kv_heads"), "kv-heads");
  EXPECT_EQ(typed_name("sequence_length"), "sequence-length");
  EXPECT_EQ(typed_name("batch"), "batch");
}

TEST(TypedWords, AShellReadsTheSameWords) {
  EXPECT_EQ(shell_command({"run", "-m", "resnet50,vgg16", "--bytes", "1.5GiB"}),
            "run -m resnet50,vgg16 --bytes 1.5GiB");
  EXPECT_EQ(shell_command({"", "a b", "it's", "$HOME", "16-64*2", "~"}),
            R"('' 'a b' 'it'\''s' '$HOME' '16-64*2' '~')");
}

}  // namespace
}  // namespace wgf::cli
