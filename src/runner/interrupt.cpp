// SPDX-License-Identifier: MIT
#include "runner/interrupt.h"

#include <signal.h>

namespace wgf::runner {
namespace {

// A signal handler reaches nothing but globals.
volatile sig_atomic_t interrupted = 0;

void note_signal(int) {
  interrupted = 1;
}

void install(void (*handler)(int), int flags) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  interrupted = 0;
  // Reset on delivery: the second signal has its ordinary effect.
  install(note_signal, static_cast<int>(SA_RESETHAND));
}

InterruptGuard::~InterruptGuard() {
  install(SIG_DFL, 0);
}

bool InterruptGuard::is_interrupted() const {
  return interrupted != 0;
}

}  // namespace wgf::runner
