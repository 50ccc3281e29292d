# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metaobj device: times, programs for debuggers, memory, reset, and Ctrl-C."""

import json
import os
import pty
import signal
import socket
import struct
import subprocess
import threading
import time

from lib import toolchain
from lib.chips import CHIPS, FAULTS, HOST_FLAGS, ChipTest, graph_of
from lib.gdb_double import GdbDouble

CHIP = CHIPS["Cortex-M3"]


class DeviceMemory(ChipTest):
    """Uses memory of QEMU's machines."""

    def test_time(self):
        """Fewest, median and most cycles; inputs may be missing."""
        operators = self.digits("host", HOST_FLAGS)
        result = self.metaobj("device", "time", operators, *self.model,
                              "--via=host", "--repeat=5")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("note: 'image' is all zeros; other values may take "
                      "another time", result.stderr)
        self.assertRegex(result.stdout, r"fewest cycles +median +most +share")
        self.assertNotIn("output 0", result.stdout)
        images, labels = self.images(2)
        said = self.device("time", operators, *self.model, "--via=host",
                           "--input=image=" + images, "--json", "--repeat=3")
        self.assertEqual(self.predictions(said), labels)
        for each in json.loads(said)["operators"]:
            self.assertEqual(each["calls"], 6)
            self.assertLessEqual(each["least_cycles"], each["median_cycles"])
            self.assertLessEqual(each["median_cycles"],
                                 each["largest_cycles"])

    def test_host_memory_is_free(self):
        """Linux puts the heap of a program that is linked for fixed addresses
        somewhere new in each run."""
        for _ in range(24):
            self.device("memory", "--via=host", "--read=0x50000000,8")

    def test_load(self):
        """The program stays, and its symbols are where the file says."""
        via = "--via=gdb:unix:" + self.start_qemu(CHIP)
        operators = self.digits("chip", CHIP.flags)
        image = self.path("program.elf")
        report = json.loads(self.device(
            "load", operators, via, "--board=" + CHIP.board,
            "--image=" + image, "--json"))
        names = {each["name"]: each for each in report["sections"]}
        self.assertEqual(names["stack"]["address"], 0x20000000)
        self.assertIn(".text", names)
        self.assertEqual(len(report["functions"]), 7)
        self.assertGreater(report["sent"], 1000)
        self.assertEqual(report["kept"], 0)
        text = self.path("text.bin")
        self.run_tool("llvm-objcopy", "-O", "binary", "--only-section=.text",
                      image, text)
        found = self.path("found.bin")
        self.device("memory", via, "--read={},{},{}".format(
            names[".text"]["address"], names[".text"]["bytes"], found))
        with open(text, "rb") as wanted, open(found, "rb") as read:
            self.assertEqual(wanted.read(), read.read())
        symbols = self.run_tool("llvm-nm", image)
        for each in report["functions"]:
            self.assertIn("%08x T %s\n" % (each["address"], each["name"]),
                          symbols)
        said = self.device("load", operators, via, "--board=" + CHIP.board)
        self.assertIn("loaded and compared with what was sent: gdb:unix:",
                      said)

    def test_memory(self):
        """A file goes there and comes back; odd addresses, many packets."""
        via = "--via=gdb:unix:" + self.start_qemu(CHIP)
        data = bytes(i * i >> 4 & 255 for i in range(70001))
        path = self.write("data.bin", data)
        back = self.path("back.bin")
        said = self.device("memory", via, f"--write=0x20000003,{path}",
                           "--read=0x20000003,20",
                           f"--read=0x20000003,70001,{back}")
        self.assertIn("wrote 70001 bytes of ", said)
        self.assertIn("20000003  " + data[:8].hex(" ") + "  " +
                      data[8:16].hex(" ") + "  |", said)
        self.assertIn("20000013  " + data[16:20].hex(" ") + " ", said)
        with open(back, "rb") as file:
            self.assertEqual(file.read(), data)
        said = self.device("memory", via, "--board=" + CHIP.board)
        self.assertRegex(said, r"ram +0x20000000 +4194304 +- +the command")
        report = json.loads(self.device("memory", via, "--json",
                                        "--read=0x20000003,4"))
        self.assertEqual(report["reads"], [
            {"address": 0x20000003, "bytes": 4, "file": None,
             "hex": data[:4].hex()}])
        for flags, words in (
                (["--read=0x60000000,40"], "the debugger cannot read 40 bytes "
                                           "at 0x60000000"),
                ([f"--read=0x60000000,40,{back}"], "the debugger cannot read"),
                ([f"--write=0x60000000,{path}"], "0x60000000")):
            with self.subTest(flags=flags):
                self.assertIn(words,
                              self.device("memory", via, *flags, status=1))
        # What was there stays if a read fails.
        with open(back, "rb") as file:
            self.assertEqual(file.read(), data)

    def test_map_of_the_debugger(self):
        """Areas that the debugger tells, and a write into its flash."""
        server = GdbDouble(self.path("double"), self.start_qemu(CHIP),
                           acks=False, binary=True, flash=(0, 4096, 1024))
        server.start()
        path = self.write("data.bin", bytes(range(200)))
        report = json.loads(self.device(
            "memory", "--via=" + server.via, "--json", f"--write=0x100,{path}",
            "--read=0x100,2"))
        self.assertEqual(report["areas"], [
            {"kind": "flash", "address": 0, "bytes": 4096, "block": 1024}])
        self.assertEqual(report["reads"][0]["hex"], "0001")
        self.assertIn(b"vFlashErase:0,400", server.seen)

    def test_memory_of_the_debugger(self):
        """Without a board, the RAM that the debugger tells of; or none."""
        operators = self.digits("chip", CHIP.flags)
        images, labels = self.images(1)
        server = GdbDouble(self.path("double"), self.start_qemu(CHIP),
                           acks=False, binary=True, flash=(0, 4096, 1024),
                           ram=(0x20000000, 0x100000))
        server.start()
        arguments = [operators, *self.model, "--input=image=" + images]
        result = self.metaobj("device", "run", *arguments, "--json",
                              "--via=" + server.via)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("note: " + server.via + ": takes the memory that the "
                      "debugger tells of: 1048576 bytes at 0x20000000",
                      result.stderr)
        self.assertEqual(self.predictions(result.stdout), labels)
        said = self.device("run", *arguments, "--via=gdb:unix:" +
                           self.start_qemu(CHIP), status=1)
        self.assertIn("nothing tells where the memory of the device is\n"
                      "metaobj: hint: name a board or the device's memory", said)

    def test_reset(self):
        """All registers, whose names come from the debugger."""
        for title, name in (("Cortex-M3", "xpsr"), ("RV32", "a0"),
                            ("RV64", "a0")):
            with self.subTest(title):
                via = "--via=gdb:unix:" + self.start_qemu(CHIPS[title])
                self.assertRegex(self.device("reset", via),
                                 rf"reset, and stands\n(?s:.*)\n +{name} +0x")
                report = json.loads(self.device("reset", via, "--json"))
                names = [each["name"] for each in report["registers"]]
                self.assertIn("pc", names)
                self.qemu.kill()

    def test_other_chip(self):
        """Operators for another machine than that of the debugger."""
        self.compile("faults", FAULTS, CHIP.flags)
        self.x = self.write("x.raw", struct.pack("<i", 41))
        said = self.failing(CHIP, "tvmgen_good", "--via=gdb:unix:" +
                            self.start_qemu(CHIPS["RV32"]))
        self.assertIn("has a processor 'RISC-V of 32 bits'; the operators are "
                      "for 'Cortex-M'\nmetaobj: hint: is it the debugger of "
                      "another chip", said)

    def test_memory_exhausted(self):
        """Tensors that no memory is left for, and the next command works."""
        operators = self.compile("faults", FAULTS, CHIP.flags)
        graph = json.loads(graph_of("tvmgen_good"))
        graph["attrs"]["shape"][1][0] = [1 << 20]
        large = self.write("large.json", json.dumps(graph))
        x = self.write("x.raw", struct.pack("<i", 41) + bytes((1 << 22) - 4))
        via = "--via=gdb:unix:" + self.start_qemu(CHIP)
        said = self.device("run", operators, large, via, "--input=x=" + x,
                           "--board=" + CHIP.board, status=1)
        self.assertRegex(said, r"arguments of 4194308 bytes do not fit into "
                               r"the \d+ bytes that program, stack and "
                               r"workspace leave\nmetaobj: hint: name a larger")
        graph = self.write("graph.json", graph_of("tvmgen_good"))
        x = self.write("x.raw", struct.pack("<i", 41))
        said = self.device("run", operators, graph, via, "--input=x=" + x,
                           "--board=" + CHIP.board, "--json")
        self.assertEqual(self.predictions(said), ["42"])

    def serve(self, answer):
        """A port of this machine that answers bytes in its own way."""
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        listener.listen(1)

        def run():
            with listener:
                client, _ = listener.accept()
            with client:
                try:
                    while data := client.recv(4096):
                        client.sendall(answer(data))
                except OSError:
                    pass

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        self.addCleanup(thread.join)
        return listener.getsockname()[1]

    def test_other_servers(self):
        """A terminal that echoes, and a web server, are no debuggers."""
        for way, answer, words in (
                ("gdb", lambda data: b"\xff\xfb\x03" + data + b"\r\n> ",
                 "sends back what it is sent\nmetaobj: hint: is it a server of "
                 "the GDB remote protocol, and not a terminal"),
                ("gdb", lambda data: b"HTTP/1.0 400 Bad request\r\n\r\n",
                 "no right reply within 300 ms and 3 attempts; wanted: ask "
                 "what the debugger can do\nmetaobj: hint: is it a server of "
                 "the GDB remote protocol"),
                ("openocd", lambda data: b"HTTP/1.0 400 Bad request\r\n\r\n",
                 "no right reply within 300 ms; wanted: ask which commands")):
            with self.subTest(way + words):
                self.assertIn(words, self.device(
                    "reset", f"--via={way}:localhost:{self.serve(answer)}",
                    "--reply-limit=300", status=1))

    def test_two_clients(self):
        """A debugger that serves somebody else, and then nobody."""
        path = self.start_qemu(CHIP)
        with socket.socket(socket.AF_UNIX) as other:
            other.connect(path)
            self.assertIn("does nobody else use it", self.device(
                "reset", "--via=gdb:unix:" + path, "--reply-limit=300",
                status=1))
        self.device("reset", "--via=gdb:unix:" + path)

    def stop_loop(self, via, flags, board):
        """Ends an endless loop as Ctrl-C does; what was said."""
        operators = self.compile("faults", FAULTS, flags)
        x = self.write("x.raw", struct.pack("<i", 41))
        graph = self.write("graph.json", graph_of("tvmgen_loop"))
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        process = subprocess.Popen(
            [toolchain.OPTIONS.metaobj, "device", "run", operators, graph, via,
             "--input=x=" + x, *board], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=theirs)
        os.close(theirs)
        shown = b""
        while b"call 1 of 1: tvmgen_loop" not in shown:
            shown += os.read(ours, 4096)
        process.send_signal(signal.SIGINT)
        try:
            while more := os.read(ours, 4096):
                shown += more
        except OSError:
            pass  # The other side is closed.
        self.assertEqual(process.wait(), -signal.SIGINT)
        return shown.decode()

    def test_interrupt(self):
        """Ctrl-C stops the chip, and the next command works."""
        via = "--via=gdb:unix:" + self.start_qemu(CHIP)
        board = ["--board=" + CHIP.board]
        self.assertIn("stopped, as was asked for",
                      self.stop_loop(via, CHIP.flags, board))
        graph = self.write("graph.json", graph_of("tvmgen_good"))
        said = self.device("run", self.path("faults.o"), graph, via, *board,
                           "--input=x=" + self.path("x.raw"), "--json")
        self.assertEqual(self.predictions(said), ["42"])

    def test_interrupt_host(self):
        """The same on the host."""
        self.assertIn("stopped, as was asked for",
                      self.stop_loop("--via=host", HOST_FLAGS, []))

    def test_no_orphan(self):
        """A loop ends with the process that started it."""
        operators = self.compile("faults", FAULTS, HOST_FLAGS)
        x = self.write("x.raw", struct.pack("<i", 41))
        graph = self.write("graph.json", graph_of("tvmgen_loop"))
        process = subprocess.Popen(
            [toolchain.OPTIONS.metaobj, "device", "run", operators, graph,
             "--via=host", "--input=x=" + x])
        children = f"/proc/{process.pid}/task/{process.pid}/children"
        while True:
            with open(children, encoding="ascii") as file:
                child = file.read().split()
            if child:
                break
            time.sleep(0.01)
        process.kill()
        process.wait()
        for _ in range(1000):
            try:
                with open(f"/proc/{child[0]}/stat", encoding="ascii") as file:
                    if file.read().split(") ")[1].startswith("Z"):
                        return
            except OSError:
                return  # It is gone.
            time.sleep(0.01)
        os.kill(int(child[0]), signal.SIGKILL)
        self.fail("the loop goes on")


if __name__ == "__main__":
    toolchain.main()
