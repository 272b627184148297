#!/usr/bin/env bash
# Builds the container image without a Docker engine, starts it, asks it a question and stops it.
# Runs as root; the image is left as an OCI archive in ~/.cache/farpoint/image/.
#
#   scripts/test_image.sh             the image for the CPU
#   scripts/test_image.sh --cuda      the one that has the GPU's backend too; tried without a driver,
#                                     where it has to answer on the CPU
#
# debootstrap makes the base image once, and buildah builds docker/Dockerfile on it. The container
# runs as the image says (user, entry point, health check, stop signal), on a read-only file system,
# in a network namespace of its own: no port of this machine is taken.
set -euo pipefail
# shellcheck source=scripts/env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"
cache=$FARPOINT_CACHE/image
base=$cache/bookworm.tar
variant=farpoint build_arguments=()
case $* in
  '') ;;
  --cuda)
    variant=farpoint-cuda build_arguments=(--build-arg CUDA=1) ;;
  *)
    sed -n '2,8p' "${BASH_SOURCE[0]}" >&2
    exit 2 ;;
esac
archive=$cache/$variant.oci.tar

"$FARPOINT_ROOT/scripts/setup.sh" image
mkdir -p "$cache/ccache"
work=$(mktemp -d "$cache/run.XXXXXX")
server=
clean_up() {
  [ -z "$server" ] || kill -KILL "$server" 2>/dev/null || true
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT
export TMPDIR=$work

fail() {
  echo "test_image: $*" >&2
  exit 1
}

image_tool() {
  buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs "$@"
}

make_base() {
  # From the mirror that apt uses on this machine.
  local mirror
  # shellcheck disable=SC2016  # apt's variable, not the shell's
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Codename: bookworm' 'Component: main' |
    grep -m 1 '^http' || true)
  echo "test_image: making the base image"
  debootstrap --variant=minbase --include=ca-certificates bookworm "$work/base" ${mirror:+"$mirror"} \
    >"$work/debootstrap.log" 2>&1 || { tail -20 "$work/debootstrap.log" >&2; return 1; }
  # As debian:12-slim does: no packages, no indexes, no manuals. Sources come with the build.
  tar -C "$work/base" --numeric-owner --exclude='./var/cache/apt/*' --exclude='./var/lib/apt/lists/*' \
    --exclude='./usr/share/man/*' --exclude='./usr/share/locale/*' --exclude='./usr/share/info/*' \
    --exclude=./etc/apt/sources.list -cf "$work/base.tar" .
  mv "$work/base.tar" "$base"
  rm -rf --one-file-system "$work/base"
}

build_image() {
  local container
  container=$(image_tool from scratch)
  image_tool add --quiet "$container" "$base" /
  image_tool commit --quiet --rm "$container" localhost/base >/dev/null

  # Packages come the way this machine gets them; mounts leave nothing of that in the image.
  local file mounts=()
  for file in /etc/apt/{sources.list,sources.list.d,apt.conf.d,auth.conf.d,keyrings} /etc/pip.conf \
    "$HOME/.config/pip" /etc/ssl/certs; do
    [ ! -e "$file" ] || mounts+=(--volume "$file:${file/#$HOME/\/root}:ro")
  done
  # What the two images have in common is compiled once.
  mounts+=(--volume "$cache/ccache:/root/.cache/ccache")
  image_tool bud --isolation chroot --network host --format docker "${mounts[@]}" \
    --build-arg BASE_IMAGE=localhost/base "${build_arguments[@]}" --tag farpoint \
    --file "$FARPOINT_ROOT/docker/Dockerfile" "$FARPOINT_ROOT"
  rm -f "$archive"
  image_tool push --quiet farpoint "oci-archive:$archive:farpoint"
}

# OCI's format has no health check; Docker's, which the image was built in, does.
inspect() {
  image_tool inspect --type image --format "$1" farpoint
}

[ -f "$base" ] || make_base
build_image
user=$(inspect '{{.Docker.Config.User}}')
signal=$(inspect '{{.Docker.Config.StopSignal}}')
mapfile -t environment < <(inspect '{{range .Docker.Config.Env}}{{println .}}{{end}}' | sed '/^$/d')
mapfile -t entrypoint < <(inspect '{{range .Docker.Config.Entrypoint}}{{println .}}{{end}}' | sed '/^$/d')
mapfile -t health < <(inspect '{{range .Docker.Config.Healthcheck.Test}}{{println .}}{{end}}' | sed '/^$/d;1d')
[[ $user =~ ^[1-9][0-9]*:[1-9][0-9]*$ ]] || fail "the image runs as '$user', not as a user by number"

# What is started is what the archive holds.
image_tool rmi --force farpoint >/dev/null
container=$(image_tool from "oci-archive:$archive")
root=$(image_tool mount "$container")

# shellcheck disable=SC2016  # expanded by the inner shell
unshare --net --mount bash -c '
  set -e
  ip link set lo up
  mount --bind "$1" "$1"
  mount -o remount,bind,ro "$1"
  mount -t proc proc "$1/proc"
  mount --rbind /dev "$1/dev"
  exec chroot --userspec="$2" "$1" env -i "${@:3}"' _ \
  "$root" "$user" "${environment[@]}" "${entrypoint[@]}" >"$work/server.log" 2>&1 &
server=$!
inside() {
  nsenter --target "$server" --net --mount --root --wd --setuid "${user%:*}" --setgid "${user#*:}" \
    env -i "${environment[@]}" "$@"
}

for _ in $(seq 100); do
  ! inside "${health[@]}" >/dev/null 2>&1 || break
  kill -0 "$server" 2>/dev/null || { cat "$work/server.log" >&2; fail "the server did not start"; }
  sleep 0.1
done
inside "${health[@]}" || { cat "$work/server.log" >&2; fail "the health check fails"; }

# Two unit spheres, their centres 3 m apart; a cube's vertices 0.5 m above a box.
answers=$(inside farpoint query --server=127.0.0.1:50051 <<'QUESTIONS'
{"a": {"sphere": {"radius": 1}}, "pose_a": [0, 0, 0, 0, 0, 0, 1], "b": {"sphere": {"radius": 1}}, "pose_b": [3, 0, 0, 0, 0, 0, 1]}
{"a": {"box": {"size": [2, 2, 2]}}, "pose_a": [0, 0, 0, 0, 0, 0, 1], "b": {"mesh": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1], [1, 0, 1], [0, 1, 1], [1, 1, 1]]}}, "pose_b": [0, 0, 1.5, 0, 0, 0, 1]}
QUESTIONS
)
echo "$answers"
sed -n 's/.*"distance": *\([-0-9.e]*\).*/\1/p' <<<"$answers" |
  awk -v expected="1 0.5" '
    { split(expected, e); if (($1 - e[NR]) ^ 2 > 1e-14) exit 1 }
    END { if (NR != 2) exit 1 }' || fail "the answers are wrong"

# Nothing here gives the container a driver.
backend=$(inside farpoint info --server=127.0.0.1:50051 --json | sed -n 's/.*"backend": *"\([a-z]*\)".*/\1/p')
[ "$backend" = cpu ] || fail "the backend is '$backend'"

kill -s "$signal" "$server"
status=0
wait "$server" || status=$?
server=
[ "$status" = 0 ] || { cat "$work/server.log" >&2; fail "$signal ended the server with $status"; }

echo "image: $variant, user $user, $(stat -c %s "$archive" | numfmt --to=iec-i --suffix=B) compressed, $archive"
