#!/usr/bin/env bash
# Runs the fuzz targets of tests/fuzz (libFuzzer, AddressSanitizer, UndefinedBehaviorSanitizer).
#
#   scripts/fuzz.sh [SECONDS] [TARGET…]            by default 60 seconds each of all targets:
#                                                  geometry, hull, mesh_text, solver
#   scripts/fuzz.sh --merge [SECONDS] [TARGET…]    and keeps what reached new code in the seeds,
#                                                  tests/fuzz/corpus/TARGET, none larger than needed
#
# Every run starts from the seeds and from what earlier runs found (build/fuzz/corpus/TARGET). What
# fails is left in build/fuzz/failures/TARGET-…, and how to repeat it is printed.
set -euo pipefail
# shellcheck source=scripts/env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"
cd "$FARPOINT_ROOT"
all=(geometry hull mesh_text solver)

merge=
[ "${1:-}" != --merge ] || { merge=1; shift; }
seconds=60
if [[ ${1:-} =~ ^[0-9]+$ ]]; then
  seconds=$1
  shift
fi
[ $# -gt 0 ] || set -- "${all[@]}"
for target in "$@"; do
  [[ " ${all[*]} " == *" $target "* ]] || { sed -n '2,10p' "${BASH_SOURCE[0]}" >&2; exit 2; }
done

scripts/setup.sh build fuzz
cmake --preset fuzz
cmake --build --preset fuzz --parallel "$FARPOINT_JOBS"

failures=build/fuzz/failures failed=()
mkdir -p "$failures"
for target in "$@"; do
  program=build/fuzz/bin/fuzz_$target
  found=build/fuzz/corpus/$target seeds=tests/fuzz/corpus/$target
  mkdir -p "$found" "$seeds"
  options=(-timeout=10 -rss_limit_mb=2048 -max_len=512 -print_final_stats=1)
  [ ! -f "tests/fuzz/$target.dict" ] || options+=("-dict=tests/fuzz/$target.dict")
  echo "fuzz: $target, $seconds s"
  log=build/fuzz/$target.log
  if ! "$program" "${options[@]}" -max_total_time="$seconds" -artifact_prefix="$failures/$target-" \
    "$found" "$seeds" >"$log" 2>&1; then
    failed+=("$target")
    grep -A 8 -E 'VIOLATION|runtime error|ERROR:' "$log" | cut -c 1-2000 || tail -n 20 "$log"
    input=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
    echo "fuzz: $target FAILED; the whole report is in $log, to repeat:"
    echo "  FARPOINT_FUZZ_PRINT=1 UBSAN_OPTIONS=print_stacktrace=1 $program ${input:-$found}"
    continue
  fi
  grep -E 'DONE|^answers:|number_of_executed_units|average_exec' "$log" | cut -c 1-200
  [ -n "$merge" ] || continue
  # Seeds that reach the same edges, however often, with as few and as small inputs as there are.
  smaller=$(mktemp -d)
  "$program" -merge=1 -use_counters=0 -max_len=512 "$smaller" "$seeds" "$found" >>"$log" 2>&1
  rm -rf "$seeds"
  mv "$smaller" "$seeds"
  chmod 755 "$seeds"
  echo "fuzz: $target has $(find "$seeds" -type f | wc -l) seeds, $(du -bs "$seeds" | cut -f 1) bytes"
done

[ ${#failed[@]} = 0 ] || { echo "fuzz: failed: ${failed[*]}" >&2; exit 1; }
