#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sizes of nccl-tests' tables beside those of comm's results: nccl_ratios.py TABLE... -- RESULTS...

nccl-tests' shorter time of the out-of-place and the in-place call counts, and of several tables the shortest; of comm the
shortest of chained calls. Ratio: time of nccl-tests / ours; that of the own all-reduce beside it where it was measured.
Ends with 1 where a size of 1 MiB or more is below 1.00, or a smaller one takes over 10 % longer.
"""
import json
import re
import sys

NAMES = {"alltoall": "all_to_all", "alltoallv": "all_to_all_v", "sendrecv": "send_recv"}
LARGE = 1 << 20


def nccl_times(path):
    """(operation, bytes): microseconds. Columns: size, count, type, redop, root, then time, algbw, busbw, #wrong twice."""
    times, operation = {}, ""
    with open(path, encoding="ascii") as file:
        for line in file:
            if started := re.search(r"Collective test starting: (\w+)_perf", line):
                operation = NAMES.get(started[1], started[1])
            words = line.split()
            if len(words) < 13 or not words[0].isdigit():
                continue
            times[operation, int(words[0])] = min(float(words[5]), float(words[9]))
    return times


def comm_times(path):
    """(operation, bytes): microseconds of NCCL by comm, and of the faster own way or None."""
    times = {}
    with open(path, encoding="utf-8") as file:
        for result in json.load(file)["results"]:
            parameters = result["case"]["parameters"]
            if result["status"] != "ok" or parameters.get("through") != "nccl" or "from" in parameters:
                continue
            metrics = {metric["tag"]: metric["value"] for metric in result["metrics"]}
            own = [1000 * metrics[tag] for tag in ("one_shot_time", "two_shot_time") if tag in metrics]
            key = parameters["operation"], parameters["bytes"]
            reading = 1000 * metrics["step_time"], 1000 * metrics["graph_time"], min(own, default=None), metrics["bus_bandwidth"]
            times[key] = min(times.get(key, reading), reading, key=lambda times: times[0])
    return times


def shortest(readings, of):
    return {key: min((reading[key] for reading in readings if key in reading), key=of) for key in set().union(*readings)}


def main():
    border = sys.argv.index("--")
    theirs = shortest([nccl_times(path) for path in sys.argv[1:border]], of=lambda time: time)
    ours = shortest([comm_times(path) for path in sys.argv[border + 1:]], of=lambda times: times[0])
    print(f"{'':14} {'bytes':>12} {'nccl-tests, µs':>15} {'comm, µs':>10} {'ratio':>6} {'graph, µs':>10} {'own, µs':>10} {'own, GB/s':>10}")
    missed = []
    for key in sorted(theirs.keys() & ours.keys()):
        time, graph, own, bandwidth = ours[key]
        more = f"{own:10.2f} {bandwidth * time / own:10.1f}" if own else f"{'-':>10} {'-':>10}"
        ratio = theirs[key] / time
        print(f"{key[0]:14} {key[1]:12} {theirs[key]:15.2f} {time:10.2f} {ratio:6.3f} {graph:10.2f} {more}")
        if ratio < (1 if key[1] >= LARGE else 1 / 1.1):
            missed.append(f"{key[0]} {key[1]}: {ratio:.3f}")
    print("missed: " + ", ".join(missed) if missed else "reached at every size")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
