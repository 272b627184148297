#!/usr/bin/env bash
# first_question_test.sh FARPOINTD FIRST_QUESTION: the example's answer, from a real server.
set -euo pipefail
farpointd=$1 first_question=$2

work=$(mktemp -d)
"$farpointd" --listen="unix:$work/farpoint.sock" >"$work/log" 2>&1 &
server=$!
trap 'kill -KILL "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
for _ in $(seq 100); do
  ! grep -q 'listening on' "$work/log" || break
  sleep 0.1
done
answer=$("$first_question" "unix:$work/farpoint.sock")
echo "$answer"
[[ $answer == "0.14 m apart, proven within "* ]]
kill -TERM "$server"
wait "$server"
