#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs the build tree into an empty prefix and builds a project against it
# that knows nothing but the prefix.
#
# usage: install_test.sh <build tree> <source tree> <scratch folder> \
#          <C++ compiler> <prefix of LLVM>
set -euo pipefail
build=$1 source=$2 scratch=$3 compiler=$4 llvm=$5
rm -rf "$scratch"
mkdir -p "$scratch"

cmake --install "$build" --prefix "$scratch/prefix" >"$scratch/install.log"
"$scratch/prefix/bin/metaobj" --version | grep -q '^LLVM '

# Moved, so that no path of the installation can be written down anywhere.
mv "$scratch/prefix" "$scratch/moved"
cmake -G Ninja -S "$source/tests/install/consumer" -B "$scratch/consumer" \
  -DCMAKE_PREFIX_PATH="$scratch/moved" -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_BUILD_TYPE=Release >"$scratch/configure.log"
ninja -C "$scratch/consumer" --quiet

"$scratch/consumer/consumer" "$scratch/metadata.o" >"$scratch/functions.txt"
diff "$scratch/functions.txt" - <<END
tvmgen_default_fused_add
tvmgen_default_fused_mul
END

# Pages and what they link to.
pages=$(dirname "$(find "$scratch/moved" -name CHANGELOG.md)")
for path in docs/README.md docs/library.md include/metaobj/Emit.h runtime_crt/README.md \
  examples/digits/main.c tests/docs/compiler_example.cpp; do
  [ -f "$pages/$path" ] || {
    echo "no $path beside the pages" >&2
    exit 1
  }
done

# The compiler of docs/tutorial-compiler.md.
cmake -G Ninja -S "$pages/examples/tutorial_compiler" -B "$scratch/tutorial" \
  -DCMAKE_PREFIX_PATH="$scratch/moved" -DCMAKE_CXX_COMPILER="$compiler" \
  >>"$scratch/configure.log"
ninja -C "$scratch/tutorial" --quiet
(cd "$scratch" && tutorial/my_compiler thumbv7m-none-eabi &&
  moved/bin/metaobj check net.o operators.o)

# lld in a user of the library.
if "$scratch/consumer/linker" "$scratch/image" "$scratch/metadata.o" \
  2>"$scratch/error.txt"; then
  echo "operators that are nowhere were linked" >&2
  exit 1
fi
grep -qF 'image: would not start' "$scratch/error.txt"

# Devices in a user of the library.
if "$scratch/consumer/chip" host 2>"$scratch/error.txt"; then
  echo "a device runs no operators" >&2
  exit 1
fi
grep -qF 'model: has no operators to load' "$scratch/error.txt"

# Without CMake.
pc=$(dirname "$(find "$scratch/moved" -name metaobj.pc)")
flags() { PKG_CONFIG_PATH=$pc pkg-config "$1" metaobj; }
read -ra cflags <<<"$(flags --cflags)"
read -ra libs <<<"$(flags --libs)"
consumer=$source/tests/install/consumer
(cd "$scratch" && "$compiler" "${cflags[@]}" -c "$consumer/consumer.cpp" \
  "$consumer/one_backend.cpp")
"$compiler" "$scratch/consumer.o" "${libs[@]}" -o "$scratch/by_pkg_config"
"$scratch/by_pkg_config" "$scratch/again.o" >/dev/null
cmp "$scratch/metadata.o" "$scratch/again.o"

