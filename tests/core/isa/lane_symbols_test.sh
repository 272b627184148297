#!/usr/bin/env bash
# The linker keeps one copy of an inline function. A copy that was compiled for a wide instruction
# set and does not carry the set's name may be what a processor without the set runs, and dies of
# (src/isa.h). So no object of lanes may define a weak symbol without it.
#
#   lane_symbols_test.sh NM SET OBJECT…
#
# DW.ref.__gxx_personality_v0 is let through: a pointer that tables of exceptions share, no code.
set -euo pipefail
nm=$1 set=$2
shift 2
[ $# -gt 0 ] || { echo "no objects of $set" >&2; exit 1; }

own=0 foreign=0
for object in "$@"; do
  # W, V: weak, defined here; u: unique in the process. Small letters of the first two are
  # references.
  symbols=$("$nm" --demangle --defined-only "$object")
  while read -r _ type name; do
    case $type in W | V | u) ;; *) continue ;; esac
    case $name in
      *"farpoint::$set::"*) own=$((own + 1)) ;;
      DW.ref.__gxx_personality_v0) ;;
      *)
        echo "$object: weak symbol without $set:: in its name: $name" >&2
        foreign=$((foreign + 1))
        ;;
    esac
  done <<<"$symbols"
  grep -q " T farpoint::$set::" <<<"$symbols" || {
    echo "$object: no function of $set: is this what the test is about?" >&2
    foreign=$((foreign + 1))
  }
done
echo "$set: $own weak symbols with the set's name, $foreign objections"
[ "$foreign" = 0 ]
