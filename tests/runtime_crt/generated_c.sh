#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# generated_c.sh <runtime_crt> <C compiler>
#
# C in the shapes that TVM's generators print compiles against the headers as
# it stands, as C and as C++, with the warnings of its users as errors.

set -u

crt=$1
cc=$2
here=$(cd "$(dirname "$0")" && pwd)
if ! command -v "$cc" >/dev/null; then
  echo "SKIPPED: $cc is not installed"
  exit 77
fi

status=0
compile() {
  "$cc" "$@" -Wall -Werror -I"$crt/include" \
    -I"$here/generated/aot_c_interface" -c -o /dev/null || status=1
}

for source in "$here"/generated/*.c "$here"/generated/*/*.c; do
  for language in c99 gnu11 gnu17; do
    compile -std=$language -O2 "$source"
  done
done
# As C++ the rest converts void pointers.
for source in "$here"/generated/*.c "$here"/generated/aot_v0_8/lib0.c \
  "$here"/generated/aot_v0_*/lib2.c \
  "$here"/generated/linked_params_v0_8/lib0*.c; do
  compile -x c++ -std=c++17 "$source"
done
exit $status
