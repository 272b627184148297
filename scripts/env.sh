# shellcheck shell=bash
# Sourced by the other scripts: where things are, and how many jobs a build may run.
FARPOINT_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
FARPOINT_CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/farpoint
# Python tools live outside the source tree: pip's files are no part of the project.
FARPOINT_VENV=${FARPOINT_VENV:-$FARPOINT_CACHE/venv}
FARPOINT_JOBS=${FARPOINT_JOBS:-$(nproc)}
export FARPOINT_ROOT FARPOINT_CACHE FARPOINT_VENV FARPOINT_JOBS
