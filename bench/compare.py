#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How long `compare` takes for two files of 1,000 cases as `quick --standard` writes them: compare.py PROGRAM [--cases N] [--runs N] [--check]."""
import argparse
import os
import statistics
import sys
import tempfile

import standard_run
from timing import json_reading_s, run_times

LIMIT_S = 0.5
MOST_UNITS = 1.5  # processor time over what Python takes to read both files (0.9 when this was written): above it --check fails


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--check", action="store_true", help=f"fail above {LIMIT_S} s, unless the machine is slow: MOST_UNITS")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="wgf_compare_") as folder:
        files = [os.path.join(folder, name) for name in ("a.json", "b.json")]
        for seed, path in enumerate(files):
            standard_run.write(path, options.cases, seed)
        with tempfile.TemporaryFile() as printed:
            times, busy = run_times([options.program, "compare", *files, "-f", "csv"], options.runs,
                                    good_codes=(0, 3), stdout=printed)
            printed.seek(0)
            if printed.read().count(b"\n") != options.runs * (options.cases + 1):
                sys.exit("compare: not a line for each case")
        size = os.path.getsize(files[0]) / 1e6
        units = min(busy) / (2 * json_reading_s(files[0]))
        print(f"compare of two files of {options.cases} cases, {size:.1f} MB each: "
              f"fastest {min(times):.3f} s, median {statistics.median(times):.3f} s (limit {LIMIT_S} s); "
              f"processor time {units:.2f} times Python's reading of the files, {MOST_UNITS} at most")
    if options.check and min(times) > LIMIT_S and units > MOST_UNITS:
        sys.exit(1)


if __name__ == "__main__":
    main()
