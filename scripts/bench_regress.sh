#!/usr/bin/env bash
# Counts instructions, which time does not blur: of fixed workloads under callgrind (AVX2), and of
# the lanes' inner loops in the object file (AVX-512). Compares both with
# bench/regress/baseline.json and fails beyond 2 % in either direction; with another compiler than
# the baseline's it compares nothing. Sets up whatever it needs.
#
#   scripts/bench_regress.sh             compares
#   scripts/bench_regress.sh --update    makes what is there the baseline, to be committed
set -euo pipefail
# shellcheck source=scripts/env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"
case $* in
  '' | --update) ;;
  *)
    sed -n '2,8p' "${BASH_SOURCE[0]}" >&2
    exit 2 ;;
esac

if [ "$(uname -m)" != x86_64 ]; then
  echo "bench_regress: the baseline is of x86_64: nothing is compared"
  exit 0
fi
"$FARPOINT_ROOT/scripts/setup.sh" regress
"$FARPOINT_ROOT/scripts/build.sh" bench --target regress
/usr/bin/python3 -B "$FARPOINT_ROOT/bench/regress/compare.py" "$FARPOINT_ROOT/build/bench" "$@"
