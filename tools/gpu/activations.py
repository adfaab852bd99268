#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Bytes of activations per sample of each model, from training memory at two batch sizes in one results file."""
import json
import sys
from collections import defaultdict


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        results = json.load(file)["results"]
    peaks = defaultdict(dict)
    for result in results:
        parameters = result["case"]["parameters"]
        for metric in result["metrics"]:
            if result["status"] == "ok" and metric["tag"] == "memory_allocated_peak":
                peaks[parameters["model"]][parameters["batch_size"]] = metric["value"] * 2**30
    for model, by_batch in peaks.items():
        batches = sorted(by_batch)
        if len(batches) >= 2:
            small, large = batches[0], batches[-1]
            print(f"{model} {round((by_batch[large] - by_batch[small]) / (large - small))}")


if __name__ == "__main__":
    main()
