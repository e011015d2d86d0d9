#!/usr/bin/env bash
# Installs a build and makes an application with it in three ways, which must print the same M:
# run.sh BUILD_FOLDER COMPILER LIBDIR
set -euo pipefail
app=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/app
build=$1 compiler=$2 libdir=$3
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
cmake --install "$build" --prefix "$work/first" >"$work/log"
# Moved after installing: nothing may remember where it was put.
prefix=$work/prefix
mv -- "$work/first" "$prefix"

# with_cmake NAME FLAGS: builds with find_package and runs.
with_cmake() {
  cmake -S "$app" -B "$work/$1" -G Ninja --log-level=WARNING -DCMAKE_CXX_COMPILER="$compiler" \
    -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS="$2"
  cmake --build "$work/$1" >>"$work/log" || { cat "$work/log" && return 1; }
  LD_LIBRARY_PATH=$prefix/$libdir "$work/$1/consumer" | tee "$work/$1.txt"
}

echo "find_package:"
with_cmake plain ""

if grep -qw avx2 /proc/cpuinfo; then
  echo "find_package, application with -mavx2:"
  with_cmake avx2 -mavx2
  cmp "$work/plain.txt" "$work/avx2.txt"
fi

echo "pkg-config:"
export PKG_CONFIG_PATH=$prefix/$libdir/pkgconfig
kind=(--static)
if [[ -e $prefix/$libdir/libkinetree.so ]]; then kind=(); fi
read -ra flags < <(pkg-config "${kind[@]}" --cflags --libs kinetree)
"$compiler" -std=c++20 -O2 "$app/main.cpp" "${flags[@]}" -o "$work/consumer"
LD_LIBRARY_PATH=$prefix/$libdir "$work/consumer" | tee "$work/pkg_config.txt"
cmp "$work/plain.txt" "$work/pkg_config.txt"
