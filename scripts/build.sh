#!/usr/bin/env bash
# Sets up, configures and builds: scripts/build.sh [PRESET [CMAKE_ARGUMENT…]], by default release.
# The programs are in build/PRESET/bin.
set -euo pipefail
# shellcheck source=scripts/env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"
preset=${1:-release}

"$FARPOINT_ROOT/scripts/setup.sh" build
# Debian does not package google/rpc/*.proto; PyPI's googleapis-common-protos does.
googleapis=("$FARPOINT_VENV"/lib/python3*/site-packages)
cd "$FARPOINT_ROOT"
cmake --preset "$preset" -DFARPOINT_GOOGLEAPIS_DIR="${googleapis[0]}" "${@:2}"
cmake --build --preset "$preset" --parallel "$FARPOINT_JOBS"
