#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# config_ranges.sh <runtime_crt> <C compiler>
#
# Each macro of crt_config.h accepts the ends of its range and refuses the values
# beside them.

set -u

crt=$1
cc=$2
status=0

compiles() {
  printf '#include "config_checks.h"\ntypedef int nothing;\n' |
    "$cc" -std=c99 -fsyntax-only -x c "-D$1" -I"$crt/include" -I"$crt/src" -I"$crt/config" - \
      2>/dev/null
}

# macro, values that are accepted, values that are refused
check() {
  for value in $2; do
    compiles "$1=$value" || { echo "$1=$value is refused"; status=1; }
  done
  for value in $3; do
    if compiles "$1=$value"; then
      echo "$1=$value is accepted"
      status=1
    fi
  done
}

check TVM_CRT_FUNC_REGISTRY_COUNT_BYTES "1 2" "0 3 -1"
check TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES "256 512 65535" "0 255 65536"
check TVM_CRT_MAX_REGISTERED_MODULES "1 2 32766" "0 -1 32767"
check TVM_CRT_MAX_STRLEN_FUNCTION_NAME "36 120 32767" "0 35 32768"
check TVM_CRT_MAX_NDIM "1 6 32" "0 33"
check TVM_CRT_MAX_ARGS "1 10 255" "0 256 -1"
check TVM_CRT_TENSOR_ALIGNMENT_BYTES "8 16 64 4096" "0 4 24 8192 -8"
check TVM_CRT_MAX_PACKET_SIZE_BYTES "64 2048 2147483647" "63 2147483648"
check TVM_CRT_LOG_LEVEL "-1 0 3 TVM_CRT_LOG_LEVEL_DEBUG" "-2 4"
check TVM_CRT_LAST_ERROR_SIZE_BYTES "32 1024 65535" "31 65536"
check TVM_CRT_ENABLE_ERROR_HOOK "0 1" "2 -1"
check TVM_CRT_ENABLE_TIME_EVALUATOR "0 1" "2 -1"
check TVM_CRT_PARAM_WINDOW_LOG "10 17 27" "9 28"
exit $status
