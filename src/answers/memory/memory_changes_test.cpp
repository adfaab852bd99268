// SPDX-License-Identifier: MIT
#include "answers/memory/memory_changes.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace wgf::answers {
namespace {

TEST(MemoryChanges, EveryOneThatIsAdvisedCanBeAskedFor) {
  for (const std::string& what : advisor::change_names()) {
    AskedCase asked;
    EXPECT_EQ(take_change({what, {}, 0}, asked), what != "chunked_loss") << what;
  }
}

TEST(MemoryChanges, ThatNobodyKnowsAreAFault) {
  AskedCase asked;
  EXPECT_THROW(take_change({"recompute_nothing", {}, 0}, asked), std::logic_error);
}

TEST(MemoryChanges, StandBesideWhatWasSaid) {
  AskedCase asked{.pp = 2};
  advisor::Flip flip{"tp_double", {}, 0};
  flip.changed.layout.tp = 4;
  take_change(flip, asked);
  take_change({"qlora", {}, 0}, asked);
  EXPECT_EQ(asked.tp, 4);
  EXPECT_EQ(asked.pp, 2);
  EXPECT_EQ(asked.task, advisor::Task::qlora);
}

}  // namespace
}  // namespace wgf::answers
