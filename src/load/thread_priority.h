// SPDX-License-Identifier: MIT
#pragma once
// A thread that wakes for a moment at a time, and must not wait for those that compute.

namespace wgf::load {

// The calling thread runs before all usual ones from now on (SCHED_RR), where the system allows it:
// root, CAP_SYS_NICE or RLIMIT_RTPRIO. Else it stays as it is.
void run_before_others();

}  // namespace wgf::load
