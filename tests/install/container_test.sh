#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The container file makes an image of a release's static program alone, which
# runs in it. Without a registry of images; as root, with buildah's chroot.
#
# usage: container_test.sh <source tree> <folder with the program's archive> <scratch folder>
set -euo pipefail
source=$1 dist=$2 scratch=$3
if [ "$(id -u)" -ne 0 ] || ! command -v buildah >/dev/null; then
  echo "SKIPPED: needs root, and buildah"
  exit 77
fi
rm -rf "$scratch"
mkdir -p "$scratch/work"
tar -C "$scratch" -xf "$dist"/metaobj-*-linux-*.tar.gz
buildah() {
  command buildah --storage-driver vfs --root "$scratch/store" --runroot "$scratch/run" "$@"
}
buildah bud --isolation chroot -t metaobj -f "$source/contrib/container/Containerfile" \
  "$scratch"/metaobj-*-linux-* >"$scratch/log"
container=$(buildah from metaobj)
printf hello >"$scratch/work/hello.txt"
# buildah leaves out the image's entry point.
entry=$(buildah inspect --format '{{index .OCIv1.Config.Entrypoint 0}}' "$container")
buildah run --isolation chroot -v "$scratch/work:/work" "$container" \
  "$entry" embed hello.txt --quiet --mtriple=thumbv7m-none-eabi -o hello.o
readelf -sW "$scratch/work/hello.o" | grep -w hello_txt
buildah images --format '{{.Name}}: {{.Size}}'
rm -rf "$scratch"
