#!/bin/bash
# SPDX-License-Identifier: MIT
# Gets what the tests of HTML reports need: Debian's Chromium, and Playwright in an environment of its own. Where that
# cannot be had, says so and goes on: those tests are then skipped. In CI it is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
version=1.65.2

give_up() {
  echo "fetch_browser: $1; the tests of HTML reports will be skipped" >&2
  if [ "${CI:-}" = true ]; then exit 1; fi
  exit 0
}

if ! command -v chromium >/dev/null && ! command -v google-chrome >/dev/null; then
  tools/install_packages.sh browser || give_up "no Chromium could be installed"
fi
stamp=.venv-browser/playwright-$version.installed
if [ ! -e "$stamp" ]; then
  echo "Installing playwright $version into .venv-browser" >&2
  rm -rf .venv-browser
  python3 -m venv .venv-browser >&2 || give_up "python3 makes no virtual environment"
  .venv-browser/bin/pip install -q --disable-pip-version-check "playwright==$version" >&2 ||
    give_up "pip found no playwright $version"
  touch "$stamp"
fi
