#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes the Debian package, installs it into an empty root with dpkg, and runs
# what is there.
#
# usage: package_test.sh <build tree> <scratch folder>
set -euo pipefail
build=$1 scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch/root/var/lib/dpkg/updates" "$scratch/root/var/lib/dpkg/info"
touch "$scratch/root/var/lib/dpkg/status"

cpack --config "$build/CPackConfig.cmake" -B "$scratch" >"$scratch/cpack.log"
package=$(echo "$scratch"/metaobj_*.deb)
dpkg-deb --field "$package" Package Version Depends >"$scratch/fields.txt"
grep -qx 'Package: metaobj' "$scratch/fields.txt"

# Its dependencies are not in the empty root, but on this machine; so is the
# shell of the script that tells the loader of the shared library.
dpkg --root="$scratch/root" --force-not-root --force-depends \
  --force-script-chrootless --install "$package" >"$scratch/dpkg.log" 2>&1 || {
  cat "$scratch/dpkg.log" >&2
  exit 1
}
bin=$scratch/root/usr/bin
"$bin/metaobj" --version | grep -q '^LLVM '
"$bin/metaobj" emit --mtriple=thumbv7m-none-eabi --function=f \
  -o "$scratch/metadata.o"
"$bin/metaobj" inspect "$scratch/metadata.o" | grep -qF armv7m
for file in share/man/man1/metaobj.1 share/metaobj/runtime_crt/Makefile \
  share/bash-completion/completions/metaobj include/metaobj/Emit.h; do
  [ -s "$scratch/root/usr/$file" ] || {
    echo "no $file in the package" >&2
    exit 1
  }
done
# The shared library is in it where the build has it.
if [ -e "$build/lib/libmetaobj.so.1" ]; then
  find "$scratch/root/usr/lib" -name libmetaobj.so.1 | grep -q .
fi
echo "packed, installed and run"
