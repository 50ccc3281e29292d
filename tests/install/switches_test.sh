#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds metaobj without `link`, without `device`, and without both: program,
# library for C, package and its users have the rest, which is as before.
#
# usage: switches_test.sh <metaobj with all commands> <source tree> \
#          <scratch folder> <C++ compiler> <LLVM_DIR> <Python>
set -euo pipefail
complete=$1 source=$2 scratch=$3 compiler=$4 llvm=$5 python=$6
rm -rf "$scratch"
mkdir -p "$scratch"
prefix=$scratch/prefix
metaobj=$prefix/bin/metaobj

fail() {
  echo "$*" >&2
  exit 1
}

expect() { # expect <text> <file>
  grep -qF -- "$1" "$2" || fail "no '$1' in: $(cat "$2")"
}

fails_with() { # fails_with <text> <command>...
  local text=$1
  shift
  if "$@" >"$scratch/output.txt" 2>"$scratch/error.txt"; then
    fail "no error: $*"
  fi
  # CMake folds lines.
  tr -s ' \n' ' ' <"$scratch/error.txt" >"$scratch/line.txt"
  expect "$text" "$scratch/line.txt"
}

# One folder for all: what both have is compiled once.
build() { # build <option of CMake>...
  cmake -G Ninja -S "$source" -B "$scratch/build" -DLLVM_DIR="$llvm" \
    -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_CXX_FLAGS_RELEASE=-O0 -DMETAOBJ_UNITE_SOURCES=ON \
    -DMETAOBJ_BUILD_TESTS=OFF -DMETAOBJ_PLUGIN=OFF -DMETAOBJ_WERROR=ON "$@" \
    >"$scratch/configure.log"
  cmake --build "$scratch/build" >"$scratch/build.log" ||
    fail "$(tail -n 40 "$scratch/build.log")"
  rm -rf "$prefix"
  cmake --install "$scratch/build" --prefix "$prefix" >"$scratch/install.log"
}

configure_consumer() { # configure_consumer <component>...
  local IFS=';'
  cmake --fresh -G Ninja -S "$source/tests/install/consumer" \
    -B "$scratch/consumer" -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_CXX_COMPILER="$compiler" -DCOMPONENTS="$*"
}

record() { # record <program> <name>
  local object=$scratch/$2.o command
  "$1" emit --mtriple=thumbv7m-none-eabi --function=f -o "$object"
  for command in emit embed inspect diff size check plan self-test targets; do
    "$1" "$command" --help-all
  done >"$scratch/$2.txt"
  "$1" inspect --json - <"$object" >>"$scratch/$2.txt"
}

# What every build must have, and in the same form.
check_rest() { # check_rest <command that is left out>...
  "$python" -B - "$complete" "$metaobj" "$@" <<END
import json, subprocess, sys
complete, metaobj, *left_out = sys.argv[1:]
def settings(program):
    return json.loads(subprocess.check_output([program, "--settings"]))
expected = settings(complete)
expected["commands"] = [each for each in expected["commands"]
                        if each["name"] not in left_out]
assert settings(metaobj) == expected
END
  record "$complete" there
  record "$metaobj" here
  cmp "$scratch/there.txt" "$scratch/here.txt"
  cmp "$scratch/there.o" "$scratch/here.o"
}

check_left_out() { # check_left_out <command> <component> <header>...
  local command=$1 component=$2
  shift 2
  fails_with "metaobj: error: this metaobj is built without '$command'" \
    "$metaobj" "$command" --help
  expect "-DMETAOBJ_${command^^}=ON" "$scratch/error.txt"
  local library job="import metaobj._library as library; library.Job('$command')"
  library=$(find "$prefix" -name libmetaobj.so.1)
  fails_with "this metaobj is built without '$command'" \
    env METAOBJ_LIBRARY="$library" PYTHONPATH="$source/python" "$python" -B -c "$job"
  "$metaobj" --help >"$scratch/help.txt"
  for file in "$scratch/help.txt" "$prefix/share/man/man1/metaobj.1" \
    "$prefix/share/bash-completion/completions/metaobj"; do
    if grep -nE "^ +$command |metaobj $command|^ *$command\)" "$file"; then
      fail "$file has the command"
    fi
  done
  for header in "$@"; do
    if [ -e "$prefix/include/metaobj/$header" ]; then
      fail "$header is installed"
    fi
  done
  fails_with "built without $component (-DMETAOBJ_${command^^}=ON has it)" \
    configure_consumer "$component"
}

build_consumer() { # build_consumer <component>...
  configure_consumer "$@" >"$scratch/configure.log"
  cmake --build "$scratch/consumer" >"$scratch/build.log" ||
    fail "$(tail -n 40 "$scratch/build.log")"
  "$scratch/consumer/consumer" "$scratch/metadata.o" >/dev/null
}

link_headers=(Link.h Runtime.h)
device_headers=(Device.h DeviceConnection.h DeviceMemory.h DeviceRpc.h
  DeviceRun.h DeviceSession.h)

echo 'without both'
build -DMETAOBJ_LINK=OFF -DMETAOBJ_DEVICE=OFF
check_rest link device
check_left_out link Link "${link_headers[@]}"
check_left_out device Device "${device_headers[@]}"
build_consumer Library Tool
if grep -l lldELF "$scratch/build/build.ninja" "$scratch/consumer/build.ninja"; then
  fail 'lld is linked'
fi

echo 'without link'
build -DMETAOBJ_LINK=OFF -DMETAOBJ_DEVICE=ON
check_rest link
check_left_out link Link "${link_headers[@]}"
build_consumer Library Device
if grep -l lldELF "$scratch/build/build.ninja" "$scratch/consumer/build.ninja"; then
  fail 'lld is linked'
fi
without='this metaobj is built without its linker'
fails_with "$without" "$scratch/consumer/chip" host
# Says so before it looks for a chip.
fails_with "$without" "$metaobj" device load "$scratch/here.o" \
  --via=gdb:localhost:1 --board=mps2-an385
fails_with 'gdb:localhost:1' "$metaobj" device reset --via=gdb:localhost:1

echo 'without device'
build -DMETAOBJ_LINK=ON -DMETAOBJ_DEVICE=OFF
check_rest device
check_left_out device Device "${device_headers[@]}"
build_consumer Library Link
test -x "$scratch/consumer/linker"
"$metaobj" link -r "$scratch/here.o" -o "$scratch/joined.o"
"$complete" link -r "$scratch/here.o" -o "$scratch/again.o"
cmp "$scratch/joined.o" "$scratch/again.o"
rm -rf "$scratch"
echo "each part can be left out"
