// SPDX-License-Identifier: MIT
#pragma once
// What the client itself adds and takes on this machine, measured against the null server in the
// same process: numbers of a server are worth no more than these allow.

#include <functional>

#include "load/load_plan.h"

namespace wgf::load {

struct Certificate {
  double events_per_second = 0;  // that all threads take, JSON read, with the server beside them
  // 99th percentile, in ms: when a token was seen minus when the server gave it to its socket,
  // under as many streams as the load has (64 at most).
  double delay_p99_ms = 0;
  bool is_whole = false;  // false: stopped
};

Certificate certify(const LoadPlan& plan, const std::function<bool()>& goes_on);

}  // namespace wgf::load
