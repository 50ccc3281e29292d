#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes what OSS-Fuzz runs, in $OUT: fuzz targets, their options and seeds, and
# the libraries that its machines do not have. OSS-Fuzz calls it in the folder of
# the sources, with the variables of its base image. With METAOBJ_BUILD=<folder>
# it takes the targets of that build (the preset asan): so it is tested
# (tests/fuzz/oss_fuzz.py).
set -euo pipefail
build=${METAOBJ_BUILD:-$WORK/build}

if [ -z "${METAOBJ_BUILD:-}" ]; then
  # LLVM's packages are made with libstdc++.
  export CXXFLAGS=${CXXFLAGS//-stdlib=libc++/}
  cmake -G Ninja -S . -B "$build" -DLLVM_DIR=/usr/lib/llvm-19/lib/cmake/llvm \
    -DMETAOBJ_FUZZ=ON -DMETAOBJ_SANITIZE="$SANITIZER" \
    -DMETAOBJ_UNITE_SOURCES=ON -DMETAOBJ_PLUGIN=OFF \
    -DCMAKE_BUILD_RPATH="\$ORIGIN/lib" -DPython3_EXECUTABLE=/usr/bin/python3
  ninja -C "$build" fuzz-programs metaobj-tool
fi

# Seeds that are objects are made by metaobj itself.
seeds=$WORK/seeds
rm -rf "$seeds"
mkdir -p "$seeds" "$OUT/lib"
cp -r tests/fuzz/corpus/. "$seeds"
ASAN_OPTIONS=detect_leaks=0 python3 -B tests/fuzz/object_seeds.py \
  "$build/bin/metaobj" "$seeds/Objects"

for options in "$build"/bin/fuzz-*.options; do
  program=${options%.options}
  name=${program##*/}
  [ -n "$(ls -A "$seeds/${name#fuzz-}")" ] # A target without seeds finds little.
  cp "$options" "$OUT/"
  cp -lf "$program" "$OUT/" 2>/dev/null || cp "$program" "$OUT/"
  (cd "$seeds/${name#fuzz-}" &&
    python3 -m zipfile -c "$OUT/${name}_seed_corpus.zip" ./*)
  # glibc is on every machine, and belongs to its loader.
  ldd "$program" | sed -n 's/.* => \(\/.*\) (.*/\1/p' |
    grep -vE '/(ld-linux[^/]*|lib(c|m|dl|rt|pthread|resolv))\.so' |
    xargs -r cp -Lut "$OUT/lib"
done
