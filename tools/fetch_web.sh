#!/bin/bash
# SPDX-License-Identifier: MIT
# Puts the scripts that the program embeds into web/node_modules, exactly those of web/package-lock.json, and the sources
# of the engine that runs chat templates into web/quickjs.
# With npm: npm ci. Without it, where a registry is configured (npm_config_registry or a registry= line in .npmrc):
# their tarballs from there, checked against the lock file. Otherwise Debian's npm is installed first.
set -euo pipefail
cd "$(dirname "$0")/../web"
packages=(echarts @huggingface/jinja)  # what CMake embeds
quickjs=0.17.0.2

version_in() { python3 -c 'import json, sys; print(json.load(sys.stdin)'"$1"'["version"])'; }

is_installed() {
  local name
  for name in "${packages[@]}"; do
    [ -e "node_modules/$name/package.json" ] || return 1
    [ "$(version_in "" <"node_modules/$name/package.json")" = \
      "$(version_in "['packages']['node_modules/$name']" <package-lock.json)" ] || return 1
  done
}

configured_registry() {
  if [ -n "${npm_config_registry:-${NPM_CONFIG_REGISTRY:-}}" ]; then
    echo "${npm_config_registry:-$NPM_CONFIG_REGISTRY}"
  else
    cat .npmrc ~/.npmrc /etc/npmrc /usr/local/etc/npmrc /usr/etc/npmrc 2>/dev/null |
      sed -nE 's/^ *registry *= *"?([^" ]+)"? *$/\1/p' | head -1
  fi
}

if [ ! -e "quickjs/$quickjs.fetched" ]; then
  echo "Fetching QuickJS-ng $quickjs" >&2
  ../tools/fetch_sdist.py quickjs-ng $quickjs 43d2e48272208721a7aaea8e3f02d4b9318f12ef20cc4f5421b59d9a470706ef quickjs
  touch "quickjs/$quickjs.fetched"
fi
if is_installed; then exit 0; fi
echo "Installing ${packages[*]} from web/package-lock.json" >&2
if ! command -v npm >/dev/null; then
  registry=$(configured_registry || true)
  if [ -n "$registry" ]; then exec ../tools/fetch_locked.py "$registry" package-lock.json "${packages[@]}"; fi
  ../tools/install_packages.sh web
fi
npm ci --ignore-scripts --omit=dev --no-audit --no-fund --loglevel=error >&2
