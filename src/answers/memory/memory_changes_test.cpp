// SPDX-License-Identifier: MIT
#include "answers/memory/memory_changes.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace wgf::answers {
namespace {

TEST(MemoryChanges, EveryOneThatIsAdvisedHasItsOption) {
  for (const std::string& what : advisor::change_names()) {
    MemoryOptions options;
    EXPECT_EQ(type_change({what, {}, 0}, options), what != "chunked_loss") << what;
  }
}

TEST(MemoryChanges, ThatNobodyKnowsAreAFault) {
  MemoryOptions options;
  EXPECT_THROW(type_change({"recompute_nothing", {}, 0}, options), std::logic_error);
}

TEST(MemoryChanges, AreTypedAsTheirOptions) {
  MemoryOptions options;
  advisor::Flip flip{"tp_double", {}, 0};
  flip.changed.layout.tp = 4;
  type_change(flip, options);
  EXPECT_EQ(options.tp, "4");
  type_change({"qlora", {}, 0}, options);
  EXPECT_EQ(options.task, "qlora");
}

}  // namespace
}  // namespace wgf::answers
