#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# global_names.sh <runtime_crt> <python3>
#
# A program may use any name that does not belong to TVM or the project: each
# global name of each library is TVM*, tvm_crt_*, metaobj_* or one that TVM's own
# runtime defines too. In several configurations, and as one source.

set -eu

crt=$1
python=$2
for tool in make gcc arm-none-eabi-gcc; do
  if ! command -v "$tool" >/dev/null; then
    echo "SKIPPED: $tool is not installed"
    exit 77
  fi
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

build() {
  name=$1
  shift
  env -u MAKEFLAGS -u MAKELEVEL -u CFLAGS make -s -j2 -f "$crt/Makefile" \
    BUILD="$work/$name" "$@"
}
build posix PORT=posix PARAMS=zstd CC=gcc AR=gcc-ar
build all_options PORT=none CC=gcc AR=gcc-ar \
  CFLAGS="-O2 -DTVM_CRT_ENABLE_REGISTRY_INDEX=1 -DTVM_CRT_ENABLE_ERROR_HOOK=1"
build small PORT=none CC=gcc AR=gcc-ar CFLAGS="-Os -DTVM_CRT_FUNC_REGISTRY_COUNT_BYTES=1 \
  -DTVM_CRT_ENABLE_TIME_EVALUATOR=0 -DTVM_CRT_ENABLE_BUILTIN_FUNCTIONS=0"
build arm PORT=semihosting CROSS_PREFIX=arm-none-eabi- \
  CFLAGS="-mcpu=cortex-m3 -mthumb -Os"

# The functions of a libc, for links without one: weak, and so are Arm's.
libc=$work/arm/libmemory_functions.a
arm-none-eabi-gcc-nm --defined-only -g "$libc" | awk 'NF == 3 { print $2, $3 }' |
  LC_ALL=C sort >"$work/libc"
{
  printf 'W %s\n' memcmp memcpy memmove memset strlen
  for name in memclr memcpy memmove memset; do
    printf 'W __aeabi_%s\n' $name ${name}4 ${name}8
  done
} | LC_ALL=C sort | diff - "$work/libc"
rm "$libc"
# What compilers call: on Arm the part for tvm-ffi has what libgcc may lack.
ffi=$work/arm/libffi.a
arm-none-eabi-gcc-nm --defined-only -g "$ffi" | awk 'NF == 3 && $3 ~ /^__/' |
  awk '{ print $2, $3 }' | diff - /dev/fd/3 3<<'NAMES'
W __aeabi_unwind_cpp_pr0
NAMES
build cortex_m0 PORT=none CROSS_PREFIX=arm-none-eabi- \
  CFLAGS="-mcpu=cortex-m0 -mthumb -Os" "$work/cortex_m0/libffi.a"
arm-none-eabi-gcc-nm --defined-only -g "$work/cortex_m0/libffi.a" |
  awk 'NF == 3 && $3 ~ /^__/ { print $2, $3 }' | LC_ALL=C sort |
  diff - /dev/fd/3 3<<'NAMES'
W __addsf3
W __aeabi_unwind_cpp_pr0
W __divsf3
W __fixsfsi
W __floatsisf
W __floatunsisf
W __mulsf3
W __subsf3
W __unordsf2
NAMES

"$python" -B "$crt/scripts/amalgamate.py" "$work/one"
mkdir "$work/single"
gcc -std=c99 -Os -I"$work/one/include" -I"$work/one" \
  -c "$work/one/tvm_crt.c" -o "$work/single/libtvm_crt.o"

for library in "$work"/*/lib*; do
  nm=gcc-nm
  case $library in
  "$work"/arm/*) nm=arm-none-eabi-gcc-nm ;;
  esac
  "$nm" --defined-only -g "$library" |
    awk -v library="${library#"$work/"}" 'NF == 3 { print library ": " $3 }'
done >"$work/names"
grep -q 'posix/libparams.a: ' "$work/names"
grep -q 'posix/libgraph_executor.a: TVMGraphExecutor_Run$' "$work/names"
# `metaobj check` knows a runtime for one-byte counts by it.
mark='libruntime.a: tvm_crt_registry_count_is_one_byte$'
grep -q "small/$mark" "$work/names"
if grep -q "posix/$mark" "$work/names"; then
  echo "a runtime for two-byte counts says that it reads one byte"
  exit 1
fi

ours='TVM|tvm_crt_|metaobj_'
tvms='PageMemoryManagerCreate|StackMemoryManager_(Init|Allocate|Free)(_Body)?'
tvms="$tvms|MicroTVMRpcServer(Init|Loop)|String2DLDataType|g_fexecs|g_fexecs_count"
if grep -vE "libffi\.a: __|: (($ours).*|($tvms))\$" "$work/names"; then
  echo "global names that a program may want for itself"
  exit 1
fi
