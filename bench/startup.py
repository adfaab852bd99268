#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How long the commands take that everybody waits for: startup.py PROGRAM [--runs N] [--check].

Prints the median wall time with its 95 % interval, beside the time we allow. --check, for tests on machines with
other work, looks at processor time in units of a bare Python's start, and fails at some 2.5 times what it was."""
import argparse
import math
import statistics
import sys

from timing import run_once, run_times

# Command, wall time we allow in ms, and processor time over that of a bare Python's start at which --check fails.
COMMANDS = [
    (["--version"], 50, 0.6),
    (["info"], 50, 1.05),
    (["list-gpus", "--json"], 60, 3.7),
    (["cloud-prices", "--gpu", "h100,a100,rtx4090"], 50, 3.7),
    (["tco", "--gpu", "h100,a100,l40s,rtx4090"], 50, 3.7),
]
BARE_PYTHON = [sys.executable, "-I", "-S", "-c", "pass"]


def median_interval(samples):
    """95 % interval of the median from the order of the samples, whatever their distribution."""
    count, rank, tail = len(samples), 0, 0.0
    while tail + math.comb(count, rank) / 2**count <= 0.025:
        tail += math.comb(count, rank) / 2**count
        rank += 1
    ordered = sorted(samples)
    lowest = max(rank - 1, 0)
    return ordered[lowest], ordered[count - 1 - lowest]


def measure(command, runs):
    """Wall times and processor times in ms."""
    run_once(command)  # from the disk into memory
    walls_s, processor_s = run_times(command, runs)
    return [wall_s * 1e3 for wall_s in walls_s], [time_s * 1e3 for time_s in processor_s]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    # The fastest run is the one that nothing disturbed.
    unit_ms = min(measure(BARE_PYTHON, arguments.runs)[1])
    is_good = True
    for command, allowed_ms, most_units in COMMANDS:
        walls_ms, processor_ms = measure([arguments.program, *command], arguments.runs)
        middle_ms = statistics.median(walls_ms)
        low_ms, high_ms = median_interval(walls_ms)
        units = min(processor_ms) / unit_ms
        print(f"{' '.join(command)}: {middle_ms:.1f} ms [{low_ms:.1f}, {high_ms:.1f}] over {arguments.runs} runs, "
              f"allowed {allowed_ms} ms; processor time {units:.2f} of a bare Python's start, {most_units} at most")
        is_good &= units <= most_units if arguments.check else low_ms <= allowed_ms
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
