#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The planner alone: builds and installs it where no LLVM can be found, and runs
# a program in C that uses it.
#
# usage: plan_test.sh <source tree> <scratch folder> <C compiler> <C++ compiler>
set -euo pipefail
source=$1 scratch=$2 c=$3 cxx=$4
rm -rf "$scratch"
mkdir -p "$scratch"

cmake -G Ninja -S "$source" -B "$scratch/build" -DMETAOBJ_PLAN_ONLY=ON \
  -DCMAKE_DISABLE_FIND_PACKAGE_LLVM=ON -DLLVM_DIR="$scratch" \
  -DCMAKE_C_COMPILER="$c" -DCMAKE_CXX_COMPILER="$cxx" -DMETAOBJ_WERROR=ON \
  -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_LIBDIR=lib >"$scratch/log" 2>&1
# Nothing asked for LLVM.
grep -A 3 'variables were not used' "$scratch/log" | grep -qw LLVM_DIR
ninja -C "$scratch/build" --quiet
cmake --install "$scratch/build" --prefix "$scratch/prefix" >>"$scratch/log"
# Moved, so that no path of the installation can be written down anywhere.
mv "$scratch/prefix" "$scratch/moved"
lib=$scratch/moved/lib
(cd "$scratch/moved" && find . ! -type d | sort) | diff - <(
  cat <<END
./include/metaobj-c/metaobj_plan.h
./include/metaobj/Plan.h
./lib/cmake/metaobj_plan/metaobj_planConfig-release.cmake
./lib/cmake/metaobj_plan/metaobj_planConfig.cmake
./lib/cmake/metaobj_plan/metaobj_planConfigVersion.cmake
./lib/libmetaobj_plan.a
./lib/libmetaobj_plan.so
./lib/libmetaobj_plan.so.1
END
)

# It shows its functions alone, is small, and has no state.
nm -D --defined-only "$lib/libmetaobj_plan.so.1" | cut -d ' ' -f 3 |
  diff - <(printf '%s\n' METAOBJ_PLAN_1.0 metaobj_plan_bounds@@METAOBJ_PLAN_1.0 \
    metaobj_plan_check@@METAOBJ_PLAN_1.0 \
    metaobj_plan_explain@@METAOBJ_PLAN_1.0 \
    metaobj_plan_fault_text@@METAOBJ_PLAN_1.0 \
    metaobj_plan_memory@@METAOBJ_PLAN_1.0 \
    metaobj_plan_reason_text@@METAOBJ_PLAN_1.0)
size=$(stat -c %s "$lib/libmetaobj_plan.so.1")
[ "$size" -lt 1000000 ] || {
  echo "libmetaobj_plan.so.1 has $size bytes" >&2
  exit 1
}
if nm "$lib/libmetaobj_plan.a" | grep -E ' [bBcCdDsS] '; then
  echo "libmetaobj_plan.a has variables" >&2
  exit 1
fi
if readelf -d "$lib/libmetaobj_plan.so.1" | grep NEEDED |
  grep -vE '\[lib(stdc\+\+|m|gcc_s|c)\.so'; then
  echo "libmetaobj_plan.so.1 needs other libraries" >&2
  exit 1
fi

cmake -G Ninja -S "$source/tests/install/plan" -B "$scratch/user" \
  -DCMAKE_PREFIX_PATH="$scratch/moved" -DCMAKE_C_COMPILER="$c" >>"$scratch/log"
ninja -C "$scratch/user" --quiet
"$scratch/user/planner" memory

# By its sources, which are built with the project.
cmake -G Ninja -S "$source/tests/install/plan" -B "$scratch/fetched" \
  -DMETAOBJ_SOURCES="$source" -DCMAKE_C_COMPILER="$c" \
  -DCMAKE_CXX_COMPILER="$cxx" >>"$scratch/log"
ninja -C "$scratch/fetched" --quiet planner
"$scratch/fetched/planner" memory

# The archive, without CMake; and the headers for C++.
"$c" -std=c99 -Wall -Wextra -Werror -pedantic -I "$scratch/moved/include" \
  "$source/tests/install/plan/planner.c" "$lib/libmetaobj_plan.a" -lstdc++ -lm \
  -o "$scratch/planner"
"$scratch/planner" memory
for header in metaobj/Plan.h metaobj-c/metaobj_plan.h; do
  echo "#include <$header>" | "$cxx" -std=c++20 -Wall -Wextra -Wshadow -Werror \
    -pedantic -I "$scratch/moved/include" -fsyntax-only -x c++ -
done
echo "built without LLVM, installed and used: $size bytes"
