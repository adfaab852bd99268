#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes the golden files of the command line anew from the program named (default: the one in the root).
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
WGF_PROGRAM=$(realpath "${1:-$root/torch-gpu-benchmark}")
export WGF_PROGRAM
python3 "$root/tests/cli/golden_test.py" --renew
python3 "$root/tests/cli/schema_1_test.py" --renew EarlierSchema.test_report_prints_them_as_before
