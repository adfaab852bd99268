#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fails when a sensor metric that a data-centre GPU must have is absent from a result that ended well."""
import json
import sys

REQUIRED = ("gpu_utilization", "power", "energy_per_step", "sm_clock", "memory_clock", "temperature", "throttled_share")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        results = [result for result in json.load(file)["results"] if result["status"] == "ok"]
    missing = 0
    for result in results:
        values = {metric["tag"]: metric["value"] for metric in result["metrics"]}
        absent = [tag for tag in REQUIRED if values.get(tag) is None]
        if not all("throttle_reasons" in reading for reading in result["sensors"]) or not result["sensors"]:
            absent.append("sensors")
        if absent:
            missing += 1
            print(f"{result['case']['key']}: no {', '.join(absent)}")
    print(f"sensors: {len(results) - missing} of {len(results)} results have them all")
    sys.exit(missing > 0 or not results)


if __name__ == "__main__":
    main()
