// SPDX-License-Identifier: MIT
#include "engine/measure/counting_allocator.h"

#include <c10/util/Exception.h>
#include <gtest/gtest.h>

namespace wgf::engine {
namespace {

constexpr std::int64_t page = 4096;

TEST(CountingAllocator, CountsTensorsWhileTheyLive) {
  CountingAllocator& memory = CountingAllocator::install();
  const Bytes before = memory.allocated();
  {
    const torch::Tensor tensor = torch::empty({1 << 20});  // 4 MiB of float32
    EXPECT_NEAR(static_cast<double>((memory.allocated() - before).value), 4.0 * mebi, page);
  }
  EXPECT_EQ(memory.allocated(), before);
}

TEST(CountingAllocator, ThePeakStaysUntilItIsReset) {
  CountingAllocator& memory = CountingAllocator::install();
  memory.reset_peak();
  const Bytes before = memory.peak();
  { const torch::Tensor tensor = torch::ones({1 << 18}); }
  EXPECT_GE(memory.peak().value, before.value + mebi);
  EXPECT_LE(memory.peak().value, before.value + mebi + page);
  memory.reset_peak();
  EXPECT_EQ(memory.peak(), memory.allocated());
}

TEST(CountingAllocator, RefusesWhatTheMachineDoesNotHave) {
  CountingAllocator& memory = CountingAllocator::install();
  memory.set_limit(memory.allocated() + Bytes(8 * mebi));
  EXPECT_NO_THROW(torch::empty({mebi}));
  EXPECT_THROW(torch::empty({16 * mebi}), c10::OutOfMemoryError);
  memory.set_limit(Bytes());
}

TEST(CountingAllocator, ALimitOfTheProcessIsNamedAsItWasSet) {
  CountingAllocator& memory = CountingAllocator::install();
  const Bytes held(100 * mebi);
  memory.set_process_limit(memory.allocated() + held + Bytes(8 * mebi), held);
  EXPECT_EQ(memory.limit(), memory.allocated() + held + Bytes(8 * mebi));
  EXPECT_NO_THROW(torch::empty({mebi}));
  try {
    torch::empty({16 * mebi});
    FAIL() << "64 MiB of 8 MiB";
  } catch (const c10::OutOfMemoryError& error) {
    const std::string words = error.what_without_backtrace();
    EXPECT_NE(words.find("The memory limit is"), std::string::npos) << words;
    EXPECT_NE(words.find("100.0 MiB are held by the program itself"), std::string::npos) << words;
  }
  memory.set_limit(Bytes());
}

TEST(CountingAllocator, CanGrowAndCloneTensors) {
  CountingAllocator::install();
  torch::Tensor tensor = torch::arange(10);
  tensor.resize_({1000});
  EXPECT_EQ(tensor.clone()[9].item<int>(), 9);
}

}  // namespace
}  // namespace wgf::engine
