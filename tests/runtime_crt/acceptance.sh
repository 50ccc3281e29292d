#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# acceptance.sh <runtime_crt> <machine> <metaobj>
#
# Builds the acceptance suite for a machine and runs it there twice: with the
# metadata that metaobj emits as an object for the machine's operators, and with
# the stored C that metaobj emitted. Both transcripts have to be the stored one,
# which is the same for all machines.
#
# Machines: host, host_u8 (one-byte counts), host_tcc (a compiler that does not take
# gcc's options), host_sanitized (clang, which then also compares the type of each
# called function); Linux under qemu-user, big endian: s390x, mips, powerpc; boards
# under qemu-system: microbit (Cortex-M0, 16 KiB RAM, 256 KiB flash), mps2_an385
# (Cortex-M3), mps2_an386 (Cortex-M4F), virt_riscv32, virt_riscv64, and
# virt_riscv64_fpu, with floats in registers. The runtime has the index of
# registries; with _default behind the machine's name it is as
# crt_config.h says, without. Then there is a third program where metaobj has
# the runtime for the machine: with that runtime, linked by metaobj.

set -eu

crt=$1
machine=$2
metaobj=$3
here=$(cd "$(dirname "$0")" && pwd)
suite=$crt/acceptance

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
out=$work/out

index=-DTVM_CRT_ENABLE_REGISTRY_INDEX=1
made_runtime=
case $machine in
*_default)
  index=
  made_runtime=yes
  machine=${machine%_default}
  ;;
esac

board=
qemu=
flags=
link=-static
cc=
abi=tvm-crt-u16
case $machine in
host | host_u8 | host_tcc | host_sanitized)
  prefix=
  link=
  ;;
s390x | mips)
  prefix=$machine-linux-gnu-
  qemu=qemu-$machine
  ;;
powerpc)
  prefix=powerpc-linux-gnu-
  qemu=qemu-ppc
  ;;
microbit | mps2_an385 | mps2_an386)
  prefix=arm-none-eabi-
  qemu="qemu-system-arm -M $(echo "$machine" | tr _ -)"
  board=mps2_an385
  case $machine in
  microbit) flags="-mcpu=cortex-m0 -mthumb" ;;
  mps2_an385) flags="-mcpu=cortex-m3 -mthumb" ;;
  mps2_an386)
    flags="-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16"
    ;;
  esac
  ;;
virt_riscv32 | virt_riscv64 | virt_riscv64_fpu)
  prefix=riscv64-unknown-elf-
  qemu=${machine#virt_}
  qemu="qemu-system-${qemu%_fpu} -M virt -bios none"
  board=virt_riscv32
  case $machine in
  virt_riscv32) flags="-march=rv32imac -mabi=ilp32" ;;
  virt_riscv64) flags="-march=rv64imac -mabi=lp64 -mcmodel=medany" ;;
  virt_riscv64_fpu) flags="-march=rv64imafdc -mabi=lp64d -mcmodel=medany" ;;
  esac
  ;;
*)
  echo "unknown machine: $machine"
  exit 1
  ;;
esac

case $machine in
host_u8)
  abi=tvm-crt-u8
  flags=-DTVM_CRT_FUNC_REGISTRY_COUNT_BYTES=1
  ;;
host_tcc) cc=tcc ;;
host_sanitized)
  cc=clang
  command -v clang >/dev/null || cc=clang-19
  # The suite asks for more memory than there is.
  export ASAN_OPTIONS="allocator_may_return_null=1:log_path=$work/asan"
  flags="-fsanitize=address,undefined,function -fno-sanitize-recover=all"
  ;;
esac

cc=${cc:-${prefix}gcc}
for tool in make "$cc" ${qemu%% *}; do
  if ! command -v "$tool" >/dev/null; then
    echo "SKIPPED: $tool is not installed"
    exit 77
  fi
done

