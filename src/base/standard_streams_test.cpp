// SPDX-License-Identifier: MIT
#include "base/standard_streams.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <initializer_list>

namespace wgf {
namespace {

// What is wrong with the streams of a child that has some of them closed; 0: nothing.
int fault_with_closed(const std::initializer_list<int>& closed) {
  const pid_t child = ::fork();
  if (child == 0) {
    for (const int stream : closed) ::close(stream);
    hold_standard_streams();
    for (int stream = 0; stream < 3; ++stream)
      if (::fcntl(stream, F_GETFD) < 0) ::_exit(1);
    for (const int stream : closed)
      if (stream > 0 && ::write(stream, "x", 1) >= 0) ::_exit(2);
    ::_exit(::open("/dev/null", O_RDONLY) < 3 ? 3 : 0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

TEST(StandardStreams, AreHeldWhichEverWereClosed) {
  EXPECT_EQ(fault_with_closed({}), 0);
  EXPECT_EQ(fault_with_closed({0}), 0);
  EXPECT_EQ(fault_with_closed({0, 2}), 0);
  EXPECT_EQ(fault_with_closed({1, 2}), 0);
  EXPECT_EQ(fault_with_closed({0, 1, 2}), 0);
}

}  // namespace
}  // namespace wgf
