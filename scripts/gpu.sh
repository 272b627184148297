#!/usr/bin/env bash
# Builds the core with its kernels on a machine with a GPU, runs the tests there, looks for invalid
# memory accesses and measures. No network, gRPC or root needed: docs/gpu.md says what is. The last
# lines tell what became of each step; non-zero exit if one failed. Arguments go to CMake.
#
#   scripts/gpu.sh [CONFIGURE_ARGUMENT…]    build and results in build/gpu; for the GPU that is there,
#                                           or for -DCMAKE_CUDA_ARCHITECTURES=…
#   scripts/gpu.sh --bundle                 on Debian 12, with a network: puts what the build needs of
#                                           other projects into build/gpu-dependencies, to be taken
#                                           along to a machine that lacks it
set -euo pipefail
# shellcheck source=scripts/env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"
cd "$FARPOINT_ROOT"
build=build/gpu
dependencies=$PWD/build/gpu-dependencies

bundle() {
  local packages=(libabsl-dev libabsl20220623 libeigen3-dev libgmock-dev libgtest-dev libqhull-dev
    libqhull-r8.0 libssl-dev nlohmann-json3-dev)
  local work
  work=$(mktemp -d)
  (cd "$work" && apt-get -qq -o APT::Sandbox::User=root download "${packages[@]}")
  rm -rf "$dependencies"
  mkdir -p "$dependencies"
  for package in "$work"/*.deb; do
    dpkg -x "$package" "$dependencies"
  done
  rm -rf "$work" "$dependencies"/usr/share/{bug,doc,lintian,man} "$dependencies"/usr/src
  # Linked statically: no other libssl is needed where this goes.
  rm -f "$dependencies"/usr/lib/*/lib{ssl,crypto}.so "$dependencies"/usr/lib/*/libqhull.so
  echo "gpu: $(du -sh "$dependencies" | cut -f 1) in $dependencies"
}

case ${1:-} in
  --bundle)
    bundle
    exit ;;
  -D* | '') ;;
  *)
    sed -n '2,11p' "${BASH_SOURCE[0]}" >&2
    exit 2 ;;
esac

results=() failed=
# step NAME COMMAND…: runs it and keeps what became of it.
step() {
  local name=$1 start=$SECONDS status=0
  shift
  echo "gpu: $name"
  "$@" || status=$?
  if [ "$status" = 0 ]; then
    results+=("ok      $name ($((SECONDS - start)) s)")
  else
    results+=("FAILED  $name (exit $status)")
    failed=1
  fi
  return "$status"
}
skip() {
  results+=("skipped $1: $2")
}
# However the script ends, and with the status it ends with.
trap 'printf "gpu: %s\n" "${results[@]}"' EXIT

configure=(-DCMAKE_BUILD_TYPE=Release -DFARPOINT_CUDA=ON -DFARPOINT_BUILD_SERVICE=OFF
  -DFARPOINT_BUILD_BENCH=ON)
[[ $* == *CMAKE_CUDA_ARCHITECTURES* ]] || configure+=(-DCMAKE_CUDA_ARCHITECTURES=native)
if [ -d "$dependencies/usr" ]; then
  architecture=("$dependencies"/usr/lib/*-linux-gnu)
  configure+=(-DCMAKE_PREFIX_PATH="$dependencies/usr" -DOPENSSL_ROOT_DIR="$dependencies/usr"
    -DOPENSSL_USE_STATIC_LIBS=ON -DCMAKE_LIBRARY_ARCHITECTURE="${architecture[0]##*/}")
fi
! command -v ninja >/dev/null || configure+=(-G Ninja)

step "a driver and a device" nvidia-smi --format=csv,noheader \
  --query-gpu=name,compute_cap,driver_version,memory.total || exit
step configure cmake -S . -B "$build" "${configure[@]}" "$@" || exit
step build cmake --build "$build" --parallel "$FARPOINT_JOBS" || exit

run_tests() {
  (cd "$build" && ctest --output-on-failure --no-tests=error --timeout 600 "$@")
}
# CTest counts a test that skips itself as passed: here none may.
gpu_tests() {
  run_tests -L gpu -V | tee "$build/gpu_tests.log"
  if grep -q '\[  SKIPPED \]' "$build/gpu_tests.log"; then
    echo "gpu: a test skipped itself" >&2
    return 1
  fi
}
step "tests on the GPU" gpu_tests || true
step "tests of the core" run_tests -LE gpu --parallel "$FARPOINT_JOBS" || true

# On few pairs, where a program can be told so: the tool makes everything much slower.
sanitize() {
  local program status=0
  for program in "$@"; do
    FARPOINT_PAIRS=2000 compute-sanitizer --tool "$tool" --error-exitcode 9 "$program" || status=$?
  done
  return "$status"
}
mapfile -t programs < <(cd "$build" && ctest -L gpu --show-only=json-v1 |
  sed -n 's/^ *"\(\/.*\/tests\/[^"]*\)".*/\1/p' | sort -u)
PATH=$PATH:/usr/local/cuda/bin
for tool in memcheck racecheck; do
  if ! command -v compute-sanitizer >/dev/null; then
    skip "compute-sanitizer, $tool" "the tool is not on the PATH"
  elif [ ${#programs[@]} = 0 ]; then
    skip "compute-sanitizer, $tool" "no program of the label gpu"
  else
    step "compute-sanitizer, $tool" sanitize "${programs[@]}" || true
  fi
done

step "benchmark" "$build/bin/cuda_table" --json="$build/cuda_table.json" || true
if [ -d build/gpu-service ]; then
  step "benchmark through the service" \
    scripts/gpu_service.sh --json="$PWD/$build/service_table.json" || true
else
  skip "benchmark through the service" "scripts/gpu_service.sh --bundle makes build/gpu-service"
fi
[ -z "$failed" ]
