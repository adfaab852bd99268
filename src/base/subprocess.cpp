// SPDX-License-Identifier: MIT
#include "base/subprocess.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <system_error>
#include <thread>

#include "base/error.h"
#include "base/files.h"

extern char** environ;

namespace wgf {
namespace {

struct Pipe {
  Descriptor read_end, write_end;
};

Pipe make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw Error({"subprocess.cannot_start", {{"program", "pipe"}, {"reason", ::strerror(errno)}}});
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> merged_environment(
    const std::vector<std::pair<std::string, std::string>>& changes) {
  std::vector<std::string> merged;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view line(*entry);
    bool is_replaced = false;
    for (const auto& [name, value] : changes)
      is_replaced = is_replaced || line.starts_with(name + "=");
    if (!is_replaced) merged.emplace_back(line);
  }
  for (const auto& [name, value] : changes) merged.push_back(name + "=" + value);
  return merged;
}

// Everything the child needs, made before fork: after it only async-signal-safe calls are allowed.
struct Launch {
  std::vector<char*> arguments, environment;
  std::vector<int> inherited;
  int output, fault;
  pid_t parent;
};

[[noreturn]] void become_program(const Launch& launch) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // when the thread ends that forked: forking_thread()
  if (::getppid() != launch.parent) ::_exit(127);  // the parent died before prctl
  const int null_input = ::open("/dev/null", O_RDONLY);
  if (null_input >= 0) ::dup2(null_input, STDIN_FILENO);
  ::dup2(launch.output, STDOUT_FILENO);
  ::dup2(launch.output, STDERR_FILENO);
  for (const int descriptor : launch.inherited) ::fcntl(descriptor, F_SETFD, 0);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::execve(launch.arguments[0], launch.arguments.data(), launch.environment.data());
  const int fault = errno;
  [[maybe_unused]] const ssize_t written = ::write(launch.fault, &fault, sizeof fault);
  ::_exit(127);
}

struct Forked {
  pid_t pid = -1;
  int fault = 0;
};

Forked fork_child(const Launch& launch) {
  const pid_t pid = ::fork();
  if (pid == 0) become_program(launch);
  return {pid, errno};
}

// Forks all children. The kernel sends a child its PR_SET_PDEATHSIG when the thread that forked it
// ends, not when its process does; this thread ends with the process and never before. What a child
// inherits of a thread (its mask of signals, the CPUs it may run on) it has from the first one that
// started a child.
class ForkingThread {
 public:
  // Signals stay with the threads that wait for them: here all are blocked.
  ForkingThread() {
    sigset_t all, before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
      std::thread([this] { work(); }).detach();
    } catch (...) {
      ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
      throw;
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  Forked start(const Launch& launch) {
    std::packaged_task<Forked()> task([&] { return fork_child(launch); });
    std::future<Forked> forked = task.get_future();
    {
      const std::lock_guard lock(mutex_);
      tasks_.push_back(std::move(task));
    }
    wake_.notify_one();
    return forked.get();
  }

 private:
  [[noreturn]] void work() {
    while (true) {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return !tasks_.empty(); });
      std::packaged_task<Forked()> task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::packaged_task<Forked()>> tasks_;
};

// Never taken down: its thread runs until the process is gone. A process that was forked without
// becoming another program has no thread but the one that forked, and gets one of its own here.
ForkingThread& forking_thread() {
  static std::mutex mutex;
  static ForkingThread* thread = nullptr;
  static pid_t owner = -1;
  const std::lock_guard lock(mutex);
  if (owner != ::getpid()) {
    thread = new ForkingThread;
    owner = ::getpid();
  }
  return *thread;
}

Forked start(const Launch& launch) {
  try {
    return forking_thread().start(launch);
  } catch (const std::system_error& fault) {  // no thread to be had
    return {-1, fault.code().value()};
  }
}

}  // namespace

Descriptor::~Descriptor() {
  close();
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    close();
    fd_ = std::exchange(other.fd_, -1);
  }
  return *this;
}

void Descriptor::close() {
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

ChildProcess::ChildProcess(const Options& options) {
  std::vector<std::string> arguments{options.program.string()};
  arguments.insert(arguments.end(), options.arguments.begin(), options.arguments.end());
  std::vector<std::string> environment = merged_environment(options.environment);
  Pipe output = make_pipe();
  Pipe fault = make_pipe();
  const Launch launch{.arguments = pointers_to(arguments),
                      .environment = pointers_to(environment),
                      .inherited = options.inherited_descriptors,
                      .output = output.write_end.get(),
                      .fault = fault.write_end.get(),
                      .parent = ::getpid()};
  const Forked forked = start(launch);
  pid_ = forked.pid;
  int reason = forked.fault;
  if (pid_ > 0) {
    // The pipe closes by itself when exec succeeds; otherwise it brings the reason.
    fault.write_end.close();
    ssize_t count = 0;
    do count = ::read(fault.read_end.get(), &reason, sizeof reason);
    while (count < 0 && errno == EINTR);
    if (count <= 0) {
      output_ = std::move(output.read_end);
      ::fcntl(output_.get(), F_SETFL, O_NONBLOCK);
      return;
    }
    wait();
  }
  throw Error({"subprocess.cannot_start",
               {{"program", options.program.string()}, {"reason", ::strerror(reason)}}});
}

ChildProcess::~ChildProcess() {
  if (pid_ > 0 && !end_) kill();
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      output_(std::move(other.output_)),
      end_(std::exchange(other.end_, std::nullopt)) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  if (this != &other) {
    if (pid_ > 0 && !end_) kill();
    pid_ = std::exchange(other.pid_, -1);
    output_ = std::move(other.output_);
    end_ = std::exchange(other.end_, std::nullopt);
  }
  return *this;
}

void ChildProcess::signal(int number) const {
  if (pid_ > 0 && !end_) ::kill(pid_, number);
}

bool ChildProcess::is_stopped() const {
  const auto stat = try_read_file("/proc/" + std::to_string(pid_) + "/stat");
  if (!stat) return false;
  // "pid (name) state …": the name may hold anything, so the state follows the last parenthesis.
  const std::size_t name_end = stat->rfind(") ");
  if (name_end == std::string::npos || name_end + 2 >= stat->size()) return false;
  const char state = (*stat)[name_end + 2];
  return state == 'T' || state == 't';
}

std::optional<ChildEnd> ChildProcess::reap(int options) {
  if (end_ || pid_ <= 0) return end_;
  int status = 0;
  rusage usage{};
  pid_t reaped = 0;
  do reaped = ::wait4(pid_, &status, options, &usage);
  while (reaped < 0 && errno == EINTR);
  if (reaped == 0) return std::nullopt;
  end_ = ChildEnd{};
  if (reaped > 0 && WIFEXITED(status)) end_->exit_code = WEXITSTATUS(status);
  if (reaped > 0 && WIFSIGNALED(status)) end_->signal = WTERMSIG(status);
  end_->peak_memory = Bytes(static_cast<std::int64_t>(usage.ru_maxrss) * 1024);  // Linux counts KiB
  return end_;
}

std::optional<ChildEnd> ChildProcess::try_wait() {
  return reap(WNOHANG);
}

ChildEnd ChildProcess::wait() {
  return reap(0).value_or(ChildEnd{});
}

ChildEnd ChildProcess::kill() {
  signal(SIGKILL);
  return wait();
}

std::string signal_name(int number) {
  const char* abbreviation = ::sigabbrev_np(number);
  return abbreviation != nullptr ? std::string("SIG") + abbreviation
                                 : "signal " + std::to_string(number);
}

}  // namespace wgf
