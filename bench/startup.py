#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How long the commands take that everybody waits for: startup.py PROGRAM [--runs N] [--check].

Prints the median wall time with its 95 % interval, beside the time we allow. --check, for tests on machines with
other work, takes a command as too slow only where its time is above that in three rounds, and its processor time too
is above some 1.5 to 2 times what it was in units of a bare Python's start."""
import argparse
import json
import math
import os
import statistics
import sys
import tempfile

from timing import run_once, run_times

# `recommend` over all offers and `plan` of 64 GPUs may take 200 ms, all else 50.
MEASURED = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tests", "cli", "h200_results.json")
SCRATCH = tempfile.TemporaryDirectory(prefix="wgf_startup_")
TRAINING = os.path.join(SCRATCH.name, "training.json")
# Command, wall time we allow in ms, and processor time over that of a bare Python's start at which --check fails.
COMMANDS = [
    (["--version"], 50, 0.9),
    (["info"], 50, 1.1),
    (["list-gpus", "--json"], 50, 3.5),
    (["list-gpus", "--compare", "h100,a100,rtx4090"], 50, 2.7),
    (["score"], 50, 2.8),
    (["cloud-prices", "--gpu", "h100,a100,rtx4090"], 50, 2.6),
    (["cloud-prices", "--limit", "all"], 50, 9),
    (["predict", "-m", "llama-3.1-8b", "--all-gpus", "--gpus", "8"], 50, 2),
    (["predict", "-m", "deepseek-v3", "--all-gpus", "--gpus", "2048"], 50, 5.2),
    (["predict", "--task", "serve", "-m", "deepseek-v3", "--all-gpus", "--slo", "tpot=20ms"], 50, 3.8),
    (["plan", "--model", "llama-3.1-70b", "--gpus", "64xh100", "--seq", "8192", "--global-batch", "1024"], 200, 4),
    (["recommend", "--budget", "2.0", "--model", "llama-3.1-70b"], 200, 3.4),
    (["recommend", "--model-size", "large", "--task", "training"], 200, 3),
    (["select", "--capacity"], 50, 2.7),
    (["select", "--task", "training"], 50, 7.8),
    (["select", "--task", "inference"], 50, 17),
    (["select", "--budget-tier", "all"], 50, 8),
    (["tco", "--gpu", "h100,a100,l40s,rtx4090"], 50, 3.2),
    (["estimate-memory", "-m", "llama-3.1-8b"], 50, 1.6),
    (["predict", "-m", "llama-3.1-8b", "--gpu", "h100", "--gpus", "8"], 50, 1.5),
    (["predict", "--task", "serve", "-m", "llama-3.1-8b", "--gpu", "h100"], 50, 1.5),
    (["predict", "--task", "serve", "-m", "llama-3.1-8b", "--all-gpus"], 50, 3.5),
    (["audit", "llama-3.1-8b training 72k tokens/s on 8xh100-sxm"], 50, 1.5),
    (["audit", MEASURED], 50, 1.7),
    (["calibrate", TRAINING, "--dir", SCRATCH.name], 50, 1.8),
    (["predict", "-m", "llama-3.1-8b", "--gpu", "h100", "--gpus", "64", "--scaling"], 50, 1.8),
    (["predict", "-m", "llama-3.1-8b", "--gpu", "h100", "--gpus", "64", "--tokens", "1T", "--goodput"], 50, 2.7),
    (["predict", "-m", "llama-3.1-8b", "--gpu", "h100", "--gpus", "8", "--precision", "all"], 50, 1.5),
    (["predict", "-m", "llama-3.1-8b", "--gpu", "h100", "--gpus", "8", "-b", "1,2,4,8"], 50, 1.6),
    (["list-gpus", "--compare", "h100,a100,rtx4090", "--scenario", "llm-inference"], 50, 2.8),
    (["recommend", "--purchase-budget", "60000", "--model", "llama-3.1-70b"], 200, 3.7),
]
LONG_RUNS_MS = 1000  # of one command with --check: those that take long run fewer times
LEAST_RUNS = 6
BARE_PYTHON = [sys.executable, "-I", "-S", "-c", "pass"]


def write_training():
    """Results with a training of a language model, which calibrate wants."""
    with open(MEASURED, encoding="utf-8") as file:
        run = json.load(file)
    parameters = {"model": "gpt2", "batch_size": 64, "precision": "bf16", "launch": "eager", "optimizer": "adamw"}
    one = run["results"][0]
    words = ["train"] + [f"{name}={value}" for name, value in parameters.items()]
    one["case"].update({"key": " ".join(words), "benchmark": "train", "parameters": parameters})
    values = {"step_time": 60, "throughput": 64e3 / 60, "token_throughput": 64e3 * 128 / 60}
    one["metrics"] = [{"tag": tag, "unit": "", "value": value} for tag, value in values.items()]
    with open(TRAINING, "w", encoding="utf-8") as file:
        json.dump({**run, "results": [one]}, file)


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


def is_quick_enough(program, command, allowed_ms, most_units, arguments):
    unit_ms = min(measure(BARE_PYTHON, arguments.runs)[1])  # the fastest run is the one that nothing disturbed
    runs = min(arguments.runs, max(LEAST_RUNS, LONG_RUNS_MS // allowed_ms)) if arguments.check else arguments.runs
    walls_ms, processor_ms = measure([program, *command], runs)
    middle_ms = statistics.median(walls_ms)
    low_ms, high_ms = median_interval(walls_ms)
    units = min(processor_ms) / unit_ms
    print(f"{' '.join(command)}: {middle_ms:.1f} ms [{low_ms:.1f}, {high_ms:.1f}] over {runs} runs, "
          f"allowed {allowed_ms} ms; processor time {units:.2f} of a bare Python's start, {most_units} at most",
          flush=True)
    return low_ms <= allowed_ms or (arguments.check and units <= most_units)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    rounds = 3 if arguments.check else 1
    is_good = True
    write_training()
    for limits in COMMANDS:
        is_good &= any(is_quick_enough(arguments.program, *limits, arguments) for _ in range(rounds))
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
