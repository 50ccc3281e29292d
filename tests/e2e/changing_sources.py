# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sources that fail, or change, while their bytes are on the way.

strace makes system calls of metaobj fail, or wait, in the middle of a copy of
64 MiB. Whatever happens, the old output stays whole and nothing is left beside
it.
"""

import os
import random
import subprocess
import time

from lib import toolchain
from lib.toolchain import Parameter

PAYLOAD_SIZE = 64 << 20

OLD = b"the old output\n"

#: Of the copy's calls the one that is made to fail or wait.
CALL = 20

#: Microseconds that a call waits, for this test to change the source.
PAUSE = 3_000_000


class ChangingSources(toolchain.ToolTest):
    """One parameter of 64 MiB."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.params_bytes = toolchain.params_file([Parameter(
            "weight", 1, 8, (PAYLOAD_SIZE,),
            random.Random(3).randbytes(PAYLOAD_SIZE))])

    def setUp(self):
        super().setUp()
        self.strace = toolchain.find_tool("strace")
        self.params = self.write("params.bin", self.params_bytes)
        os.mkdir(self.path("out"))
        self.output = self.path("out", "metadata.o")
        self.write(os.path.join("out", "metadata.o"), OLD)

    def start_with(self, injection):
        """Starts metaobj with strace's `injection`."""
        return subprocess.Popen(
            [self.strace, "-f", "-o", self.path("trace"), "-e", injection,
             toolchain.OPTIONS.metaobj, "emit",
             "--mtriple=x86_64-unknown-linux-gnu", "--function=f",
             f"--params={self.params}", "-o", self.output],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def check_refused(self, process, message):
        """Status 1, exactly `message`, the old output, nothing beside it."""
        _, errors = process.communicate(timeout=toolchain.TIMEOUT_SECONDS)
        self.assertRegex(errors, f"^metaobj: error: {self.params}: {message}$")
        self.assertEqual(process.returncode, 1)
        self.assertEqual(os.listdir(self.path("out")), ["metadata.o"])
        with open(self.output, "rb") as file:
            self.assertEqual(file.read(), OLD)

    def wait_for_copy(self):
        """Until the copy waits: its file has its whole size from the start."""
        deadline = time.monotonic() + toolchain.TIMEOUT_SECONDS
        while time.monotonic() < deadline:
            if os.path.exists(self.path("trace")):
                with open(self.path("trace"), encoding="utf-8") as file:
                    if file.read().count("pwrite64(") >= CALL - 1:
                        return
            time.sleep(0.05)
        self.fail("the copy did not begin")

    def trace_writes(self):
        """The injection that makes a write wait."""
        return f"inject=pwrite64:delay_enter={PAUSE}:when={CALL}"

    def test_read_error(self):
        """The disk cannot read a block."""
        process = self.start_with(f"inject=pread64:error=EIO:when={CALL}+")
        self.check_refused(process, "input/output error\n")

    def test_write_error(self):
        """The disk cannot write one."""
        process = self.start_with(f"inject=pwrite64:error=EIO:when={CALL}")
        _, errors = process.communicate(timeout=toolchain.TIMEOUT_SECONDS)
        self.assertEqual(errors, f"metaobj: error: {self.output}: cannot "
                                 "write: input/output error\n")
        self.assertEqual(process.returncode, 1)
        self.assertEqual(os.listdir(self.path("out")), ["metadata.o"])
        with open(self.output, "rb") as file:
            self.assertEqual(file.read(), OLD)

    def test_truncated(self):
        """The source becomes shorter."""
        process = self.start_with(self.trace_writes())
        self.wait_for_copy()
        os.truncate(self.params, 30 << 20)
        self.check_refused(
            process, r"ended at byte 31457280 while reading bytes \d+ to \d+: "
                     "it was changed since it was opened\n")

    def test_changed(self):
        """Other bytes, as many as before."""
        process = self.start_with(self.trace_writes())
        self.wait_for_copy()
        with open(self.params, "r+b") as file:
            file.seek(PAYLOAD_SIZE // 2)
            file.write(b"other bytes")
        self.check_refused(
            process, "was changed while it was read\n"
                     "metaobj: hint: run again when nothing writes to it\n")


if __name__ == "__main__":
    toolchain.main()
