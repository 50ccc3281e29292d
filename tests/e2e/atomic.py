# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The output appears whole or not at all, and never costs the old one.

metaobj is killed at many moments while it replaces an old output by one with
32 MiB of parameters; it is given folders that it may not write to, a disk that
is too small, outputs that are folders, devices, symbolic links or inputs.
"""

import hashlib
import os
import random
import resource
import shutil
import signal
import stat
import subprocess
import time

from lib import toolchain
from lib.toolchain import Parameter

#: Long enough to be hit in the middle of being written.
PAYLOAD_SIZE = 32 << 20

KILLS = 200

OLD = b"the old output\n"

#: Debian's user without rights.
NOBODY = 65534


def digest(path):
    """What identifies the contents of `path`."""
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


class AtomicTest(toolchain.ToolTest):
    """A large model, and a folder for its output."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        payload = random.Random(1).randbytes(PAYLOAD_SIZE)
        cls.params_bytes = toolchain.params_file(
            [Parameter("weight", 1, 8, (PAYLOAD_SIZE,), payload)])

    def setUp(self):
        super().setUp()
        os.chmod(self.folder, 0o755)
        self.params = self.write("params.bin", self.params_bytes)
        self.output_folder = self.path("out")
        os.mkdir(self.output_folder)
        self.output = self.path("out", "metadata.o")

    def arguments(self, output):
        """Command line that writes `output`."""
        return [toolchain.OPTIONS.metaobj, "emit",
                "--mtriple=x86_64-unknown-linux-gnu", "--function=f",
                f"--params={self.params}", "-o", output]

    def write_old(self):
        """Puts the old output in its place."""
        with open(self.output, "wb") as file:
            file.write(OLD)

    def whole_digest(self):
        """Digest of a complete new output."""
        path = self.path("reference.o")
        result = toolchain.start(self.arguments(path))
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertGreater(os.path.getsize(path), PAYLOAD_SIZE)
        return digest(path)

    def check_refused(self, result, reason):
        """Status 1, `reason`, the old output, nothing beside it."""
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertRegex(result.stderr,
                         f"^metaobj: error: {self.output}: .*{reason}")
        self.assertEqual(os.listdir(self.output_folder), ["metadata.o"])
        with open(self.output, "rb") as file:
            self.assertEqual(file.read(), OLD)


