#!/bin/bash
# SPDX-License-Identifier: MIT
# Installs what is missing, configures and builds, and leaves ./torch-gpu-benchmark in the root.
#   tools/build.sh setup     the installing only
#   tools/build.sh program   front program and engine
#   tools/build.sh all       and every test
# NO_TORCH=1 leaves the engine out (build/front instead of build/release). CI=true makes warnings errors.
set -euo pipefail
cd "$(dirname "$0")/.."
what=$1

groups=(build)
if [ -z "${NO_TORCH:-}" ]; then groups+=(engine); fi
if [ "$what" = all ]; then groups+=(test); fi
tools/install_packages.sh "${groups[@]}"
tools/fetch_web.sh

if [ -n "${NO_TORCH:-}" ]; then
  preset=front
  settings=()
else
  preset=release
  torch=$(tools/find_torch.sh)
  tools/cuda_headers.sh "$torch"
  settings=("-DWGF_TORCH_DIR=$torch")
fi
if [ "$what" = setup ]; then exit 0; fi

# One folder serves `quick` and `test`, so that nothing is compiled twice: tests are switched on by the first
# `make test` and stay on, and warnings are errors in CI alone (the flag would make every object a different one).
folder=build/$preset
tests=OFF
if [ "$what" = all ] || grep -qs '^WGF_TESTS:BOOL=ON' $folder/CMakeCache.txt; then tests=ON; fi
settings+=("-DWGF_TESTS=$tests" "-DWGF_BENCH=$tests" "-DWGF_WERROR=$([ -n "${CI:-}" ] && echo ON || echo OFF)")
if [ ! -e $folder/build.ninja ] || [ "${settings[*]}" != "$(cat $folder/settings.txt 2>/dev/null)" ]; then
  cmake --preset $preset "${settings[@]}" >&2
  echo "${settings[*]}" >$folder/settings.txt
fi

# What the tests alone need, and nothing is compiled with, comes while the compiler is at work.
if [ "$what" = all ]; then
  # One after the other: only one may install packages at a time.
  { tools/fetch_browser.sh; tools/install_packages.sh launchers || echo "build: ranks are tested without mpirun and srun" >&2; } &
  browser=$!
  tools/fetch_llama_server.sh &
  llama=$!
  if [ $preset = release ]; then tools/fetch_nvrtc.sh "$torch" & fi
  trap wait EXIT  # not left behind where the build fails
fi
targets=(torch-gpu-benchmark)
if [ $preset = release ]; then targets+=(torch-gpu-benchmark-engine); fi
if [ "$what" = all ]; then targets=(all); fi
tools/run_build.sh $folder "${targets[@]}"
if [ "$what" = all ]; then wait "$browser"; wait "$llama"; fi
ln -sfn $folder/torch-gpu-benchmark torch-gpu-benchmark
