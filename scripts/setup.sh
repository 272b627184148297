#!/usr/bin/env bash
# Installs what Farpoint needs on Debian 12; run again, it finds everything there and is done.
#
#   scripts/setup.sh              to build and test
#   scripts/setup.sh --cuda       and a CUDA compiler, to build the GPU backend with
#   scripts/setup.sh PART…        build, cuda, lint, demo, image (scripts/test_image.sh), bench
#                                 (scripts/bench_peers.sh, scripts/bench_accuracy.sh), regress
#                                 (scripts/bench_regress.sh), fuzz (scripts/fuzz.sh), or all (of
#                                 these but cuda: 300 MB that only the GPU backend needs)
#
# System packages come from apt (as root, or by sudo). Python packages go to a virtual environment
# outside the source tree: FARPOINT_VENV, by default ~/.cache/farpoint/venv.
set -euo pipefail
# shellcheck source=scripts/env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"

declare -A apt_packages=(
  [build]="build-essential ccache cmake git libabsl-dev libassimp-dev libbenchmark-dev libeigen3-dev
           libgmock-dev libgrpc++-dev libgtest-dev libprotobuf-dev libqhull-dev libssl-dev ninja-build
           nlohmann-json3-dev pkg-config protobuf-compiler protobuf-compiler-grpc python3 python3-venv"
  [cuda]="build-essential python3 python3-venv"
  [lint]="clang-format-14 clang-tidy-14 python3 python3-venv shellcheck"
  [demo]="python3 python3-venv"
  [image]="buildah debootstrap iproute2"
  [fuzz]="clang libclang-rt-14-dev llvm"
  [regress]="binutils python3 valgrind"
  [bench]="libbullet-dev libccd-dev libfcl-dev pkg-config python3 python3-venv"
)

install_packages() {
  local missing=() package
  for package in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
      missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  echo "setup: installing ${missing[*]}"
  local sudo=()
  [ "$(id -u)" = 0 ] || sudo=(sudo)
  "${sudo[@]}" apt-get update -qq
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

install_requirements() {
  local part=$1 requirements=$FARPOINT_ROOT/scripts/requirements/$1.txt
  [ -f "$requirements" ] || return 0
  local stamp=$FARPOINT_VENV/.farpoint-$part
  cmp -s "$requirements" "$stamp" && return 0
  echo "setup: Python packages for $part in $FARPOINT_VENV"
  [ -x "$FARPOINT_VENV/bin/pip" ] || /usr/bin/python3 -m venv "$FARPOINT_VENV"
  "$FARPOINT_VENV/bin/pip" install --quiet --no-input --disable-pip-version-check -r "$requirements"
  cp "$requirements" "$stamp"
}

# The compiler's packages make a toolkit: bin, include, lib, nvvm. What they leave out of it are the
# names by which nvcc's own profile and CMake know the libraries.
complete_toolkit() {
  local root
  for root in "$FARPOINT_VENV"/lib/python3*/site-packages/nvidia/cu13; do
    ln -sfn lib "$root/lib64"
    ln -sfn libcudart.so.13 "$root/lib/libcudart.so"
    "$root/bin/nvcc" --version >/dev/null
  done
}

[ $# -gt 0 ] || set -- build
[ "$*" != --cuda ] || set -- build cuda
[ "$*" != all ] || set -- build lint demo image bench regress fuzz
for part in "$@"; do
  if [ -z "${apt_packages[$part]:-}" ]; then
    sed -n '2,9p' "${BASH_SOURCE[0]}" >&2
    exit 2
  fi
  # shellcheck disable=SC2086  # a list of names
  install_packages ${apt_packages[$part]}
  install_requirements "$part"
  [ "$part" != cuda ] || complete_toolkit
done
