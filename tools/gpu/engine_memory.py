#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the engine takes of a GPU's memory beyond the model's states, as a line over the batch size.

    engine_memory.py LINES TRUTH RESULTS...    writes LINES (data/memory/engine.csv) and TRUTH (data/truth/engine_memory.csv)

The line of each network, workload and type goes through batch sizes 16 and 64; every measurement is a row of TRUTH, which
says of those two that the line rests on them.
"""
import csv
import json
import sys
from collections import defaultdict

FITTED = (16, 64)


def measurements(files):
    """(network, workload, precision) -> batch size -> (allocated, states, device, version) in bytes."""
    found = defaultdict(dict)
    for name in files:
        with open(name, encoding="utf-8") as file:
            run = json.load(file)
        for result in run["results"]:
            if result["status"] != "ok" or result["case"]["benchmark"] not in ("train", "infer"):
                continue
            parameters = result["case"]["parameters"]
            metrics = {metric["tag"]: metric["value"] for metric in result["metrics"]}
            key = (parameters["model"], result["case"]["benchmark"], parameters["precision"])
            found[key][parameters["batch_size"]] = (
                round(metrics["memory_allocated_peak"] * 2**30), round(metrics["memory_model_state"] * 2**30),
                (result.get("devices") or [result["device"]])[0]["catalog_id"], run["environment"]["software"]["libtorch"])
    return found


def main():
    lines_file, truth_file, *results = sys.argv[1:]
    found = measurements(results)
    with open(lines_file, "w", newline="", encoding="utf-8") as lines, open(truth_file, "w", newline="", encoding="utf-8") as truth:
        line_rows, truth_rows = csv.writer(lines, lineterminator="\n"), csv.writer(truth, lineterminator="\n")
        line_rows.writerow(["network", "workload", "precision", "fixed_bytes", "bytes_per_sample", "source"])
        truth_rows.writerow(["network", "workload", "precision", "batch_size", "allocated_bytes", "in_line", "source"])
        for (network, workload, precision), by_batch in sorted(found.items()):
            if not all(batch in by_batch for batch in FITTED):
                continue
            (small, states, gpu, torch), large = by_batch[FITTED[0]], by_batch[FITTED[1]][0]
            slope = (large - small) / (FITTED[1] - FITTED[0])
            source = f"{gpu}, LibTorch {torch}"
            line_rows.writerow([network, workload, precision, round(small - states - slope * FITTED[0]), round(slope), source])
            for batch, (allocated, *_) in sorted(by_batch.items()):
                truth_rows.writerow([network, workload, precision, batch, allocated, "yes" if batch in FITTED else "no", source])


if __name__ == "__main__":
    main()