flags="$flags $index -Os -g -Wall -Wextra -Werror -pedantic -Wconversion -Wshadow"
flags="$flags -Wcast-qual -Wstrict-prototypes -Wmissing-prototypes"
port=posix
if [ -n "$board" ]; then
  port=semihosting
  flags="$flags -DTVM_CRT_PORT_ARENA_SIZE_BYTES=4096"
  if [ "$machine" = microbit ]; then
    sed -e '/ORIGIN = 0x0/s/4M/256K/' -e '/ORIGIN = 0x2/s/4M/16K/' \
      "$here/boards/$board.ld" >"$work/board.ld"
  else
    cp "$here/boards/$board.ld" "$work/board.ld"
  fi
fi

# The suite calls nothing of other layers.
layers="backend:backend memory:memory runtime:runtime graph_executor:graph"
env -u MAKEFLAGS -u MAKELEVEL -u CFLAGS make -s -j2 -f "$crt/Makefile" \
  acceptance LAYERS="$layers aot_executor:aot" BUILD="$out" PORT=$port \
  CC="$cc" AR="${prefix}gcc-ar" CFLAGS="$flags" LDFLAGS="$link"

# The metadata as an object, for the target of the operators.
model=$suite/model
"$metaobj" emit --quiet "$out/acceptance/operators.o" \
  --functions="$model/functions.txt" --graph="$model/graph.json" \
  "$model/params.yaml" --model=acceptance --registry-index --abi=$abi \
  -o "$work/metadata.o"

# The part about the index comes behind all others.
if [ -n "$index" ]; then
  sed '/^1\.\./,$d' "$suite/transcript.txt" |
    cat - "$suite/transcript_index.txt" >"$work/expected"
else
  cp "$suite/transcript.txt" "$work/expected"
fi

# Links a program; objects that are given win over those of the archive.
link_program() { # link_program <program> [<object>]
  program=$1
  shift
  # Without the functions of backend for other operators.
  libraries=$(find "$out" -maxdepth 1 -name '*.a' ! -name libffi.a)
  if [ -n "$board" ]; then
    # shellcheck disable=SC2086
    $cc -std=c99 -ffreestanding $flags "-I$crt/include" \
      "-I$crt/ports/semihosting" -c "$here/boards/$board.c" -o "$work/board.o"
    # shellcheck disable=SC2086
    $cc $flags -nostdlib -nostartfiles -Wl,--gc-sections \
      -Wl,--fatal-warnings -T "$work/board.ld" -o "$program" \
      "$work/board.o" "$@" -Wl,--start-group $libraries -Wl,--end-group -lgcc
  else
    # Libraries need each other; tcc has no groups of them.
    # shellcheck disable=SC2086
    $cc $flags $link -o "$program" "$out/acceptance/main.o" "$@" \
      $libraries $libraries $libraries
  fi
}

# Leaves the transcript of a program, and its status.
start_program() { # start_program <program>
  status=0
  if [ -n "$board" ]; then
    # shellcheck disable=SC2086
    timeout 60 $qemu -display none -monitor none -serial none \
      -semihosting-config enable=on,target=native -kernel "$1" \
      >"$1.transcript" 2>&1 </dev/null || status=$?
  else
    timeout 60 $qemu "$1" >"$1.transcript" 2>&1 || status=$?
  fi
}

# The transcript of a program, which has to succeed.
run_program() { # run_program <program>
  start_program "$1"
  if [ "$status" -ne 0 ]; then
    cat "$work"/asan.* 2>/dev/null || true
  fi
  if ! diff -u "$work/expected" "$1.transcript"; then
    echo "$machine: another transcript"
    exit 1
  fi
  if [ "$status" -ne 0 ]; then
    echo "$machine: status $status"
    exit 1
  fi
}

link_program "$work/with_object" "$work/metadata.o"
run_program "$work/with_object"
# The stored C has two-byte counts.
if [ $abi = tvm-crt-u16 ]; then
  link_program "$work/with_c"
  run_program "$work/with_c"
