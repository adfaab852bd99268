#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What our measuring adds to a step: the engine, driven over its channel with sensors and progress as the runner
drives it, against the same network in a bare LibTorch loop (bare_loop.cpp). Two processes, run in turn, in
alternating order. Prints median(engine) / median(bare) with a 95 % bootstrap interval over the pairs; 1 % is the most
we allow ourselves.

    harness_overhead.py --programs FOLDER [--device cpu] [--workload infer] [--model simple_cnn] [--batch-size 8]
                        [--precision fp32] [--memory-format contiguous] [--pairs 20] [--steps 50] [--warmup 5]
Exit code: 0 within 1 % (the whole interval), 1 above (the whole interval), 4 undecided.
"""
import argparse
import os
import statistics
import subprocess
import sys

from paired_runs import Engine, fixed_count_case, ratio_with_interval

ALLOWED = 1.01


class BareLoop:
    def __init__(self, path, args):
        self.process = subprocess.Popen(
            [path, args.device, args.workload, args.model, str(args.batch_size), args.precision, args.memory_format],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def median_ms(self, steps, warmup):
        self.process.stdin.write(f"{steps} {warmup}\n")
        self.process.stdin.flush()
        return statistics.median(float(word) for word in self.process.stdout.readline().split())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", required=True, help="folder of torch-gpu-benchmark-engine and bare_loop")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--workload", default="infer", choices=("train", "infer"))
    parser.add_argument("--model", default="simple_cnn")
    parser.add_argument("--batch-size", type=int, default=8)
    parser.add_argument("--precision", default="fp32")
    parser.add_argument("--memory-format", default="contiguous")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--warmup", type=int, default=5)
    args = parser.parse_args()
    engine = Engine(os.path.join(args.programs, "torch-gpu-benchmark-engine"))
    bare_loop = BareLoop(os.path.join(args.programs, "bare_loop"), args)
    parameters = {"model": args.model, "batch_size": args.batch_size, "precision": args.precision,
                  "memory_format": args.memory_format}
    case = fixed_count_case(args.workload, parameters, args.device, args.steps, args.warmup)
    sides = (lambda: engine.median_ms(case, "step_time"), lambda: bare_loop.median_ms(args.steps, args.warmup))
    medians = ([], [])
    for side in sides:
        side()
    for pair in range(args.pairs):
        for index in (0, 1) if pair % 2 == 0 else (1, 0):
            medians[index].append(sides[index]())
    ratio, low, high = ratio_with_interval(*medians)
    verdict, code = ("within 1 %", 0) if high <= ALLOWED else ("MORE THAN 1 %", 1) if low > ALLOWED else ("undecided", 4)
    print(f"{args.model} {args.workload} b{args.batch_size} {args.precision} {args.device}: engine "
          f"{statistics.median(medians[0]):.4f} ms, bare loop {statistics.median(medians[1]):.4f} ms, engine / bare = "
          f"{ratio:.4f} [{low:.4f}, {high:.4f}] over {args.pairs} pairs of {args.steps} steps: {verdict}")
    sys.exit(code)


if __name__ == "__main__":
    main()
