#!/usr/bin/env bash
# python_example_test.sh FARPOINTD: examples/python against a real server. The example checks its
# answers itself; here, that it says so, and that the server ends well. Needs the Python packages of
# scripts/requirements/build.txt, which scripts/setup.sh installs.
set -euo pipefail
farpointd=$1
# shellcheck source=scripts/env.sh
source "$(dirname "${BASH_SOURCE[0]}")/../../scripts/env.sh"

work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill -KILL "$server"; rm -rf "$work"' EXIT
"$farpointd" --listen="unix:$work/farpoint.sock" &
server=$!
# Nothing is compiled into the source tree.
answer=$(PYTHONDONTWRITEBYTECODE=1 "$FARPOINT_VENV/bin/python" \
  "$FARPOINT_ROOT/examples/python/ten_thousand_pairs.py" "unix:$work/farpoint.sock")
echo "$answer"
[[ $answer == "10000 pairs in "*"pairs/s"*" overlap; "*" m apart; error at most "* ]]
kill -TERM "$server"
wait "$server"
server=
