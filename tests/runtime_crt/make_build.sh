#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# make_build.sh <runtime_crt> [<cross prefix> <compiler flag>...]
#
# Builds the runtime with make alone, as a copy in a folder of its own, with all
# warnings as errors, and looks at what came out.

set -eu

crt=$1
shift
prefix=
if [ $# -gt 0 ]; then
  prefix=$1
  shift
fi

compiler=cc
[ -z "$prefix" ] || compiler=${prefix}gcc
for tool in make "$compiler"; do
  if ! command -v "$tool" >/dev/null; then
    echo "SKIPPED: $tool is not installed"
    exit 77
  fi
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/copy" "$work/my_config"
cp -R "$crt/Makefile" "$crt/include" "$crt/src" "$crt/ports" "$work/copy"
cp "$crt/config/crt_config.h" "$work/my_config"

warnings="-Wall -Wextra -Werror -pedantic -Wconversion -Wshadow -Wcast-qual"
warnings="$warnings -Wstrict-prototypes -Wmissing-prototypes"
build() {
  # Flags of an outer make or of the environment must not leak in.
  env -u MAKEFLAGS -u MAKELEVEL -u CFLAGS make -j2 "$@" \
    CROSS_PREFIX="$prefix" CRT_CONFIG_DIR="$config" \
    CFLAGS="-Os $warnings $flags"
}
flags=$*
config=$work/my_config

# From another folder, into another folder; then again, which has nothing to do.
cd /
build -f "$work/copy/Makefile" BUILD="$work/out"
build -q -f "$work/copy/Makefile" BUILD="$work/out"
# With a prefix compiler and archiver are GCC's.
if [ -n "$prefix" ] && ! grep -q "AR=${prefix}gcc-ar " "$work/out/flags"; then
  echo "another archiver: $(cat "$work/out/flags")"
  exit 1
fi
if [ -n "$(find "$work/copy" -name '*.o')" ]; then
  echo "objects in the source folder"
  exit 1
fi

# Other flags, another configuration, compiler or archiver: all is built anew,
# once. Two of the libraries show it. The flags have quotation marks, as those
# that define texts.
given=$flags
mkdir "$work/other_config" "$work/tools"
cp "$crt/config/crt_config.h" "$work/other_config"
ln -s "$(command -v "$compiler")" "$work/tools/$compiler"
ln -s "$(command -v ar)" "$work/tools/ar"
build_two() {
  build -f "$work/copy/Makefile" BUILD="$work/two" \
    LAYERS="backend:backend memory:memory" "$@"
}
build_two -s
rebuilt() {
  what=$1
  shift
  touch "$work/before"
  sleep 0.01
  build_two -s "$@"
  if [ -n "$(find "$work/two" -name '*.[oa]' ! -newer "$work/before")" ]; then
    echo "not built anew: $what"
    exit 1
  fi
  if ! build_two -q "$@"; then
    echo "built anew for ever: $what"
    exit 1
  fi
}
flags="$given -DTEXT='\"a  b\"'"
rebuilt CFLAGS
flags=$given
rebuilt "CFLAGS, back again"
if [ -z "$prefix" ]; then
  rebuilt CC CC="$work/tools/$compiler"
  rebuilt AR AR="$work/tools/ar"
  rebuilt COMPILER_INCLUDE COMPILER_INCLUDE=
fi
config=$work/other_config
rebuilt CRT_CONFIG_DIR
config=$work/my_config
rebuilt "all of it, back again"

port=posix
[ -z "$prefix" ] || port=semihosting
for library in backend runtime $port; do
  test -s "$work/out/lib$library.a"
done

# One library for each folder of sources but params, which needs zstd.
for folder in "$work"/copy/src/*/; do
  folder=$(basename "$folder")
  case $folder in
  params) continue ;;
  graph | aot) library=${folder}_executor ;;
  *) library=$folder ;;
  esac
  test -s "$work/out/lib$library.a"
done

# Headers are those of the runtime, of the program and four of the compiler.
own=$("$compiler" -print-file-name=include)
find "$work/out" -name '*.d' ! -path '*/ports/posix/*' -exec cat {} + |
  tr -s ' \\' '\n' | grep '\.h$' |
  grep -vE "^($work/(copy|my_config)/|$own/std(arg|bool|def|int(-gcc)?)\.h)" \
    >"$work/foreign" || true
if [ -s "$work/foreign" ]; then
  echo "headers from elsewhere:"
  sort -u "$work/foreign"
  exit 1
fi

# Operators need the backend only, and initialised data costs flash and RAM.
"${prefix}gcc-nm" -u "$work/out/libbackend.a" >"$work/undefined"
if grep -E 'TVM(Func|Mod|SystemLib|Initialize)' "$work/undefined"; then
  echo "the backend needs the runtime"
  exit 1
fi
if "${prefix}gcc-nm" -u "$work/out/libruntime.a" | grep -wE 'malloc|calloc|free'; then
  echo "the runtime allocates"
  exit 1
fi
"${prefix}size" "$work/out/libbackend.a" "$work/out/libruntime.a" |
  awk 'NR > 1 && $2 != 0 && $2 > 200 { print "initialised data: " $0; bad = 1 }
       END { exit bad }'

# A header of the host's libc cannot get in by mistake.
printf '#include <string.h>\ntypedef int nothing;\n' \
  >"$work/copy/src/backend/needs_libc.c"
if build -f "$work/copy/Makefile" BUILD="$work/libc" >"$work/said" 2>&1 ||
  ! grep -q 'string\.h' "$work/said"; then
  echo "a source may include a header of libc"
  exit 1
fi
rm "$work/copy/src/backend/needs_libc.c"

# A compiler that does not say where its headers are.
build -f "$work/copy/Makefile" BUILD="$work/plain" COMPILER_INCLUDE=
test -s "$work/plain/libruntime.a"

# One-byte counts, no time evaluator; in the folder of the sources this time.
flags="$flags -DTVM_CRT_FUNC_REGISTRY_COUNT_BYTES=1"
flags="$flags -DTVM_CRT_ENABLE_TIME_EVALUATOR=0"
cd "$work/copy"
build
test -s build/libruntime.a
build clean
if [ -n "$(find . -name '*.o' -o -name '*.a' -o -name '*.d' -o -name flags)" ]; then
  echo "make clean left files"
  exit 1
fi
