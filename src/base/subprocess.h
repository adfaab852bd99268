// SPDX-License-Identifier: MIT
#pragma once
// A child process: started with extra descriptors, its output in a pipe, ended for certain and
// explained.

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/units.h"

namespace wgf {

// A file descriptor that is closed with its owner.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  int get() const { return fd_; }
  void close();

 private:
  int fd_ = -1;
};

// How a process ended: by itself with a code, or by a signal.
struct ChildEnd {
  std::optional<int> exit_code;
  std::optional<int> signal;
  Bytes peak_memory;  // largest resident set
};

class ChildProcess {
 public:
  struct Options {
    std::filesystem::path program;
    std::vector<std::string> arguments;                            // without the program's own name
    std::vector<std::pair<std::string, std::string>> environment;  // on top of ours
    std::vector<int> inherited_descriptors;  // keep their numbers in the child
  };

  // stdout and stderr of the child go into output(). The child is in a process group of its own, so
  // that Ctrl-C reaches only us. It gets SIGKILL when this process ends, however that comes, and
  // lives on when the thread that started it ends. Throws Error(subprocess.cannot_start) with the
  // system's reason.
  explicit ChildProcess(const Options& options);
  ~ChildProcess();  // kills and reaps what still runs
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;

  pid_t pid() const { return pid_; }
  const Descriptor& output() const { return output_; }  // read end, non-blocking
  void signal(int number) const;
  bool is_stopped() const;  // by SIGSTOP or a debugger

  // The end, once there: looked for without waiting, waited for, or forced.
  std::optional<ChildEnd> try_wait();
  ChildEnd wait();
  ChildEnd kill();

 private:
  std::optional<ChildEnd> reap(int options);

  pid_t pid_ = -1;
  Descriptor output_;
  std::optional<ChildEnd> end_;
};

// "SIGKILL"; the number where it has no name.
std::string signal_name(int number);

}  // namespace wgf
