#!/usr/bin/env bash
# Measures the service on a machine with a GPU that has neither gRPC nor a network: a server and a
# client that were built elsewhere talk over a socket. The table goes to standard output.
#
#   scripts/gpu_service.sh --bundle       where the service builds: puts both, and what they need of
#                                         other projects, into build/gpu-service, to be taken along
#   scripts/gpu_service.sh [ARGUMENT…]    runs them; arguments go to service_table (see its head).
#                                         FARPOINT_BACKEND: auto, cuda (by default), cuda_host, cpu
set -euo pipefail
# shellcheck source=scripts/env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"
cd "$FARPOINT_ROOT"
there=$PWD/build/gpu-service

bundle() {
  scripts/build.sh release -DFARPOINT_BUILD_BENCH=ON --target farpointd service_table
  rm -rf "$there"
  mkdir -p "$there/lib"
  cp build/release/bin/farpointd build/release/bin/service_table "$there"
  # All but the C library, which is every machine's own.
  ldd "$there/farpointd" "$there/service_table" | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p' | sort -u |
    grep -vE '/(libc|libm|libdl|librt|libpthread|libresolv)\.so' | xargs cp -Lt "$there/lib"
  echo "gpu: $(du -sh "$there" | cut -f 1) in $there"
}

if [ "${1:-}" = --bundle ]; then
  bundle
  exit
fi
[ -x "$there/farpointd" ] || { echo "gpu: no $there: see scripts/gpu_service.sh --bundle" >&2; exit 2; }

work=$(mktemp -d)
export LD_LIBRARY_PATH=$there/lib
"$there/farpointd" --backend="${FARPOINT_BACKEND:-cuda}" --listen="unix:$work/socket" \
  >"$work/server.log" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null && wait "$server"; rm -rf "$work"' EXIT
for _ in $(seq 100); do
  [ ! -S "$work/socket" ] || break
  kill -0 "$server" 2>/dev/null || break
  sleep 0.1
done
"$there/service_table" --server="unix:$work/socket" "$@" || { cat "$work/server.log" >&2; exit 1; }
