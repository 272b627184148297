#!/usr/bin/env bash
# A program with kernels in it starts where there is no driver: it asks the loader for no library of
# CUDA's. starts_without_driver_test.sh READELF PROGRAM…
set -euo pipefail
readelf=$1
shift
status=0
for program in "$@"; do
  needed=$("$readelf" --dynamic --wide "$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
  echo "${program##*/} needs" "${needed//$'\n'/ }"
  ! grep -q -E '^lib(cuda|nv)' <<<"$needed" || status=1
done
exit "$status"
