#!/usr/bin/env bash
# Runs clang-tidy on the library and the tool: check_tidy.sh BUILD_FOLDER [CLANG_TIDY]
#
# Every check walks through all of Eigen, in every source: ten seconds each, whatever the source
# says. So sources are joined, fifty at a time, as the preset `tidy` does, and as the other builds
# do with a dozen; a name that two of them define has to change in one.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
folder=$1/tidy
cmake --preset tidy -B "$folder" -DCMAKE_CXX_CLANG_TIDY= -DKINETREE_WEB=OFF \
  --log-level=WARNING >/dev/null
cmake --build "$folder" --target kinetree_cli_facts >/dev/null # a header that is written
sources=$(sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' "$folder/compile_commands.json" |
  grep -v '/web/')
tidy=("${2:-clang-tidy-14}" -p "$folder" --config-file=.clang-tidy --quiet
  --checks=-bugprone-suspicious-include # joining sources is just that
  --extra-arg=-Wno-shadow) # the builds ask for it, and join fewer
# "N warnings generated" counts those in system headers, which are not shown: noise.
xargs -d '\n' -n 1 -P "$(nproc)" "${tidy[@]}" <<<"$sources" 2> >(
  grep -v 'warnings\? generated\|warnings treated as errors' >&2 || true
)
