#!/usr/bin/env bash
# first_question_test.sh FARPOINTD FIRST_QUESTION: the example's answer, from a real server.
set -euo pipefail
farpointd=$1 first_question=$2

work=$(mktemp -d)
"$farpointd" --listen="unix:$work/farpoint.sock" &
server=$!
trap 'kill -KILL "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
# Connecting waits for the server, ten seconds at most.
answer=$("$first_question" "unix:$work/farpoint.sock")
echo "$answer"
[[ $answer == "0.14 m apart, proven within "* ]]
kill -TERM "$server"
wait "$server"
