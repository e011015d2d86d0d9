# shellcheck shell=bash
# Sourced by ./kinetree and ./check: the Debian packages each of them needs.
# shellcheck disable=SC2034 # the lists are used by whoever sources this file
# Standard output belongs to the tool, so everything here talks on standard error.

tool_packages=(g++ cmake ninja-build libeigen3-dev libtinyxml2-dev libfmt-dev zlib1g-dev
  libtbb-dev libmujoco-dev librsvg2-bin)
# The plots of report pages come by npm (cmake/web.cmake). It may be there from elsewhere, where
# Debian's package would be in conflict with it.
if [[ ${KINETREE_WEB:-ON} != OFF ]] && ! command -v npm >/dev/null; then tool_packages+=(npm); fi
# llvm-14 holds the symbolizer: without it a sanitizer report has no line numbers.
test_packages=("${tool_packages[@]}" libgtest-dev nlohmann-json3-dev clang-14 libclang-rt-14-dev
  llvm-14 clang-format-14 clang-tidy-14 locales python3 python3-numpy python3-sympy git pkgconf
  shellcheck valgrind)

missing_packages() {
  local name status
  for name in "$@"; do
    status=$(dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null || true)
    if [[ $status != installed ]]; then echo "$name"; fi
  done
}

run_apt() {
  # Another apt may be running, e.g. the one of a second first call: wait for it.
  DEBIAN_FRONTEND=noninteractive apt-get -y -q -o DPkg::Lock::Timeout=600 "$@" </dev/null >&2
}

# need_packages NAME…: returns when all are there; otherwise explains and exits with 70.
need_packages() {
  local missing install
  if [[ -n ${KINETREE_SKIP_PACKAGES:-} ]]; then return; fi
  mapfile -t missing < <(missing_packages "$@")
  if ((${#missing[@]} == 0)); then return; fi

  if ((EUID != 0)) || ! command -v apt-get >/dev/null; then
    echo "kinetree: these packages are missing; as root, run" >&2
    echo "    apt-get install --no-install-recommends ${missing[*]}" >&2
    echo "or set KINETREE_SKIP_PACKAGES=1 if you have them from elsewhere." >&2
    exit 70
  fi
  echo "kinetree: installing ${missing[*]}" >&2
  if ! compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null; then run_apt update; fi
  # Lists that are there may be too old to download from: refresh them and try once more.
  install=(install --no-install-recommends "${missing[@]}")
  if ! run_apt "${install[@]}" && ! { run_apt update && run_apt "${install[@]}"; }; then
    echo "kinetree: could not install ${missing[*]}" >&2
    exit 70
  fi
}
