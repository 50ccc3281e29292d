# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""File systems that share blocks between files, in image files."""

import contextlib
import os
import shutil
import subprocess

from timing import MIB, Failure, last_line

#: How to make each; neither asks for much space of its own.
KINDS = {"XFS": ("mkfs.xfs", "-q", "-m", "reflink=1"),
         "btrfs": ("mkfs.btrfs", "-q")}
#: mkfs.xfs refuses less.
SMALLEST = 320 * MIB


def find(program):
    """System programs may stand outside the PATH of users."""
    return shutil.which(program,
                        path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


def obstacle(kind):
    """Why there can be no such file system here; empty when there can."""
    program = KINDS[kind][0]
    if os.geteuid() != 0:
        return "not measured: mounting an image needs root"
    if not find(program):
        return f"not measured: {program} is not installed"
    if not os.path.exists("/dev/loop-control"):
        return "not measured: no loop devices"
    with open("/proc/filesystems", encoding="ascii") as file:
        if kind.lower() not in file.read().split():
            return f"not measured: the kernel has no {kind}"
    return ""


def call(*command):
    result = subprocess.run(command, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, encoding="utf-8",
                            errors="backslashreplace", check=False)
    if result.returncode:
        raise Failure(f"{os.path.basename(command[0])}: "
                      f"{last_line(result.stdout) or result.returncode}")


@contextlib.contextmanager
def mounted(kind, folder, size):
    """Path of a new file system with room for `size` bytes."""
    image = os.path.join(folder, f"{kind}.img")
    root = os.path.join(folder, f"{kind}.mount")
    program, *options = KINDS[kind]
    os.makedirs(root)
    with open(image, "wb") as file:
        file.truncate(size + SMALLEST)
    try:
        call(find(program), *options, image)
        call(find("mount"), "-o", "loop", image, root)
        try:
            yield root
        finally:
            call(find("umount"), root)
    finally:
        os.remove(image)
        os.rmdir(root)
