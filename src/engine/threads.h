// SPDX-License-Identifier: MIT
#pragma once
// How many threads LibTorch computes with on the CPU.

namespace wgf::engine {

// No more than the CPU quota of this process's control groups leaves running, unless the user said
// how many (OMP_NUM_THREADS, MKL_NUM_THREADS). Before anything is computed.
void keep_threads_within_quota();

}  // namespace wgf::engine
