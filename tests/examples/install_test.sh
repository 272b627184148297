#!/usr/bin/env bash
# install_test.sh CMAKE BUILD_DIRECTORY SOURCE_DIRECTORY: the client library as other projects get it.
# An example is built against what was installed, and nothing else of this tree is found.
set -euo pipefail
cmake=$1 build=$2 source=$3

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$cmake" --install "$build" --prefix "$work/prefix" >/dev/null
mkdir "$work/planner"
cp "$source/examples/first_question.cc" "$work/planner"
cat >"$work/planner/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(planner CXX)
find_package(farpoint REQUIRED)
add_executable(planner first_question.cc)
target_link_libraries(planner PRIVATE farpoint::client)
END
"$cmake" -S "$work/planner" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/prefix" >/dev/null
"$cmake" --build "$work/build"
status=0
"$work/build/planner" "unix:$work/nobody" || status=$?
[ "$status" = 1 ]
