# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metaobj device calls the operators of a firmware by RPC.

The firmware of tests/runtime_crt/rpc runs on QEMU's mps2-an385. All operators of
the digits model give the host's results bit for bit, by a local socket, by the
standard streams of QEMU, and by a serial line. A client that is killed and a
board that is reset in the middle are noticed, and the next command works.
"""

import json
import os
import pathlib
import re
import select
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time

from lib import toolchain
from lib.chips import HOST_FLAGS, ChipTest

QEMU = ["-M", "mps2-an385", "-display", "none", "-semihosting-config",
        "enable=on,target=native", "-kernel"]


PYTHON = """
import sys
import metaobj
import numpy

with metaobj.device.connect(sys.argv[1]) as device:
    assert {"count", "say", "tvmgen_digits_fused_argmax"} <= set(
        device.functions())
    scores = numpy.array([[3, 1, 4, 1, 5, 9, 2, 6, 5, 3]], numpy.int32)
    best = numpy.zeros(1, numpy.int32)
    device["tvmgen_digits_fused_argmax"](scores, out=best)
    assert best[0] == 5, best
    assert [device.call("count").value for _ in range(2)] == [1, 2]
    try:
        device.call("say", 5)
        sys.exit("no exception")
    except metaobj.MetaobjError as error:
        assert "the chip refuses: say wants a text" in str(error), error
    large = numpy.zeros(1 << 20, numpy.int8)
    try:
        device.call("count", large)
        sys.exit("no exception")
    except metaobj.MetaobjError as error:
        assert error.hint, error
    assert device.call("count").value == 3
"""

#: The board stands still from the first line on, and goes on at the second.
STOPPED = """
import sys
import metaobj

with metaobj.device.connect(sys.argv[1]) as device:
    assert device.call("count").value == 1
    print("called", flush=True)
    input()
    try:
        device.call("count")
        sys.exit("no exception")
    except KeyboardInterrupt:
        print("interrupted", flush=True)
    input()
    assert device.call("count").value in (1, 2, 3)
