#!/bin/bash
# SPDX-License-Identifier: MIT
# Builds targets of a configured folder with as many jobs as cores and memory allow.
#   tools/run_build.sh FOLDER TARGET...
set -euo pipefail
folder=$1
shift
# A file that includes LibTorch takes up to 1.5 GB to compile.
memory_gib=$(awk '/^MemAvailable/ {print int($2 / 1048576)}' /proc/meminfo)
jobs=$(($(nproc) < memory_gib / 2 ? $(nproc) : memory_gib / 2))
cmake --build "$folder" --parallel $((jobs > 0 ? jobs : 1)) --target "$@" >&2
