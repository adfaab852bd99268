// SPDX-License-Identifier: MIT
#include "load/thread_priority.h"

#include <pthread.h>
#include <sched.h>

namespace wgf::load {

void run_before_others() {
  const sched_param least{.sched_priority = ::sched_get_priority_min(SCHED_RR)};
  ::pthread_setschedparam(::pthread_self(), SCHED_RR, &least);
}

}  // namespace wgf::load
