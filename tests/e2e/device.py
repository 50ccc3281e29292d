# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metaobj device runs operators on empty chips of QEMU, and on the host.

All operators of the digits model on four machines, with nothing flashed, give
the host's results bit for bit. Faults, a debugger that is gone, and replies that
are lost, cut, changed or late each end in their way within their limits.
"""

import json
import os
import re
import socket
import struct

from lib import toolchain
from lib.chips import (CHIPS, FAULTS, FIRMWARE, HOST_FLAGS, ChipTest,
                       graph_of)
from lib.gdb_double import GdbDouble


class Device(ChipTest):
    """Runs on QEMU's machines."""

    def double(self, chip, tcp=False, **options):
        """Starts a machine with the double in front; returns its place."""
        path = self.start_qemu(chip)
        self.server = GdbDouble(None if tcp else path + ".double", path,
                                **options)
        self.server.start()
        return self.server.via

    def test_digits(self):
        """Equal to the host, on four machines with nothing in flash."""
        host = self.digits("host", HOST_FLAGS)
        images, labels = self.images(4)
        for title, chip in CHIPS.items():
            with self.subTest(title):
                operators = self.digits("chip", chip.flags)
                via = "--via=gdb:unix:" + self.start_qemu(chip)
                report = json.loads(self.device(
                    "compare", operators, *self.model, via,
                    "--board=" + chip.board, "--input=image=" + images,
                    "--host-object=" + host, "--json", "--reset"))
                self.qemu.kill()
                self.assertTrue(report["equal"])
                self.assertEqual([run[0]["elements"] for run in report["runs"]],
                                 [[label] for label in labels])
                self.assertEqual(report["memory"]["sent"],
                                 report["memory"]["program"])
                self.assertEqual(report["memory"]["kept"], 0)
                self.assertEqual(len(report["operators"]), 7)
                for operator in report["operators"]:
                    self.assertEqual(operator["calls"], 4)
                    self.assertEqual(operator["counter"], chip.counter)
                # QEMU's SysTick may say that the first call passed its end.
                counted = [each for each in report["operators"]
                           if each["counted_calls"]]
                self.assertGreaterEqual(len(counted), 3)
                for operator in counted:
                    self.assertGreater(operator["cycles"], 0)
                    # A counter that went back would give almost 2^64.
                    self.assertLess(operator["largest_cycles"], 1 << 40)

    def test_running_firmware(self):
        """A program with interrupts runs when the debugger comes."""
        images, labels = self.images(1)
        for title in FIRMWARE:
            chip = CHIPS[title]
            operators = self.digits("chip", chip.flags)
            via = "--via=gdb:unix:" + self.start_firmware(title)
            command = ["device", "run", operators, *self.model, via,
                       "--board=" + chip.board, "--input=image=" + images,
                       "--json"]
            for run in ("first", "second"):
                with self.subTest(machine=title, run=run):
                    result = self.metaobj(*command)
                    self.assertEqual(result.returncode, 0, result.stderr)
                    self.assertEqual(self.predictions(result.stdout), labels)
                    if run == "first":
                        self.assertIn(
                            "note: " + via[6:] + ": interrupts of the program "
                            "that ran there are switched off; reset the device "
                            "before it runs again", result.stderr)
            self.qemu.kill()
            self.qemu.wait()
            os.remove(self.path("firmware.sock"))
            os.remove(self.path("firmware.line"))

    def test_cores(self):
        """A call runs on the core that --core names, and on no other."""
        text = FAULTS + """
OPERATOR(tvmgen_hart) {
  int32_t hart;
  __asm__ volatile("csrr %0, mhartid" : "=r"(hart));
  TENSOR(1)[0] = hart;
  return 0;
}
"""
        chip = CHIPS["RV32"]
        operators = self.compile("harts", text, chip.flags)
        graph = self.write("graph.json", graph_of("tvmgen_hart"))
        via = "--via=gdb:unix:" + self.start_firmware("RV32", "-smp", "2")
        command = ["run", operators, graph, via, "--board=" + chip.board,
                   "--input=x=" + self.write("x.raw", bytes(4)), "--json"]
        for core in (1, 0, 1):
            with self.subTest(core=core):
                self.assertEqual(self.predictions(
                    self.device(*command, f"--core={core}")), [str(core)])
        with self.subTest("a third one"):
            self.assertIn("has no core 2; it has 2 cores, counted from 0",
                          self.device(*command, "--core=2", status=1))

    def test_large_map(self):
        """A map of more memory than there is."""
        chip = CHIPS["Cortex-M3"]
        self.compile("faults", FAULTS, chip.flags)
        graph = self.write("graph.json", graph_of("tvmgen_good"))
        via = "--via=gdb:unix:" + self.start_qemu(chip)
        command = ["run", self.path("faults.o"), graph, via,
                   "--input=x=" + self.write("x.raw", struct.pack("<i", 41)),
                   "--json"]
        # The board has 4 MiB there, and 4 MiB with the same bytes behind it.
        for memory, words in (
                ("0x20000000:8M", r"region 'ram' of 8388608 bytes: at "
                                  r"0x20400000 the bytes of 0x20000000 are "
                                  r"there again"),
                ("0x20000000:16M", r"region 'ram' of 16777216 bytes: at "
                                   r"0x20fffffc (nothing can be|there is no)"),
                ("0x60000000:64K", r"region 'ram' of 65536 bytes: at "
                                   r"0x6000fffc (nothing can be|there is no)")):
            with self.subTest(memory=memory):
                self.assertRegex(
                    self.device(*command, "--memory=ram=" + memory, status=1),
                    words)
        self.assertEqual(self.predictions(self.device(
            *command, "--memory=ram=0x20000000:4M")), ["42"])

    def test_libraries(self):
        """Of archives without operators, what operators need is linked."""
        chip = CHIPS["Cortex-M3"]
        text = FAULTS + """
float expf(float);
OPERATOR(tvmgen_exp) {
  TENSOR(1)[0] = (int32_t)expf(TENSOR(0)[0]);
  return 0;
}
"""
        libraries = [self.run_tool(
            "arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb",
            "-print-file-name=" + name).strip()
            for name in ("libm.a", "libc.a", "libgcc.a")]
        via = "--via=gdb:unix:" + self.start_qemu(chip)
        said = self.device(
            "run", self.compile("exp", text, chip.flags), *libraries,
            self.write("graph.json", graph_of("tvmgen_exp")), via,
            "--board=" + chip.board, "--json",
            "--input=x=" + self.write("x.raw", struct.pack("<i", 2)))
        self.assertEqual(self.predictions(said), ["7"])
        self.assertLess(json.loads(said)["memory"]["program"], 1 << 16)
        said = self.device(
            "load", self.path("exp.o"), *libraries, via,
            "--board=" + chip.board)
        self.assertIn("tvmgen_exp", said)

    def test_large_parameter(self):
        """A mebibyte of parameters, and a call that a counter may not last."""
        chip = CHIPS["Cortex-M3"]
        text = ("#include <tvm/runtime/c_runtime_api.h>\n"
                "#define DATA(i) ((DLTensor *)((TVMValue *)args)[i]"
                ".v_handle)->data\n"
                "int32_t tvmgen_sum(void *args, int32_t *codes, int32_t count,"
                " void *value, int32_t *code, void *handle) {\n"
                "  const uint8_t *w = DATA(0);\n"
                "  int32_t sum = 0;\n"
                "  for (int i = 0; i < 1 << 20; ++i) sum += w[i];\n"
                "  *(int32_t *)DATA(1) = sum;\n"
                "  return 0;\n}\n")
        data = bytes((i * i >> 3) & 255 for i in range(1 << 20))
        params = self.write("w.params", toolchain.params_file(
            [toolchain.Parameter("w", 1, 8, (1 << 20,), data)]))
        graph = json.loads(graph_of("tvmgen_sum"))
        graph["nodes"][0]["name"] = "w"
        graph["attrs"]["dltype"][1][0] = "uint8"
        graph["attrs"]["shape"][1][0] = [1 << 20]
        via = "--via=gdb:unix:" + self.start_qemu(chip)
        report = json.loads(self.device(
            "run", self.compile("sum", text, chip.flags), params,
            self.write("graph.json", json.dumps(graph)), via,
            "--board=" + chip.board, "--json"))
        self.assertEqual(report["runs"][0][0]["elements"], [str(sum(data))])
        self.assertLess(report["operators"][0]["largest_cycles"], 1 << 24)

    def test_size(self):
        """The program on a Cortex-M0 has at most 600 bytes."""
        folder = os.path.join(toolchain.OPTIONS.source, "runtime_crt", "ports",
                              "debugger")
        tasks = self.compile("tasks", f'#include "{folder}/tasks.c"\n',
                             CHIPS["Cortex-M0"].flags)
        said = self.run_tool("llvm-size", tasks).splitlines()[1].split()
        self.assertLessEqual(int(said[0]), 600)
        self.assertEqual(said[1:3], ["0", "0"], "it has variables")

    def test_host(self):
        """The same on the host, and words in place of JSON."""
        images, labels = self.images(2)
        said = self.device("run", self.digits("host", HOST_FLAGS), *self.model,
                           "--via=host", "--input=image=" + images)
        self.assertRegex(said, r"(?m)^ *tvmgen_digits_fused_argmax +2 +\d+ ")
        self.assertIn("cycles are those of TSC\n", said)
        for i, label in enumerate(labels):
            self.assertIn(f"run {i}, output 0: int32[1] = {label}\n", said)

    def test_difference(self):
        """The first operator that differs is named, with its numbers."""
        chip = CHIPS["Cortex-M3"]
        good = "#define ADD 1\n"
        text = FAULTS.replace("[0] + 1", "[0] + ADD")
        host = self.compile("host", good + text, HOST_FLAGS)
        wrong = self.compile("chip", good.replace("1", "3") + text, chip.flags)
        graph = self.write("graph.json",
                           graph_of("tvmgen_good", "tvmgen_good"))
        x = self.write("x.raw", struct.pack("<i", 40))
        result = self.metaobj(
            "device", "compare", wrong, graph,
            "--via=gdb:unix:" + self.start_qemu(chip), "--board=" + chip.board,
            "--input=x=" + x, "--host-object=" + host)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn("output 0 of 'tvmgen_good' (node 0): differs in 1 of 1 "
                      "element, first in 0 (device 43, host 41); largest "
                      "difference 2, relative 0.0", result.stdout)
        self.assertIn("not called", result.stdout)

    def test_names(self):
        """A graph's name of a function is not its symbol, on neither side."""
        chip = CHIPS["Cortex-M3"]
        text = FAULTS + """
            #include <metaobj-c/metaobj_operator.h>
            METAOBJ_OPERATOR(tvmgen_good, METAOBJ_NAME(add_one) METAOBJ_PACKED);
        """
        host = self.compile("host", text, HOST_FLAGS)
        operators = self.compile("chip", text, chip.flags)
        report = json.loads(self.device(
            "compare", operators, self.write("graph.json", graph_of("add_one")),
            "--via=gdb:unix:" + self.start_qemu(chip), "--board=" + chip.board,
            "--input=x=" + self.write("x.raw", struct.pack("<i", 40)),
            "--host-object=" + host, "--json"))
        self.assertTrue(report["equal"])
        self.assertEqual(report["operators"][0]["function"], "add_one")
        self.assertEqual(report["runs"][0][0]["elements"], ["41"])

    def test_unpacked(self):
        """Operators of plain pointers, as many as there may be, or one more."""
        names = [f"p{i}" for i in range(17)]
        text = "#include <stdint.h>\n"
        for count in (2, 16, 17):
            texts = names[:count - 1]
            text += (f"int32_t tvmgen_sum{count}(" + "".join(
                f"int32_t *{name}, " for name in texts) + "int32_t *to) {\n" +
                "*to = 1;\n" + "".join(
                f"*to = *to * 3 + *{name};\n" for name in texts) +
                "return 0;\n}\n")
        text += "int32_t tvmgen_refuse(void *x, void *y) { return -7; }\n"
        x = self.write("x.raw", struct.pack("<i", 5))

        def graph(name, count):
            node = {"op": "tvm_op", "name": name,
                    "inputs": [[0, 0, 0]] * (count - 1),
                    "attrs": {"func_name": name, "num_inputs": str(count - 1),
                              "num_outputs": "1", "flatten_data": "0"}}
            whole = json.loads(graph_of(name))
            whole["nodes"][1] = node
            return self.write("graph.json", json.dumps(whole))

        host = self.compile("host", text, HOST_FLAGS)
        for title, chip in CHIPS.items():
            with self.subTest(title):
                via = "--via=gdb:unix:" + self.start_qemu(chip)
                operators = self.compile("chip", text, chip.flags)
                for count in (2, 16):
                    said = self.device(
                        "compare", operators, graph(f"tvmgen_sum{count}",
                                                    count),
                        via, "--board=" + chip.board, "--input=x=" + x,
                        "--host-object=" + host, "--operator-api=unpacked",
                        "--json")
                    wanted = 1
                    for _ in range(count - 1):
                        wanted = wanted * 3 + 5
                    self.assertEqual(self.predictions(said), [str(wanted)])
                self.qemu.kill()

        def fails(name, count, *more):
            return self.device("run", host, graph(name, count), "--via=host",
                               "--input=x=" + x, *more, status=1)
        self.assertIn("'tvmgen_refuse': the operator returned -7",
                      fails("tvmgen_refuse", 2, "--operator-api=unpacked"))
        self.assertIn("'tvmgen_sum17': arguments: are 17; unpacked functions "
                      "are called with up to 16",
                      fails("tvmgen_sum17", 17, "--operator-api=unpacked"))

    def test_faults(self):
        """Each fault has its words, and the next command works."""
        self.x = self.write("x.raw", struct.pack("<i", 41))
        wanted = {
            "Cortex-M3": {
                "tvmgen_nowhere": r"'tvmgen_nowhere': instruction fetch from "
                                  r"an address without memory.*\n(?s:.*)CFSR",
                "tvmgen_read": r"'tvmgen_read': data access to an address "
                               r"without memory \(address 0x60000000\), at "
                               r"0x2\w+ in tvmgen_read(?s:.*)\n +BFAR +0x6000",
                "tvmgen_unaligned": r"'tvmgen_unaligned': unaligned access, at "
                                    r"0x2\w+ in tvmgen_unaligned",
                "tvmgen_unknown": r"'tvmgen_unknown': unknown instruction, at "
                                  r"0x2\w+ in tvmgen_unknown",
                "tvmgen_stack": r"'tvmgen_stack': the stack of 4096 bytes is "
                                r"too small",
                "tvmgen_workspace": r"'tvmgen_workspace': the operator "
                                    r"returned -1\n.*hint: .*workspace",
            },
            "Cortex-M0": {
                "tvmgen_unaligned": r"'tvmgen_unaligned': hard fault, at "
                                    r"0x2\w+ in tvmgen_unaligned",
            },
            "RV32": {
                # QEMU reads ones where there is no memory.
                "tvmgen_nowhere": r"'tvmgen_nowhere': unknown instruction "
                                  r"\(value 0xffffffff\), at 0x60000000, "
                                  r"which is outside of the program\n"
                                  r"(?s:.*)\n +mcause +0x2 *\n +mepc +0x600",
                "tvmgen_unknown": r"'tvmgen_unknown': unknown instruction, "
                                  r"at 0x8\w+ in tvmgen_unknown",
            },
        }
        for title, faults in wanted.items():
            chip = CHIPS[title]
            self.compile("faults", FAULTS, chip.flags)
            via = "--via=gdb:unix:" + self.start_qemu(chip)
            for function, words in faults.items():
                with self.subTest(machine=title, fault=function):
                    self.assertRegex(self.failing(chip, function, via), words)
            with self.subTest(machine=title, fault="loop"):
                self.assertRegex(
                    self.failing(chip, "tvmgen_loop", via, "--limit=100"),
                    r"'tvmgen_loop': no end within 100 ms, at 0x\w+ in "
                    r"tvmgen_loop")
            with self.subTest(machine=title, fault="none"):
                graph = self.write("graph.json", graph_of("tvmgen_good"))
                said = self.device("run", self.path("faults.o"), graph, via,
                                   "--board=" + chip.board,
                                   "--input=x=" + self.x, "--json")
                self.assertEqual(self.predictions(said), ["42"])
            self.qemu.kill()

    def test_host_faults(self):
        """A crash of an operator is a result."""
        self.x = self.write("x.raw", struct.pack("<i", 41))
        self.compile("faults", FAULTS, HOST_FLAGS)
        for function, words in {
                "tvmgen_read": r"'tvmgen_read': access to an address without "
                               r"memory \(SIGSEGV\), at 0x5\w+ in tvmgen_read"
                               r".*\n +address +0x60000000",
                "tvmgen_unknown": r"'tvmgen_unknown': unknown instruction \("
                                  r"SIGILL\), at 0x5\w+ in tvmgen_unknown",
                "tvmgen_stack": r"'tvmgen_stack': access to an address without "
                                r"memory",
                "tvmgen_refuse": r"'tvmgen_refuse': the operator returned -7",
        }.items():
            with self.subTest(function):
                self.assertRegex(self.failing(None, function), words)
        self.assertRegex(self.failing(None, "tvmgen_loop", "--limit=100"),
                         r"'tvmgen_loop': no end within 100 ms, at 0x5\w+ in "
                         r"tvmgen_loop")

    def run_double(self, title="Cortex-M3", more=(), status=0, **options):
        """Runs an operator with parameters behind the double."""
        chip = CHIPS[title]
        via = self.double(chip, **options)
        images, labels = self.images(1)
        said = self.device(
            "run", self.digits("chip", chip.flags), *self.model,
            "--via=" + via, "--board=" + chip.board, "--input=image=" + images,
            "--reply-limit=900", "--json", *more, status=status)
        if status == 0:
            self.assertEqual(self.predictions(said), labels)
        self.qemu.kill()
        return said

    def test_other_servers(self):
        """What QEMU's server has not, and others have."""
        with self.subTest("no acknowledgements, binary writes"):
            self.run_double(tcp=True, acks=False, binary=True,
                            repetitions=True)
            self.assertFalse(self.server.acks)
            self.assertTrue(any(each.startswith(b"X") and len(each) > 100
                                for each in self.server.seen))
        with self.subTest("small packets"):
            self.run_double(small=256)
            self.assertLessEqual(max(map(len, self.server.seen)), 256)
        with self.subTest("flash"):
            self.run_double(flash=(0, 1 << 22, 1024), more=["--use-flash"])
            seen = b"\n".join(self.server.seen)
            self.assertIn(b"vFlashErase:0,", seen)
            self.assertIn(b"vFlashWrite:0:", seen)
            self.assertIn(b"vFlashDone", seen)

    def test_bad_lines(self):
        """Replies that are lost, cut, changed or late."""
        with self.subTest("changed, with acknowledgements"):
            self.run_double(change=range(2, 400, 7))
            self.assertGreater(self.server.faults.count("change"), 20)
        with self.subTest("lost, cut and late"):
            self.run_double(lose=[12], cut=[30], hold=[60], deaf=[80])
            self.assertEqual(sorted(self.server.faults),
                             ["cut", "deaf", "hold", "lose"])
        with self.subTest("the same without acknowledgements"):
            self.run_double(acks=False, lose=[14], cut=[31], hold=[61],
                            change=[90])
            self.assertEqual(sorted(self.server.faults),
                             ["change", "cut", "hold", "lose"])

    def test_debugger_gone(self):
        """The connection ends, or nobody answers: an error in time."""
        for at, words in ((b"qSupported", "ask what the debugger can do"),
                          (b"M", "write "), (b"c", "stop at a breakpoint")):
            with self.subTest(closed=at):
                said = self.run_double(status=1, close_at=at)
                self.assertIn("the debugger has closed the connection; wanted: "
                              + words, said)
        with self.subTest("silent"):
            said = self.run_double(status=1, silent_at=b"M")
            self.assertRegex(said, r"no right reply within 900 ms and 3 "
                                   r"attempts; wanted: write \d+ bytes at 0x")

    def test_no_debugger(self):
        """Nobody listens, or somebody else does."""
        chip = CHIPS["Cortex-M3"]
        self.x = self.write("x.raw", struct.pack("<i", 41))
        self.compile("faults", FAULTS, chip.flags)
        said = self.failing(chip, "tvmgen_good",
                         "--via=gdb:unix:" + self.path("none"),
                         "--reply-limit=300")
        self.assertRegex(said, "cannot connect within 300 ms: no such file or "
                               "directory\n"
                               ".*hint: start the debugger's server first")
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            listener.listen(1)
            port = listener.getsockname()[1]
            said = self.failing(chip, "tvmgen_good", "--reply-limit=300",
                             f"--via=gdb:localhost:{port}")
        self.assertIn("no right reply within 300 ms and 3 attempts; wanted: "
                      "ask what the debugger can do", said)
        said = self.failing(chip, "tvmgen_good", "--via=gdb:example.org:1234",
                            status=2)
        self.assertIn("gdb:example.org:1234: 'example.org' is not a number of an "
                      "address", said)


if __name__ == "__main__":
    toolchain.main()
