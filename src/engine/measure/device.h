// SPDX-License-Identifier: MIT
#pragma once
// The device a case runs on, through LibTorch's device-generic interface: the same code serves CUDA
// and ROCm builds.

#include <c10/core/Device.h>
#include <c10/core/Stream.h>

#include <string>

#include "base/units.h"

namespace wgf::engine {

// "cpu", "cuda:0", of several the first. Throws CaseEnded(unsupported) where this build or machine
// has no such device.
c10::Device open_device(const std::string& id);

bool is_gpu(c10::Device device);
c10::Stream current_stream(c10::Device device);
// A stream of its own, as graph capture needs; the current one on a CPU.
c10::Stream side_stream(c10::Device device);
// What is queued on `waiting` from now on begins when all is done that `first` has now.
void make_wait(const c10::Stream& waiting, const c10::Stream& first);
// Waits until all queued work is done.
void synchronize(c10::Device device);
// Gives cached memory back and ends the work in flight; never throws, for use after an error.
void release_cached_memory(c10::Device device) noexcept;

// Bytes to overwrite so that nothing of an earlier step is left in the last cache: three times the
// L2 of the GPU or the L3 of the CPU. 256 MiB where the size cannot be read.
Bytes cache_flush_size(c10::Device device);

}  // namespace wgf::engine
