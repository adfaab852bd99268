#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How far replayed pipelines are from measured ones, over 54 layouts of two stages on this machine's CPU.

Each step is replayed with the medians of its own passes and links (docs/method/pipelines.md); the error is what the
measured one takes longer, of the step: `bubble_jitter` of the result. Prints it by schedule, and the median of all."""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

SCHEDULES = ("naive", "gpipe", "1f1b", "interleaved", "zb-h1", "zb-v")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--model", default="gpt2")
    parser.add_argument("--max-time", default="2")
    typed = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "layouts.json"
        subprocess.run([typed.program, "train", "-m", typed.model, "--device", "cpu", "--pp", "2", "--schedule",
                        ",".join(SCHEDULES), "--micro-batches", "2,4,8", "--sequence-length", "32,64,128", "--max-time",
                        typed.max_time, "-o", str(file)], check=True, stdout=subprocess.DEVNULL,
                       env={**os.environ, "OMP_NUM_THREADS": "1"})
        results = json.loads(file.read_text())["results"]
    errors = {}
    for result in results:
        metrics = {metric["tag"]: metric["value"] for metric in result.get("metrics", [])}
        if "bubble_jitter" in metrics:
            errors.setdefault(result["case"]["parameters"]["schedule"], []).append(metrics["bubble_jitter"])
    for schedule, percent in errors.items():
        print(f"{schedule:12} {len(percent):3} layouts  median {statistics.median(map(abs, percent)):5.1f} %  "
              f"from {min(percent):+.1f} to {max(percent):+.1f} %")
    every = [abs(one) for percent in errors.values() for one in percent]
    if not every:
        sys.exit("nothing was measured")
    print(f"{'all':12} {len(every):3} layouts  median {statistics.median(every):5.1f} %")


if __name__ == "__main__":
    main()
