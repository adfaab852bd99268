#!/bin/bash
# SPDX-License-Identifier: MIT
# comm beside nccl-tests, built here from its source, on the same GPUs in one run: time of each size, and the ratio.
#   tools/gpu/nccl_tests.sh BUNDLE SOURCE OUT [GPUS] [OPERATION...]
# BUNDLE is the folder that `make cuda` made, SOURCE a checkout of nccl-tests, OUT a folder for results; 2 GPUs and all_reduce where
# nothing is said. Needs nvcc (CUDA_HOME, else /usr/local/cuda) and the NCCL of python3's torch, so that both sides use the same.
set -euo pipefail
bundle=$(cd "$1" && pwd)
source=$(cd "$2" && pwd)
out=$3
gpus=${4:-2}
shift $(($# < 4 ? $# : 4))
operations=("$@")
[ $# -gt 0 ] || operations=(all_reduce)
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$out"
WGF_TORCH_DIR=$(python3 -c 'import importlib.util as u; print(u.find_spec("torch").submodule_search_locations[0])')
site=$(dirname "$WGF_TORCH_DIR")
LD_LIBRARY_PATH=$WGF_TORCH_DIR/lib:$(echo "$site"/nvidia/*/lib | tr ' ' ':')
export WGF_TORCH_DIR LD_LIBRARY_PATH

# The wheel has libnccl.so.2 alone; a linker wants libnccl.so.
nccl=$out/nccl
mkdir -p "$nccl/lib"
ln -sfn "$site/nvidia/nccl/include" "$nccl/include"
ln -sf "$site/nvidia/nccl/lib/libnccl.so.2" "$nccl/lib/libnccl.so"
ln -sf "$site/nvidia/nccl/lib/libnccl.so.2" "$nccl/lib/libnccl.so.2"
capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -1 | tr -d .)
make -s -j8 -C "$source/src" CUDA_HOME="${CUDA_HOME:-/usr/local/cuda}" NCCL_HOME="$(cd "$nccl" && pwd)" \
  BUILDDIR="$(cd "$out" && pwd)/build" NVCC_GENCODE="-gencode=arch=compute_$capability,code=sm_$capability"

for operation in "${operations[@]}"; do
  program=$operation
  [ "$operation" != all_to_all ] || program=alltoall
  [ "$operation" != send_recv ] || program=sendrecv
  # In turn, twice: which of them comes first must not matter.
  for turn in 1 2; do
    "$out/build/${program}_perf" -b 8 -e 1G -f 4 -g "$gpus" -n 50 -w 10 -c 1 >"$out/$operation-nccl-$turn.txt"
    "$bundle/run.sh" comm --op "$operation" -g "$gpus" --force -o "$out/$operation-comm-$turn.json" >/dev/null
  done
  python3 "$here/nccl_ratios.py" "$out/$operation"-nccl-?.txt -- "$out/$operation"-comm-?.json
done
