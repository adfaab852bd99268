#!/bin/bash
# SPDX-License-Identifier: MIT
# clang-tidy 14 over sources of the front program; a finding is a failure.
#   tools/check_lint.sh            every source (half an hour on two cores)
#   tools/check_lint.sh COMMIT     those that changed since the commit, and uncommitted ones
#   tools/check_lint.sh - FILE...  these
set -euo pipefail
cd "$(dirname "$0")/.."
base=${1:-}
tools/install_packages.sh build test lint >&2

# Of its own: a precompiled header of g++ cannot be read by clang, and joined files hide the sources from it.
# Headers that a build makes are those of the build there is.
folder=build/lint
built=
for one in build/front/generated build/release/generated; do if [ -d $one ]; then built=$one; fi; done
if [ -z "$built" ]; then
  NO_TORCH=1 tools/build.sh program
  built=build/front/generated
fi
mkdir -p $folder
ln -sfn "$PWD/$built" $folder/generated
cmake --preset lint >/dev/null

if [ "$base" = - ]; then
  shift
  files=("$@")
elif [ -n "$base" ]; then
  mapfile -t files < <({ git diff --name-only --diff-filter=d "$base" -- src; git ls-files -o --exclude-standard -- src; } | sort -u)
else
  mapfile -t files < <(git ls-files src)
fi
sources=()
for file in "${files[@]}"; do
  case $file in
    src/engine/*|src/images/*) ;;  # the other program: its headers are LibTorch's
    *.cpp) if grep -qF "$PWD/$file" $folder/compile_commands.json; then sources+=("$file"); fi ;;
  esac
done
if [ ${#sources[@]} -eq 0 ]; then echo "lint: no sources"; exit 0; fi
printf '%s\0' "${sources[@]}" | xargs -0 -n 1 -P "$(nproc)" clang-tidy-14 -p $folder --quiet 2> >(grep -v 'warnings generated' >&2)
echo "lint: ${#sources[@]} sources"
