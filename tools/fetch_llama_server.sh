#!/bin/bash
# SPDX-License-Identifier: MIT
# Gets llama.cpp's server as a Python package, with what writes it a model, into .venv-llama: serve-test is tried on it.
# Where it cannot be had, says so and goes on: that test is then skipped. In CI it is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
version=2026.10.11549

give_up() {
  echo "fetch_llama_server: $1; serve-test will not be tried on llama.cpp" >&2
  if [ "${CI:-}" = true ]; then exit 1; fi
  exit 0
}

stamp=.venv-llama/xllamacpp-$version.installed
if [ ! -e "$stamp" ]; then
  echo "Installing xllamacpp $version into .venv-llama" >&2
  rm -rf .venv-llama
  python3 -m venv .venv-llama >&2 || give_up "python3 makes no virtual environment"
  .venv-llama/bin/pip install -q --disable-pip-version-check "xllamacpp==$version" gguf==0.19.0 numpy >&2 ||
    give_up "pip found no xllamacpp $version"
  touch "$stamp"
fi
