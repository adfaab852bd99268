#!/bin/bash
# SPDX-License-Identifier: MIT
# Fetches the CUDA headers a LibTorch built for CUDA is compiled against into .cuda-headers, when neither the wheels
# beside it nor a CUDA toolkit have them. They are small; the CUDA libraries themselves are not needed to build.
#   tools/cuda_headers.sh TORCH_DIR
set -euo pipefail
cd "$(dirname "$0")/.."
torch=$1
[ -e "$torch/lib/libtorch_cuda.so" ] || exit 0

missing=no
for header in cuda_runtime_api.h crt/host_config.h nv/target; do
  found=no
  for folder in "$torch"/../nvidia/*/include .cuda-headers/nvidia/*/include "${CUDA_HOME:-/usr/local/cuda}/include" /usr/local/cuda/include; do
    if [ -e "$folder/$header" ]; then found=yes; fi
  done
  if [ $found = no ]; then missing=yes; fi
done
if [ $missing = no ]; then exit 0; fi

cuda=$(sed -nE "s/^cuda[^=]*= '([0-9]+\.[0-9]+).*/\1/p" "$torch/version.py" 2>/dev/null || true)
case $cuda in
  12.*) wheels=("nvidia-cuda-runtime-cu12==$cuda.*" "nvidia-cuda-nvcc-cu12==$cuda.*" nvidia-cuda-cccl-cu12) ;;
  *) cuda=${cuda:-13.0}; wheels=("nvidia-cuda-runtime==$cuda.*" "nvidia-cuda-crt==$cuda.*" "nvidia-cuda-cccl==$cuda.*") ;;
esac
echo "Fetching the CUDA $cuda headers into .cuda-headers" >&2
if [ ! -x .venv/bin/pip ]; then rm -rf .venv; python3 -m venv .venv >&2; fi
.venv/bin/pip install -q --disable-pip-version-check --no-deps --upgrade --target .cuda-headers "${wheels[@]}" >&2