class Signals(AtomicTest):
    """metaobj does not come to its end."""

    def run_and_signal(self, number, delay):
        """Starts metaobj, sends the signal after `delay`; returns the status,
        negative when the signal ended it."""
        with subprocess.Popen(self.arguments(self.output),
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE) as process:
            time.sleep(delay)
            process.send_signal(number)
            process.communicate(timeout=toolchain.TIMEOUT_SECONDS)
            return process.returncode

    def is_writing(self, process):
        """Has it a file in the output's folder open, with a name or not?"""
        files = f"/proc/{process.pid}/fd"
        try:
            return any(os.readlink(os.path.join(files, number)).startswith(
                self.output_folder + "/") for number in os.listdir(files))
        except OSError:
            return False  # It has just closed one, or is gone.

    def run_and_signal_when_writing(self, number):
        """The same, as soon as it writes."""
        with subprocess.Popen(self.arguments(self.output),
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE) as process:
            while process.poll() is None and not self.is_writing(process):
                pass
            process.send_signal(number)
            process.communicate(timeout=toolchain.TIMEOUT_SECONDS)
            return process.returncode

    def duration(self):
        """Seconds of a run that nothing holds up: the shortest of five. With
        a longer time most signals would come behind the end."""
        seconds = []
        for _ in range(5):
            begin = time.monotonic()
            self.whole_digest()
            seconds.append(time.monotonic() - begin)
        return min(seconds)

    def check_output(self, new):
        """Old or new; returns which."""
        found = digest(self.output)
        old = hashlib.sha256(OLD).hexdigest()
        self.assertIn(found, (old, new))
        return "new" if found == new else "old"

    def test_killed(self):
        """SIGKILL at any moment leaves the old output or the new one, and
        nothing beside it but between two system calls."""
        new, seconds = self.whole_digest(), self.duration()
        chance = random.Random(2)
        killed, left_behind, seen = 0, 0, []
        for number in range(KILLS + 20):
            self.write_old()
            if number < KILLS:
                delay = chance.uniform(0, seconds * 1.1)
                status = self.run_and_signal(signal.SIGKILL, delay)
            else:
                status = self.run_and_signal_when_writing(signal.SIGKILL)
            self.assertIn(status, (0, -signal.SIGKILL))
            killed += status != 0
            seen.append((status, self.check_output(new)))
            names = os.listdir(self.output_folder)
            left_behind += len(names) > 1
            for name in names:
                self.assertRegex(name, r"^metadata\.o(\.[0-9a-f]{8}\.tmp)?$")
                os.remove(os.path.join(self.output_folder, name))
        self.assertGreater(killed, KILLS // 4)
        # outputs.py kills between the two.
        self.assertLessEqual(left_behind, KILLS // 50)
        self.assertIn((-signal.SIGKILL, "old"), seen)

    def check_signal(self, number):
        """After a signal that can be caught, no temporary file is left."""
        new, seconds = self.whole_digest(), self.duration()
        chance = random.Random(number)
        ended = 0
        for attempt in range(40):
            self.write_old()
            if attempt % 2:
                status = self.run_and_signal_when_writing(number)
            else:
                status = self.run_and_signal(
                    number, chance.uniform(0, seconds * 1.1))
            ended += status != 0
            self.check_output(new)
            self.assertEqual(os.listdir(self.output_folder), ["metadata.o"])
        self.assertGreater(ended, 5)

    def test_terminated(self):
        """SIGTERM leaves no temporary file."""
        self.check_signal(signal.SIGTERM)

    def test_interrupted(self):
        """SIGINT leaves no temporary file."""
        self.check_signal(signal.SIGINT)


class Places(AtomicTest):
    """Outputs that are not plain files in a plain folder."""

    def user_without_rights(self):
        """Options of subprocess that take root's rights away."""
        if os.getuid() != 0:
            return {}
        user = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        try:
            result = toolchain.start(
                [toolchain.OPTIONS.metaobj, "--version"], **user)
        except PermissionError:
            result = None
        if not result or result.returncode != 0:
            self.skipTest(f"{toolchain.OPTIONS.metaobj} cannot be run by "
                          "other users than root")
        return user

    def test_read_only_folder(self):
        """A folder that may not be written to: the old output stays."""
        self.write_old()
        os.chmod(self.output_folder, 0o555)
        self.addCleanup(os.chmod, self.output_folder, 0o755)
        result = toolchain.start(self.arguments(self.output),
                                 **self.user_without_rights())
        self.check_refused(result, "permission denied")
        self.assertIn("metaobj: hint: ", result.stderr)

    def test_folder_missing(self):
        """A folder that does not exist is named, not made."""
        output = self.path("nowhere", "metadata.o")
        result = toolchain.start(self.arguments(output))
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, f"^metaobj: error: {output}: .*"
                                        "no such file or directory")
        self.assertFalse(os.path.exists(self.path("nowhere")))

    def test_output_is_folder(self):
        """A folder is not replaced."""
        result = toolchain.start(self.arguments(self.output_folder))
        self.assertEqual(result.returncode, 1)
        self.assertRegex(
            result.stderr,
            f"^metaobj: error: {self.output_folder}: .*is a directory")
        self.assertEqual(os.listdir(self.output_folder), [])

    def test_device(self):
        """/dev/null takes the output and stays what it is."""
        result = toolchain.start(self.arguments("/dev/null"))
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))

    def test_full_device(self):
        """/dev/full says that there is no space."""
        if not os.path.exists("/dev/full"):
            self.skipTest("there is no /dev/full")
        result = toolchain.start(self.arguments("/dev/full"))
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, "^metaobj: error: /dev/full: .*"
                                        "no space left on device")

    def test_standard_output(self):
        """`-` gives the same bytes; nothing else is printed."""
        new = self.whole_digest()
        result = subprocess.run(self.arguments("-"), stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, check=False)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertEqual(hashlib.sha256(result.stdout).hexdigest(), new)

    def test_symbolic_link(self):
        """The file behind a symbolic link is replaced, the link stays."""
        new = self.whole_digest()
        self.write_old()
        link = self.path("link.o")
        os.symlink(os.path.join("out", "metadata.o"), link)
        result = toolchain.start(self.arguments(link))
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertTrue(os.path.islink(link))
        self.assertEqual(digest(self.output), new)
        self.assertEqual(os.listdir(self.output_folder), ["metadata.o"])

    def test_permissions(self):
        """A new output obeys the umask, as a compiler's does."""
        mask = os.umask(0o027)
        self.addCleanup(os.umask, mask)
        result = toolchain.start(self.arguments(self.output))
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        mode = stat.S_IMODE(os.stat(self.output).st_mode)
        self.assertEqual(oct(mode), oct(0o640))

    def test_output_is_input(self):
        """An input is never written over, whatever its path looks like."""
        before = digest(self.params)
        detour = self.path("out", "..", "params.bin")
        link = self.path("link.bin")
        os.symlink(self.params, link)
        for output in (self.params, detour, link):
            with self.subTest(output=output):
                result = toolchain.start(self.arguments(output))
                self.assertEqual(result.returncode, 1)
                self.assertRegex(result.stderr,
                                 f"^metaobj: error: {output}: .*input")
                self.assertEqual(digest(self.params), before)


def limit_file_size():
    """In the child: files of 1 MiB at most, and an error beyond."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))


def can_mount():
    """May this process mount in a name space of its own?"""
    return shutil.which("unshare") is not None and toolchain.start(
        ["unshare", "-m", "sh", "-c", "mount -t tmpfs tmpfs /mnt"]
    ).returncode == 0


class FullDisk(AtomicTest):
    """There is not enough room for the new output."""

    def test_quota(self):
        """A limit on the size of files."""
        self.write_old()
        result = toolchain.start(self.arguments(self.output),
                                 preexec_fn=limit_file_size)
        self.check_refused(result, "file too large")

    def test_disk(self):
        """A file system of 1 MiB, seen by metaobj alone."""
        if not can_mount():
            self.skipTest("mounting a small file system is not permitted; "
                          "the limit on the size of files was tested instead")
        script = (
            'mount -t tmpfs -o size=1m tmpfs "$1" && cp "$2" "$1/metadata.o" '
            '&& shift 2 && { "$@"; status=$?; ls "$0"; cat "$0/metadata.o"; '
            'exit $status; }')
        old = self.write("old", OLD)
        result = toolchain.start(
            ["unshare", "-m", "sh", "-c", script, self.output_folder,
             self.output_folder, old, *self.arguments(self.output)])
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertRegex(result.stderr, f"^metaobj: error: {self.output}: .*"
                                        "no space left on device")
        self.assertIn("metaobj: hint: ", result.stderr)
        self.assertEqual(result.stdout, "metadata.o\n" + OLD.decode())


if __name__ == "__main__":
    toolchain.main()
