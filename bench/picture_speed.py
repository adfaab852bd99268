#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How long `report` takes to draw results as PNG: bench/picture_speed.py PROGRAM RESULTS.json

Prints the median of some runs, whole process, for each chart alone and for all of them; ends with 1 where one chart
alone takes longer than LIMIT_S."""
import os
import statistics
import sys
import tempfile

from timing import run_times

LIMIT_S = 0.5
REPEATS = 5


def seconds(program: str, results: str, *options: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        picture = os.path.join(folder, "a.png")
        walls_s, _ = run_times([program, "report", results, "-o", picture, "--force", *options], REPEATS)
    return statistics.median(walls_s)


def main() -> int:
    program, results = sys.argv[1:]
    slowest = 0.0
    for chart in ("throughput", "latency", "memory"):
        time_s = seconds(program, results, "--chart", chart)
        slowest = max(slowest, time_s)
        print(f"{chart:12} {time_s:.3f} s")
    print(f"{'all charts':12} {seconds(program, results):.3f} s")
    return 0 if slowest <= LIMIT_S else 1


if __name__ == "__main__":
    sys.exit(main())
