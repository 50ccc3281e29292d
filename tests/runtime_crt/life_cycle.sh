#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# life_cycle.sh <runtime_crt> [<cross prefix> <qemu>]
#
# Nothing of the runtime runs on its own: no member of its archives has a
# constructor or destructor. And the runtime needs no C library that is up: a
# program without one, entered at its first instruction, runs it.

set -eu

crt=$1
prefix=${2:-}
qemu=${3:-}
here=$(cd "$(dirname "$0")" && pwd)
for tool in make "${prefix}gcc" "${prefix}readelf" $qemu; do
  if ! command -v "$tool" >/dev/null; then
    echo "SKIPPED: $tool is not installed"
    exit 77
  fi
done
case $("${prefix}gcc" -dumpmachine) in
x86_64-linux-gnu* | x86_64-*-linux-gnu | aarch64-linux-gnu* | riscv64-linux-gnu*) ;;
*)
  echo "SKIPPED: no entry written for $("${prefix}gcc" -dumpmachine)"
  exit 77
  ;;
esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags="-O1 -fno-pic -fno-stack-protector -fno-asynchronous-unwind-tables"
env -u MAKEFLAGS -u MAKELEVEL -u CFLAGS make -s -f "$crt/Makefile" \
  BUILD="$work/out" PORT=none CC="${prefix}gcc" AR="${prefix}gcc-ar" \
  CFLAGS="$flags"

status=0
for archive in "$work"/out/*.a; do
  if "${prefix}readelf" -SW "$archive" |
    grep -E '\.(preinit_array|init_array|fini_array|ctors|dtors|init|fini)\b'; then
    echo "$archive has constructors or destructors"
    status=1
  fi
done

# shellcheck disable=SC2086
"${prefix}gcc" -std=c99 $flags -ffreestanding -Wall -Werror -static \
  -no-pie -nostdlib -nostartfiles "-I$crt/include" "-I$crt/config" \
  "$here/without_libc.c" "$here/generated/operators.c" \
  "$here/generated/metadata.c" "$crt/ports/semihosting/memory_functions.c" \
  -fno-builtin -Wl,--start-group "$work"/out/*.a -Wl,--end-group \
  -Wl,--gc-sections -o "$work/program" -lgcc
result=0
$qemu "$work/program" || result=$?
if [ $result -ne 42 ]; then
  echo "exit status $result, expected 42"
  status=1
fi
exit $status
