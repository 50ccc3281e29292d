#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# clients.sh <runtime_crt> <folder of metaobj-c> <C compiler> <C++ compiler>
#
# What programs written for TVM's runtime include and name: the sources of
# clients/, as C of several standards and as C++, without a warning, and run.

set -u

crt=$1
abi=$2
cc=$3
cxx=$4
here=$(cd "$(dirname "$0")" && pwd)
status=0

for tool in make "$cc" "$cxx"; do
  if ! command -v "$tool" >/dev/null; then
    echo "SKIPPED: $tool is not installed"
    exit 77
  fi
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

env -u MAKEFLAGS -u MAKELEVEL -u CFLAGS make -s -j2 -f "$crt/Makefile" \
  BUILD="$work/libraries" CC="$cc" AR=gcc-ar CFLAGS=-O1 || exit 1
libraries="-Wl,--start-group $work/libraries/libgraph_executor.a"
libraries="$libraries $work/libraries/libruntime.a"
libraries="$libraries $work/libraries/libmemory.a"
libraries="$libraries $work/libraries/libbackend.a"
posix="$work/libraries/libposix.a"

# All headers that programs include; one that metaobj wrote is among them. Those
# of platforms exclude each other, and need headers of their systems: see
# devices/platforms.sh.
# internal/graph_executor wants the executor's library; bundle.c includes it.
(cd "$crt/include" && find . -name '*.h' ! -path './tvm/platform/*' \
  ! -path '*/internal/graph_executor/*' | sort |
  sed 's|^\./\(.*\)|#include <\1>|') >"$work/headers.h"
{
  echo '#include <metaobj-c/metaobj_abi.h>'
  echo "#include \"$crt/acceptance/model/model.h\""
} >>"$work/headers.h"
[ "$(wc -l <"$work/headers.h")" -ge 27 ] || { echo "too few headers"; exit 1; }

# Operators and tables, in C.
objects=
for source in operators metadata; do
  "$cc" -c -O1 -I"$crt/include" "$here/generated/$source.c" \
    -o "$work/$source.o" || exit 1
  objects="$objects $work/$source.o"
done
{
  echo '#include <metaobj-c/metaobj_abi.h>'
  echo 'static const metaobj_param_table_t table = {1, 64, 1, 0};'
  for model in first second third; do
    echo "const metaobj_param_table_t *tvmgen_${model}_params(void) {"
    echo '  return &table; }'
  done
} >"$work/params.c"
"$cc" -c -O1 -I"$abi" "$work/params.c" -o "$work/params.o" || exit 1

# build <compiler> <options> <source> [<object>...]: a program, $work/program
build() {
  compiler=$1
  options=$2
  source=$3
  shift 3
  # shellcheck disable=SC2086
  "$compiler" $options -Wall -Wextra -Werror -I"$crt/include" -I"$crt/config" \
    -I"$abi" -I"$work" -c "$here/clients/$source.c" -o "$work/$source.o" &&
    "$compiler" -no-pie "$work/$source.o" "$@" -o "$work/program" &&
    return 0
  echo "not built: $source, $compiler $options"
  status=1
  return 1
}

# says <result> <text> [<argument>...]
says() {
  result=$1
  text=$2
  shift 2
  said=$("$work/program" "$@" 2>&1)
  found=$?
  if [ $found -ne "$result" ] || [ "$said" != "$text" ]; then
    echo "result $found, wanted $result; wanted:"
    echo "$text"
    echo "found:"
    echo "$said"
    status=1
  fi
}

# shellcheck disable=SC2086
bundle() {
  build "$1" "$2" bundle $objects $libraries -Wl,--end-group || return
  says 0 "11 22 33"
  says 3 "11 22 33
abort 0x801" module
  says 3 "11 22 33
abort 0x800" no module
}

# A program that looks into the executor, and what it costs who does not.
# shellcheck disable=SC2086
internals() {
  build "$1" "$2 -DINTERNALS" bundle $objects $libraries -Wl,--end-group ||
    return
  says 0 "p0 of 2, tvm_op sum of 3
1 outputs, 1 dimension of 3, entry 2 of 3: 600
11 22 33"
  build "$1" "$2 -DTELLS_MEMORY" bundle $objects $libraries -Wl,--end-group &&
    without=$("$work/program")
  build "$1" "$2 -DTELLS_MEMORY -DINTERNALS" bundle $objects $libraries \
    -Wl,--end-group && with=$("$work/program")
  # Three nodes with their texts, two inputs, an output, four members.
  [ "$((with - without))" -ge 80 ] && [ "$((with - without))" -le 160 ] ||
    { echo "tables of $without bytes, and $with"; status=1; }
}

