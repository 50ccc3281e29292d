#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# client_configs.sh <runtime_crt>
#
# The crt_config.h files of programs written for TVM, each in a folder of
# client_configs/ and unchanged: the runtime is built with each, without a
# warning, and a program that was written for it runs, which also registers
# functions as programs of its release do.

set -u

crt=$1
here=$(cd "$(dirname "$0")" && pwd)
status=0
for tool in make gcc arm-none-eabi-gcc; do
  if ! command -v $tool >/dev/null; then
    echo "SKIPPED: $tool is not installed"
    exit 77
  fi
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# runtime <name of a configuration> <folder> [<variable>...]
runtime() {
  config=$here/client_configs/$1
  folder=$work/$2
  shift 2
  env -u MAKEFLAGS -u MAKELEVEL -u CFLAGS make -s -j2 -f "$crt/Makefile" \
    BUILD="$folder" CRT_CONFIG_DIR="$config" "$@" ||
    { echo "the runtime is not built: $config"; status=1; }
}

# program <name of a configuration> <source>
program() {
  # shellcheck disable=SC2086
  gcc -std=c99 -Wall -Wextra -Werror $3 -I"$crt/include" \
    -I"$here/client_configs/$1" -o "$work/program" "$here/clients/$2.c" \
    $objects -Wl,--start-group "$work"/$1/lib*.a -Wl,--end-group &&
    "$work/program" >"$work/said" ||
    { echo "$2 with $1:"; cat "$work/said"; status=1; }
}

count=0
for folder in "$here"/client_configs/*/; do
  name=$(basename "$folder")
  count=$((count + 1))
  flags="-O0 -Wall -Wextra -Werror"
  if [ "$name" = ethosu ]; then
    # What such a program links; the rest is not built for it.
    runtime "$name" "$name" CC=gcc AR=gcc-ar CFLAGS="$flags" "$work/$name/libbackend.a"
    objects=
    program "$name" stand_alone -DTVM_CRT_MAX_PACKET_SIZE_BYTES=512
    continue
  fi
  runtime "$name" "$name" CC=gcc AR=gcc-ar CFLAGS="$flags"
  objects="$here/generated/operators.c $here/generated/metadata.c"
  program "$name" bundle -Wno-unused-parameter
  [ "$(cat "$work/said")" = "11 22 33" ] || status=1
  # Zephyr's 256 bytes are for pointers of 32 bits, with TVM's runtime too.
  [ "$name" = v0_8_zephyr ] ||
    program "$name" functions -Wno-unused-parameter
  case $name in
  *2021_names | *zephyr) ;;
  *) continue ;;
  esac
  runtime "$name" "$name.arm" CROSS_PREFIX=arm-none-eabi- PORT=none \
    CFLAGS="-mcpu=cortex-m0 -mthumb $flags"
done
[ $count -ge 10 ] || { echo "only $count configurations"; status=1; }

# The time evaluator needs the platform's clock; a program without a clock links
# when it is left out.
objects="$here/generated/operators.c $here/generated/metadata.c"
without_clock() {
  # shellcheck disable=SC2086
  gcc -std=c99 -DWITHOUT_CLOCK -I"$crt/include" -I"$crt/config" \
    -o "$work/program" "$here/clients/bundle.c" $objects \
    -Wl,--start-group "$1"/lib*.a -Wl,--end-group >"$work/said" 2>&1
}
runtime v0_12_template clock CC=gcc AR=gcc-ar CFLAGS=-O0 PORT=none
runtime v0_12_template no_clock CC=gcc AR=gcc-ar PORT=none \
  CFLAGS="-O0 -DTVM_CRT_ENABLE_TIME_EVALUATOR=0"
if without_clock "$work/clock" ||
  ! grep -q 'undefined reference to .TVMPlatformTimerStart' "$work/said"; then
  echo "a time evaluator without a clock:"
  cat "$work/said"
  status=1
fi
if ! without_clock "$work/no_clock" || [ "$("$work/program")" != "11 22 33" ]
then
  echo "no program without a clock:"
  cat "$work/said"
  status=1
fi

# A folder of the program that has a limit wrong is still told.
mkdir "$work/wrong"
echo '#define TVM_CRT_MAX_REGISTERED_MODULES 0' >"$work/wrong/crt_config.h"
if env -u MAKEFLAGS -u MAKELEVEL -u CFLAGS make -s -f "$crt/Makefile" \
  BUILD="$work/wrong" CRT_CONFIG_DIR="$work/wrong" PORT=none \
  >"$work/said" 2>&1 ||
  ! grep -q 'TVM_CRT_MAX_REGISTERED_MODULES must be 1' "$work/said"; then
  echo "a limit of 0 is accepted"
  status=1
fi
exit $status
