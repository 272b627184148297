#!/usr/bin/env bash
# Measures Farpoint beside Coal, MuJoCo, FCL, libccd and Bullet, and writes docs/benchmarks.md and
# docs/benchmarks.png. Sets up whatever it needs. Arguments go to bench_peers (see its --help); with
# any, nothing is written to docs/. Non-zero exit if an answer of Farpoint is wrong.
set -euo pipefail
# shellcheck source=scripts/env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"
build=$FARPOINT_ROOT/build/bench
peers=$FARPOINT_ROOT/bench/peers

"$FARPOINT_ROOT/scripts/setup.sh" bench
site_packages=("$FARPOINT_VENV"/lib/python3*/site-packages)
"$FARPOINT_ROOT/scripts/build.sh" bench -DFARPOINT_PEERS_SITE_PACKAGES="${site_packages[0]}" \
  --target bench_peers

"$FARPOINT_VENV/bin/python" "$peers/robot_hulls.py" "$build/robot_hulls.txt"
if [ $# -gt 0 ]; then
  exec "$build/bin/bench_peers" --robot_hulls="$build/robot_hulls.txt" "$@"
fi
status=0
"$build/bin/bench_peers" --robot_hulls="$build/robot_hulls.txt" --json="$build/peers.json" ||
  status=$?
[ "$status" -le 1 ] || exit "$status" # 1: measured, but wrong; the page says how often
"$FARPOINT_VENV/bin/python" "$peers/report.py" "$build/peers.json" \
  "$FARPOINT_ROOT/docs/benchmarks.md"
echo "wrote docs/benchmarks.md and docs/benchmarks.png"
exit "$status"
