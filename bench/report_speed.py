#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How long `report` takes to make a page of 1,000 results, and how large it is: report_speed.py PROGRAM [--check]

The results have the shape of those of `quick --standard` (standard_run.py); the file they come from has some 20 MB. Prints the
wall time, of which the fastest of several runs is held against the second we allow. --check, for tests on machines that are slow or
busy, takes it as too slow only where its processor time too is above MOST_UNITS times Python's for reading the file."""
import argparse
import os
import sys
import tempfile

import standard_run
from timing import json_reading_s, run_times


RESULTS = 1000
ALLOWED_S = 1.0
ALLOWED_BYTES = 3_000_000
MOST_UNITS = 3.2  # 1.9 to 2.1 when this was written


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="wgf_report_") as folder:
        source = standard_run.write(os.path.join(folder, "results.json"), RESULTS)
        page = os.path.join(folder, "report.html")
        command = [os.path.abspath(arguments.program), "report", source, "-o", page, "--force"]
        walls_s, processor_s = run_times(command, arguments.runs)
        size = os.path.getsize(page)
        units = min(processor_s) / json_reading_s(source)
        print(f"{RESULTS} results ({os.path.getsize(source) / 1e6:.1f} MB) to a page of {size / 1e6:.2f} MB in {min(walls_s):.2f} s, "
              f"{min(processor_s):.2f} s of a processor; allowed {ALLOWED_S} s and {ALLOWED_BYTES / 1e6} MB; "
              f"{units:.2f} times Python's reading of the file, {MOST_UNITS} at most")
        is_quick = min(walls_s) <= ALLOWED_S or (arguments.check and units <= MOST_UNITS)
        sys.exit(0 if is_quick and size <= ALLOWED_BYTES else 1)


if __name__ == "__main__":
    main()
