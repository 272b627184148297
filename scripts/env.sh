# shellcheck shell=bash
# Sourced by the other scripts: where things are, and how many jobs a build may run.
FARPOINT_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
FARPOINT_CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/farpoint
# Python tools live outside the source tree: pip's files are no part of the project.
FARPOINT_VENV=${FARPOINT_VENV:-$FARPOINT_CACHE/venv}
FARPOINT_JOBS=${FARPOINT_JOBS:-$(nproc)}
export FARPOINT_ROOT FARPOINT_CACHE FARPOINT_VENV FARPOINT_JOBS
# CMake looks for a CUDA compiler in CUDACXX and on the PATH. Where neither has one: the toolkit's usual
# place, or what scripts/setup.sh cuda has brought.
if [ -z "${CUDACXX:-}" ] && ! command -v nvcc >/dev/null; then
  for CUDACXX in /usr/local/cuda/bin/nvcc "$FARPOINT_VENV"/lib/python3*/site-packages/nvidia/cu13/bin/nvcc ''; do
    [ ! -x "$CUDACXX" ] || break
  done
  if [ -n "$CUDACXX" ]; then export CUDACXX; else unset CUDACXX; fi
fi
