// SPDX-License-Identifier: MIT
#include "runner/interrupt.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <thread>

namespace wgf::runner {
namespace {

TEST(InterruptGuard, SignalsOfTheSameMomentAreOneWish) {
  const InterruptGuard guard;
  EXPECT_FALSE(guard.is_interrupted());
  for (const int number : {SIGTERM, SIGTERM, SIGHUP, SIGINT}) ::raise(number);
  EXPECT_TRUE(guard.is_interrupted());
}

TEST(InterruptGuard, ClosedTerminalIsAnInterruption) {
  const InterruptGuard guard;
  ::raise(SIGHUP);
  EXPECT_TRUE(guard.is_interrupted());
}

TEST(InterruptGuard, LaterSignalEndsTheProgram) {
  const auto insist = [] {
    const InterruptGuard guard;
    ::raise(SIGTERM);
    std::this_thread::sleep_for(std::chrono::milliseconds(1100));
    ::raise(SIGINT);
  };
  EXPECT_EXIT(insist(), testing::KilledBySignal(SIGINT), "");
}

TEST(InterruptGuard, HangupThatNohupIgnoresStaysIgnored) {
  ::signal(SIGHUP, SIG_IGN);
  {
    const InterruptGuard guard;
    ::raise(SIGHUP);
    EXPECT_FALSE(guard.is_interrupted());
  }
  ::raise(SIGHUP);  // would end the test program
  ::signal(SIGHUP, SIG_DFL);
}

}  // namespace
}  // namespace wgf::runner
