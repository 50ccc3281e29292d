#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# threads.sh <runtime_crt>
#
# posix_test.cpp under the thread sanitizer: the locks of a device keep threads
# apart in all that the runtime reads and writes, not only in what a test sees.
# With a lock that does nothing the test fails, by the sanitizer or by itself.

set -eu

crt=$1
here=$(cd "$(dirname "$0")" && pwd)

for tool in gcc g++; do
  if ! command -v "$tool" >/dev/null; then
    echo "SKIPPED: $tool is not installed"
    exit 77
  fi
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags="-O1 -g -fsanitize=thread -I$crt/include -I$crt/src -I$crt/config"
wraps=
for function in mutexattr_init mutexattr_settype mutexattr_destroy mutex_init \
  mutex_destroy; do
  wraps="$wraps -Wl,--wrap=pthread_$function"
done

# shellcheck disable=SC2086
g++ -std=c++20 $flags -c "$here/posix_test.cpp" -o "$work/posix_test.o"
for source in src/device/device src/device/device_copy src/runtime/copy \
  src/runtime/tensor_size; do
  # shellcheck disable=SC2086
  gcc -std=c99 $flags -c "$crt/$source.c" -o "$work/$(basename $source).o"
done

run() { # run <source of the port>
  # shellcheck disable=SC2086
  gcc -std=c99 $flags -c "$1" -o "$work/port.o"
  # shellcheck disable=SC2086
  g++ -fsanitize=thread $wraps "$work"/*.o -lgtest_main -lgtest -lpthread \
    -o "$work/program"
  # One run in thirty is so lucky that it needs no lock.
  "$work/program" --gtest_brief=1 --gtest_repeat=6 \
    --gtest_filter='PosixDevice.OneThreadHasItOpen' >"$work/said" 2>&1
}

# The sanitizer needs a place in the address space that some kernels give away.
status=0
run "$crt/ports/posix/device.c" || status=1
if grep -q 'unexpected memory mapping' "$work/said"; then
  echo "SKIPPED: the thread sanitizer does not start on this kernel"
  exit 77
fi
if [ "$status" -ne 0 ]; then
  cat "$work/said"
  exit 1
fi

# Each lock, left out.
for lock in State Use; do
  sed "s/^static int32_t take(.*/&\n  if (lock == kTvmDeviceLock$lock)\n    return 0;/
    s/^static void give_back(.*/&\n  if (lock == kTvmDeviceLock$lock)\n    return;/" \
    "$crt/ports/posix/device.c" >"$work/without.c"
  [ "$(grep -c "kTvmDeviceLock$lock" "$work/without.c")" -eq 2 ]
  if run "$work/without.c"; then
    echo "nobody misses the lock $lock"
    exit 1
  fi
done
