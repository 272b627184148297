#!/usr/bin/env bash
# Sets up, configures and builds; the programs are then in build/PRESET/bin.
#
#   scripts/build.sh [PRESET [CONFIGURE_ARGUMENT…] [--target NAME…]]       by default release, all
set -euo pipefail
# shellcheck source=scripts/env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"
preset=${1:-release}
[ $# = 0 ] || shift
configure=()
while [ $# -gt 0 ] && [ "$1" != --target ]; do
  configure+=("$1")
  shift
done

"$FARPOINT_ROOT/scripts/setup.sh" build
# Debian does not package google/rpc/*.proto; PyPI's googleapis-common-protos does.
googleapis=("$FARPOINT_VENV"/lib/python3*/site-packages)
cd "$FARPOINT_ROOT"
cmake --preset "$preset" -DFARPOINT_GOOGLEAPIS_DIR="${googleapis[0]}" "${configure[@]}"
cmake --build --preset "$preset" --parallel "$FARPOINT_JOBS" "$@"
