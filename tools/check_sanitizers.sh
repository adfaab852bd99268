#!/bin/bash
# SPDX-License-Identifier: MIT
# Tests of the front program under the sanitizers; a finding is a failure.
#   tools/check_sanitizers.sh quick   address and undefined behaviour in child processes and sensors
#   tools/check_sanitizers.sh         the same in every folder and the program itself, and threads where there are any
set -euo pipefail
cd "$(dirname "$0")/.."

tools/install_packages.sh build test
tools/fetch_web.sh

# Left out, for neither says anything about memory errors or threads: resident memory counts the sanitizer's own, and
# one test of statistics takes long without optimisation.
left_out=-ProcessUsage.PeakMemoryFollowsWhatIsTouched:Statistics.IntervalOfTheMedianCoversTheTruthAtItsConfidence

# A test wants its fake engine to die of SIGSEGV, which the sanitizers would turn into an exit code.
export ASAN_OPTIONS=handle_segv=0 TSAN_OPTIONS=handle_segv=0

# The thread sanitizer of g++ 12 needs addresses where they were before kernels randomised them further.
steady=()
if setarch -R true 2>/dev/null; then steady=(setarch -R); fi

build() {
  local preset=$1
  shift
  if [ ! -e "build/$preset/build.ninja" ]; then cmake --preset "$preset" -DWGF_TESTS=ON >&2; fi
  tools/run_build.sh "build/$preset" "$@"
}

# check PRESET FOLDER/NAME...: the test programs build/PRESET/FOLDER/NAME_test
check() {
  local preset=$1
  shift
  local targets=()
  for test in "$@"; do targets+=("$(basename "$test")_test"); done
  build "$preset" "${targets[@]}"
  for test in "$@"; do
    echo "sanitizers: $preset $test"
    "${steady[@]}" "build/$preset/${test}_test" --gtest_brief=1 "--gtest_filter=$left_out"
  done
}

check asan src/base/base src/hardware/hardware
if [ "${1:-}" = quick ]; then exit 0; fi
check asan src/messages/messages src/net/net src/catalog/catalog src/results/results src/advisor/advisor src/truth/truth \
  src/answers/answers src/runner/runner src/report/report src/cli/cli tests/faults/faults
build asan torch-gpu-benchmark
for script in usage measuring places; do
  echo "sanitizers: asan cli.$script"
  WGF_PROGRAM=$PWD/build/asan/torch-gpu-benchmark PYTHONDONTWRITEBYTECODE=1 python3 "tests/cli/${script}_test.py"
done
check tsan src/base/base src/hardware/hardware src/runner/runner tests/faults/faults
