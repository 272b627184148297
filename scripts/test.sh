#!/usr/bin/env bash
# Sets up, builds and runs every test. scripts/test.sh [PRESET], by default release.
set -euo pipefail
# shellcheck source=scripts/env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"
preset=${1:-release}

"$FARPOINT_ROOT/scripts/build.sh" "$preset" -DFARPOINT_BUILD_TESTS=ON
cd "$FARPOINT_ROOT"
ctest --preset "$preset" --parallel "$FARPOINT_JOBS" --no-tests=error
