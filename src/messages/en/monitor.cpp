// SPDX-License-Identifier: MIT
// English: monitor.*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry monitor_entries[] = {
    {"monitor.description",
     "show what the GPUs and the machine do now: utilisation, memory, clocks, power, temperature, "
     "throttling, processes"},
    {"monitor.option_interval",
     "time between two looks, in seconds or with a unit, at least 100ms (default 1s)"},
    {"monitor.option_count", "end after so many looks (default: at Ctrl-C)"},
    {"monitor.option_gpu", "only these GPUs, by the driver's index: 0,1"},
    {"monitor.interval_too_short", "--interval {value} is too short: use 100ms or more"},
    {"monitor.unknown_gpu",
     "--gpu {index}: the driver names no such GPU; it has {count}, counted from 0"},
    {"monitor.no_gpu", "--gpu {index}: no GPU is found on this machine; leave the option out"},
    {"monitor.without_gpu", "no GPU is found on this machine (neither NVML nor ROCm SMI answers)"},
    {"monitor.cpu", "CPU {percent} of {cores} cores"},
    {"monitor.memory", "memory {memory}"},
    {"monitor.container", "container {memory}"},
    {"monitor.column_gpu", "GPU"},
    {"monitor.column_utilization", "used"},
    {"monitor.column_memory", "memory"},
    {"monitor.column_clock", "SM clock"},
    {"monitor.column_memory_clock", "mem. clock"},
    {"monitor.column_power", "power"},
    {"monitor.column_temperature", "temp."},
    {"monitor.column_throttled", "throttled"},
    {"monitor.column_program", "program"},
    {"monitor.not_throttled", "no"},
    {"monitor.more_processes", "and {count} more, with less memory"},
    {"monitor.no_processes", "no process is on these GPUs, or none that the driver names"},
    {"monitor.how_to_end", "Ctrl-C ends this"},
};
const Part monitor = monitor_entries;

}  // namespace wgf::messages::english
