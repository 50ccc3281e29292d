#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# platform_library.sh <runtime_crt> <C compiler>
#
# A platform that is a library, each function a member of its own: linked as
# README.md says, its functions are the ones that are called, not the runtime's
# weak defaults. Those that it lacks are the defaults.

set -eu

crt=$1
cc=$2
for tool in make "$cc" gcc-ar; do
  if ! command -v "$tool" >/dev/null; then
    echo "SKIPPED: $tool is not installed"
    exit 77
  fi
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
env -u MAKEFLAGS -u MAKELEVEL -u CFLAGS make -s -f "$crt/Makefile" \
  BUILD="$work/out" PORT=none CC="$cc" AR=gcc-ar

cat >log.c <<'SOURCE'
#include <stdio.h>
#include <tvm/runtime/crt/logging.h>
void TVMLogf(const char *fmt, ...) { printf("log: %s\n", fmt); }
SOURCE
cat >random.c <<'SOURCE'
#include <tvm/runtime/crt/platform.h>
tvm_crt_error_t TVMPlatformGenerateRandom(uint8_t *buffer, size_t num_bytes) {
  (void)buffer;
  return num_bytes == 7 ? kTvmErrorNoError : kTvmErrorPlatformNoMemory;
}
SOURCE
cat >main.c <<'SOURCE'
#include <stdio.h>
#include <tvm/runtime/crt/logging.h>
#include <tvm/runtime/crt/platform.h>
int main(void) {
  TVMLogf("text");
  printf("random: %d\n", TVMPlatformGenerateRandom(NULL, 7) != 0);
  printf("before: %d\n", TVMPlatformBeforeMeasurement() != 0);
  return 0;
}
SOURCE
for source in log random main; do
  "$cc" -std=c99 "-I$crt/include" "-I$crt/config" -c $source.c -o $source.o
done
ar rc libboard.a log.o random.o

status=0
# links <libraries>: what the program says then.
links() {
  "$cc" main.o "$@" -o program
  ./program >said
  printf 'log: text\nrandom: 0\nbefore: 0\n' | diff - said || {
    echo "linked with $*"
    status=1
  }
}
links out/libruntime.a libboard.a out/libbackend.a
links -Wl,--start-group out/libruntime.a libboard.a out/libbackend.a \
  -Wl,--end-group
links out/libruntime.a out/libgraph_executor.a libboard.a out/libbackend.a
exit $status
