#!/bin/sh
# Reads every record under data/ with the program's own checks: tools/check_data.sh [PROGRAM]
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
program=${1:-$root/torch-gpu-benchmark}
"$program" --catalog "$root/data" list-gpus --json > /dev/null
"$program" --catalog "$root/data" list-models --json > /dev/null
echo "data: every record reads"
