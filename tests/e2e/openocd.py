# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metaobj device behind OpenOCD's Tcl server.

OpenOCD itself, with its dummy adapter and a processor that does nothing, shows
that it understands the commands. All the rest runs on a double in front of
QEMU, which has the commands of both generations of OpenOCD, and which loses,
cuts, changes and holds back replies.
"""

import os
import re
import socket
import struct
import subprocess

from lib import toolchain
from lib.chips import CHIPS, FAULTS, HOST_FLAGS, ChipTest, graph_of
from lib.tcl_double import TclDouble

CHIP = CHIPS["Cortex-M3"]

#: 64 KiB and more are loaded as a file.
LARGE = """
#include <stdint.h>
#include <tvm/runtime/c_runtime_api.h>
const int32_t large[20000] = {[19999] = 7};
TVM_DLL int32_t tvmgen_large(void *args, int32_t *codes, int32_t count,
                             void *value, int32_t *code, void *handle) {
  DLTensor *in = ((TVMValue *)args)[0].v_handle;
  DLTensor *out = ((TVMValue *)args)[1].v_handle;
  ((int32_t *)out->data)[0] = large[((int32_t *)in->data)[0]];
  return 0;
}
"""

DUMMY = """
adapter driver dummy
transport select jtag
adapter speed 1000
jtag newtap x cpu -irlen 4 -expected-id 0
target create x.cpu testee -chain-position x.cpu
gdb_port disabled
telnet_port disabled
tcl_port {}
"""


class OpenOcd(ChipTest):
    """Runs on OpenOCD, and on the double."""

    def setUp(self):
        super().setUp()
        self.x = self.write("x.raw", struct.pack("<i", 19999))

    def start_double(self, **options):
        """Starts a machine with the double in front; returns its place."""
        path = self.start_qemu(CHIP)
        self.server = TclDouble(path + ".tcl", path, **options)
        self.server.start()
        return "--via=openocd:unix:" + self.server.path

    def run_digits(self, status=0, more=(), **options):
        """Runs the digits model behind the double."""
        via = self.start_double(**options)
        images, labels = self.images(1)
        said = self.device(
            "run", self.digits("chip", CHIP.flags), *self.model, via,
            "--board=" + CHIP.board, "--input=image=" + images,
            "--reply-limit=900", "--json", *more, status=status)
        if status == 0:
            self.assertEqual(self.predictions(said), labels)
        self.qemu.kill()
        return said

    def test_both_generations(self):
        """Equal to the host with commands of 0.12 and with those of 0.11."""
        host = ["--host-object=" + self.digits("host", HOST_FLAGS)]
        for old in (False, True):
            with self.subTest(old=old):
                via = self.start_double(old=old)
                images, labels = self.images(2)
                said = self.device(
                    "compare", self.digits("chip", CHIP.flags), *self.model,
                    via, "--board=" + CHIP.board, "--input=image=" + images,
                    "--reset", "--json", *host)
                self.qemu.kill()
                self.assertEqual(self.predictions(said), labels)
                self.assertIn("reset halt", self.server.seen)
                self.assertEqual(any(each.startswith("read_memory")
                                     for each in self.server.seen), not old)

    def test_bulk(self):
        """Large sections are files, if OpenOCD can read them."""
        self.compile("large", LARGE, CHIP.flags)
        graph = self.write("graph.json", graph_of("tvmgen_large"))
        for sees_files in (True, False):
            with self.subTest(sees_files=sees_files):
                said = self.device(
                    "run", self.path("large.o"), graph, "--input=x=" + self.x,
                    self.start_double(sees_files=sees_files),
                    "--board=" + CHIP.board, "--json")
                self.qemu.kill()
                self.assertEqual(self.predictions(said), ["7"])
                loads = [each for each in self.server.seen
                         if each.startswith("load_image")]
                self.assertEqual(len(loads), 1)
                path = re.search(r"\{(.*)\}", loads[0]).group(1)
                self.assertFalse(os.path.exists(path))

    def test_flash(self):
        """Flash is refused, and the way to do it named."""
        said = self.run_digits(
            status=1, more=["--use-flash"],
            flash="{name x base 0 size 4194304 bus_width 0}")
        self.assertIn("OpenOCD's Tcl server would erase other bytes to write "
                      "the flash at 0x0\nmetaobj: hint: use its GDB server: "
                      "gdb:localhost:3333\n", said)

    def test_bad_lines(self):
        """Replies that are lost, cut, changed or late."""
        for old in (False, True):
            with self.subTest(old=old):
                self.run_digits(old=old, lose=[12], cut=[31], hold=[62],
                                change=[91])
                self.assertEqual(sorted(self.server.faults),
                                 ["change", "cut", "hold", "lose"])

    def test_server_gone(self):
        """The connection ends, or nobody answers: an error in time."""
        for options, words in (
                ({"close_at": "info"}, "the connection has ended; wanted: ask "
                                       "which commands there are"),
                ({"close_at": "if"}, "the connection has ended; wanted: "
                                         "run the program"),
                ({"silent_at": "write_memory"},
                 "no right reply within 900 ms; wanted: write "),
                ({"silent_at": "if"},
                 "no right reply within 900 ms; wanted: run the program"),
                ({"silent_at": "wait_halt"}, "wanted: wait for a breakpoint"),
                ({"too_long": 1000}, "OpenOCD does not take a command of ")):
            with self.subTest(**options):
                self.assertIn(words, self.run_digits(status=1, **options))

    def test_faults(self):
        """A fault and an endless loop, and the next command works."""
        self.compile("faults", FAULTS, CHIP.flags)
        path = self.start_qemu(CHIP)
        for function, words in (
                ("tvmgen_read", r"'tvmgen_read': data access to an address "
                                r"without memory \(address 0x60000000\)"),
                ("tvmgen_loop", r"'tvmgen_loop': no end within 100 ms, at "
                                r"0x\w+ in tvmgen_loop")):
            with self.subTest(function):
                server = TclDouble(self.path("tcl"), path)
                server.start()
                self.assertRegex(
                    self.failing(CHIP, function, "--limit=100",
                              "--via=openocd:unix:" + server.path), words)
                server.join(10)

    def test_openocd_itself(self):
        """What a processor can answer that has no memory and no registers."""
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            port = listener.getsockname()[1]
        config = self.write("dummy.cfg", DUMMY.format(port))
        server = subprocess.Popen(
            [toolchain.find_tool("openocd"), "-f", config],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True)
        self.addCleanup(server.stderr.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        for line in server.stderr:
            if f"port {port} for tcl connections" in line:
                break
        self.assertIsNone(server.poll(), "OpenOCD does not start")
        self.compile("faults", FAULTS, CHIP.flags)
        said = self.failing(CHIP, "tvmgen_good", "--reset",
                         f"--via=openocd:localhost:{port}")
        self.assertRegex(said, r"OpenOCD cannot write \d+ bytes at 0x2\w+: "
                               r"'write_memory: failed to write memory'")
        # Commands of 0.11 have the same syntax here, as far as this processor
        # gets.
        self.assertEqual(self.ask(port, "unset -nocomplain m; array set m "
                                        "{0 0x1 1 0x2 }; set m"),
                         "0 0x1 1 0x2")
        self.assertEqual(self.ask(port, "info commands mem2array"),
                         "mem2array")

    def ask(self, port, command):
        """The result of a command of OpenOCD."""
        with socket.create_connection(("127.0.0.1", port), 10) as client:
            client.sendall(command.encode() + b"\x1a")
            reply = b""
            while not reply.endswith(b"\x1a"):
                reply += client.recv(4096)
            return reply[:-1].decode().strip()

    def test_no_server(self):
        """Nobody listens there."""
        self.compile("faults", FAULTS, CHIP.flags)
        said = self.failing(CHIP, "tvmgen_good",
                         "--via=openocd:unix:" + self.path("none"),
                         "--reply-limit=300")
        self.assertRegex(said, "cannot connect within 300 ms: no such file or "
                               "directory\n"
                               ".*hint: start OpenOCD first; the port of its "
                               "Tcl server is 6666")


if __name__ == "__main__":
    toolchain.main()
