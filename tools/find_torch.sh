#!/bin/bash
# SPDX-License-Identifier: MIT
# Prints the folder of the LibTorch to build against. In this order: WGF_TORCH_DIR; the torch that python3 imports,
# when its version is in the supported range; the one in .venv, which is made when it is not there.
#   tools/find_torch.sh [--installed]     --installed: look only, install nothing (exit 1 when there is none)
set -euo pipefail
cd "$(dirname "$0")/.."
version=2.13.0

if [ -n "${WGF_TORCH_DIR:-}" ]; then
  if [ ! -e "$WGF_TORCH_DIR/lib/libtorch.so" ]; then
    echo "find_torch: WGF_TORCH_DIR=$WGF_TORCH_DIR holds no lib/libtorch.so; unset it or name the torch package's folder" >&2
    exit 1
  fi
  (cd "$WGF_TORCH_DIR" && pwd)
  exit 0
fi

# Found without importing it: that would take seconds.
own_torch=$(python3 - <<'PYTHON' 2>/dev/null || true
import importlib.util, os, re
spec = importlib.util.find_spec("torch")
folder = spec.submodule_search_locations[0]
version = re.search(r"__version__ = '(\d+)\.(\d+)", open(os.path.join(folder, "version.py")).read())
in_range = (2, 11) <= tuple(int(part) for part in version.groups()) < (2, 15)
if in_range and os.path.exists(os.path.join(folder, "lib", "libtorch.so")):
    print(folder)
PYTHON
)
if [ -n "$own_torch" ]; then echo "$own_torch"; exit 0; fi

# The stamp is written last: an installation that was cut off is taken up again.
stamp=.venv/torch-$version.installed
if [ ! -e "$stamp" ]; then
  if [ "${1:-}" = --installed ]; then echo "find_torch: no LibTorch yet; run make setup" >&2; exit 1; fi
  echo "Installing torch $version into .venv" >&2
  if [ ! -x .venv/bin/pip ]; then rm -rf .venv; python3 -m venv .venv >&2; fi
  .venv/bin/pip install -q --disable-pip-version-check "torch==$version" >&2
  touch "$stamp"
fi
folder=$(echo "$PWD"/.venv/lib/python3*/site-packages/torch)
if [ ! -e "$folder/lib/libtorch.so" ]; then
  echo "find_torch: .venv holds no LibTorch although $stamp says so; remove .venv and run make again" >&2
  exit 1
fi
echo "$folder"
