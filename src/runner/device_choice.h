// SPDX-License-Identifier: MIT
#pragma once
// Which device a run uses. On a machine with an NVIDIA GPU nothing falls silently to the CPU: where
// the GPU cannot be used, the run ends with the reason and the remedy (exit 5) unless --device cpu
// was given.

#include <string>
#include <string_view>

#include "results/protocol.h"

namespace wgf::runner {

// Throws Error(runner.unknown_device, usage) unless auto, cpu, cuda, cuda:N.
void check_device_name(std::string_view requested);

// "cpu" or "cuda:N". machine_has_nvidia_gpu: the machine, not LibTorch, says so.
// Facts of the engine used: cuda_built, cuda_available, cuda_device_count, cuda_error,
// cuda_runtime.
std::string choose_device(std::string_view requested, const results::Hello& engine,
                          bool machine_has_nvidia_gpu);

// The kernel driver, the PCI bus, a device file or NVML shows one, whether or not CUDA can use it:
// a container or WSL2 hides some of them. root: for tests.
bool has_nvidia_gpu(const std::string& root = "");

}  // namespace wgf::runner
