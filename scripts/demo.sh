#!/usr/bin/env bash
# Sets up, builds, starts a server, and lets examples/robot_shelf ask it how close a real arm (a
# Franka Panda) comes to a shelf, in a few hundred configurations. Non-zero exit if anything is off.
set -euo pipefail
# shellcheck source=scripts/env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"
bin=$FARPOINT_ROOT/build/release/bin
example=$FARPOINT_ROOT/examples/robot_shelf

"$FARPOINT_ROOT/scripts/setup.sh" demo
"$FARPOINT_ROOT/scripts/build.sh" release --target farpointd farpoint robot_shelf

work=$(mktemp -d)
server=
clean_up() {
  [ -z "$server" ] || kill -KILL "$server" 2>/dev/null || true
  rm -rf "$work"
}
trap clean_up EXIT

"$FARPOINT_VENV/bin/python" "$example/arm_poses.py" --configurations 400 --seed 1 >"$work/arm.json"

address=unix:$work/farpoint.sock
"$bin/farpointd" --listen="$address" &
server=$!
for _ in $(seq 100); do
  ! "$bin/farpoint" health --server="$address" >/dev/null 2>&1 || break
  kill -0 "$server"
  sleep 0.1
done

"$bin/robot_shelf" --server="$address" "$work/arm.json"

kill -TERM "$server"
wait "$server" # its exit status is the demo's
server=
