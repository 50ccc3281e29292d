# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Standard streams that fail, and what LLVM would say in its own words.

Standard output is full, closed, or a pipe whose reader has gone away; there is
no folder for temporary files; options have values that LLVM itself refuses.
"""

import os
import signal
import subprocess

from lib import toolchain

TRIPLE = "--mtriple=x86_64-unknown-linux-gnu"


class StreamsTest(toolchain.ToolTest):
    """One small object."""

    def setUp(self):
        super().setUp()
        self.object = self.path("m.o")
        result = self.run_metaobj(
            "emit", "--function=f", TRIPLE, "-o", self.object)
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def run_metaobj(self, *arguments, **options):
        return toolchain.start([toolchain.OPTIONS.metaobj, *arguments],
                               **options)

    def commands(self):
        """All that print much or little to standard output."""
        return [["inspect", self.object], ["inspect", "--json", self.object],
                ["targets"], ["--help"], ["--version"], ["emit", "--help"],
                ["emit", "--version"], ["emit", TRIPLE, "--mcpu=help"],
                ["self-test", "--mtriple=lanai"],
                ["self-test", "--json", "--mtriple=lanai"],
                ["emit", "--function=f", TRIPLE, "-o", "-"]]

    def start(self, command, stdout, **options):
        return subprocess.run(
            [toolchain.OPTIONS.metaobj, *command], stdin=subprocess.DEVNULL,
            stdout=stdout, stderr=subprocess.PIPE, text=True, check=False,
            timeout=toolchain.TIMEOUT_SECONDS, **options)


class StandardOutput(StreamsTest):
    """It cannot be written."""

    def check_failure(self, result, reason):
        self.assertEqual(result.returncode, 1)
        self.assertRegex(
            result.stderr,
            f"^metaobj: error: <stdout>: (cannot write: )?{reason}\n"
            "(metaobj: hint: .*\n)?$")

    def test_full(self):
        """Each command says so and fails."""
        for command in self.commands():
            with self.subTest(command=command), open("/dev/full", "w") as full:
                self.check_failure(self.start(command, full),
                                   "no space left on device")

    def test_closed(self):
        """The same, and no other file is taken for it."""
        for command in self.commands():
            with self.subTest(command=command):
                self.check_failure(
                    self.start(command, None,
                               preexec_fn=lambda: os.close(1)),
                    "bad file descriptor")

    def test_closed_and_unused(self):
        """Who writes to a file does not need it."""
        before = open(self.object, "rb").read()
        result = self.start(
            ["emit", "--function=f", TRIPLE, "-o", self.object], None,
            preexec_fn=lambda: os.closerange(0, 3))
        self.assertEqual(result.returncode, 0)
        with open(self.object, "rb") as file:
            self.assertEqual(file.read(), before)

    def test_reader_gone(self):
        """Ends by SIGPIPE and without a word, as cat does."""
        for command in self.commands():
            with self.subTest(command=command):
                ours, theirs = os.pipe()
                os.close(ours)
                try:
                    result = self.start(command, theirs)
                finally:
                    os.close(theirs)
                self.assertEqual((result.returncode, result.stderr),
                                 (-signal.SIGPIPE, ""))

    def test_reader_gone_and_signal_ignored(self):
        """Is an error like others."""
        for command in self.commands():
            with self.subTest(command=command):
                ours, theirs = os.pipe()
                os.close(ours)
                try:
                    result = self.start(
                        command, theirs, restore_signals=False,
                        preexec_fn=lambda: signal.signal(
                            signal.SIGPIPE, signal.SIG_IGN))
                finally:
                    os.close(theirs)
                self.check_failure(result, "broken pipe")


class TemporaryFolder(StreamsTest):
    """TMPDIR names nothing."""

    def test_self_test(self):
        result = self.run_metaobj(
            "self-test", "--mtriple=x86_64-unknown-linux-gnu",
            env={**os.environ, "TMPDIR": self.path("absent")})
        self.assertEqual(
            (result.returncode, result.stdout, result.stderr),
            (1, "", f"metaobj: error: {self.path('absent')}: cannot have "
                    "temporary files: no such file or directory\n"
                    "metaobj: hint: set TMPDIR to a folder that can be "
                    "written to\n"))


class CommandLine(StreamsTest):
    """Options, and what is wrong with them."""

    def check_usage(self, command, *lines):
        result = self.run_metaobj(*command)
        self.assertEqual(result.returncode, 2)
        self.assertEqual(
            result.stderr,
            "".join(f"metaobj: {line}\n" for line in lines) +
            f"metaobj: hint: try 'metaobj {command[0]} --help'\n")

    def test_values(self):
        """A value that is none is told on one line."""
        for arguments, reason in (
                (["--plan-effort=abc"],
                 "expected a number from 0 to 9 for --plan-effort, found 'abc'"),
                (["--float-abi=firm"], "unknown value 'firm' for --float-abi; "
                 "known are: default, soft, hard"),
                (["-o"], "-o needs a value"),
                (["--quiet=perhaps"],
                 "expected true or false for --quiet, found 'perhaps'")):
            result = self.run_metaobj("emit", *arguments)
            self.assertEqual(result.returncode, 2)
            self.assertEqual(result.stderr, f"metaobj: error: {reason}\n")

    def test_no_file(self):
        for command in ("inspect", "size", "check"):
            self.check_usage([command], "error: no input: name a file")

    def test_help(self):
        """-h is --help, and as short."""
        for command in ("emit", "inspect", "diff", "size", "check",
                        "self-test", "targets"):
            full = self.run_metaobj(command, "--help")
            for form in ("-h", "--h", "-help"):
                result = self.run_metaobj(command, form)
                self.assertEqual((result.returncode, result.stdout),
                                 (0, full.stdout))
            self.assertNotIn("x86-asm-syntax", full.stdout)
        self.assertEqual(self.run_metaobj("-h").stdout,
                         self.run_metaobj("--help").stdout)

    def test_output(self):
        """All the ways to name the output give the same."""
        with open(self.object, "rb") as file:
            expected = file.read()
        for form in (["-oout.o"], ["--output=out.o"], ["--output", "out.o"],
                     ["-o=out.o"], ["--o", "out.o"]):
            result = self.run_metaobj("emit", "--function=f", TRIPLE, *form,
                                      cwd=self.folder)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            with open(self.path("out.o"), "rb") as file:
                self.assertEqual(file.read(), expected)
            os.remove(self.path("out.o"))

    def test_misspelt(self):
        """An option with 'o' is no name of an output."""
        for form in ("-ordr=file", "--orde=file", "--outptu=x.o"):
            result = self.run_metaobj("emit", "--function=f", TRIPLE, form,
                                      cwd=self.folder)
            self.assertEqual(result.returncode, 2)
            self.assertIn(f"unknown option '{form}'", result.stderr)
            self.assertEqual(os.listdir(self.folder), ["m.o"])

    def test_value_like_output(self):
        """The value of another option stays one."""
        result = self.run_metaobj("emit", "--function=f", TRIPLE, "--prefix",
                                  "-ox", "-oy.o", cwd=self.folder)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(sorted(os.listdir(self.folder)), ["m.o", "y.o"])

    def test_target_help(self):
        """The CPUs and features of the target, on standard output."""
        for arguments in (["emit", TRIPLE, "--mcpu=help"],
                          ["emit", TRIPLE, "--mattr=help"],
                          ["emit", TRIPLE, "--mattr=+help"],
                          ["emit", self.object, "--mcpu=help"],
                          ["self-test", TRIPLE, "--mattr=help"]):
            result = self.run_metaobj(*arguments)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertRegex(
                result.stdout,
                r"(?s)^Available CPUs for this target:\n.*\n  znver3\n.*"
                r"\nAvailable features for this target:\n.*\n  avx512f .*\n$")
            self.assertNotIn("llc", result.stdout)
        result = self.run_metaobj("emit", "--mcpu=help")
        self.assertEqual(result.returncode, 2)
        self.assertEqual(result.stderr,
                         "metaobj: error: no target: name it with --mtriple, "
                         "or an operator object\n")


if __name__ == "__main__":
    toolchain.main()
