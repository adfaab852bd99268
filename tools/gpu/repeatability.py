#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How well do two runs of the same preset agree? Share of times whose medians differ by at most 1 %.

    repeatability.py first.json second.json [--within 1.0]
"""
import argparse
import json

# A case of llm has two: of its prompt, and of a token of its answer.
MAIN_METRICS = ("step_time", "latency", "prefill.step_time", "decode.step_time")


def main_metrics(path):
    """Medians of the time metrics of every case that ended well, by case key and tag."""
    with open(path, encoding="utf-8") as file:
        run = json.load(file)
    values = {}
    for result in run["results"]:
        if result["status"] != "ok":
            print(f"  {path}: {result['case']['key']}: {result['status']} {result.get('reason', {}).get('code', '')}")
            continue
        for metric in result["metrics"]:
            if metric["tag"] in MAIN_METRICS:
                values[f"{result['case']['key']} {metric['tag']}"] = metric["value"]
    return values


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--within", type=float, default=1.0, help="percent")
    args = parser.parse_args()
    first, second = main_metrics(args.first), main_metrics(args.second)
    both = sorted(first.keys() & second.keys())
    agreeing = 0
    for key in both:
        difference = 100 * (second[key] / first[key] - 1)
        agreeing += abs(difference) <= args.within
        print(f"  {difference:+7.2f} %  {first[key]:12.4f} ms  {second[key]:12.4f} ms  {key}")
    share = 100 * agreeing / len(both) if both else 0
    print(f"{agreeing} of {len(both)} times within {args.within} % ({share:.0f} %)")


if __name__ == "__main__":
    main()
