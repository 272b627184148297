# shellcheck shell=bash
# Sourced by the other scripts: where things are, and how many jobs a build may run.
FARPOINT_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
FARPOINT_CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/farpoint
# Python tools live outside the source tree: pip's files are no part of the project.
FARPOINT_VENV=${FARPOINT_VENV:-$FARPOINT_CACHE/venv}
FARPOINT_JOBS=${FARPOINT_JOBS:-$(nproc)}
export FARPOINT_ROOT FARPOINT_CACHE FARPOINT_VENV FARPOINT_JOBS

# The directory that holds google/rpc/*.proto, which Debian does not package.
farpoint_googleapis_dir() {
  local dirs=("$FARPOINT_VENV"/lib/python3*/site-packages)
  printf '%s\n' "${dirs[0]}"
}

# farpoint_build PRESET [CMAKE_ARGUMENT…]: configures and builds one preset.
farpoint_build() {
  local preset=$1
  shift
  (
    cd "$FARPOINT_ROOT" || exit
    cmake --preset "$preset" -DFARPOINT_GOOGLEAPIS_DIR="$(farpoint_googleapis_dir)" "$@"
    cmake --build --preset "$preset" --parallel "$FARPOINT_JOBS"
  )
}
