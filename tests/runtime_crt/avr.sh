#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# avr.sh <runtime_crt>
#
# On an AVR, where pointers and int have 16 bits, the backend and the allocators
# build without a warning and do what the acceptance suite asks of them. The
# rest refuses to build, and says why.

set -eu

crt=$1
here=$(cd "$(dirname "$0")" && pwd)
machine=atmega2560

for tool in make avr-gcc simavr; do
  if ! command -v "$tool" >/dev/null; then
    echo "SKIPPED: $tool is not installed"
    exit 77
  fi
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
warnings="-Wall -Wextra -Werror -pedantic -Wconversion -Wshadow -Wcast-qual"
warnings="$warnings -Wstrict-prototypes -Wmissing-prototypes"
flags="-mmcu=$machine -Os $warnings"

build() {
  env -u MAKEFLAGS -u MAKELEVEL -u CFLAGS make -s -f "$crt/Makefile" \
    CROSS_PREFIX=avr- PORT=none BUILD="$work" CFLAGS="$flags" "$@"
}
build "$work/libbackend.a" "$work/libmemory.a"
if build "$work/libruntime.a" 2>"$work/refusal"; then
  echo "the runtime was built"
  exit 1
fi
grep -q "a function handle needs pointers of 32 bits or more" "$work/refusal"

compile() { # compile <source> <flag>...
  source=$1
  shift
  avr-gcc -std=c99 -mmcu=$machine -Os "$@" -Werror "-I$crt/include" "-I$crt/config" \
    "-I$crt/acceptance" "-I$generated" -c "$source" \
    -o "$work/$(basename "$source" .c).o"
}
generated=$here/generated/aot_c_interface
for source in "$generated"/*.c; do
  # gcc 5 finds TVM's packed attribute without effect.
  compile "$source" -Wall -Wno-attributes
done
for source in "$here/boards/avr_main.c" "$crt/acceptance/backend.c" \
  "$crt/acceptance/memory.c"; do
  compile "$source" -Wall -Wextra
done
avr-gcc -mmcu=$machine -o "$work/image" "$work"/*.o "$work/libbackend.a" \
  "$work/libmemory.a"

# The simulator colours lines and shows the end of each as a full stop.
timeout 60 simavr -m $machine -f 16000000 "$work/image" >"$work/output" 2>&1 ||
  true
escape=$(printf '\033')
sed -e "s/$escape\\[[0-9]*m//g" -e 's/\.$//' "$work/output" |
  sed -n '/^begin/,/^end/p' >"$work/transcript"
{
  echo begin
  sed -n '/^# -- backend/,/^# -- life cycle/s/^ok [0-9]* /ok /p' \
    "$crt/acceptance/transcript.txt"
  echo "ok - a model with the C interface"
  echo end
} >"$work/wanted"
diff -u "$work/wanted" "$work/transcript"
test "$(grep -c '^ok' "$work/wanted")" -gt 30
