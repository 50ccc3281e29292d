# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ahead-of-time executor runs a model in every way that it can be emitted.

A model with views, outputs that are inputs and parameters, and an operator that
can fail, is run with packed and unpacked operators, through the C interface and
by name, with pools of the object and of the program: all write the same. On
machines of both byte orders, of 32 and 64 bits, and with 64-bit integers that
align to 4.
"""

import itertools
import json
import os
import struct
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor

from lib import toolchain
from lib.machines import MACHINES
from lib.toolchain import Parameter
from run_qemu import PROGRAM_FLAGS, Program

FOLDER = os.path.join("tests", "e2e", "executor_model")

W = [2, -3, 5, 7]
V = [100, 200, 300, 400]

#: TVM's error codes, and what the operator returns.
NUM_ARGUMENTS, WRONG_TYPE, INVALID = 0x800, 0x801, 0x803
FAILURE = 42

#: One way to a program.
#: `pooled`: the parameters lie in a pool of constants, which is the program's if
#: the other pool is.
#: `short`: program and operators have short enumerations and DLPack's own header
#: (that of runtime_crt keeps DLDeviceType at four bytes).
#: `emit`: what metaobj writes; C is compiled as the program.
Way = namedtuple("Way",
                 "unpacked packed wrappers callers in_pool pooled abi short "
                 "emit", defaults=[False, "tvm-crt-u16", False, "obj"])

COUNT_BYTES = {"tvm-crt-u16": 2, "tvm-crt-u8": 1, "tvm-crt-universal": 2}


def all_ways():
    """Every combination that is not refused."""
    ways = []
    for unpacked, packed, wrappers, callers, in_pool in itertools.product(
            (False, True), (False, True), ("none", "entry", "all"),
            (False, True), (False, True)):
        by_name = packed or wrappers != "none"
        if not (by_name and (callers or in_pool)):
            ways.append(Way(unpacked, packed, wrappers, callers, in_pool))
    by_name = [way for way in ways if way.wrappers == "all"]
    ways += [way._replace(pooled=True) for way in ways]
    in_c = [way._replace(emit="c") for way in ways
            if not (way.packed or way.wrappers != "none" or way.in_pool
                    or way.pooled)]
    return ways + in_c + [way._replace(abi=abi) for way in by_name
                          for abi in ("tvm-crt-u8", "tvm-crt-universal")]


def short_ways(unpacked):
    """Those that compare or pass a DLTensor."""
    return [Way(unpacked, packed, wrappers, False, False, short=True)
            for packed, wrappers in ((True, "none"), (False, "all"))]


def few_ways():
    """Each choice at least once."""
    return [Way(False, False, "none", False, False),
            Way(True, False, "none", True, True, pooled=True),
            Way(False, True, "none", False, False, pooled=True),
            Way(True, False, "all", False, False),
            Way(True, False, "none", True, False, emit="c"),
            Way(False, False, "none", False, False, emit="c")]


def graph(in_pool):
    """Graph executor JSON of the model:

        product = mul(x, w); sum = add(product, y); square = reshape(sum)
        last = scale(square, v)
        outputs: last, sum, reshape(x), w

    A parameter lies in no pool: there, the product is an output in its place.
    """
    nodes, entries, shapes = [], {}, []

    def add(name, op, inputs, shape, function=""):
        node = {"op": op, "name": name,
                "inputs": [[entries[each], 0, 0] for each in inputs]}
        if op == "tvm_op":
            node["attrs"] = {
                "func_name": function, "num_inputs": str(len(inputs)),
                "num_outputs": "1", "flatten_data": "0"}
        entries[name] = len(nodes)
        nodes.append(node)
        shapes.append(shape)

    add("x", "null", [], [4])
    add("y", "null", [], [4])
    add("w", "null", [], [4])
    add("v", "null", [], [2, 2])
    add("product", "tvm_op", ["x", "w"], [4], "tvmgen_net_mul")
    add("sum", "tvm_op", ["product", "y"], [4], "tvmgen_net_add")
    add("square", "tvm_op", ["sum"], [2, 2], "__nop")
    add("last", "tvm_op", ["square", "v"], [2, 2], "tvmgen_net_scale")
    add("same", "tvm_op", ["x"], [2, 2], "__nop")
    count = len(nodes)
    # Views share the storage of what they show.
    storage = list(range(count))
    storage[entries["square"]] = entries["sum"]
    storage[entries["same"]] = entries["x"]
    return json.dumps({
        "nodes": nodes, "arg_nodes": [0, 1, 2, 3],
        "heads": [[entries[each], 0, 0]
                  for each in ("last", "sum", "same",
                               "product" if in_pool else "w")],
        "node_row_ptr": list(range(count + 1)),
        "attrs": {"dltype": ["list_str", ["int32"] * count],
                  "shape": ["list_shape", shapes],
                  "storage_id": ["list_int", storage]}})


def outputs(start, in_pool):
    """What the model makes of the program's inputs."""
    x = [start + i for i in range(4)]
    product = [a * b for a, b in zip(x, W)]
    total = [each - 10 * i for i, each in enumerate(product)]
    last = [a * b for a, b in zip(total, V)]
    return [f"output {' '.join(map(str, each))}"
            for each in (last, total, x, product if in_pool else W)]


