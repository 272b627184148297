#!/usr/bin/env bash
# Measures how exact Farpoint's answers and bounds are, beside Coal, MuJoCo, FCL, libccd and Bullet,
# and writes docs/accuracy.md and docs/accuracy_pairs.md. Sets up whatever it needs. Arguments go to
# bench_accuracy (see its --help); with any, nothing is written to docs/. Non-zero exit if an answer
# of Farpoint is wrong.
set -euo pipefail
# shellcheck source=scripts/env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"
build=$FARPOINT_ROOT/build/bench

"$FARPOINT_ROOT/scripts/setup.sh" bench
site_packages=("$FARPOINT_VENV"/lib/python3*/site-packages)
"$FARPOINT_ROOT/scripts/build.sh" bench -DFARPOINT_PEERS_SITE_PACKAGES="${site_packages[0]}" \
  --target bench_accuracy

if [ $# -gt 0 ]; then
  exec "$build/bin/bench_accuracy" "$@"
fi
status=0
"$build/bin/bench_accuracy" --json="$build/accuracy.json" \
  --worst_questions="$build/accuracy_worst.jsonl" || status=$?
[ "$status" -le 1 ] || exit "$status" # 1: measured, but wrong; the page says how often
"$FARPOINT_VENV/bin/python" "$FARPOINT_ROOT/bench/accuracy/report.py" "$build/accuracy.json" \
  "$FARPOINT_ROOT/docs/accuracy.md"
echo "wrote docs/accuracy.md and docs/accuracy_pairs.md"
exit "$status"
