#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# amalgamation.sh <runtime_crt> <python3>
#
# The runtime as one source: the same bytes each time, without warnings in
# several configurations and compilers, no symbol less than the libraries have.

set -eu

crt=$1
python=$2

for tool in make gcc clang-19 arm-none-eabi-gcc; do
  if ! command -v "$tool" >/dev/null; then
    echo "SKIPPED: $tool is not installed"
    exit 77
  fi
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A copy elsewhere gives the same.
mkdir "$work/copy"
cp -R "$crt"/* "$work/copy"
"$python" -B "$crt/scripts/amalgamate.py" "$work/one"
"$python" -B "$work/copy/scripts/amalgamate.py" "$work/two"
diff -r "$work/one" "$work/two"
# Tests are compiled with the runtime's headers, and linked with this source.
diff -r "$crt/include" "$work/one/include"

# Fewer layers are a part of it; a layer's name must be one.
"$python" -B "$crt/scripts/amalgamate.py" "$work/few" --layers runtime backend \
  memory
grep -q '^ \* backend, memory, runtime\.$' "$work/few/tvm_crt.c"
if grep -q '^/\* graph/' "$work/few/tvm_crt.c" ||
  ! grep -q '^/\* runtime/ndarray.c' "$work/few/tvm_crt.c" ||
  "$python" -B "$crt/scripts/amalgamate.py" "$work/few" --layers graphs \
    2>/dev/null; then
  echo "--layers does not choose the layers"
  exit 1
fi
if "$python" -B "$crt/scripts/amalgamate.py" "$work/few" --layers ffi backend \
  2>/dev/null; then
  echo "--layers takes two that define the same functions"
  exit 1
fi

# The program's own configuration stays.
echo '/* mine */' >>"$work/two/crt_config.h"
"$python" -B "$crt/scripts/amalgamate.py" "$work/two"
grep -q mine "$work/two/crt_config.h"

one=$work/one
warnings="-Wall -Wextra -Werror -pedantic -Wconversion -Wshadow -Wcast-qual"
warnings="$warnings -Wstrict-prototypes -Wmissing-prototypes"
compile() {
  for config in "" "-DTVM_CRT_FUNC_REGISTRY_COUNT_BYTES=1
    -DTVM_CRT_ENABLE_TIME_EVALUATOR=0 -DTVM_CRT_ENABLE_GRAPH_INTERNALS=1
    -DTVM_CRT_STACK_ALLOCATOR_ENABLE_LIFO_CHECK"; do
    # shellcheck disable=SC2086
    "$@" -std=c99 -Os -ffreestanding -nostdinc -ffunction-sections $warnings \
      $config -isystem "$("$@" -print-file-name=include)" \
      -I"$one/include" -I"$one" -c "$one/tvm_crt.c" -o "$work/one.o"
  done
}
compile clang-19
compile clang-19 --target=riscv32-unknown-elf -march=rv32imac
compile arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb
compile gcc

# Everything that the libraries define for programs.
env -u MAKEFLAGS -u MAKELEVEL -u CFLAGS make -s -j2 -f "$crt/Makefile" \
  BUILD="$work/libraries" PORT=none CC=gcc AR=gcc-ar CFLAGS="-Os $warnings"
gcc -std=c99 -Os -ffreestanding -DTVM_CRT_ENABLE_GRAPH_INTERNALS=1 \
  -I"$one/include" -I"$one" -c "$one/tvm_crt.c" -o "$work/one.o"
defined() {
  gcc-nm --defined-only -g "$@" | awk 'NF == 3 { print $2, $3 }' | sort -u
}
# Where texts of errors go when nobody reads them, and what programs do that do
# not look inside an executor; one source has the others always.
rm "$work/libraries/libbare_metal.a" # a port
mv "$work/libraries/libffi.a" "$work/ffi.a" # on request
defined "$work"/libraries/lib*.a |
  grep -vE '^W tvm_crt_(keep_error|graph_(fill_internals|internals_bytes))$' \
    >"$work/wanted"
defined "$work/one.o" >"$work/got"
diff "$work/wanted" "$work/got"
grep -q ' TVMFuncCall$' "$work/got"

# The part for tvm-ffi is a source of its own.
"$python" -B "$crt/scripts/amalgamate.py" "$work/ffi" --layers ffi
one=$work/ffi
compile clang-19
compile arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb
compile gcc
defined "$work/ffi.a" >"$work/wanted"
defined "$work/one.o" >"$work/got"
diff "$work/wanted" "$work/got"
grep -q ' TVMFfiLastError$' "$work/got"
