#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# unit_under_qemu.sh <runtime_crt> <cross prefix> <qemu>
#
# Builds the GoogleTest files of this folder for a big-endian machine that runs
# Linux, GoogleTest itself included, and runs them under qemu-user.

set -eu

crt=$1
prefix=$2
qemu=$3
here=$(cd "$(dirname "$0")" && pwd)
googletest=/usr/src/googletest/googletest # where Debian has its source

for tool in make xargs "${prefix}gcc" "${prefix}g++" "$qemu"; do
  if ! command -v "$tool" >/dev/null; then
    echo "SKIPPED: $tool is not installed"
    exit 77
  fi
done
if [ ! -f $googletest/src/gtest-all.cc ]; then
  echo "SKIPPED: the source of GoogleTest is not installed"
  exit 77
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cache=$(command -v ccache || true)

# TVM's generator writes the count in its host's byte order: this is what it
# writes on such a machine.
for source in operators metadata; do
  sed 's/"\\002\\000/"\\000\\002/' "$here/generated/$source.c" \
    >"$work/$source.c"
  "${prefix}gcc" -std=c99 "-I$crt/include" -c "$work/$source.c" \
    -o "$work/$source.o"
done
env -u MAKEFLAGS -u MAKELEVEL -u CFLAGS make -s -j2 -f "$crt/Makefile" \
  BUILD="$work/crt" PORT=none CC="$cache ${prefix}gcc" AR="${prefix}gcc-ar" \
  CFLAGS=-O1

# A few files as one: their headers are most of what the compiler reads. They
# have relative names: ccache knows them again in another folder. Those that try
# each damaged byte take longer to run than to optimise.
cd "$work"
count=0
slow=0
for source in "$here"/*.cpp; do
  case ${source##*/} in
  hostile_* | page_* | rpc_*)
    echo "#include \"$source\"" >>"slow_$((slow / 12)).cpp"
    slow=$((slow + 1))
    ;;
  *)
    echo "#include \"$source\"" >>"united_$((count / 12)).cpp"
    count=$((count + 1))
    ;;
  esac
done
{
  printf -- '-O1 %s\n' slow_*.cpp
  printf -- '-O0 %s\n' united_*.cpp $googletest/src/gtest-all.cc \
    $googletest/src/gtest_main.cc
} | xargs -P 2 -L 1 \
  sh -c 'for source; do :; done; "$@" -o "$(basename "$source").o"' sh \
  $cache "${prefix}g++" -std=c++20 -Wno-subobject-linkage "-I$here" \
  "-I$crt/include" "-I$crt/src" "-I$crt/config" "-I$crt/../include" \
  -isystem $googletest/include -isystem $googletest -c

# Of glibc's functions GoogleTest uses one that no static program has whole.
"${prefix}g++" -static "$work"/*.o -Wl,--start-group "$work"/crt/lib*.a \
  -Wl,--end-group -o "$work/program" 2>"$work/said" ||
  { cat "$work/said"; exit 1; }
"$qemu" "$work/program" --gtest_brief=1
