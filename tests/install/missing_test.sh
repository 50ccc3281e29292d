#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Who lacks a package is told which, before anything is built.
#
# usage: missing_test.sh <source tree> <scratch folder>
set -euo pipefail
source=$1 scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch"

# fails_with <text> <cmake argument>...: lines are joined, because CMake folds them.
fails_with() {
  local text=$1
  shift
  if cmake -S "$source" -B "$scratch/build" --fresh "$@" >"$scratch/log" 2>&1; then
    echo "configured with $*" >&2
    exit 1
  fi
  tr -s ' \n' ' ' <"$scratch/log" | grep -qF "$text" || {
    cat "$scratch/log" >&2
    echo "no '$text'" >&2
    exit 1
  }
}

fails_with 'apt-get install llvm-19-dev liblld-19-dev libpolly-19-dev Another LLVM' \
  -DCMAKE_DISABLE_FIND_PACKAGE_LLVM=ON
fails_with 'apt-get install llvm-19-dev Another LLVM' \
  -DCMAKE_DISABLE_FIND_PACKAGE_LLVM=ON -DMETAOBJ_LINK=OFF -DMETAOBJ_C_API=OFF
# All at once.
fails_with 'dlpack/dlpack.h, libzstd Debian and Ubuntu: apt-get install libdlpack-dev libzstd-dev' \
  -DDLPACK_INCLUDE_DIR= -DZSTD_LIBRARY=
# It would link, and crash.
fails_with 'A static program for AArch64 would crash: build without METAOBJ_STATIC' \
  -DMETAOBJ_STATIC=ON -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64
# Never another LLVM than the one that was asked for.
fails_with "No LLVM in LLVM_DIR=$scratch:" -DLLVM_DIR="$scratch"
echo "missing packages are named"
