#!/usr/bin/env bash
# Formatter and linters over everything tracked by git; the first finding of any makes it fail.
#
#   scripts/lint.sh               everything; clang-tidy needs a build (PRESET's compile commands)
#   scripts/lint.sh --fast        all but clang-tidy
#   scripts/lint.sh --fix         formats the C++ sources in place
set -euo pipefail
# shellcheck source=scripts/env.sh
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"
preset=${PRESET:-release}
cd "$FARPOINT_ROOT"

"$FARPOINT_ROOT/scripts/setup.sh" lint
mapfile -t cxx < <(git ls-files '*.h' '*.cc' '*.cu' '*.cuh')
mapfile -t shell < <(git ls-files '*.sh' .ci/run)

case ${1:-} in
  --fix)
    clang-format-14 -i "${cxx[@]}"
    exit ;;
  --fast | '') ;;
  *)
    sed -n '2,6p' "${BASH_SOURCE[0]}" >&2
    exit 2 ;;
esac

echo "lint: clang-format (${#cxx[@]} files)"
clang-format-14 --dry-run -Werror "${cxx[@]}"
echo "lint: shellcheck (${#shell[@]} files)"
shellcheck --external-sources "${shell[@]}"
echo "lint: hadolint"
"$FARPOINT_VENV/bin/hadolint" docker/Dockerfile
echo "lint: buf"
"$FARPOINT_VENV/bin/buf" lint proto
echo "lint: README's C++ is compiled"
snippet=$(awk '/^```/ { inside = /cpp/; next } inside' README.md)
[[ -n $snippet && $(<examples/first_question.cc) == *"$snippet"* ]] || {
  echo "README.md shows other C++ than examples/first_question.cc" >&2
  exit 1
}
[ "${1:-}" != --fast ] || exit 0

# The sources' own headers are covered by .clang-tidy's header filter; the compiler warns already.
# What this machine cannot compile, CUDA's without a CUDA compiler, is not looked at.
mapfile -t sources < <(git ls-files 'src/*.cc' 'server/*.cc' 'client/*.cc' 'examples/*.cc' |
  while read -r source; do
    ! grep -qF "\"$PWD/$source\"" "build/$preset/compile_commands.json" || echo "$source"
  done)
echo "lint: clang-tidy (${#sources[@]} files)"
printf '%s\0' "${sources[@]}" |
  xargs -0 -n 1 -P "$FARPOINT_JOBS" \
    clang-tidy-14 -p "build/$preset" --quiet --warnings-as-errors='*' --extra-arg=-w \
    2> >(grep -v 'warnings\? generated' >&2)