fi
if [ -z "$board" ] && [ $abi = tvm-crt-u16 ]; then
  cp "$out/acceptance/run" "$work/made"
  run_program "$work/made"
fi

# The runtime that metaobj brings: whole programs for boards, without another
# tool but libgcc's floating point; on the host, one object for the C library.
# A sanitized metaobj poisons memory that lld, which is not, takes from the same
# allocators.
link_with_metaobj() { # link_with_metaobj <argument>...
  ASAN_OPTIONS=allow_user_poisoning=0 "$metaobj" link "$@"
}
if [ -n "$made_runtime" ] && ! link_with_metaobj -r "$work/metadata.o" \
  --with-runtime=backend -o "$work/probe.o" 2>"$work/probe"; then
  grep -q 'was built without clang' "$work/probe" || {
    cat "$work/probe"
    exit 1
  }
  echo "no bitcode of the runtime: not run with it"
  made_runtime=
fi
if [ -n "$made_runtime" ]; then
  mkdir -p "$work/suite"
  (cd "$work/suite" && "${prefix}ar" x "$out/libacceptance.a" && rm metadata.o)
  # Without the time evaluator the suite has fewer checks.
  for source in "$suite"/*.c; do
    # shellcheck disable=SC2086
    $cc -std=c99 ${board:+-ffreestanding} $flags \
      -DTVM_CRT_ENABLE_TIME_EVALUATOR=0 "-I$crt/include" \
      "-I$crt/config" "-I$out/acceptance" -c "$source" \
      -o "$work/suite/$(basename "$source" .c).o"
  done
  if [ -n "$board" ]; then
    case $machine in
    virt_*) memories=riscv-virt ;;
    *) memories=$(echo "$machine" | tr _ -) ;;
    esac
    # shellcheck disable=SC2086
    link_with_metaobj "$work"/suite/*.o "$work/metadata.o" \
      "$($cc $flags -print-libgcc-file-name)" --board="$memories" \
      --gc-sections --with-runtime --with-runtime=semihosting,startup \
      --crt-config=TVM_CRT_PORT_ARENA_SIZE_BYTES=4096 -o "$work/with_bitcode"
  else
    link_with_metaobj -r "$work"/suite/*.o "$work/metadata.o" --with-runtime \
      -o "$work/with_bitcode.o"
    # shellcheck disable=SC2086
    $cc $flags -o "$work/with_bitcode" "$work/with_bitcode.o" "$out/libposix.a"
  fi
  start_program "$work/with_bitcode"
  unnumbered='s/^ok [0-9]* /ok /; /^1\.\./d; /^# PASS: all 15[0-9] checks$/d'
  for transcript in expected with_bitcode.transcript; do
    sed "$unnumbered" "$work/$transcript" >"$work/$transcript.unnumbered"
  done
  # No line is new, and the verdict is there.
  if [ "$status" -ne 0 ] ||
    diff "$work/expected.unnumbered" "$work/with_bitcode.transcript.unnumbered" |
    grep '^>' || ! tail -1 "$work/with_bitcode.transcript" |
    grep -E '^# PASS: all 15[0-9] checks$'; then
    cat "$work/with_bitcode.transcript"
    echo "$machine with metaobj's runtime: status $status"
    exit 1
  fi
fi

# What is stored is what metaobj emits.
if [ "$machine" = host ]; then
  "$metaobj" emit --quiet --emit=c --functions="$model/functions.txt" \
    --graph="$model/graph.json" "$model/params.yaml" --model=acceptance \
    --registry-index --abi=tvm-crt-u16 -o "$work/metadata.c" --header="$work/model.h"
  cmp "$work/metadata.c" "$model/metadata.c"
  cmp "$work/model.h" "$model/model.h"
  cp "$model/make_model.py" "$work"
  python3 -B "$work/make_model.py"
  cmp "$work/params.bin" "$model/params.bin"
fi
"${prefix}size" "$work/with_object"
tail -1 "$work/with_object.transcript"
