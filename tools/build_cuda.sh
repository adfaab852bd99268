#!/bin/bash
# SPDX-License-Identifier: MIT
# Builds front program and engine against the CUDA wheel of LibTorch on a machine that may have no GPU, into
# build/cuda-bundle: one folder to copy to a machine with NVIDIA GPUs and a PyTorch in its python3. Ends with its size.
set -euo pipefail
cd "$(dirname "$0")/.."
largest_mib=40
tools/install_packages.sh build engine
tools/fetch_web.sh

# The CUDA build of LibTorch with the headers it is compiled against. --no-deps: the CUDA libraries behind it
# (several GB) are needed to run only.
wheels=(torch==2.11.0 "nvidia-cuda-runtime==13.0.*" "nvidia-cuda-crt==13.0.*" "nvidia-cuda-cccl==13.0.*" nvidia-nccl-cu13==2.28.9)
stamp=.venv-cuda/torch-2.11.0.installed
if [ ! -e $stamp ]; then
  echo "Installing ${wheels[*]} into .venv-cuda" >&2
  if [ ! -x .venv-cuda/bin/pip ]; then rm -rf .venv-cuda; python3 -m venv .venv-cuda >&2; fi
  .venv-cuda/bin/pip install -q --disable-pip-version-check --no-deps "${wheels[@]}" >&2
  touch $stamp
fi
torch=$(echo "$PWD"/.venv-cuda/lib/python3*/site-packages/torch)

# The front program knows nothing of CUDA: the one for this machine serves the other too.
front=build/release
if [ ! -e $front/build.ninja ]; then
  front=build/front
  cmake --preset front -DWGF_TESTS=OFF "-DWGF_WERROR=$([ -n "${CI:-}" ] && echo ON || echo OFF)" >&2
fi
tools/run_build.sh $front torch-gpu-benchmark
engine=build/cuda
cmake --preset cuda "-DWGF_TORCH_DIR=$torch" -DWGF_BENCH=ON >&2
tools/run_build.sh $engine torch-gpu-benchmark-engine bare_loop

bundle=build/cuda-bundle
rm -rf $bundle && mkdir -p $bundle/lib
for program in $front/torch-gpu-benchmark $engine/{torch-gpu-benchmark-engine,bare_loop}; do
  strip -o "$bundle/$(basename "$program")" "$program"
done
cp packaging/cuda-bundle/run.sh packaging/cuda-bundle/README.md LICENSE NOTICE $engine/torch-gpu-benchmark-engine.facts $bundle/
# What the front program links beyond the C and C++ run-time libraries, which every machine with a PyTorch has, and the
# JPEG library that the engine opens for tasks that read files.
{ ldd $bundle/torch-gpu-benchmark | awk '$2 == "=>" && $3 ~ "^/" {print $3}'
  /sbin/ldconfig -p | awk '$1 ~ /^libjpeg\.so\.[0-9]+$/ {print $NF}'; } |
  { grep -vE '/(libc|libm|libdl|libpthread|librt|libstdc\+\+|libgcc_s)\.so' || true; } |
  while read -r library; do cp -L "$library" $bundle/lib/; strip --strip-unneeded "$bundle/lib/$(basename "$library")"; done

kib=$(du -sk $bundle | cut -f1)
printf '%s: %d.%d MiB\n' $bundle $((kib / 1024)) $((kib % 1024 * 10 / 1024))
if [ "$kib" -gt $((largest_mib * 1024)) ]; then
  echo "build_cuda: the bundle may be $largest_mib MiB at most" >&2
  exit 1
fi