def transcript(way):
    """What the program writes."""
    lines = ["run 0", "failed -1", *outputs(3, way.in_pool),
             f"run {FAILURE}", "failed 0",
             "run 0", "failed -1", *outputs(-7, way.in_pool)]
    if way.packed or way.wrappers != "none":
        lines += [f"five {NUM_ARGUMENTS}", f"string {WRONG_TYPE}", "array 0",
                  f"shape {INVALID}", f"rank {INVALID}", f"dtype {INVALID}",
                  f"offset {INVALID}", f"device {INVALID}", "compact 0",
                  f"strides {INVALID}", f"null {INVALID}",
                  "by name 0", "inputs 2", "outputs 4", "index of y 1",
                  "run 0", *outputs(3, False), "release 0"]
    if way.unpacked and way.wrappers == "all":
        lines += ["add by name 0", "sum -7 -16 -25 -34",
                  f"wrong add by name {INVALID}",
                  f"add of nothing {INVALID}"]
    return [*lines, "done"]


class ExecutorProgram(Program):
    """What both kinds of test share."""

    layers = [*Program.layers, "aot", "device"]

    def write_model(self):
        """The model's files, the same for all machines."""
        self.graphs = {each: self.write(f"graph-{each}.json", graph(each))
                       for each in (False, True)}
        self.params = self.write("net.params", toolchain.params_file(
            [Parameter(name, 0, 32, shape, struct.pack("<4i", *values))
             for name, shape, values in (("w", (4,), W), ("v", (2, 2), V))]))

    def linker(self):
        """The linker of the program's compiler."""
        return "ld" if self.driver == "gcc" else "lld"

    def program_sources(self):
        """What all programs of the machine share."""
        return [source for source in super().program_sources()
                if not source.endswith("client.c")]


