#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# config_ranges.sh <runtime_crt> <C compiler>
#
# Each macro of crt_config.h accepts the ends of its range and refuses, by name,
# the values beside them. Each has a default. A source that does not use a limit
# does not look at it. No macro of the template is left out here.

set -u

crt=$1
cc=$2
status=0
tried="TVM_CRT_STACK_ALLOCATOR_ENABLE_LIFO_CHECK" # Defined or not, no value.

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# All limits, as programs and the sources of the runtime see them.
{
  echo '#include <tvm/runtime/crt/packed_func.h>'
  echo '#include <tvm_crt/log.h>'
  echo '#include <tvm_crt/record.h>'
  (cd "$crt/src" && printf '#include "%s"\n' config_*.h)
  echo 'typedef int nothing;'
} >"$work/checks.c"

# compiles <source> <folder of crt_config.h> [<option>]
compiles() {
  "$cc" -std=c99 -fsyntax-only -I"$2" -I"$crt/include" -I"$crt/src" \
    -I"$crt/ports/semihosting" ${3:+"$3"} "$1" 2>"$work/said"
}

# macro, values that are accepted, values that are refused, [source]
check() {
  source=${4:-$work/checks.c}
  tried="$tried $1"
  for value in $2; do
    compiles "$source" "$crt/config" "-D$1=$value" ||
      { echo "$1=$value is refused"; status=1; }
  done
  for value in $3; do
    if compiles "$source" "$crt/config" "-D$1=$value"; then
      echo "$1=$value is accepted"
      status=1
    elif ! grep -q "error.*$1 must be" "$work/said"; then
      echo "$1=$value is refused in other words:"
      cat "$work/said"
      status=1
    fi
  done
}

check TVM_CRT_FUNC_REGISTRY_COUNT_BYTES "1 2" "0 3 -1"
check TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES "64 200 512 65535" "0 63 65536"
check TVM_CRT_MAX_REGISTERED_MODULES "1 2 3 126" "0 -1 127"
check TVM_CRT_MAX_STRLEN_FUNCTION_NAME "36 120 32767" "0 35 32768"
check TVM_CRT_MAX_NDIM "1 6 32" "0 33"
check TVM_CRT_MAX_ARGS "1 10 255" "0 256 -1"
check TVM_CRT_TENSOR_ALIGNMENT_BYTES "8 16 64 4096" "0 4 24 8192 -8"
check TVM_CRT_MAX_PACKET_SIZE_BYTES "64 2048 2147483647" "63 2147483648"
check TVM_CRT_LOG_LEVEL "-1 0 3 TVM_CRT_LOG_LEVEL_DEBUG" "-2 4"
check TVM_CRT_RPC_MAX_BLOCKS "1 16 32767" "0 32768 -1"
check TVM_CRT_LAST_ERROR_SIZE_BYTES "32 128 65535" "31 65536"
check TVM_CRT_ENABLE_ERROR_HOOK "0 1" "2 -1"
check TVM_CRT_ENABLE_MEMCPY "0 1" "2 -1"
check TVM_CRT_ENABLE_GRAPH_INTERNALS "0 1" "2 -1"
check TVM_CRT_ENABLE_REGISTRY_INDEX "0 1" "2 -1"
check TVM_CRT_ENABLE_TIME_EVALUATOR "0 1" "2 -1"
check TVM_CRT_ENABLE_BUILTIN_FUNCTIONS "1" "2 -1"
check TVM_CRT_PARAM_WINDOW_LOG "10 17 27" "9 28"
check TVM_CRT_RECORD_LEVELS "1 24 64" "0 65 -1"
check TVM_CRT_PORT_ARENA_SIZE_BYTES "16 16384 2147483647" "0 15 2147483648" \
  "$crt/ports/semihosting/platform.c"
check TVM_FFI_ERROR_TEXT_BYTES "0 16 128 65535" "15 65536 -1" \
  "$crt/src/ffi/ffi_text.c"
check TVM_FFI_WORKSPACE_BYTES "0 1 16384" "-1 2147483648" \
  "$crt/src/ffi/ffi_own_workspace.c"

# A configuration that lacks one of them.
mkdir "$work/lacking"
for macro in $(grep -oE 'define TVM_CRT_[A-Z_]+' "$crt/config/crt_config.h" |
  sort -u | cut -d' ' -f2); do
  printf '#include "%s"\n#undef %s\n' "$crt/config/crt_config.h" "$macro" \
    >"$work/lacking/crt_config.h"
  compiles "$work/checks.c" "$work/lacking" ||
    { echo "$macro has no default"; cat "$work/said"; status=1; }
done

# values <folder of crt_config.h>: of all limits, as the preprocessor has them.
values() {
  "$cc" -std=c99 -E -dM -I"$1" -I"$crt/include" -I"$crt/src" \
    "$work/checks.c" | grep ' TVM_CRT_' | sort
}

