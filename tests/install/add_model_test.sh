#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A project adds a model with metaobj_add_model() of the installed package. It
# is built with Ninja and with Make, for this machine and for a Cortex-M3, and
# builds again exactly what changed. The same with Meson.
#
# usage: add_model_test.sh <build tree> <source tree> <scratch folder> <Python>
set -euo pipefail
build=$1 source=$2 scratch=$3 python=$4
rm -rf "$scratch"
mkdir -p "$scratch"

fail() {
  echo "$*" >&2
  exit 1
}

cmake --install "$build" --prefix "$scratch/prefix" >"$scratch/install.log"
cp "$source/examples/digits/model/digits.params" "$scratch/params"
cp -r "$source/tests/install/model" "$scratch/project"
cp -r "$source/examples/digits/operators" "$scratch/operators"
echo "- name: '*'
  align: 32" >"$scratch/placement.yaml"

configure() { # configure <build folder> <more>...
  cmake -S "$scratch/project" -B "$@" \
    -DCMAKE_PREFIX_PATH="$scratch/prefix" -DCMAKE_BUILD_TYPE=Release \
    -DOPERATORS="$scratch/operators" -DDIGITS="$source/examples/digits" -DPARAMS="$scratch/params" \
    -DPLACEMENT="$scratch/placement.yaml" >>"$scratch/configure.log"
}

# Builds; the lines that tell what was done are in $scratch/steps.txt.
steps() { # steps <build folder>
  cmake --build "$1" -j4 --verbose >"$scratch/steps.txt" 2>&1 ||
    fail "$(cat "$scratch/steps.txt")"
}

did() { # did <yes or no> <text>
  local found=no
  ! grep -qF -- "$2" "$scratch/steps.txt" || found=yes
  [ "$found" = "$1" ] || fail "'$2': $found, not $1: $(cat "$scratch/steps.txt")"
}

for generator in Ninja "Unix Makefiles"; do
  tree=$scratch/$generator
  configure "$tree" -G "$generator"
  steps "$tree"
  did yes 'metaobj emit'
  "$tree/program" >"$scratch/digits.txt"
  grep -qE '^[0-9]{40}$' "$scratch/digits.txt"

  steps "$tree"
  did no 'metaobj emit'
  did no ' -o program'

  # What is named, and what only the depfile names.
  for changed in "$scratch/params" "$scratch/placement.yaml"; do
    sleep 1.1 # Make sees whole seconds on some file systems.
    touch "$changed"
    steps "$tree"
    did yes 'metaobj emit'
    did yes ' -o program'
    did no 'argmax.c.o -c'
    # Make cannot tell that the header has not changed.
    [ "$generator" != Ninja ] || did no 'main.c.o -c'
  done
  # An operator, and in the same build all that is made of it.
  sleep 1.1
  touch "$scratch/operators/argmax.c"
  steps "$tree"
  did yes 'argmax.c.o -c'
  did yes 'metaobj emit'
  did yes ' -o program'
  did no 'dense.c.o -c'
  steps "$tree"
  did no 'metaobj emit'
  sleep 1.1
  touch "$scratch/project/main.c"
  steps "$tree"
  did no 'metaobj emit'
done

# For another machine; the target comes from the operators.
configure "$scratch/board" -G Ninja -DCMAKE_SYSTEM_NAME=Generic \
  -DCMAKE_C_COMPILER=arm-none-eabi-gcc \
  -DCMAKE_C_FLAGS="-mcpu=cortex-m3 -mthumb --specs=nosys.specs"
steps "$scratch/board"
"$scratch/prefix/bin/metaobj" inspect "$scratch/board/digits.model/digits.o" |
  grep -F armv7m >"$scratch/machine.txt" || fail "not for a Cortex-M3"

# Zephyr's function and sample, without Zephyr.
"$python" -B "$source/tests/runtime_crt/zephyr_sample.py" "$source" cmake \
  "$scratch/prefix" "$scratch/zephyr"

# Meson has no function for it, and needs none.
project=$scratch/project
ln -s "$source/examples/digits" "$project/digits"
ln -s "$scratch/prefix/share/metaobj/runtime_crt" "$project/runtime_crt"
ln -s "$scratch/params" "$project/params"
PATH="$scratch/prefix/bin:$PATH" meson setup "$scratch/meson" "$project" \
  >"$scratch/meson.log"
ninja -C "$scratch/meson" --quiet >>"$scratch/meson.log"
"$scratch/meson/program" | cmp - "$scratch/digits.txt"
ninja -C "$scratch/meson" | grep -qF 'no work to do'
touch "$scratch/params"
ninja -C "$scratch/meson" --verbose >"$scratch/steps.txt"
did yes 'metaobj emit'
did no ' -c '

# Wrong use.
refused() { # refused <text> <arguments of metaobj_add_model>
  mkdir -p "$scratch/wrong"
  echo "cmake_minimum_required(VERSION 3.25)
project(wrong LANGUAGES C)
find_package(metaobj REQUIRED COMPONENTS Tool)
metaobj_add_model($2)" >"$scratch/wrong/CMakeLists.txt"
  if cmake -S "$scratch/wrong" -B "$scratch/wrong/build" \
    -DCMAKE_PREFIX_PATH="$scratch/prefix" >"$scratch/wrong.txt" 2>&1; then
    fail "metaobj_add_model($2) is accepted"
  fi
  tr -s ' \n' ' ' <"$scratch/wrong.txt" | grep -qF "$1" ||
    fail "no '$1' in: $(cat "$scratch/wrong.txt")"
}
refused 'unknown argument OBJECT' 'net OBJECT a.o'
refused 'unknown argument PARAM; known are' 'net OBJECTS a.o PARAM x.npy'
refused 'nothing follows GRAPH' 'net OBJECTS a.o GRAPH'
refused 'name what the model is made of' 'net GRAPH graph.json'

echo "built, built again, and refused"
