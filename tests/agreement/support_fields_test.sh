#!/usr/bin/env bash
# support_fields_test.sh FARPOINTD FARPOINT: support_fields.py against a server of its own. Needs the
# Python packages of scripts/requirements/build.txt, which scripts/setup.sh installs.
set -euo pipefail
farpointd=$1 farpoint=$2
# shellcheck source=scripts/env.sh
source "$(dirname "${BASH_SOURCE[0]}")/../../scripts/env.sh"

work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill -KILL "$server"; rm -rf "$work"' EXIT
"$farpointd" --listen="unix:$work/farpoint.sock" &
server=$!
"$FARPOINT_VENV/bin/python" "$(dirname "${BASH_SOURCE[0]}")/support_fields.py" \
  "$farpoint" "unix:$work/farpoint.sock"
kill -TERM "$server"
wait "$server"
server=
