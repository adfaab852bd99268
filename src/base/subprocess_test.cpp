// SPDX-License-Identifier: MIT
#include "base/subprocess.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <thread>

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"

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
                      .inherited_descriptors = {ends[1]}});
  write_end.close();
  child.wait();
  char buffer[64];
  const ssize_t count = ::read(read_end.get(), buffer, sizeof buffer);
  EXPECT_EQ(std::string_view(buffer, static_cast<std::size_t>(count)), "passed on\n");
}

// As a thread of a server would start it that is done with its request.
ChildProcess started_by_a_thread_that_ended(const std::string& script) {
  std::optional<ChildProcess> child;
  std::thread([&] { child.emplace(shell(script)); }).join();
  return *std::move(child);
}

TEST(ChildProcess, LivesOnWhenTheThreadThatStartedItEnds) {
  ChildProcess child = started_by_a_thread_that_ended("sleep 0.3; echo alive");
  EXPECT_EQ(all_output(child), "alive\n");
  EXPECT_EQ(child.wait().exit_code, 0);
}

// Gone, or dead and not yet reaped by whoever inherited it.
bool is_dead(pid_t pid) {
  const auto stat = try_read_file("/proc/" + std::to_string(pid) + "/stat");
  return !stat || stat->find(") Z ") != std::string::npos;
}

bool dies_soon(pid_t pid) {
  for (int i = 0; i < 500 && !is_dead(pid); ++i) ::usleep(10'000);
  return is_dead(pid);
}

// This test is also the program that it starts and kills, which has a child of its own.
TEST(ChildProcess, DiesWithTheProcessThatStartedIt) {
  constexpr const char* role = "WGF_TEST_STARTS_A_CHILD";
  if (std::getenv(role) != nullptr) {
    const ChildProcess child = started_by_a_thread_that_ended("exec sleep 60");
    ::usleep(100'000);  // for what the end of its thread might do to it
    const std::string line = "child " + std::to_string(child.pid()) + "\n";
    ASSERT_EQ(::write(STDOUT_FILENO, line.data(), line.size()), static_cast<ssize_t>(line.size()));
    ::sleep(60);
    return;
  }
  ChildProcess parent({.program = "/proc/self/exe",
                       .arguments = {"--gtest_filter=ChildProcess.DiesWithTheProcessThatStartedIt"},
                       .environment = {{role, "1"}}});
  std::string text;
  char buffer[4096];
  while (text.find("child ") == std::string::npos || !text.ends_with('\n')) {
    pollfd waiting{parent.output().get(), POLLIN, 0};
    ASSERT_EQ(::poll(&waiting, 1, 10'000), 1) << text;
    const ssize_t count = ::read(parent.output().get(), buffer, sizeof buffer);
    ASSERT_GT(count, 0) << text;
    text.append(buffer, static_cast<std::size_t>(count));
  }
  const auto number = parse_integer(trim(text.substr(text.rfind("child ") + 6)));
  ASSERT_TRUE(number) << text;
  const auto child = static_cast<pid_t>(*number);
  EXPECT_FALSE(is_dead(child));
  EXPECT_EQ(parent.kill().signal, SIGKILL);
  EXPECT_TRUE(dies_soon(child));
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
