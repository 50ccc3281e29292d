#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# log_levels.sh <runtime_crt> <C compiler>
#
# Messages above TVM_CRT_LOG_LEVEL leave nothing in the object: neither their
# text nor the call that makes their argument.

set -eu

crt=$1
cc=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/log.c" <<'SOURCE'
#include <tvm_crt/log.h>
int argument_of_debug(void);
int argument_of_info(void);
void log_all(void);
void log_all(void) {
  TVM_CRT_LOG_FATAL("text-of-fatal %d\n", 0);
  TVM_CRT_LOG_ERROR("text-of-error\n");
  TVM_CRT_LOG_WARN("text-of-warn %s\n", "s");
  TVM_CRT_LOG_INFO("text-of-info %d\n", argument_of_info());
  TVM_CRT_LOG_DEBUG("text-of-debug %d\n", argument_of_debug());
}
SOURCE

status=0
names="fatal error warn info debug"
for level in -1 0 1 2 3; do
  "$cc" -std=c99 -O0 -Wall -Wextra -Werror -pedantic \
    "-DTVM_CRT_LOG_LEVEL=($level)" -I"$crt/include" -I"$crt/config" \
    -c "$work/log.c" -o "$work/log.o"
  number=-1
  for name in $names; do
    found=0
    ! grep -q "text-of-$name" "$work/log.o" || found=1
    wanted=0
    [ "$number" -gt "$level" ] || wanted=1
    if [ $found -ne $wanted ]; then
      echo "level $level: text of $name: $found, expected $wanted"
      status=1
    fi
    case $name in
    info | debug)
      found=0
      ! grep -q "argument_of_$name" "$work/log.o" || found=1
      if [ $found -ne $wanted ]; then
        echo "level $level: argument of $name: $found, expected $wanted"
        status=1
      fi
      ;;
    esac
    number=$((number + 1))
  done
done
exit $status