"""


class Rpc(ChipTest):
    """Runs with a firmware on QEMU."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        sys.path.insert(0, toolchain.source_path("tests/runtime_crt/rpc"))
        import firmware  # pylint: disable=import-outside-toplevel
        for tool in firmware.TOOLS:
            toolchain.find_tool(tool)
        folder = tempfile.TemporaryDirectory(prefix="metaobj-e2e.")
        cls.addClassCleanup(folder.cleanup)
        timed = [each for each in firmware.LIMITS if "EVALUATOR" not in each]
        cls.image = str(firmware.build(
            pathlib.Path(toolchain.OPTIONS.source), toolchain.OPTIONS.metaobj,
            pathlib.Path(folder.name), timed))

    def start_board(self, *serial):
        """Starts QEMU with a serial line and a monitor."""
        self.monitor = self.path("monitor")
        self.qemu = subprocess.Popen(
            [toolchain.find_tool("qemu-system-arm"), *QEMU, self.image,
             "-qmp", f"unix:{self.monitor},server=on,wait=off", *serial],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        self.addCleanup(self.qemu.stdout.close)
        self.addCleanup(self.qemu.wait)
        self.addCleanup(self.qemu.kill)

    def start_with_socket(self):
        """The same with a local socket; returns the way to it."""
        line = self.path("line")
        self.start_board("-chardev",
                         f"socket,id=s,path={line},server=on,wait=off",
                         "-serial", "chardev:s")
        self.ask_monitor()
        return "--via=rpc:unix:" + line

    def ask_monitor(self, command="query-chardev"):
        """What QEMU's monitor says; QEMU is ready then."""
        while True:
            with socket.socket(socket.AF_UNIX) as qmp:
                try:
                    qmp.connect(self.monitor)
                except (FileNotFoundError, ConnectionRefusedError):
                    self.assertIsNone(self.qemu.poll(), "QEMU does not start")
                    time.sleep(0.01)
                    continue
                qmp.settimeout(toolchain.TIMEOUT_SECONDS)
                with qmp.makefile("rw") as lines:
                    lines.readline()
                    for each in ("qmp_capabilities", command):
                        lines.write(json.dumps({"execute": each}) + "\n")
                        lines.flush()
                        while "return" not in (answer := json.loads(
                                lines.readline())):
                            pass
                    return answer["return"]

    def start_long_run(self, via):
        """Starts a run that takes minutes; it has a session when this returns."""
        path, _ = self.images(40)
        with open(path, "rb") as file:
            many = self.write("many.raw", 100 * file.read())
        command = subprocess.Popen(
            [toolchain.OPTIONS.metaobj, "device", "run", *self.model, via,
             "--input=image=" + many], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(command.stderr.close)
        self.addCleanup(command.wait)
        self.addCleanup(command.kill)
        while not any(each["label"] == "s" and
                      "disconnected" not in each["filename"]
                      for each in self.ask_monitor()):
            time.sleep(0.01)
        # Some operators have run, and there is no end of them yet.
        time.sleep(0.5)
        self.assertIsNone(command.poll())
        return command

    def compare(self, via, count):
        """A comparison with the host, which must be equal."""
        images, labels = self.images(count)
        report = json.loads(self.device(
            "compare", *self.model, via, "--input=image=" + images, "--json",
            "--host-object=" + self.digits("host", HOST_FLAGS)))
        self.assertTrue(report["equal"])
        self.assertEqual([run[0]["elements"] for run in report["runs"]],
                         [[label] for label in labels])
        self.assertEqual([each["calls"] for each in report["operators"]],
                         [count] * 7)
        self.assertEqual(report["device"], via[len("--via="):])

    def test_names(self):
        """Programs may link the library and the runtime, in any order."""
        library = os.path.join(toolchain.OPTIONS.build, "src",
                               "libmetaobj_device.a")
        names = [line.split()[-1] for line in self.run_tool(
            "llvm-nm", "-g", "--defined-only", library).splitlines()
            if line.strip()]
        self.assertIn("metaobj_rpc_session_take", names)
        self.assertEqual([each for each in names
                          if each.startswith(("TVM", "tvm_crt_"))], [])

    def python(self):
        """The library for C, and a Python that has NumPy."""
        library = os.path.join(toolchain.OPTIONS.build, "lib",
                               "libmetaobj.so.1")
        if not os.path.exists(library):
            self.skipTest("this build has no libmetaobj.so.1")
        return library, toolchain.python_with("numpy")

    @staticmethod
    def python_environment(library):
        """Variables of a Python that takes the package of the sources."""
        return {**os.environ, "METAOBJ_LIBRARY": library,
                "PYTHONPATH": toolchain.source_path("python"),
                "PYTHONDONTWRITEBYTECODE": "1"}

    def test_python(self):
        """Functions of a firmware from Python: arrays, values, exceptions."""
        library, python = self.python()
        via = self.start_with_socket()
        self.run_tool(python, "-W", "error", "-c", PYTHON,
                      via.removeprefix("--via="),
                      env=self.python_environment(library))

    def test_python_interrupt(self):
        """Ctrl-C ends the wait for a board that stands still."""
        library, python = self.python()
        via = self.start_with_socket()
        process = subprocess.Popen(
            [python, "-W", "error", "-c", STOPPED, via.removeprefix("--via=")],
            env=self.python_environment(library), stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for stream in (process.stdin, process.stdout, process.stderr):
            self.addCleanup(stream.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.assertEqual(process.stdout.readline(), "called\n")
        self.ask_monitor("stop")
        process.stdin.write("\n")
        process.stdin.flush()
        time.sleep(0.5)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.stdout.readline(), "interrupted\n",
                         process.poll())
        self.ask_monitor("cont")
        _, said = process.communicate("\n", toolchain.TIMEOUT_SECONDS)
        self.assertEqual((process.returncode, said), (0, ""))

    def test_socket(self):
        """Ten digits; clients that vanish; a board that is reset."""
        via = self.start_with_socket()
        self.compare(via, 10)

        command = self.start_long_run(via)
        command.kill()
        command.wait()
        self.compare(via, 1)

        command = self.start_long_run(via)
        before = time.monotonic()
        self.ask_monitor("system_reset")
        said = command.communicate(timeout=toolchain.TIMEOUT_SECONDS)[1]
        self.assertLess(time.monotonic() - before, 20)
        self.assertEqual(command.returncode, 1)
        self.assertRegex(said, r"the device was restarted; wanted: ")
        self.compare(via, 1)

        # A board that stands still: Ctrl-C ends the wait, or its limits do.
        command = self.start_long_run(via)
        self.ask_monitor("stop")
        command.send_signal(signal.SIGINT)
        said = command.communicate(timeout=toolchain.TIMEOUT_SECONDS)[1]
        self.assertEqual(command.returncode, -signal.SIGINT)
        self.assertIn("stopped, as was asked for; wanted: ", said)
        images, _ = self.images(1)
        said = self.device("run", *self.model, via, "--input=image=" + images,
                           "--reply-limit=300", status=1)
        self.assertIn("the chip began no session within 300 ms; nothing came",
                      said)
        self.ask_monitor("cont")
        self.compare(via, 1)

    def test_tcp(self):
        """The serial line is a TCP port."""
        self.start_board("-chardev", "socket,id=s,host=127.0.0.1,port=0,"
                         "server=on,wait=off", "-serial", "chardev:s")
        [line] = [each["filename"] for each in self.ask_monitor()
                  if each["label"] == "s"]
        port = re.search(r"tcp:127\.0\.0\.1:(\d+)", line)[1]
        self.compare("--via=rpc:tcp:127.0.0.1:" + port, 2)
        self.compare("--via=rpc:tcp:localhost:" + port, 1)

    def test_server_that_starts(self):
        """The command may be there before its server is."""
        images, [label] = self.images(1)
        via = "--via=rpc:unix:" + self.path("line")
        command = subprocess.Popen(
            [toolchain.OPTIONS.metaobj, "device", "run", *self.model, via,
             "--input=image=" + images, "--reply-limit=60000"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
        self.addCleanup(command.stdout.close)
        self.addCleanup(command.wait)
        self.addCleanup(command.kill)
        time.sleep(0.3)
        self.assertIsNone(command.poll())
        self.start_with_socket()
        said = command.communicate(timeout=toolchain.TIMEOUT_SECONDS)[0]
        self.assertEqual(command.returncode, 0, said)
        self.assertIn(f"output 0: int32[1] = {label}\n", said)

    def test_bad_line(self):
        """One byte in a hundred is lost, doubled or changed, both ways: an error
        within the limits, and the next command works over a good line."""
        import bad_line  # pylint: disable=import-outside-toplevel
        via = self.start_with_socket()
        line = bad_line.BadLine(self.path("bad"), via.split(":", 2)[2], 18, 1)
        images, _ = self.images(3)
        said = self.device(
            "run", *self.model, "--via=rpc:unix:" + str(line.path),
            "--input=image=" + images, "--reply-limit=1000", status=1)
        self.assertRegex(said, "no answer within 10[0-9]{2} ms; wanted: |"
                               "the chip began no session within 1000 ms; ")
        line.close()
        self.compare(via, 1)

    def test_process(self):
        """By QEMU's standard streams, with times; QEMU ends with the session."""
        via = "--via=rpc:process:" + shlex.join(
            [toolchain.find_tool("qemu-system-arm"), *QEMU, self.image,
             "-monitor", "none", "-serial", "stdio"])
        images, labels = self.images(2)
        said = self.device("run", *self.model, via, "--input=image=" + images)
        for i, label in enumerate(labels):
            self.assertIn(f"run {i}, output 0: int32[1] = {label}\n", said)
        self.assertIn("cycles are nanoseconds of the chip's timer\n", said)
        self.assertRegex(said, r"(?m)^ *tvmgen_digits_fused_argmax +2 +\d+ ")
        said = self.device("run", *self.model, "--via=rpc:process:false",
                           "--input=image=" + images, status=1)
        self.assertIn("the process ended with status 1; wanted: a session", said)

    def test_serial(self):
        """By a serial line that is QEMU's, and the faults of such lines."""
        self.start_board("-serial", "pty")
        text = ""
        while not (found := re.search(r"redirected to (\S+)", text)):
            self.assertTrue(select.select([self.qemu.stdout], [], [],
                                          toolchain.TIMEOUT_SECONDS)[0])
            text += os.read(self.qemu.stdout.fileno(), 4096).decode()
        self.compare("--via=rpc:serial:" + found[1] + ",115200", 1)
        images, _ = self.images(1)
        arguments = [*self.model, "--input=image=" + images]
        self.assertIn("'12345' is not a baud rate",
                      self.device("run", *arguments,
                                  f"--via=rpc:serial:{found[1]},12345", status=2))
        self.assertIn("cannot reset it",
                      self.device("run", *arguments, "--reset",
                                  f"--via=rpc:serial:{found[1]}", status=1))


if __name__ == "__main__":
    toolchain.main()