class Executors(ExecutorProgram):
    """One test for each machine."""

    def write_short_header(self):
        """A header of DLPack that does not keep DLDeviceType from being short;
        sets the flags that use it."""
        with open(self.source("runtime_crt/include/dlpack/dlpack.h"),
                  encoding="utf-8") as file:
            text = file.read()
        widening = "  kDLDeviceTypeWidth_ = INT32_MAX\n"
        self.assertIn(widening, text)
        folder = self.path("short")
        os.makedirs(os.path.join(folder, "dlpack"), exist_ok=True)
        self.write(os.path.join(folder, "dlpack", "dlpack.h"),
                   text.replace(widening, ""))
        self.short_flags = ["-fshort-enums", "-I" + folder]

    def compile_operators_of(self, unpacked, short):
        """Compiles the operators; returns the object."""
        output = self.path(f"operators-{unpacked}-{short}.o")
        mode = "-ffreestanding" if self.machine.board else "-fPIE"
        flags = ["-DUNPACKED"] if unpacked else []
        flags += self.short_flags if short else []
        self.drive(*PROGRAM_FLAGS, mode, *flags, *self.includes, "-c",
                   self.source(FOLDER, "operators.c"), "-o", output)
        return output

    def run_executor(self, way, operators, rest):
        """Emits, compiles, links and runs; returns the lines."""
        folder = self.path("-".join(map(str, way)))
        os.mkdir(folder)
        # Not metadata.o, which the boards' linker script lets have no RAM.
        metadata = os.path.join(folder, f"model.{way.emit[0]}")
        flags = [f"--abi={way.abi}", f"--packed-wrappers={way.wrappers}",
                 f"--emit={way.emit}"]
        flags += ["--operator-api=unpacked"] if way.unpacked else []
        flags += ["--interface=packed"] if way.packed else []
        flags += ["--pool=global_workspace,caller"] if way.callers else []
        flags += ["--constant-pool=global_const_workspace" +
                  (",caller" if way.callers else "")] if way.pooled else []
        # The weak functions of the object do nothing.
        flags += ["--workspace-io", "--platform-hooks"] if way.in_pool else []
        self.emit(operators, self.params, f"--graph={self.graphs[way.in_pool]}",
                  "--inputs=x", "--inputs=y", "--model=net", "--executor=aot",
                  *flags, *(self.machine.static if self.machine.board else []),
                  "-o", metadata,
                  "--header=" + os.path.join(folder, "tvmgen_net.h"))
        by_name = way.packed or way.wrappers != "none"
        macros = [macro for macro, wanted in (
            ("-DPACKED", way.packed), ("-DBY_NAME", by_name),
            ("-DOPERATOR_BY_NAME", way.unpacked and way.wrappers == "all"),
            ("-DCALLERS", way.callers), ("-DIN_POOL", way.in_pool),
            ("-DCALLERS_CONSTANTS", way.callers and way.pooled)) if wanted]
        program = os.path.join(folder, "program.o")
        mode = "-ffreestanding" if self.machine.board else "-fPIE"
        self.drive(*PROGRAM_FLAGS, mode, "-I" + folder,
                   *(self.short_flags if way.short else []), *self.includes,
                   *macros, "-c", self.source(FOLDER, "program.c"), "-o",
                   program)
        if way.emit == "c":
            source, metadata = metadata, os.path.join(folder, "compiled.o")
            self.drive(*PROGRAM_FLAGS, mode, "-c", source, "-o", metadata)
        image = os.path.join(folder, "image")
        linked = LinkWay("pic", self.linker(), COUNT_BYTES[way.abi])
        if self.machine.board:
            linked = linked._replace(model="static")
        self.link(linked, [*rest, program, metadata, operators], image)
        return self.run_tool(*self.machine.qemu, image).splitlines()

    def check_machine(self, machine, ways):
        """All ways write what they must."""
        if (machine.name == "riscv32-ilp32e" and
                toolchain.llvm_version().startswith("LLVM 16")):
            toolchain.leave_out("no code for RISC-V cores with 16 registers")
            return
        self.prepare(machine)
        self.write_model()
        self.write_short_header()
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(self.runtime,
                          {COUNT_BYTES[way.abi] for way in ways}))
            rest = list(pool.map(self.compile_program, self.program_sources()))
            kinds = {(way.unpacked, way.short) for way in ways}
            operators = {kind: pool.submit(self.compile_operators_of, *kind)
                         for kind in kinds}
            operators = {kind: each.result()
                         for kind, each in operators.items()}
            runs = {way: pool.submit(self.run_executor, way,
                                     operators[way.unpacked, way.short], rest)
                    for way in ways}
        for way, run in runs.items():
            with self.subTest(**way._asdict()):
                self.assertEqual(run.result(), transcript(way))


    def test_short_enumerations(self):
        """GCC's default for bare-metal Arm: three bytes of a DLTensor's device
        are padding, in the caller's and for packed operators."""
        machine = next(m for m in MACHINES if m.name == "thumbv7m")
        self.check_machine(machine, [*short_ways(False), *short_ways(True)])

    def test_short_enumerations_big_endian(self):
        """The byte is the first there, too."""
        machine = next(m for m in MACHINES if m.name == "s390x")
        self.check_machine(machine, short_ways(True))


#: The operators' devices, in the order of their calls.
DEVICE_OF = {"mul": "EthosU", "add": None, "scale": "VendorNpu"}
CONTEXTS = {"EthosU": "(ethos)", "VendorNpu": "(vendor)", None: "()"}


