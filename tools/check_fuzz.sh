#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs each fuzzer for a while from its committed corpus; what crashes, hangs or takes 2 GiB is a failure, and the input is left
# beside the fuzzer.
#   SECONDS_EACH=60 tools/check_fuzz.sh [NAME...]
set -euo pipefail
cd "$(dirname "$0")/.."
tools/install_packages.sh build fuzz
tools/fetch_web.sh
folder=build/fuzz
if [ ! -e $folder/build.ninja ]; then cmake --preset fuzz >&2; fi
names=("$@")
if [ ${#names[@]} -eq 0 ]; then mapfile -t names < <(ls fuzz/corpus); fi
tools/run_build.sh $folder "${names[@]/#/fuzz_}"
export UBSAN_OPTIONS=print_stacktrace=1
for name in "${names[@]}"; do
  found=$folder/found/$name
  mkdir -p "$found"
  log=$folder/$name.log
  if ! "$folder/fuzz/fuzz_$name" -max_total_time="${SECONDS_EACH:-60}" -timeout=10 -rss_limit_mb=2048 -max_len=65536 \
    -artifact_prefix="$found/crash-" -print_final_stats=1 "$found" "fuzz/corpus/$name" >"$log" 2>&1; then
    tail -40 "$log" >&2
    echo "fuzz: $name: a fault; the input is in $found" >&2
    exit 1
  fi
  echo "fuzz: $name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") executions"
done
