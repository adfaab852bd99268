#!/bin/bash
# SPDX-License-Identifier: MIT
# Installs the Debian/Ubuntu packages that a build needs, those that are missing only.
#   tools/install_packages.sh build|web|engine|test|launchers|browser...
# Needs root or a sudo that asks no password; otherwise it prints the one line to run and exits 2.
set -euo pipefail

declare -A packages=(
  [build]="cmake ninja-build ccache g++ pkg-config libfmt-dev nlohmann-json3-dev libcli11-dev libtomlplusplus-dev duktape-dev zlib1g-dev libcurl4-openssl-dev libpcre2-dev libutf8proc-dev python3 ca-certificates"
  [web]="npm"  # only where fetch_web.sh has no other way to the scripts of reports
  [engine]="python3-venv libjpeg-dev"  # LibTorch itself comes as a Python package, see find_torch.sh
  [test]="libgtest-dev libgmock-dev python3-jsonschema clang-format-14 librsvg2-2 fonts-dejavu-core fonts-wqy-microhei"
  [launchers]="openmpi-bin slurmctld slurmd slurm-client munge iproute2"  # what starts ranks: tests/end_to_end/launchers_test.py
  [lint]="clang-14 clang-tidy-14 git"  # make lint
  [fuzz]="clang-14 libclang-rt-14-dev libfuzzer-14-dev"  # make fuzz
  [browser]="chromium python3-venv fonts-wqy-microhei"  # tests of HTML reports, see fetch_browser.sh
)

if ! command -v apt-get >/dev/null; then
  echo "install_packages: no apt-get here; install what CMake asks for with your own package manager" >&2
  exit 0
fi

wanted=()
for group in "$@"; do read -ra names <<<"${packages[$group]}"; wanted+=("${names[@]}"); done
installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "${wanted[@]}" 2>/dev/null | sed -n 's/^installed //p') || true
mapfile -t missing < <(comm -23 <(printf '%s\n' "${wanted[@]}" | sort -u) <(sort -u <<<"$installed"))
if [ ${#missing[@]} -eq 0 ]; then exit 0; fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! sudo -n true 2>/dev/null; then
    echo "Packages are missing. Run this once, then the same make again:" >&2
    echo "  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${missing[*]}" >&2
    exit 2
  fi
  as_root=(sudo -n env DEBIAN_FRONTEND=noninteractive)
fi
echo "Installing ${missing[*]}" >&2
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq >&2
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