def device_run(failing, hooked):
    """What happens in a run in which call number `failing` fails, and how many
    calls there are. `hooked`: with the platform's hooks."""
    events, calls = [], 0

    def happen(what, device):
        nonlocal calls
        events.append(what + CONTEXTS[device])
        calls += 1
        return 1000 + failing if calls - 1 == failing else 0

    def hook(action, device):
        return happen(device + action, device)

    def run():
        active = []

        def give_up():
            for device in reversed(active):
                hook("Deactivate", device)

        for device in filter(None, DEVICE_OF.values()):
            if error := hook("Activate", device):
                give_up()
                return error, -1
            active.append(device)
        for number, (name, device) in enumerate(DEVICE_OF.items()):
            error = hook("Open", device) if device else 0
            if not error:
                error = happen(name, device)
                closed = hook("Close", device) if device else 0
                error = error or closed
            if error:
                give_up()
                return error, number
        errors = [hook("Deactivate", device) for device in active]
        return next(filter(None, errors), 0), -1

    def run_hooked():
        events.append("net")
        if error := happen("before", None):
            return error, -1
        events.append("global_workspace 1")
        result = run()
        events.extend(["global_workspace 0", f"net after {result[0]}"])
        return result

    result = run_hooked() if hooked else run()
    return " ".join(["", *events]) + ": %d %d" % result, calls


class Devices(ExecutorProgram):
    """Hooks are called in order, and undone when anything fails."""

    def check_devices(self, name, unpacked, hooked=False):
        """Fails at each call in turn."""
        self.prepare(next(m for m in MACHINES if m.name == name))
        self.write_model()
        self.runtime(2)
        mode = "-ffreestanding" if self.machine.board else "-fPIE"
        operators = self.path("operators.o")
        # Names and target of the operators; the program has them.
        self.drive(*PROGRAM_FLAGS, mode, *self.includes, "-c",
                   self.source(FOLDER, "operators.c"), "-o", operators)
        flags = ["--operator-api=unpacked"] if unpacked else []
        flags += ["--platform-hooks"] if hooked else []
        self.emit(operators, self.params, f"--graph={self.graphs[False]}",
                  "--inputs=x", "--inputs=y", "--model=net", "--executor=aot",
                  "--device=ethos-u=*_mul", "--device=vendor_npu=*_scale",
                  *flags, *(self.machine.static if self.machine.board else []),
                  "-o", self.path("model.o"),
                  "--header=" + self.path("tvmgen_net.h"))
        rest = [self.compile_program(source)
                for source in self.program_sources()]
        program = self.path("devices.o")
        self.drive(*PROGRAM_FLAGS, mode, *self.includes,
                   *(["-DUNPACKED"] if unpacked else []),
                   *(["-DHOOKED"] if hooked else []), "-c",
                   self.source(FOLDER, "devices.c"), "-o", program)
        image = self.path("image")
        model = "static" if self.machine.board else "pic"
        self.link(LinkWay(model, self.linker(), 2),
                  [*rest, program, self.path("model.o")], image)
        first, calls = device_run(-1, hooked)
        wanted = [first] + [device_run(failing, hooked)[0]
                            for failing in range(calls + 1)]
        self.assertEqual(self.run_tool(*self.machine.qemu, image).splitlines(),
                         wanted)

    def test_devices_host(self):
        """Packed operators get their context as resource handle."""
        self.check_devices("x86-64", unpacked=False)

    def test_devices_unpacked(self):
        """Others get it as their last argument."""
        self.check_devices("x86-64", unpacked=True)

    def test_platform_hooks(self):
        """The platform's functions are called around all of it."""
        self.check_devices("x86-64", unpacked=True, hooked=True)

    def test_devices_board(self):
        """On a Cortex-M3."""
        self.check_devices("thumbv7m", unpacked=False)


#: More calls than one emitted function has.
LONG, FAILING = 300, 280

LONG_PROGRAM = """
#include "board.h"
#include "tvmgen_long.h"

int main(void);

int main(void) {
  static int32_t x[4], y[4];
  static const int32_t starts[] = {1, 666 - FAILING};
  struct tvmgen_long_inputs in = {x};
  struct tvmgen_long_outputs out = {y};
  for (int i = 0; i < 2; i++) {
    x[0] = starts[i];
    int32_t result = tvmgen_long_run(&in, &out);
    int32_t failed = tvmgen_long_failed_operator();
    if (i == 0 ? result != 0 || y[0] != LONG || failed != -1
               : result != 42 || failed != FAILING)
      return 1 + i;
  }
  board_write("done", 4);
  return 0;
}
"""