# What a configuration leaves out has the value that the template has. A port's
# arena has no other.
values "$crt/config" >"$work/template"
: >"$work/lacking/crt_config.h"
values "$work/lacking" >"$work/defaults"
for macro in $(grep -oE '^ *#define TVM_CRT_[A-Z_]+' "$crt/config/crt_config.h" |
  grep -v PORT_ARENA | sort -u | cut -d' ' -f2); do
  wanted=$(grep "^#define $macro " "$work/template")
  found=$(grep "^#define $macro " "$work/defaults")
  if [ -z "$wanted" ] || [ "$found" != "$wanted" ]; then
    echo "the template has '$wanted', the sources '$found'"
    status=1
  fi
done

# One of TVM v0.7, with short and with long names.
for names in 80:120 200:200; do
  echo "#define TVM_CRT_STRLEN_NAME ${names%:*}" >"$work/lacking/crt_config.h"
  values "$work/lacking" >"$work/defaults"
  grep -E '^#define (TVM_CRT_MAX_STRLEN_FUNCTION_NAME|TVM_CRT_STRLEN_NAME) ' \
    "$work/defaults" >"$work/said"
  grep -q "FUNCTION_NAME \(${names#*:}\|TVM_CRT_STRLEN_NAME\)$" "$work/said" ||
    { echo "names of ${names%:*} bytes:"; cat "$work/said"; status=1; }
done

# v0.7's memory of the global functions; 200 bytes hold too few of them.
for size in 64 200 255; do
  printf '#include "config_registry.h"\ntypedef char is_larger[%s ? 1 : -1];\n' \
    "TVM_CRT_GLOBAL_REGISTRY_MEMORY_BYTES == WANTED" >"$work/memory.c"
  for wanted in "384" "$size -DTVM_CRT_ENABLE_BUILTIN_FUNCTIONS=0 \
    -DTVM_CRT_ENABLE_TIME_EVALUATOR=0"; do
    # shellcheck disable=SC2086
    "$cc" -std=c99 -fsyntax-only -I"$crt/config" -I"$crt/src" \
      "-DTVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES=$size" -DWANTED=$wanted \
      "$work/memory.c" || status=1
  done
done

# Who uses some of the limits does not look at the others.
for pair in backend/failure.c:MAX_REGISTERED_MODULES \
  backend/failure.c:MAX_NDIM backend/api_error.c:LAST_ERROR_SIZE_BYTES \
  backend/stack_allocator.c:LAST_ERROR_SIZE_BYTES \
  backend/workspace.c:GLOBAL_FUNC_REGISTRY_SIZE_BYTES \
  memory/page_allocator.c:MAX_NDIM runtime/func_registry.c:MAX_NDIM \
  runtime/tensor_size.c:MAX_STRLEN_FUNCTION_NAME; do
  compiles "$crt/src/${pair%:*}" "$crt/config" "-DTVM_CRT_${pair#*:}=-7" ||
    { echo "$pair: asked for"; cat "$work/said"; status=1; }
done

# Without the global functions nothing reaches the time evaluator.
builtin=-DTVM_CRT_ENABLE_BUILTIN_FUNCTIONS=0
if compiles "$work/checks.c" "$crt/config" "$builtin" ||
  ! grep -q 'TIME_EVALUATOR needs TVM_CRT_ENABLE_BUILTIN' "$work/said"; then
  echo "a time evaluator that nothing reaches is accepted"
  status=1
fi
"$cc" -std=c99 -fsyntax-only -I"$crt/config" -I"$crt/include" -I"$crt/src" \
  "$builtin" -DTVM_CRT_ENABLE_TIME_EVALUATOR=0 "$work/checks.c" || status=1

# Both spellings of the order check, and both at once.
for option in LIFO FIFO; do
  compiles "$crt/src/backend/stack_allocator.c" "$crt/config" \
    "-DTVM_CRT_STACK_ALLOCATOR_ENABLE_${option}_CHECK" || status=1
done

# All macros of the template were tried, and their comments tell the default.
for macro in $(grep -oE 'define TVM_CRT_[A-Z_]+' "$crt/config/crt_config.h" |
  sort -u | cut -d' ' -f2); do
  case " $tried " in
  *" $macro "*) ;;
  *) echo "$macro is not tried"; status=1 ;;
  esac
done
awk '/^\/\*\*/ { text = "" } { text = text $0 "\n" }
  /^(#ifndef|\/\* #define) TVM_CRT_/ && text !~ /[Dd]efault/ {
    print "no default is told: " $0; bad = 1 }
  END { exit bad }' "$crt/config/crt_config.h" || status=1
exit $status
