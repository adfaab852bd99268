# SPDX-License-Identifier: MIT
"""Two things run in turn: the engine process, spoken to as the front program does, and the ratio of two series."""
import json
import os
import random
import socket
import statistics
import subprocess
import sys


class Engine:
    """The engine process: JSON lines over a socketpair."""

    def __init__(self, path):
        ours, theirs = socket.socketpair()
        environment = dict(os.environ, WGF_ENGINE_CHANNEL=str(theirs.fileno()))
        self.process = subprocess.Popen([path], pass_fds=[theirs.fileno()], env=environment)
        theirs.close()
        self.channel = ours.makefile("rw", encoding="utf-8", newline="\n")
        self.hello = json.loads(self.channel.readline())

    def run(self, case):
        self.channel.write(json.dumps(case) + "\n")
        self.channel.flush()
        while True:
            message = json.loads(self.channel.readline())
            if message["type"] == "result":
                return message["result"]

    def median_ms(self, case, metric):
        result = self.run(case)
        if result["status"] != "ok":
            sys.exit(f"engine: {case['benchmark']}: {result['status']}: {result.get('reason')}")
        return next(value["value"] for value in result["metrics"] if value["tag"] == metric)

    def close(self):
        self.channel.close()
        self.process.wait(timeout=60)


def fixed_count_case(benchmark, parameters, device, steps, warmup):
    """A case of exactly that many steps, without thermal warm-up."""
    return {
        "benchmark": benchmark, "parameters": parameters, "device": device, "seed": 1,
        "stopping": {"iterations": steps, "warmup": warmup, "precision_target": 0.005, "min_samples": 10,
                     "min_time_s": 0, "max_time_s": 60, "sustained": False, "thermal_cap_s": 30},
    }


def ratio_with_interval(above, below, resamples=4000, seed=1):
    """median(above) / median(below) with its 95 % bootstrap interval, pairs resampled together."""
    generator = random.Random(seed)
    pairs = list(zip(above, below))
    ratios = []
    for _ in range(resamples):
        drawn = generator.choices(pairs, k=len(pairs))
        ratios.append(statistics.median(a for a, _ in drawn) / statistics.median(b for _, b in drawn))
    ratios.sort()
    return statistics.median(above) / statistics.median(below), ratios[int(0.025 * resamples)], ratios[int(0.975 * resamples)]
