#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs torch-gpu-benchmark from this folder with the LibTorch of WGF_TORCH_DIR, or else of the PyTorch in python3.
#   ./run.sh quick
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
if [ -z "${WGF_TORCH_DIR:-}" ]; then
  WGF_TORCH_DIR=$(python3 -c 'import importlib.util as u; print(u.find_spec("torch").submodule_search_locations[0])' 2>/dev/null) || {
    echo "run.sh: python3 has no torch. Install torch 2.11 for CUDA 13, or set WGF_TORCH_DIR to the folder of a torch package." >&2
    exit 5
  }
fi
export WGF_TORCH_DIR
exec "$here/torch-gpu-benchmark" "$@"
