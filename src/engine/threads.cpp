// SPDX-License-Identifier: MIT
#include "engine/threads.h"

#include <ATen/Parallel.h>

#include <cstdlib>

#include "hardware/control_group.h"
#include "hardware/usable_cpus.h"

namespace wgf::engine {
namespace {

bool says_how_many() {
  for (const char* name : {"OMP_NUM_THREADS", "MKL_NUM_THREADS"})
    if (const char* text = std::getenv(name); text != nullptr && *text != '\0') return true;
  return false;
}

}  // namespace

void keep_threads_within_quota() {
  if (says_how_many()) return;
  const int threads = at::get_num_threads();
  const int within = hardware::threads_within(hardware::ControlGroup().cpu_quota(), threads);
  if (within < threads) at::set_num_threads(within);
}

}  // namespace wgf::engine
