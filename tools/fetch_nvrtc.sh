#!/bin/bash
# SPDX-License-Identifier: MIT
# Gets NVRTC, with which the tests compile our kernels for every architecture, into .nvrtc; not where it lies beside LibTorch
# already. Where it cannot be had, says so and goes on: those tests are then skipped. Needs no GPU and no driver.
#   tools/fetch_nvrtc.sh TORCH_DIR
set -euo pipefail
cd "$(dirname "$0")/.."
version=13.0.88

for folder in "$1"/../nvidia/{cu13,cuda_nvrtc}/lib; do
  if compgen -G "$folder/libnvrtc.so.*" >/dev/null; then exit 0; fi
done
stamp=.nvrtc/$version.installed
if [ -e $stamp ]; then exit 0; fi
echo "Fetching NVRTC $version into .nvrtc" >&2
rm -rf .nvrtc
if [ ! -x .venv/bin/pip ]; then rm -rf .venv; python3 -m venv .venv >&2; fi
if ! .venv/bin/pip install -q --disable-pip-version-check --no-deps --target .nvrtc "nvidia-cuda-nvrtc==$version" >&2; then
  echo "fetch_nvrtc: pip found no nvidia-cuda-nvrtc $version; kernels will not be compiled by the tests" >&2
  exit 0
fi
touch $stamp
