#!/bin/bash
# SPDX-License-Identifier: MIT
# Sourced by the scripts beside it: BUNDLE OUT ... become $program, $bundle, $out; what follows them is left in "$@".
set -uo pipefail
bundle=$(cd "$1" && pwd)
out=$2
shift 2
mkdir -p "$out"
program="$bundle/run.sh"
WGF_TORCH_DIR=$(python3 -c 'import importlib.util as u; print(u.find_spec("torch").submodule_search_locations[0])')
site=$(dirname "$WGF_TORCH_DIR")
LD_LIBRARY_PATH=$WGF_TORCH_DIR/lib:$(echo "$site"/nvidia/*/lib | tr ' ' ':')
export WGF_TORCH_DIR LD_LIBRARY_PATH
