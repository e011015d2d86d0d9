#!/usr/bin/env bash
# Runs clang-tidy on the library and the tool: check_tidy.sh BUILD_FOLDER [CLANG_TIDY]
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
# "N warnings generated" counts those in system headers, which are not shown: noise.
find "$PWD/src" "$PWD/cli" -name '*.cpp' -print0 | sort -z |
  xargs -0 -n 1 -P "$(nproc)" "${2:-clang-tidy-14}" -p "$1" --quiet 2> >(
    grep -v 'warnings\? generated\|warnings treated as errors' >&2 || true
  )
