#!/usr/bin/env bash
# python_example_test.sh FARPOINTD: examples/python against a real server. The example checks its
# answers itself; here, that it says so, that it names an address where nobody is, and that the server
# ends well. Needs the Python packages of scripts/requirements/build.txt, which scripts/setup.sh
# installs.
set -euo pipefail
farpointd=$1
# shellcheck source=scripts/env.sh
source "$(dirname "${BASH_SOURCE[0]}")/../../scripts/env.sh"

work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill -KILL "$server"; rm -rf "$work"' EXIT
"$farpointd" --listen="unix:$work/farpoint.sock" &
server=$!
example() {
  # Nothing is compiled into the source tree.
  PYTHONDONTWRITEBYTECODE=1 "$FARPOINT_VENV/bin/python" \
    "$FARPOINT_ROOT/examples/python/ten_thousand_pairs.py" "$1"
}
answer=$(example "unix:$work/farpoint.sock")
echo "$answer"
[[ $answer == "10000 pairs in "*"pairs/s"*" overlap; "*" m apart; error at most "* ]]
kill -TERM "$server"
wait "$server"
server=

status=0
message=$(example "unix:$work/nobody" 2>&1) || status=$?
echo "$message"
[[ $status == 1 && $message == "no server answers at unix:$work/nobody within "* ]]