# A program that names its back ends has no others.
one_backend() { # one_backend <program>
  "$1" "$scratch/again.o" >/dev/null
  cmp "$scratch/metadata.o" "$scratch/again.o"
  if "$1" "$scratch/other.o" aarch64-none-elf 2>"$scratch/error.txt"; then
    echo "$1 has a back end that it does not name" >&2
    exit 1
  fi
  grep -qF 'known targets are: thumbeb, thumb, armeb, arm' "$scratch/error.txt"
  # LLVMInitializeCodeGen is of LLVM 16's common code.
  nm -C "$1" | grep -oE 'LLVMInitialize\w+|llvm::\w+Subtarget::' | sort -u |
    grep -vx LLVMInitializeCodeGen >"$scratch/backends.txt"
  diff "$scratch/backends.txt" - <<END
LLVMInitializeARMAsmPrinter
LLVMInitializeARMTarget
LLVMInitializeARMTargetInfo
LLVMInitializeARMTargetMC
llvm::ARMSubtarget::
END
}
# LLVM's headers are those of the copy that LLVM_DIR names.
mkdir -p "$scratch/llvm/lib/cmake"
# All libraries: the package files ask for modules too (LLVMgold.so).
find "$llvm/lib" -mindepth 1 -maxdepth 1 ! -name cmake \
  -exec ln -s -t "$scratch/llvm/lib" {} +
ln -s "$llvm/include" "$llvm/bin" "$scratch/llvm"
cp -r "$llvm/lib/cmake/llvm" "$scratch/llvm/lib/cmake"
cmake -G Ninja -S "$consumer" -B "$scratch/archives" \
  -DLLVM_DIR="$scratch/llvm/lib/cmake/llvm" \
  -DCMAKE_PREFIX_PATH="$scratch/moved" -DCMAKE_CXX_COMPILER="$compiler" \
  -DMETAOBJ_STATIC_LLVM=ON -DCMAKE_BUILD_TYPE=Release >>"$scratch/configure.log"
grep -qF " $scratch/llvm/include" "$scratch/archives/build.ninja"
if grep -F "$llvm/include" "$scratch/archives/build.ninja"; then
  echo "headers of another LLVM than that of LLVM_DIR" >&2
  exit 1
fi
ninja -C "$scratch/archives" --quiet
one_backend "$scratch/archives/one_backend"
read -ra libs <<<"$(PKG_CONFIG_PATH=$pc pkg-config --libs metaobj-static)"
"$compiler" "$scratch/consumer.o" "$scratch/one_backend.o" "${libs[@]}" \
  -o "$scratch/one_by_pkg_config"
one_backend "$scratch/one_by_pkg_config"

# Who builds a release may have a newer compiler, with new warnings.
cmake --preset release -N -S "$source" -B "$scratch/release" 2>&1 |
  grep -qF 'METAOBJ_WERROR="OFF"'

# Links of the installed pages lead somewhere.
test -f "$(find "$scratch/moved" -name README.md -path '*doc/metaobj/README.md')"
test -f "$(find "$scratch/moved" -name targets.md -path '*/docs/*')"

# The shared library, for a program in C without any header of LLVM.
if [ -e "$build/lib/libmetaobj.so.1" ]; then
  read -ra c_flags <<<"$(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs metaobj-c)"
  printf '%s\n' '#include <metaobj-c/metaobj.h>' '#include <stdio.h>' \
    'int main(void) { puts(metaobj_version()); return 0; }' >"$scratch/version.c"
  cc -std=c99 -pedantic -Wall -Wextra -Wshadow -Werror "$scratch/version.c" \
    "${c_flags[@]}" -o "$scratch/version"
  LD_LIBRARY_PATH=$(dirname "$(find "$scratch/moved" -name libmetaobj.so.1)") \
    "$scratch/version" | grep -qE '^[0-9.]+$'
else
  echo "SKIPPED: this build has no libmetaobj.so.1" >&2
fi

# The C headers stand alone.
printf '#include "metaobj-c/metaobj_abi.h"\nMETAOBJ_DECLARE_PARAMS(m);\n' \
  >"$scratch/header.c"
cc -std=c99 -pedantic -Wall -Wextra -Werror -fsyntax-only \
  -I "$scratch/moved/include" "$scratch/header.c"
# The one of the parameter table stands beside the runtime that is copied.
cc -std=c99 -fsyntax-only -I "$scratch/moved/share/metaobj/runtime_crt/include" \
  "$scratch/header.c"
test -f "$scratch/moved/share/metaobj/runtime_crt/Makefile"
echo "installed, moved, found and used"
