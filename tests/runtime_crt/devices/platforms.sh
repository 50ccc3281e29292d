#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# platforms.sh <runtime_crt>
#
# Headers and sources of each platform of devices compile without a warning, for
# the host and for a board, as C99 and the headers as C++ too, next to all of
# TVM's headers; and they define no names that a program may want for itself.
# Zephyr and CMSIS-Driver are stand-ins.

set -eu

crt=$1
tests=$(cd "$(dirname "$0")/.." && pwd)

for tool in gcc g++ clang-19 clang++-19 arm-none-eabi-gcc; do
  if ! command -v "$tool" >/dev/null; then
    echo "SKIPPED: $tool is not installed"
    exit 77
  fi
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
includes="-I$crt/include -I$crt/config -I$tests/devices/cmsis"
includes="$includes -I$tests/zephyr/include"
warnings="-Wall -Wextra -Werror -pedantic -Wconversion -Wshadow -Wcast-qual"
c_warnings="$warnings -Wstrict-prototypes -Wmissing-prototypes"
arm="arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb -ffreestanding -I$tests/zephyr/libc"

# A program as device.h shows it, with two kinds of devices.
program() { # program <platform> <arguments of bind>
  cat <<PROGRAM
#include <tvm/platform/$1.h>
#include <tvm/runtime/c_backend_api.h>
#include <tvm/runtime/c_runtime_api.h>
#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/platform.h>
#include <tvm/runtime/device.h>
TVM_DEVICE_DECLARE_HOOKS(EthosU);
TVM_DEVICE_DEFINE_HOOKS(EthosU);
TVM_DEVICE_DEFINE_HOOKS(Woofles);
static tvm_device_t device;
int main(void);
int main(void) {
  return TVMDeviceInit(&device) != 0 || $2 != 0 ||
         TVMDevicePlatformHandle(&device) == NULL ||
         TVMDeviceDestroy(&device) != 0;
}
PROGRAM
}

check() { # check <platform> <folder of its source> <call of bind> <compiler>...
  platform=$1
  source=$crt/ports/$2/device.c
  program "$platform" "$3" >"$work/program.c"
  shift 3
  for compiler in "$@"; do
    # shellcheck disable=SC2086
    $compiler -std=c99 $c_warnings $includes -c "$source" -o "$work/port.o"
    # shellcheck disable=SC2086
    $compiler -std=c99 $c_warnings $includes -c "$work/program.c" \
      -o "$work/program.o"
  done
  for compiler in g++ clang++-19; do
    # shellcheck disable=SC2086
    $compiler -std=c++17 $warnings $includes -x c++ -c "$work/program.c" \
      -o "$work/program.o"
    # The hooks are C functions.
    nm "$work/program.o" | grep -q ' T TVMDeviceWooflesDeactivate$'
  done
  if nm --defined-only -g "$work/port.o" | awk 'NF == 3 { print $3 }' |
    grep -v '^TVMDevicePlatform'; then
    echo "$platform: names that a program may want for itself"
    exit 1
  fi
}

bare='TVMDevicePlatformBind(&device, 0, 0)'
check bare_metal bare_metal "$bare" gcc clang-19 "$arm"
check posix posix "$bare" gcc clang-19
check zephyr zephyr "$bare" gcc clang-19 "$arm"
check cmsis_usart cmsis_driver 'TVMDevicePlatformBindUsart(&device, 0, 0, 0)' \
  gcc clang-19 "$arm"
check cmsis_spi cmsis_driver 'TVMDevicePlatformBindSpi(&device, 0, 0, 0)' \
  gcc clang-19 "$arm"

# Two platforms do not go together, and say so at once.
printf '#include <tvm/platform/%s.h>\n' bare_metal posix >"$work/both.c"
# shellcheck disable=SC2086
if gcc -std=c99 $includes -c "$work/both.c" -o "$work/both.o" 2>"$work/said"; then
  echo "two platforms in one source"
  exit 1
fi
grep -q "one platform" "$work/said"
