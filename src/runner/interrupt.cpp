// SPDX-License-Identifier: MIT
#include "runner/interrupt.h"

#include <signal.h>
#include <time.h>

#include <atomic>
#include <cstdint>

namespace wgf::runner {
namespace {

constexpr std::int64_t same_wish_ms = 1000;

// A signal handler reaches nothing but globals: when the first one came, 0 before that.
std::atomic<std::int64_t> first_ms{0};
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

std::int64_t now_ms() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1'000'000 + 1;
}

void note_signal(int number) {
  std::int64_t first = 0;
  if (first_ms.compare_exchange_strong(first, now_ms())) return;
  if (now_ms() - first < same_wish_ms) return;
  // Blocked until this handler returns, then with its ordinary effect.
  ::signal(number, SIG_DFL);
  ::raise(number);
}

void install(int number, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(number, &action, nullptr);
}

bool is_ignored(int number) {
  struct sigaction action {};
  return ::sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

InterruptGuard::InterruptGuard() : guards_hangup_(!is_ignored(SIGHUP)) {
  first_ms = 0;
  install(SIGINT, note_signal);
  install(SIGTERM, note_signal);
  // nohup ignores it and means it.
  if (guards_hangup_) install(SIGHUP, note_signal);
}

InterruptGuard::~InterruptGuard() {
  install(SIGINT, SIG_DFL);
  install(SIGTERM, SIG_DFL);
  if (guards_hangup_) install(SIGHUP, SIG_DFL);
}

bool InterruptGuard::is_interrupted() const {
  return first_ms != 0;
}

}  // namespace wgf::runner
