#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Blocks are copied by the libc's memcpy where there is an operating system, and
# by words without any libc elsewhere.
#
#     copy_form.sh <source tree>
set -eu
crt=$1/runtime_crt
command -v gcc >/dev/null && command -v arm-none-eabi-gcc >/dev/null || {
  echo "SKIPPED: no gcc or no arm-none-eabi-gcc"
  exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

compile() { # compile <output> <compiler> [argument...]
  output=$work/$1
  shift
  "$@" -std=c99 -ffreestanding -I "$crt/include" -I "$crt/src" \
    -I "$crt/config" -c "$crt/src/runtime/copy.c" -o "$output"
}

compile host.o gcc -O2
nm "$work/host.o" | grep -q ' U memcpy$' || {
  echo "on a host the copy does not call memcpy"
  exit 1
}
compile board.o arm-none-eabi-gcc -Os -mcpu=cortex-m0 -mthumb
if arm-none-eabi-nm "$work/board.o" | grep ' U '; then
  echo "on a board the copy calls something"
  exit 1
fi
# Words: LDMIA and STMIA, or LDR and STR.
arm-none-eabi-objdump -d "$work/board.o" | grep -qE '	(str|stmia)	' || {
  echo "on a board the copy stores no words"
  exit 1
}
echo "memcpy on a host, words on a board"
