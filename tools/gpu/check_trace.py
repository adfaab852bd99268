#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does the sum of a trace's kernel times agree with ours? check_trace.py profiler_trace.json profile.json"""
import json
import sys


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        events = json.load(file)["traceEvents"]
    with open(sys.argv[2], encoding="utf-8") as file:
        metrics = {metric["tag"]: metric["value"] for metric in json.load(file)["results"][0]["metrics"]}
    traced_ms = sum(event["dur"] for event in events if event.get("cat") == "kernel") / 1e3
    ours_ms = metrics["kernel_time"] * metrics["profiled_steps"]
    print(f"kernels: trace {traced_ms:.4f} ms, ours {ours_ms:.4f} ms, ours / trace = {ours_ms / traced_ms:.6f}; {len(events)} events")
    sys.exit(0 if abs(ours_ms / traced_ms - 1) <= 0.01 else 1)


if __name__ == "__main__":
    main()