# failed <argument> <line's end>
failed() {
  says 3 "error 1
debug 2
text of an error
text of a warning s
text of information 3
text for debugging
evaluated 5
$here/clients/logging.c:$(awk -v which="case $1:" \
    'at { print NR; exit } index($0, which) { at = 1 }' \
    "$here/clients/logging.c"): Check failed: $2
abort 0x500" "$1"
}

logging() {
  build "$1" "$2 -DTVM_CRT_LOG_LEVEL=3" logging || return
  null='\(__null\|NULL\|0\|((void \*)0)\|((void\*)0)\)'
  failed 0 "one % 2 == 0"
  failed 1 "one == 2: got 1, wanted 2"
  failed 3 "one + 1 < one: less"
  failed 4 "2 <= one: 100%"
  failed 5 "one > 1: greater"
  failed 6 "one >= 2: greater or equal"
  failed 7 "one & 2 == 2: bits"
  failed 8 "one == 2, \"a text\""
  # How NULL is spelled is the library's matter.
  "$work/program" 2 2>&1 |
    grep -q "Check failed: nothing != $null: no memory$" ||
    { echo "CHECK_NE: $1 $2"; status=1; }
  "$work/program" 9 2>&1 | grep -q '^abort 0x501$' || status=1

  # What the level leaves out is not evaluated either; checks stay.
  build "$1" "$2 -DTVM_CRT_LOG_LEVEL=0" logging || return
  says 3 "error 1
text of an error
evaluated 3
$here/clients/logging.c:$(grep -n 'CHECK_GT(one' "$here/clients/logging.c" |
    cut -d: -f1): Check failed: one > 1: greater
abort 0x500" 5
  build "$1" "$2 -DTVM_CRT_LOG_LEVEL=(-1)" logging || return
  "$work/program" 0 | grep -q 'Check failed: one % 2 == 0' || status=1
}

# shellcheck disable=SC2086
all() {
  bundle "$1" "$2"
  internals "$1" "$2"
  logging "$1" "$2"
  build "$1" "$2" names $objects $libraries $posix -Wl,--end-group &&
    says 0 ""
  build "$1" "$2" stand_alone "$work/libraries/libbackend.a" && says 0 ""
  build "$1" "$2" macros "$work/params.o" && says 0 ""
}

for standard in c99 gnu17; do
  all "$cc" -std=$standard
done
for standard in c++11 gnu++20; do
  all "$cxx" "-x c++ -std=$standard"
done
# Strict compilers; and without a C library.
build "$cc" "-std=c99 -pedantic" macros "$work/params.o"
build "$cxx" "-x c++ -std=c++20 -pedantic" macros "$work/params.o"
build "$cc" "-std=c99 -ffreestanding" macros "$work/params.o"

# C++ that wraps the headers itself.
{
  echo 'extern "C" {'
  cat "$work/headers.h"
  echo '}'
  echo 'int main() { return 0; }'
} >"$work/wrapped.cpp"
"$cxx" -std=c++17 -Wall -Wextra -Werror -I"$crt/include" -I"$crt/config" \
  -I"$abi" -c "$work/wrapped.cpp" -o "$work/wrapped.o" || status=1

# Each header alone, as C and C++.
while read -r include; do
  echo "$include" >"$work/alone.c"
  echo 'typedef int nothing;' >>"$work/alone.c"
  for language in c++ c; do
    compiler=$cc
    [ $language = c ] || compiler=$cxx
    "$compiler" -x $language -fsyntax-only -Wall -Wextra -Werror \
      -I"$crt/include" -I"$crt/config" -I"$abi" "$work/alone.c" ||
      { echo "alone, $language: $include"; status=1; }
  done
done <"$work/headers.h"

# The C that metaobj writes, with such macros too.
"$cc" -std=c99 -Wall -Wextra -Werror -Dsection=broken -Daligned=broken \
  -Dunused=broken -Dvisibility=broken -Dhidden=broken \
  -c "$crt/acceptance/model/metadata.c" -o "$work/metadata.o" || status=1
exit $status
