# SPDX-License-Identifier: MIT
"""Runs a command some times: how long each run took, by the clock and of the processors.

Machines that run tests differ in speed, and are slowed by what else they do. There a command's processor time is held against that
of something that never changes: json_reading_s, what Python takes to read the same file."""
import os
import subprocess
import sys
import tempfile
import time


def run_once(command, good_codes=(0,), stdout=subprocess.DEVNULL):
    """Wall time and processor time in seconds; ends the program where the command fails."""
    with tempfile.TemporaryFile() as complaints:
        start = time.perf_counter()
        started = subprocess.Popen(command, stdout=stdout, stderr=complaints)
        _, status, usage = os.wait4(started.pid, 0)
        wall_s = time.perf_counter() - start
        started.returncode = os.waitstatus_to_exitcode(status)
        if started.returncode not in good_codes:
            complaints.seek(0)
            sys.exit(f"{' '.join(command)}: exit code {started.returncode}\n{complaints.read().decode(errors='replace')}")
    return wall_s, usage.ru_utime + usage.ru_stime


def run_times(command, runs, **options):
    """Wall times and processor times of that many runs, in seconds, in their order."""
    walls_s, processor_s = zip(*(run_once(command, **options) for _ in range(runs)))
    return walls_s, processor_s


def json_reading_s(path, runs=3):
    """Processor time in seconds of a bare Python that reads this JSON file: the fastest run is the one that nothing disturbed."""
    reading = [sys.executable, "-I", "-S", "-c", "import json, sys; json.load(open(sys.argv[1]))", path]
    return min(run_times(reading, runs)[1])
