#!/bin/bash
# SPDX-License-Identifier: MIT
# comm, NCCL called straight, beside nccl-tests on the same GPUs in one run: time of each size, and the ratio.
#   tools/gpu/nccl_tests.sh BUNDLE SOURCE OUT [GPUS] [OPERATION...]
# BUNDLE is the folder that `make cuda` made, SOURCE a checkout of nccl-tests, OUT a folder for results; 2 GPUs and the five usual
# collectives where nothing is said. Programs that SOURCE/build has are taken; else they are built there with nvcc
# (CUDA_HOME, else /usr/local/cuda; NVCC_GENCODE for other cards than this machine's, on a machine without any), which
#   tools/gpu/nccl_tests.sh --build SOURCE [OPERATION...]
# does alone. The NCCL is that of python3's torch, so that both sides use the same.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
usual=(all_reduce all_gather reduce_scatter broadcast all_to_all)

program_of() {
  case $1 in
    all_to_all) echo alltoall ;;
    all_to_all_v) echo alltoallv ;;
    send_recv) echo sendrecv ;;
    *) echo "$1" ;;
  esac
}

use_libraries_of_torch() {
  WGF_TORCH_DIR=${WGF_TORCH_DIR:-$(python3 -c 'import importlib.util as u; print(u.find_spec("torch").submodule_search_locations[0])')}
  site=$(dirname "$WGF_TORCH_DIR")
  LD_LIBRARY_PATH=$WGF_TORCH_DIR/lib:$(echo "$site"/nvidia/*/lib | tr ' ' ':')
  export WGF_TORCH_DIR LD_LIBRARY_PATH
}

build() {  # SOURCE OPERATION...
  local source=$1 operation capability targets=() nccl=$1/build/nccl
  shift
  for operation in "$@"; do
    [ -x "$source/build/$(program_of "$operation")_perf" ] || targets+=("../build/$(program_of "$operation")_perf")
  done
  [ ${#targets[@]} -gt 0 ] || return 0
  # The wheel has libnccl.so.2 alone; a linker wants libnccl.so.
  mkdir -p "$nccl/lib"
  ln -sfn "$site/nvidia/nccl/include" "$nccl/include"
  ln -sf "$site/nvidia/nccl/lib/libnccl.so.2" "$nccl/lib/libnccl.so"
  ln -sf "$site/nvidia/nccl/lib/libnccl.so.2" "$nccl/lib/libnccl.so.2"
  if [ -z "${NVCC_GENCODE:-}" ]; then
    capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -1 | tr -d .)
    NVCC_GENCODE="-gencode=arch=compute_$capability,code=sm_$capability"
  fi
  make -s -j"${JOBS:-$(nproc)}" -C "$source/src" CUDA_HOME="${CUDA_HOME:-/usr/local/cuda}" NCCL_HOME="$(cd "$nccl" && pwd)" \
    NVCC_GENCODE="$NVCC_GENCODE" os.build "${targets[@]}"
}

if [ "$1" = --build ]; then
  use_libraries_of_torch
  source=$(cd "$2" && pwd)
  shift 2
  [ $# -gt 0 ] || set -- "${usual[@]}"
  build "$source" "$@"
  exit
fi

bundle=$(cd "$1" && pwd)
source=$(cd "$2" && pwd)
out=$3
gpus=${4:-2}
shift $(($# < 4 ? $# : 4))
operations=("$@")
[ $# -gt 0 ] || operations=("${usual[@]}")
mkdir -p "$out"
use_libraries_of_torch
build "$source" "${operations[@]}"

sizes=(-b 1K -e 1G)
# A thread a GPU: one for all of them would launch for one after the other.
peers() {
  local operation
  for operation in "${operations[@]}"; do
    "$source/build/$(program_of "$operation")_perf" "${sizes[@]}" -f 32 -t "$gpus" -g 1 -n 20 -w 5 -c 1 >"$out/$operation-nccl-$1.txt"
  done
}

# Before and after ours, of which the shorter counts.
peers 1
cat "$out"/*-nccl-1.txt >"$out/reference.txt"
"$bundle/run.sh" comm --through nccl --op "$(IFS=,; echo "${operations[*]}")" "${sizes[@]}" --stepfactor 32 -g "$gpus" --max-time "${MAX_TIME:-0.4s}" \
  --compare-reference "$out/reference.txt" --force -o "$out/comm.json" || [ $? = 3 ]
peers 2
python3 "$here/nccl_ratios.py" "$out"/*-nccl-?.txt -- "$out/comm.json"
