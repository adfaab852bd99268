// SPDX-License-Identifier: MIT
#pragma once
// Where the time of the profiled steps went. Each moment counts once: for the first of kernels,
// communication, copies and loading that was under way, else as idle.

#include "engine/profile/trace.h"

namespace wgf::engine {

// In percent of the steps' time; the first five add up to 100.
struct TimeShares {
  double compute = 0;
  double communication = 0;  // exposed: no kernel computes meanwhile
  double copy = 0;           // between host and device, exposed in the same sense; fills included
  double load = 0;           // the training thread waits for its batch and the device has nothing
  double idle = 0;
  double copy_overlap = 0;  // of the copies' own time: how much of it kernels hid
};

// The device's pauses between one piece of work and the next that are no waiting for a batch.
struct KernelGaps {
  double count_per_step = 0;
  double ms_per_step = 0;
};

// Without activities of a device the operations on the host are what computes.
TimeShares time_shares(const Trace& trace);
KernelGaps kernel_gaps(const Trace& trace);
// Of all kernels, those that communicate too; in parallel streams each counts. Per step.
double kernel_ms_per_step(const Trace& trace);

}  // namespace wgf::engine
