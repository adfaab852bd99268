// SPDX-License-Identifier: MIT
#include "base/subprocess.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "base/error.h"

namespace wgf {
namespace {

ChildProcess shell(const std::string& script) {
  return ChildProcess({.program = "/bin/sh", .arguments = {"-c", script}});
}

std::string all_output(const ChildProcess& child) {
  std::string text;
  char buffer[4096];
  while (true) {
    pollfd waiting{child.output().get(), POLLIN, 0};
    ::poll(&waiting, 1, 5000);
    const ssize_t count = ::read(child.output().get(), buffer, sizeof buffer);
    if (count <= 0) return text;
    text.append(buffer, static_cast<std::size_t>(count));
  }
}

TEST(ChildProcess, ReportsExitCodeAndBothOutputs) {
  ChildProcess child = shell("echo out; echo err >&2; exit 3");
  EXPECT_EQ(all_output(child), "out\nerr\n");
  const ChildEnd end = child.wait();
  EXPECT_EQ(end.exit_code, 3);
  EXPECT_FALSE(end.signal);
  EXPECT_GT(end.peak_memory, Bytes(100 * 1024));
}

TEST(ChildProcess, ReportsTheSignal) {
  const ChildEnd end = shell("kill -SEGV $$").wait();
  EXPECT_FALSE(end.exit_code);
  EXPECT_EQ(end.signal, SIGSEGV);
  EXPECT_EQ(signal_name(SIGSEGV), "SIGSEGV");
}

TEST(ChildProcess, KillEndsAStoppedChild) {
  ChildProcess child = shell("kill -STOP $$; echo never");
  for (int i = 0; i < 500 && !child.is_stopped(); ++i) ::usleep(10'000);
  EXPECT_TRUE(child.is_stopped());
  EXPECT_FALSE(child.try_wait());
  EXPECT_EQ(child.kill().signal, SIGKILL);
}

TEST(ChildProcess, PassesEnvironmentAndDescriptor) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const Descriptor read_end(ends[0]);
  Descriptor write_end(ends[1]);
  ChildProcess child({.program = "/bin/sh",
                      .arguments = {"-c", "echo $WGF_TEST_VALUE >&" + std::to_string(ends[1])},
                      .environment = {{"WGF_TEST_VALUE", "passed on"}},
                      .inherited_descriptor = ends[1]});
  write_end.close();
  child.wait();
  char buffer[64];
  const ssize_t count = ::read(read_end.get(), buffer, sizeof buffer);
  EXPECT_EQ(std::string_view(buffer, static_cast<std::size_t>(count)), "passed on\n");
}

TEST(ChildProcess, MissingProgramIsAnErrorWithItsPath) {
  try {
    ChildProcess child({.program = "/nowhere/engine"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message().key, "subprocess.cannot_start");
    EXPECT_EQ(error.message().args[0].second, "/nowhere/engine");
    EXPECT_EQ(error.message().args[1].second, "No such file or directory");
  }
}

}  // namespace
}  // namespace wgf