class LongModels(ExecutorProgram):
    """A model with many calls is several functions."""

    def long_graph(self):
        """Adds 1 in every call but one, which multiplies by 1."""
        nodes = [{"op": "null", "name": name, "inputs": []}
                 for name in ("x", "one")]
        for i in range(LONG):
            name = "mul" if i == FAILING else "add"
            nodes.append({
                "op": "tvm_op", "name": f"node{i}",
                "inputs": [[0 if i == 0 else i + 1, 0, 0], [1, 0, 0]],
                "attrs": {"func_name": "tvmgen_net_" + name,
                          "num_inputs": "2", "num_outputs": "1",
                          "flatten_data": "0"}})
        count = len(nodes)
        return json.dumps({
            "nodes": nodes, "arg_nodes": [0, 1], "heads": [[count - 1, 0, 0]],
            "node_row_ptr": list(range(count + 1)),
            "attrs": {"dltype": ["list_str", ["int32"] * count],
                      "shape": ["list_shape", [[4]] * count],
                      "storage_id": ["list_int", list(range(count))]}})

    def test_many_calls(self):
        """Packed and unpacked operators; the number of the failed call."""
        self.prepare(next(m for m in MACHINES if m.name == "x86-64"))
        self.runtime(2)
        graph = self.write("graph.json", self.long_graph())
        params = self.write("one.params", toolchain.params_file(
            [Parameter("one", 0, 32, (4,), struct.pack("<4i", 1, 1, 1, 1))]))
        source = self.write("long.c", LONG_PROGRAM)
        rest = [self.compile_program(each) for each in self.program_sources()]
        for unpacked in (False, True):
            flags = ["-DUNPACKED"] if unpacked else []
            operators = self.path("operators.o")
            self.drive(*PROGRAM_FLAGS, "-fPIE", *self.includes, *flags, "-c",
                       self.source(FOLDER, "operators.c"), "-o", operators)
            self.emit("--quiet", operators, params, f"--graph={graph}",
                      "--inputs=x",
                      "--model=long", "--executor=aot", "-o",
                      self.path("model.o"),
                      "--header=" + self.path("tvmgen_long.h"),
                      *(["--operator-api=unpacked"] if unpacked else []))
            self.drive(*PROGRAM_FLAGS, "-fPIE", *self.includes,
                       f"-DLONG={LONG}", f"-DFAILING={FAILING}", "-c", source,
                       "-o", self.path("long.o"))
            image = self.path("image")
            self.link(LinkWay("pic", self.linker(), 2),
                      [*rest, self.path("long.o"), self.path("model.o"),
                       operators], image)
            self.assertEqual(self.run_tool(*self.machine.qemu, image), "done")


MAIN_PROGRAM = """
#include "board.h"
#include "tvmgen_net.h"
#include <tvm/runtime/crt/aot_executor.h>
#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>

int main(void);

static int by_name(void) {
#ifdef BY_NAME
  TVMModuleHandle module;
  TVMAotExecutor *executor;
  DLDevice device = {kDLCPU, 0};
  if (TVMInitializeRuntime() != 0 ||
      TVMModCreateFromCModule(TVMSystemLibEntryPoint(), &module) != 0 ||
      TVMAotExecutor_Create(module, device, &executor, "net") != 0)
    return 10;
  for (int i = 0; i < 4; i++) {
    ((int32_t *)executor->args[0].dl_tensor.data)[i] = i;
    ((int32_t *)executor->args[1].dl_tensor.data)[i] = 7;
  }
  if (TVMAotExecutor_Run(executor) != 0 ||
      ((int32_t *)executor->args[2].dl_tensor.data)[3] != 22)
    return 11;
  return TVMAotExecutor_Release(executor, device);
#else
  return 0;
#endif
}

int main(void) {
  static int32_t x[4] = {1, 2, 3, -4}, y[4] = {5, 6, 7, 8}, out[4];
  struct tvmgen_net_inputs inputs = {x, y};
  struct tvmgen_net_outputs outputs = {out};
  int failure;
  if (tvmgen_net_run(&inputs, &outputs) != 0 || out[0] != 6 || out[3] != -31)
    return 1;
  x[0] = 666;
  if (tvmgen_net_run(&inputs, &outputs) != -1 ||
      tvmgen_net_failed_operator() != 0)
    return 2;
  failure = by_name();
  if (failure == 0)
    board_write("done", 4);
  return failure;
}
"""


