# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What people at a terminal see, and programs do not.

On a terminal `metaobj emit` ends with one line: parameters, bytes, sections and
the time. --quiet takes the line away; a pipe never has it unless --summary
asks, and then without the time.
"""

import os
import pty
import re
import subprocess

from lib import toolchain
from lib.toolchain import SAMPLE_PARAMETERS

SUMMARY = "metaobj: 3 parameters, 133 bytes in 1 section"


class Terminal(toolchain.ToolTest):
    """Standard error of one emission."""

    def setUp(self):
        super().setUp()
        self.write("net.params", toolchain.params_file(SAMPLE_PARAMETERS))
        self.command = [toolchain.OPTIONS.metaobj, "emit",
                        "--mtriple=thumbv7m-none-eabi",
                        self.path("net.params"), "-o", self.path("t.o")]

    def on_terminal(self, *options):
        """What a terminal as standard error receives."""
        ours, theirs = pty.openpty()
        try:
            subprocess.run([*self.command, *options], check=True,
                           stdin=subprocess.DEVNULL, stderr=theirs,
                           timeout=toolchain.TIMEOUT_SECONDS)
            # So that there is something to read, whatever the tool wrote.
            os.write(theirs, b"end")
            shown = b""
            while not shown.endswith(b"end"):
                shown += os.read(ours, 4096)
        finally:
            os.close(ours)
            os.close(theirs)
        return shown[:-len(b"end")].decode()

    def test_summary_with_time(self):
        self.assertRegex(self.on_terminal(),
                         r"(^|\r)" + re.escape(SUMMARY) + r"; \d+\.\d s\r\n$")

    def test_quiet(self):
        self.assertEqual(self.on_terminal("--quiet"), "")

    def test_pipe(self):
        result = toolchain.start(self.command)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        result = toolchain.start([*self.command, "--summary"])
        self.assertEqual((result.returncode, result.stderr),
                         (0, SUMMARY + "\n"))


if __name__ == "__main__":
    toolchain.main()
