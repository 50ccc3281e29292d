#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# run_on_board.sh <runtime_crt> mps2_an385|virt_riscv32 gcc|clang
#
# Builds the runtime for a board, with boards/board_main.c and with
# boards/device_main.c, and runs both on QEMU.
#
# gcc links libgcc and has the time evaluator. clang links with lld and without
# any support library, so the time evaluator, which needs floating point, is
# left out: this proves that the rest needs nothing.

set -eu

crt=$1
board=$2
compiler=$3
here=$(cd "$(dirname "$0")" && pwd)

need() {
  for tool in "$@"; do
    if ! command -v "$tool" >/dev/null; then
      echo "SKIPPED: $tool is not installed"
      exit 77
    fi
  done
}

# The first of the given tools that is installed.
first_of() {
  for tool in "$@"; do
    if command -v "$tool" >/dev/null; then
      echo "$tool"
      return
    fi
  done
  echo "$1"
}

case $board in
mps2_an385)
  qemu="qemu-system-arm -M mps2-an385"
  prefix=arm-none-eabi-
  gcc_flags="-mcpu=cortex-m3 -mthumb"
  clang_flags="--target=thumbv7m-none-eabi"
  ;;
virt_riscv32)
  qemu="qemu-system-riscv32 -M virt -bios none"
  prefix=riscv64-unknown-elf-
  gcc_flags="-march=rv32imac -mabi=ilp32"
  clang_flags="--target=riscv32-unknown-elf -march=rv32imac -mabi=ilp32"
  ;;
esac
need make "${qemu%% *}"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags="-Os -g -ffunction-sections -fdata-sections -Wall -Werror"

case $compiler in
gcc)
  need "${prefix}gcc"
  cc="${prefix}gcc $gcc_flags"
  ar=${prefix}gcc-ar
  libgcc=$($cc -print-libgcc-file-name)
  link="${prefix}gcc $gcc_flags -nostdlib -nostartfiles -Wl,--gc-sections"
  link="$link -Wl,--fatal-warnings"
  ;;
clang)
  clang=$(first_of clang-19 clang)
  lld=$(first_of ld.lld-19 ld.lld)
  ar=$(first_of llvm-ar-19 llvm-ar)
  need "$clang" "$lld" "$ar"
  cc="$clang $clang_flags"
  libgcc=
  link="$lld --gc-sections --fatal-warnings"
  flags="$flags -DTVM_CRT_ENABLE_TIME_EVALUATOR=0"
  ;;
esac

env -u MAKEFLAGS -u MAKELEVEL -u CFLAGS make -s -f "$crt/Makefile" \
  BUILD="$work/out" PORT=semihosting CC="$cc" AR="$ar" CFLAGS="$flags"

includes="-I$crt/include -I$crt/config -I$crt/ports/semihosting"
for source in boards/$board.c boards/board_main.c boards/device_main.c \
  generated/operators.c generated/metadata.c; do
  # shellcheck disable=SC2086
  $cc -std=c99 -ffreestanding $flags $includes -c "$here/$source" \
    -o "$work/$(basename "$source" .c).o"
done

out=$work/out
run() { # run <library or object>...
  # shellcheck disable=SC2086
  $link -T "$here/boards/$board.ld" -o "$work/program.elf" "$work/$board.o" \
    "$@" "$out/libruntime.a" "$out/libsemihosting.a" "$out/libbackend.a" \
    "$out/libmemory_functions.a" $libgcc
  status=0
  # shellcheck disable=SC2086
  timeout 60 $qemu -display none -monitor none -serial none \
    -semihosting-config enable=on,target=native \
    -kernel "$work/program.elf" >"$work/output" </dev/null || status=$?
  cat "$work/output"
  if [ "$status" -ne 42 ] || [ "$(cat "$work/output")" != "PASS sum 33" ]; then
    echo "exit status $status, expected 42 and PASS"
    exit 1
  fi
}
run "$work/board_main.o" "$work/operators.o" "$work/metadata.o"
run "$work/device_main.o" "$out/libbare_metal.a" "$out/libdevice.a"
