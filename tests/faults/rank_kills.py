#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kills or stops one of two ranks of a training, at random, again and again: each time the program must end within 30 s,
keep its results file and name the rank. A short form of it runs in tests/end_to_end/ranks_test.py.

    rank_kills.py PROGRAM [--rounds 200] [--seed 1]
"""
import argparse
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

LONGEST_S = 30


def engines_of(pid):
    return [int(child) for task in pathlib.Path(f"/proc/{pid}/task").iterdir()
            for child in (task / "children").read_text(encoding="ascii").split()]


def one_round(program, folder, generator):
    """Seconds until the end, and what was wrong; empty: nothing."""
    file = pathlib.Path(folder) / "train.json"
    started = subprocess.Popen([program, "train", "-m", "autoencoder", "-b", "2", "--dp", "2", "--device", "cpu", "--max-time",
                                "60", "-o", str(file), "--force"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    while len(engines_of(started.pid)) < 2:
        time.sleep(0.02)
    time.sleep(generator.uniform(0, 3))
    engines = engines_of(started.pid)
    if len(engines) < 2:
        started.kill()
        return 0, "the ranks ended before they were killed"
    which = generator.choice([signal.SIGKILL, signal.SIGSTOP])
    os.kill(generator.choice(engines), which)
    begin = time.monotonic()
    try:
        _, errors = started.communicate(timeout=LONGEST_S)
    except subprocess.TimeoutExpired:
        started.kill()
        return LONGEST_S, f"not over {LONGEST_S} s after {which.name}"
    took = time.monotonic() - begin
    result = json.loads(file.read_text(encoding="utf-8"))["results"][0]
    # Before it had greeted it belongs to no case yet.
    if result["status"] == "failed" and any(
            key in json.dumps(result["reason"]) for key in ("engine_cannot_start", "engine_silent")):
        return took, ""
    if result["status"] != "crashed" or "runner.failed_on_rank" not in json.dumps(result["warnings"]):
        return took, f"{which.name}: {result['status']}, {result['warnings']}, {errors[-300:]}"
    return took, ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    generator = random.Random(args.seed)
    times, faults = [], []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(args.rounds):
            took, fault = one_round(args.program, folder, generator)
            times.append(took)
            if fault:
                faults.append(fault)
                print(fault, flush=True)
    print(f"{args.rounds} rounds: {len(faults)} faults, the longest end took {max(times):.1f} s")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
