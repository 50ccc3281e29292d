# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every way that bytes take from a source to the object gives the same file.

They are copied by one thread, or by two, or the two files share blocks where
the file system can do that: images of XFS and btrfs stand for those that can.
"""

import os
import random
import sys

from lib import toolchain
from lib.toolchain import Parameter

MIB = 1 << 20

#: Sizes in bytes. Blocks are shared in runs of a MiB and more that lie in their
#: blocks as in the source: the largest parameter always does.
SIZES = (3 * MIB + 5, 40 * MIB + 1234, 100, 2 * MIB)

#: What may be written when that one is shared: the others, and the inodes.
LARGEST_COPY = 12 * MIB


def used_bytes(folder):
    """Bytes in use in the file system of `folder`, when all is on the disk."""
    os.sync()
    state = os.statvfs(folder)
    return (state.f_blocks - state.f_bfree) * state.f_frsize


class Engines(toolchain.ToolTest):
    """The same parameters by each engine."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        numbers = random.Random(11)
        cls.parameters = [
            Parameter(f"p{index}", 1, 8, (size,), numbers.randbytes(size))
            for index, size in enumerate(SIZES)]
        cls.params_bytes = toolchain.params_file(cls.parameters)

    def emit_bytes(self, params, name, *flags, target="x86_64-linux-gnu"):
        """The bytes of an object that is written next to `params`."""
        output = os.path.join(os.path.dirname(params), name)
        self.emit(f"--mtriple={target}", "--function=f", f"--params={params}",
                  "-o", output, "--quiet", *flags)
        with open(output, "rb") as file:
            return file.read()

    def copied(self):
        """The object as a copy of the bytes."""
        params = self.write("params.bin", self.params_bytes)
        written = self.emit_bytes(params, "one.o")
        for parameter in self.parameters:
            self.assertIn(parameter.data, written)
        return written

    def test_reversed_numbers(self):
        """The bytes of numbers are reversed, across pieces too."""
        data = random.Random(12).randbytes(10 * MIB)
        params = self.write("numbers.bin", toolchain.params_file([
            Parameter("numbers", 1, 16, (5 * MIB,), data)]))
        written = self.emit_bytes(params, "numbers.o",
                                  target="s390x-linux-gnu")
        wanted = bytearray(data)
        wanted[0::2], wanted[1::2] = wanted[1::2], wanted[0::2]
        self.assertIn(bytes(wanted), written)

    def check_shared_blocks(self, kind):
        """Blocks are shared, and the bytes are those of a copy."""
        sys.path.append(toolchain.source_path("benchmarks"))
        import filesystems
        if obstacle := filesystems.obstacle(kind):
            self.skipTest(obstacle)
        one = self.copied()
        with filesystems.mounted(kind, self.folder, 256 * MIB) as root:
            params = os.path.join(root, "params.bin")
            with open(params, "wb") as file:
                file.write(self.params_bytes)
            before = used_bytes(root)
            self.assertTrue(self.emit_bytes(params, "shared.o") == one)
            self.assertLess(used_bytes(root) - before, LARGEST_COPY)
            # The object is no longer the source's business.
            with open(params, "r+b") as file:
                file.write(bytes(len(self.params_bytes)))
            with open(os.path.join(root, "shared.o"), "rb") as file:
                self.assertTrue(file.read() == one)

    def test_xfs(self):
        """Blocks shared on XFS."""
        self.check_shared_blocks("XFS")

    def test_btrfs(self):
        """Blocks shared on btrfs."""
        self.check_shared_blocks("btrfs")


if __name__ == "__main__":
    toolchain.main()
