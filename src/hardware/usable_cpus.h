// SPDX-License-Identifier: MIT
#pragma once
// How much of the CPUs this process may use: its affinity mask and the quota of its control groups.

#include <filesystem>
#include <optional>

namespace wgf::hardware {

// CPUs it can keep busy: those of its affinity mask, or the quota where that is less; 0.5 is half
// of one's time. Nothing where the kernel tells neither.
std::optional<double> usable_cpus(const std::filesystem::path& root = "/");

// Of so many threads as there are CPUs, those that a quota leaves running: whole CPUs, at least
// one. The kernel stops all threads of a group once its quota of a period is used, and threads that
// wait for each other use it up by waiting.
int threads_within(std::optional<double> cpu_quota, int threads);

}  // namespace wgf::hardware
