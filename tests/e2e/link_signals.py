# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Signals during a link leave whole files and nothing else; what SIGKILL
leaves, the next link removes."""

import os
import random
import signal
import subprocess
import time

from lib import toolchain

#: Of each signal, at random times.
RUNS = int(os.environ.get("METAOBJ_SIGNALS", "12"))


class LinkSignals(toolchain.ToolTest):
    """Interrupts a link of a few megabytes with all of its outputs."""

    def setUp(self):
        super().setUp()
        self.write("a.c", "const char big[2 << 20] = {1};\n"
                          "int start(void) { return big[3]; }\n"
                          "__attribute__((section(\".vectors\"), used))\n"
                          "const void *const vectors[] = {\n"
                          "    (const void *)0x20001000,\n"
                          "    (const void *)start};\n")
        self.run_tool("clang", "--target=thumbv7m-none-eabi", "-c",
                      self.path("a.c"), "-o", self.path("a.o"))
        self.out, self.temporary = self.path("out"), self.path("temporary")
        os.mkdir(self.out)
        os.mkdir(self.temporary)
        self.command = [
            toolchain.OPTIONS.metaobj, "link", "a.o", "-o", "out/x.elf",
            "--bin=out/x.bin", "--hex=out/x.hex", "--Map=out/x.map",
            "--entry=start", "--memory=flash=0:16M,ram=0x20000000:1M",
            "--quiet"]
        start = time.monotonic()
        self.link().wait()
        self.seconds = time.monotonic() - start
        self.good = {name: self.contents(name) for name in self.names()}
        self.assertEqual(len(self.good), 4)

    def link(self):
        return subprocess.Popen(self.command, cwd=self.folder,
                                env=dict(os.environ, TMPDIR=self.temporary))

    def contents(self, name):
        with open(os.path.join(self.out, name), "rb") as file:
            return file.read()

    def names(self):
        return sorted(os.listdir(self.out))

    def interrupt(self, which, moment):
        """Old outputs, and a link that gets the signal."""
        for name in self.good:
            with open(os.path.join(self.out, name), "wb") as file:
                file.write(b"old")
        process = self.link()
        time.sleep(moment)
        process.send_signal(which)
        self.assertIn(process.wait(), (0, -which))
        for name, good in self.good.items():
            self.assertIn(self.contents(name), (b"old", good), name)
        return process.returncode == 0

    def moments(self, which):
        numbers = random.Random(which)
        return [numbers.uniform(0, self.seconds) for _ in range(RUNS)]

    def test_signals_that_ask(self):
        for which in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            with self.subTest(which=which):
                for moment in self.moments(which):
                    self.interrupt(which, moment)
                    self.assertEqual(self.names(), sorted(self.good))
                    self.assertEqual(os.listdir(self.temporary), [])

    def test_kill(self):
        for moment in self.moments(signal.SIGKILL):
            self.interrupt(signal.SIGKILL, moment)
            for name in set(self.names()) - set(self.good):
                self.assertRegex(name, r"^\.link-[0-9a-f]{8}\.tmp$")
        self.link().wait()
        self.assertEqual({name: self.contents(name) for name in self.names()},
                         self.good)
        self.assertEqual(os.listdir(self.temporary), [])

    def test_ignored_signals(self):
        """As under nohup."""
        process = subprocess.Popen(
            self.command, cwd=self.folder,
            env=dict(os.environ, TMPDIR=self.temporary),
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        process.send_signal(signal.SIGHUP)
        self.assertEqual(process.wait(), 0)


if __name__ == "__main__":
    toolchain.main()
