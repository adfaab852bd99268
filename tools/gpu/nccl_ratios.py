#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sizes of nccl-tests' tables beside those of comm's results: nccl_ratios.py TABLE... -- RESULTS...

nccl-tests' shorter time of the out-of-place and the in-place call counts, and of several tables the shortest; of comm the
shortest of chained calls. Ratio: time of nccl-tests / ours; ours of the own all-reduce beside it where it was measured.
"""
import json
import sys


def nccl_times(path):
    """Bytes: microseconds. Columns: size, count, type, redop, root, then time, algbw, busbw, #wrong twice."""
    times = {}
    with open(path, encoding="ascii") as file:
        for line in file:
            words = line.split()
            if len(words) < 13 or not words[0].isdigit():
                continue
            times[int(words[0])] = min(float(words[5]), float(words[9]))
    return times


def comm_times(path):
    """Bytes: microseconds of NCCL by comm, and of the faster own way or None."""
    times = {}
    with open(path, encoding="utf-8") as file:
        for result in json.load(file)["results"]:
            if result["status"] != "ok":
                continue
            metrics = {metric["tag"]: metric["value"] for metric in result["metrics"]}
            own = [1000 * metrics[tag] for tag in ("one_shot_time", "two_shot_time") if tag in metrics]
            times[result["case"]["parameters"]["bytes"]] = (1000 * metrics["step_time"], min(own, default=None),
                                                            metrics["bus_bandwidth"])
    return times


def shortest(readings, of):
    sizes = sorted(set.intersection(*(set(reading) for reading in readings)))
    return {size: min((reading[size] for reading in readings), key=of) for size in sizes}


def main():
    border = sys.argv.index("--")
    theirs = shortest([nccl_times(path) for path in sys.argv[1:border]], of=lambda time: time)
    ours = shortest([comm_times(path) for path in sys.argv[border + 1:]], of=lambda times: times[0])
    print(f"{'bytes':>12} {'nccl-tests, µs':>15} {'comm, µs':>10} {'ratio':>6} {'own, µs':>10} {'own, GB/s':>10}")
    for size in sorted(theirs.keys() & ours.keys()):
        time, own, bandwidth = ours[size]
        more = f"{own:10.2f} {bandwidth * time / own:10.1f}" if own else f"{'-':>10} {'-':>10}"
        print(f"{size:12} {theirs[size]:15.2f} {time:10.2f} {theirs[size] / time:6.3f} {more}")


if __name__ == "__main__":
    main()
