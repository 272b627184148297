#!/usr/bin/env bash
# first_question_test.sh FARPOINTD FIRST_QUESTION: the example's answer, from a real server. Both are
# started together, a few times: connecting waits for a server that is not there yet. Where none
# comes, the example says so and ends.
set -euo pipefail
farpointd=$1 first_question=$2

work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill -KILL "$server"; rm -rf "$work"' EXIT
for _ in 1 2 3 4 5; do
  "$farpointd" --listen="unix:$work/farpoint.sock" &
  server=$!
  answer=$("$first_question" "unix:$work/farpoint.sock")
  echo "$answer"
  [[ $answer == "0.14 m apart, proven within "* ]]
  kill -TERM "$server"
  wait "$server"
  server=
done

status=0
message=$("$first_question" "unix:$work/nobody" 2>&1) || status=$?
echo "$message"
[[ $status == 1 && $message == "first_question: "*"unix:$work/nobody"* ]]
