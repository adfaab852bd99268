#!/bin/bash
# SPDX-License-Identifier: MIT
# Checks that every C++ file is formatted as clang-format 14 does it (other versions differ).
#   tools/check_format.sh [--fix]
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v clang-format-14 >/dev/null; then
  echo "check_format: clang-format-14 is missing; tools/install_packages.sh test installs it" >&2
  exit 1
fi
mode=(--dry-run -Werror)
if [ "${1:-}" = --fix ]; then mode=(-i); fi
mapfile -d '' files < <(find src tests bench tools cmake -type f \( -name '*.cpp' -o -name '*.h' \) -print0)
if ! clang-format-14 "${mode[@]}" "${files[@]}"; then
  echo "check_format: run tools/check_format.sh --fix" >&2
  exit 1
fi
echo "format: ${#files[@]} files"