class MainFunctions(ExecutorProgram):
    """The entry around a main function of TVM's ahead-of-time compiler."""

    def constant_pool(self):
        """Flags for a pool with two parameters, which lie as the code of the
        function has them."""
        params = self.write("net.params", toolchain.params_file(
            [Parameter("fused_constant", 0, 32, (4,),
                       struct.pack("<4i", 1, 1, 1, 1)),
             Parameter("fused_constant_1", 0, 8, (3,), bytes(3))]))
        offsets = self.write(
            "offsets.csv", "name,offset\nfused_constant_1,5\nfused_constant,16\n")
        return [params, "--constant-pool=global_const_workspace",
                "--constant-offsets=" + offsets]

    def check_main(self, name, unpacked, by_name, pooled=False):
        """Runs it through the C interface, and by name."""
        self.prepare(next(m for m in MACHINES if m.name == name))
        self.runtime(2)
        mode = "-ffreestanding" if self.machine.board else "-fPIE"
        operators = self.path("operators.o")
        flags = ["-DUNPACKED"] if unpacked else []
        flags += ["-DCONSTANTS"] if pooled else []
        self.drive(*PROGRAM_FLAGS, mode, *self.includes, *flags, "-c",
                   self.source(FOLDER, "main_function.c"), "-o", operators)
        self.emit("--quiet", operators, "--model=net", "--executor=main",
                  "--main-input=x:int32:4", "--main-input=y:int32:2x2",
                  "--main-output=int32:4", "--main-pool=global_workspace:48",
                  *(["--operator-api=unpacked"] if unpacked else []),
                  *(["--packed-wrappers=entry"] if by_name else []),
                  *(self.constant_pool() if pooled else []),
                  *(self.machine.static if self.machine.board else []),
                  "-o", self.path("model.o"),
                  "--header=" + self.path("tvmgen_net.h"))
        program = self.path("program.o")
        self.drive(*PROGRAM_FLAGS, mode, *self.includes,
                   *(["-DBY_NAME"] if by_name else []), "-c",
                   self.write("program.c", MAIN_PROGRAM), "-o", program)
        rest = [self.compile_program(each) for each in self.program_sources()]
        image = self.path("image")
        model = "static" if self.machine.board else "pic"
        self.link(LinkWay(model, self.linker(), 2),
                  [*rest, program, self.path("model.o"), operators], image)
        self.assertEqual(self.run_tool(*self.machine.qemu, image), "done")

    def test_main(self):
        """Both forms of the function, with and without a registry."""
        for unpacked, by_name, pooled in itertools.product(
                (False, True), (False, True), (False, True)):
            with self.subTest(unpacked=unpacked, by_name=by_name,
                              pooled=pooled):
                self.check_main("x86-64", unpacked, by_name, pooled)

    def test_main_big_endian(self):
        """With the checks of TVM's LLVM back end."""
        self.check_main("s390x", False, True)

    def test_main_constants_big_endian(self):
        """Numbers of a pool have the target's byte order."""
        self.check_main("s390x", False, True, pooled=True)

    def test_main_board(self):
        """On a Cortex-M0."""
        self.check_main("thumbv6m", False, False, pooled=True)


#: As run_qemu.Program.link takes it.
LinkWay = namedtuple("LinkWay", "model linker count_bytes")

#: Machines that run all ways, and those that run few.
THOROUGH = ("x86-64", "thumbv7m")
OTHERS = ("i386", "aarch64-linux", "s390x", "powerpc", "powerpc64",
          "mips64el", "riscv64-lp64d-linux", "sparcv9", "m68k", "thumbv6m",
          "riscv32-ilp32", "riscv32-ilp32e")


def add_test(machine, ways):
    """A method of Executors for one machine."""
    def test(self):
        self.check_machine(machine, ways)
    name = "test_" + machine.name.replace("-", "_").replace(".", "_")
    setattr(Executors, name, test)


for each in MACHINES:
    if each.name in THOROUGH:
        add_test(each, all_ways())
    elif each.name in OTHERS:
        add_test(each, few_ways())


if __name__ == "__main__":
    toolchain.main()
