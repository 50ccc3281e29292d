# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of today's TVM run on machines without TVM.

The recorded models of tests/e2e/tvm_models are compiled for each machine. The
executor calls their operators, with the part of runtime_crt for them, and
writes what TVM's own virtual machine has written, bit by bit: on machines of
both byte orders, of 32 and 64 bits, on boards and under Linux, with workspaces
of the runtime and with planned ones, and as WebAssembly in node. Products and
sums are rounded one by one, as on the host of that machine; code for some
targets would fuse them.
"""

import glob
import json
import os
import re
from concurrent.futures import ThreadPoolExecutor

from lib import elf_file, toolchain
from lib.machines import MACHINES, Machine
from lib.target_list import TARGETS
from lib.toolchain import ToolTest

MODELS = ["mlp", "cnn", "residual", "integers"]

#: The most that its convolution has in workspaces at a time.
CNN_WORKSPACES = "--workspace=fused_conv2d_add_relu=2240"
TOO_SMALL = "--workspace=fused_conv2d_add_relu=2176"

PRELUDE = r"""
#include <stddef.h>
#include <stdint.h>
#include "board.h"
#include "model.h"
#include <tvm_crt/ffi.h>
#include "values.h"

int main(void);

static void print(const char *text) {
  size_t size = 0;
  while (text[size] != '\0')
    ++size;
  board_write(text, size);
}

static void print_number(const char *name, int32_t value) {
  char text[11];
  size_t start = sizeof(text);
  uint32_t rest = value < 0 ? 0 - (uint32_t)value : (uint32_t)value;
  do {
    text[--start] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest != 0);
  print(name);
  print(value < 0 ? " -" : " ");
  board_write(text + start, sizeof(text) - start);
}

static int equal(size_t place, size_t size) {
  size_t i;
  for (i = place; i != place + size; ++i)
    if (output[i] != wanted[i])
      return 0;
  return 1;
}
"""

PROGRAM = PRELUDE + r"""
#ifdef RECORD
#include <tvm_crt/record.h>
/* All of the board's flash but its first bytes: no address is NULL. */
static const TVMRecordMemory flash = {(const void *)64, 0x400000 - 64, 64};
static void verify(void) {
  static TVMRecordCheck check;
  const TVMRecord *record = TVMRecord_Find(&flash, NULL);
  check.memories = &flash;
  check.num_memories = 1;
  if (record == NULL)
    print("no record\n");
  else
    print_number(record->model, (int32_t)TVMRecord_Verify(record, &check));
  print("\n");
}
#endif

int main(void) {
  struct START(inputs) inputs = INPUTS;
  struct START(inputs) moved = INPUTS_OFF;
  struct START(outputs) outputs = OUTPUTS;
  int round;
  for (round = 0; round < 2; ++round) {
    size_t i;
    for (i = 0; i != sizeof(output); ++i)
      output[i] = 0x55;
    print_number("run", START(run)(&inputs, &outputs));
    print_number(" failed", START(failed_operator)());
    print(COMPARE ? " right\n" : " wrong\n");
  }
  print_number("peak", (int32_t)TVMFfiWorkspacePeak());
  print("\n");
  if (TVMFfiLastError()[0] != '\0') {
    print(TVMFfiLastError());
    print("\n");
  }
  print_number("not aligned", START(run)(&moved, &outputs));
  print("\n");
#ifdef RECORD
  verify();
#endif
  return 0;
}
"""

#: The same run with the weights of two images, and with another model's.
IMAGES_PROGRAM = PRELUDE + r"""
#include <metaobj-c/metaobj_params_image.h>
#include "images.h"

int main(void) {
  const struct {
    const unsigned char *bytes;
    size_t size;
  } slots[] = {{first, sizeof(first)},
               {second, sizeof(second)},
               {first, sizeof(first)},
               {other, sizeof(other)}};
  struct START(inputs) inputs = INPUTS;
  struct START(outputs) outputs = OUTPUTS;
  struct START(workspace_pools) pools;
  size_t i;
  for (i = 0; i != sizeof(slots) / sizeof(slots[0]); ++i) {
    pools.params = metaobj_params_open(slots[i].bytes, slots[i].size,
                                       START(params_id)());
    print_number("run", START(run)(&inputs, &outputs, &pools));
    print(COMPARE ? " right\n" : " wrong\n");
  }
  return 0;
}
"""

RUN_WASM = r"""
const fs = require('fs');
const linked = new WebAssembly.Module(fs.readFileSync(process.argv[2]));
const write = (at, size) => process.stdout.write(
    Buffer.from(new Uint8Array(run.memory.buffer, at, size)));
const run = new WebAssembly.Instance(linked, {env: {board_write: write}})
    .exports;
process.exitCode = run.run_program();
"""

RIGHT = "run 0 failed -1 right"
#: kTvmErrorFunctionCallInvalidArg
NOT_ALIGNED = f"not aligned {0x803}"


def tensors(header, subject):
    """Name, type and bytes of each member of the structure."""
    body = re.search(subject + r" {\n(.*?)\n};", header, re.S).group(1)
    found = re.findall(r'/\* ".*?": (\w+) \[.*?\], (\d+) bytes\. \*/\n'
                       r"  void \*(\w+);", body)
    return [(name, dtype, int(size)) for dtype, size, name in found]


def rounded_twice(code):
    """IR in which a product is rounded before it is added, on each target."""
    return re.sub(
        r"%(\S+) = (?:tail )?call float @llvm\.fmuladd\.f32\("
        r"float (\S+), float (\S+), float (\S+)\)",
        r"%product.\1 = fmul float \2, \3\n  "
        r"%\1 = fadd float %product.\1, \4", code)


def reordered(data, dtype, order):
    """Little-endian elements in the order of a machine."""
    size = {"float32": 4, "int32": 4, "int8": 1, "uint8": 1}[dtype]
    count = len(data) // size
    return b"".join(data[i * size:(i + 1) * size][::1 if order == "<" else -1]
                    for i in range(count))


class Relax(ToolTest):
    """One test for each machine."""

    def values(self, model, header, order):
        """C with the inputs and outputs of the recorded run."""
        folder = toolchain.source_path(f"tests/e2e/tvm_models/{model}")
        lines = [f"#define START(name) tvmgen_{model}_##name"]
        texts = {}
        for kind in ("input", "output"):
            with open(os.path.join(folder, kind + ".bin"), "rb") as file:
                data = file.read()
            listed = tensors(header, f"tvmgen_{model}_{kind}s")
            self.assertEqual(sum(size for *_, size in listed), len(data))
            places, offset, place = [], 0, 0
            image = b""
            for _, dtype, size in listed:
                image += bytes(-len(image) % 64)
                places.append((len(image), size))
                image += reordered(data[offset:offset + size], dtype, order)
                offset += size
            texts[kind] = image, places
        for kind, name in (("input", "input"), ("output", "wanted")):
            image, _ = texts[kind]
            lines.append(f"static _Alignas(64) const unsigned char {name}[] = {{"
                         + ",".join(map(str, image)) + "};")
        lines.append("static _Alignas(64) unsigned char "
                     f"output[{len(texts['output'][0])}];")

        def members(name, kind, off=0):
            return "{" + ", ".join(f"(void *)({name} + {place + off})"
                                   for place, _ in texts[kind][1]) + "}"

        lines.append(f"#define INPUTS {members('input', 'input')}")
        lines.append(f"#define INPUTS_OFF {members('input', 'input', 4)}")
        lines.append(f"#define OUTPUTS {members('output', 'output')}")
        lines.append("#define COMPARE (" + " && ".join(
            f"equal({place}, {size})"
            for place, size in texts["output"][1]) + ")")
        return "\n".join(lines) + "\n"

    def drive(self, source, *flags):
        """Compiles C of the program or the runtime; returns the object."""
        root = toolchain.OPTIONS.source
        includes = [f"-I{root}/{folder}" for folder in (
            "include", "runtime_crt/include", "runtime_crt/src",
            "runtime_crt/ports/semihosting", "examples/digits/boards")]
        folder = os.path.dirname(source)
        if not folder.startswith(self.folder):
            folder = self.folder
        output = os.path.join(folder, os.path.basename(source) + ".o")
        self.run_tool(*self.driver, "-O1", "-ffunction-sections",
                      "-fdata-sections", "-Wall", "-Wextra", "-Werror",
                      *(["-ffreestanding"] if self.is_board else []), "-fno-pic",
                      "-DTVM_FFI_WORKSPACE_BYTES=4096", *flags,
                      *includes, "-c", source, "-o", output)
        return output

    def prepare(self, machine):
        """The runtime and the start-up code, which all programs share."""
        target = TARGETS[machine.name]
        triple = " ".join(target.clang)
        self.bits = 64 if re.search("64|s390x", triple) else 32
        self.order = ">" if re.search("s390x|powerpc-|_be", triple) else "<"
        self.clang = ["clang", *target.clang, *(machine.clang or [])]
        self.driver = ([target.gcc.program, *target.gcc.flags] if target.gcc
                       else self.clang)
        self.is_board = machine.board is not None
        port = "runtime_crt/ports/semihosting/"
        sources = list(machine.board.sources) if machine.board else [
            "examples/digits/boards/host/output.c"]
        sources += [port + name for name in ("semihosting.c",
                                             "memory_functions.c")
                    if self.is_board and
                    not any(name in source for source in sources)]
        self.share(*sources)

    def prepare_wasm(self):
        """The same for node; returns the machine."""
        self.bits, self.order, self.is_board = 32, "<", True
        self.clang = self.driver = ["clang", "--target=wasm32-unknown-unknown"]
        self.share("runtime_crt/ports/semihosting/memory_functions.c")
        return Machine("wasm32", ["node", self.write("run.cjs", RUN_WASM)],
                       [], {}, None, [])

    def share(self, *sources):
        """The objects of all programs: sources, and the runtime."""
        runtime = glob.glob(toolchain.source_path("runtime_crt/src/ffi/*.c"))
        self.shared = [self.drive(source) for source in [
            *sorted(runtime), *map(toolchain.source_path, sources)]]

    def build_model(self, machine, model, *flags):
        """Compiles and emits; returns the model's folder."""
        folder = self.path(re.sub(r"[^\w-]", "-", "-".join([model, *flags])))
        os.mkdir(folder)
        recorded = toolchain.source_path(f"tests/e2e/tvm_models/{model}")
        with open(f"{recorded}/operators{self.bits}.ll",
                  encoding="utf-8") as file:
            code = self.write(os.path.join(folder, "operators.ll"),
                              rounded_twice(file.read()))
        operators = os.path.join(folder, "operators.o")
        self.run_tool(*self.clang, "-O1", "-fno-pic", "-Wno-override-module",
                      "-c", code, "-o", operators)
        header = os.path.join(folder, "model.h")
        self.emit(operators,
                  f"--ffi-root=relax.VMExecutable={recorded}/vm.bin",
                  "--abi=tvm-ffi", "--executor=aot", f"--model={model}",
                  "--quiet", "-o",
                  os.path.join(folder, "model.c" if "--emit=c" in flags
                               else "model.o"),
                  f"--header={header}", *flags,
                  *(machine.static if machine.board else []))
        if "--emit=c" in flags:
            made = self.drive(os.path.join(folder, "model.c"))
            os.rename(made, os.path.join(folder, "model.o"))
        with open(header, encoding="utf-8") as file:
            text = file.read()
        self.write(os.path.join(folder, "values.h"),
                   self.values(model, text, self.order))
        return folder

    def program(self, folder, *flags, text=PROGRAM):
        """The object of the model's program."""
        source = self.write(os.path.join(folder, "program.c"), text)
        return self.drive(source, "-I" + folder, *flags)

    def link(self, machine, objects, image):
        """What subprocess tells of the linker."""
        if machine.name == "wasm32":
            # Of its own: others are linked at the same time.
            imports = self.write(image + ".imports", "board_write\n")
            return toolchain.start(
                [toolchain.find_tool("wasm-ld"), "--fatal-warnings",
                 "--no-entry", "--gc-sections", "--export=run_program",
                 "--allow-undefined-file=" + imports, *self.shared, *objects,
                 "-o", image])
        link = ["-static", "-no-pie", "-lm"]
        if machine.board:
            link = [flag.format(toolchain.OPTIONS.source)
                    for flag in machine.board.link]
            link += ["-nostdlib", "-Wl,-z,noexecstack",
                     "-Wl,--no-warn-rwx-segments",
                     # Of libgcc's unwinder, which the scripts do not know.
                     "-Wl,--defsym=__exidx_start=0,--defsym=__exidx_end=0"]
        program, *flags = self.driver
        return toolchain.start(
            [toolchain.find_tool(program), *flags, "-Wl,--gc-sections",
             *self.shared, *objects, *link, "-o", image])

    def run_model(self, machine, model, *flags):
        """Compiles, emits, links and runs; returns the lines."""
        folder = self.build_model(machine, model, *flags)
        image = os.path.join(folder, "image")
        # Clang for WebAssembly gives main another symbol.
        name = ["-Dmain=run_program"] if machine.name == "wasm32" else []
        linked = self.link(machine, [
            self.program(folder, *name), os.path.join(folder, "model.o"),
            os.path.join(folder, "operators.o")], image)
        self.assertEqual(linked.returncode, 0, linked.stderr)
        if "--record" in flags:
            self.check_record(image, model)
        return self.run_tool(*machine.qemu, image).splitlines()

    def check_record(self, image, model):
        """The linker has kept it, and inspect finds each wrong weight."""
        result = self.metaobj("inspect", "--verify", "--json", image)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        found = json.loads(result.stdout)
        record, = found["records"]
        self.assertEqual((record["model"], record["functions"], record["params"]),
                         (model, 0, len(found["params"])))
        with open(image, "rb") as file:
            data = file.read()
        elf = elf_file.ElfFile.read(image)
        for index, param in enumerate(found["params"]):
            with self.subTest(weight=param["name"]):
                symbol = elf.symbol("__tvm_param__" + param["name"])
                section = elf.sections[symbol.section]
                place = section.offset + symbol.value - section.address
                damaged = bytearray(data)
                damaged[place + param["bytes"] // 2] ^= 1
                # Beside the image: other forms of the model are checked at the
                # same time.
                path = self.write(f"{image}.damaged{index}", bytes(damaged))
                result = self.metaobj("inspect", "--verify", path)
                self.assertEqual(result.returncode, 1)
                self.assertIn(f"model '{model}' is damaged: parameter "
                              f"'{param['name']}' differs", result.stderr)

    def test_record_on_board(self):
        """The program finds and verifies its own record."""
        machine = next(m for m in MACHINES if m.name == "thumbv7em")
        self.prepare(machine)
        config = "-I" + toolchain.source_path("runtime_crt/config")
        self.shared += [
            self.drive(source, config) for source in
            glob.glob(toolchain.source_path("runtime_crt/src/record") + "/*.c")]
        folder = self.build_model(machine, "mlp", "--record")
        image = os.path.join(folder, "image")
        linked = self.link(machine, [
            self.program(folder, "-DRECORD", config),
            os.path.join(folder, "model.o"),
            os.path.join(folder, "operators.o")], image)
        self.assertEqual(linked.returncode, 0, linked.stderr)
        self.assertEqual(self.run_tool(*machine.qemu, image).splitlines(),
                         [RIGHT, RIGHT, "peak 0", NOT_ALIGNED, "mlp 0"])
        self.check_record(image, "mlp")

    def image(self, machine, model, program, output):
        """An image with the weights of an executable."""
        self.emit(os.path.join(self.path(f"{model}---external-params"),
                               "operators.o"),
                  f"--ffi-root=relax.VMExecutable={program}", "--abi=tvm-ffi",
                  "--executor=aot", f"--model={model}", "--quiet",
                  "--emit=params-image", "-o", output,
                  *(machine.static if machine.board else []))
        with open(output, "rb") as file:
            return file.read()

    def check_images(self, name):
        """A program runs with either of two images of its weights, and refuses
        that of another model."""
        machine = next(m for m in MACHINES if m.name == name)
        self.prepare(machine)
        recorded = toolchain.source_path("tests/e2e/tvm_models/{}/vm.bin")
        folders = [self.build_model(machine, model, "--external-params")
                   for model in ("mlp", "residual")]
        first = self.image(machine, "mlp", recorded.format("mlp"),
                           self.path("first.bin"))
        other = self.image(machine, "residual", recorded.format("residual"),
                           self.path("other.bin"))
        # Each weight has another sign.
        with open(recorded.format("mlp"), "rb") as file:
            program = file.read()
        result = self.metaobj("inspect", "--json", self.path("first.bin"))
        for param in json.loads(result.stdout)["params"]:
            place, size = param["address"], param["bytes"]
            weights = first[place:place + size]
            self.assertEqual(program.count(weights), 1, param)
            negated = bytearray(weights)
            for sign in range(3, size, 4):
                negated[sign] ^= 0x80
            program = program.replace(weights, bytes(negated))
        second = self.image(machine, "mlp", self.write("second.vm", program),
                            self.path("second.bin"))
        self.write(os.path.join(folders[0], "images.h"), "".join(
            f"static _Alignas(64) const unsigned char {name}[] = {{"
            + ",".join(map(str, image)) + "};\n" for name, image in
            (("first", first), ("second", second), ("other", other))))
        image = self.path("image")
        linked = self.link(machine, [
            self.program(folders[0], text=IMAGES_PROGRAM),
            os.path.join(folders[0], "model.o"),
            os.path.join(folders[0], "operators.o")], image)
        self.assertEqual(linked.returncode, 0, linked.stderr)
        self.assertEqual(self.run_tool(*machine.qemu, image).splitlines(),
                         ["run 0 right", "run 0 wrong", "run 0 right",
                          f"run {0x803} right"])

    def test_images_host(self):
        self.check_images("x86-64")

    def test_images_board(self):
        self.check_images("thumbv7em")

    def check_two(self, name):
        """Two models whose operators have the same name, in one image: right,
        or refused before they run."""
        machine = next(m for m in MACHINES if m.name == name)
        self.prepare(machine)
        joined, apart = [], []
        for model in ("mlp", "residual"):
            folder = self.build_model(machine, model)
            program = self.program(folder, f"-Dmain=run_{model}")
            parts = [os.path.join(folder, part)
                     for part in ("model.o", "operators.o")]
            one = os.path.join(folder, "joined.o")
            result = self.metaobj("link", "-r", "--localize", "--quiet", *parts,
                                  "-o", one)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            joined += [program, one]
            apart += [program, *parts]
        main = self.drive(self.write("main.c", """
            int run_mlp(void);
            int run_residual(void);
            int main(void);
            int main(void) { return run_mlp() + run_residual() + run_mlp(); }
        """))
        image = self.path("image")
        refused = self.link(machine, [main, *apart], image)
        self.assertIn("__tvm_ffi_fused_matmul_add_relu", refused.stderr)
        self.assertNotEqual(refused.returncode, 0)
        result = self.metaobj("check", *apart)
        self.assertEqual(result.returncode, 1, result.stdout)
        self.assertIn("__tvm_ffi_fused_matmul_add_relu", result.stderr)
        linked = self.link(machine, [main, *joined], image)
        self.assertEqual(linked.returncode, 0, linked.stderr)
        self.assertEqual(self.run_tool(*machine.qemu, image).splitlines(),
                         3 * [RIGHT, RIGHT, "peak 0", NOT_ALIGNED])

    def test_two_models_host(self):
        self.check_two("x86-64")

    def test_two_models_board(self):
        self.check_two("thumbv7em")

    def check_machine(self, machine):
        """All models, and one in each way to have workspaces."""
        for tool in (machine.qemu[0], "clang"):
            toolchain.find_tool(tool)
        if machine.name != "wasm32":
            self.prepare(machine)
        ways = [(model,) for model in MODELS]
        ways += [("cnn", CNN_WORKSPACES), ("cnn", TOO_SMALL)]
        # The compiler of the program makes the executor as well.
        ways += [(model, "--emit=c") for model in ("residual", "integers")]
        ways += [("cnn", "--emit=c", flag)
                 for flag in (CNN_WORKSPACES, TOO_SMALL)]
        if machine.name in ("x86-64", "s390x"):
            ways += [("residual", "--constant-pool=weights"),
                     ("mlp", "--record"),
                     ("mlp", "--record", "--emit=c"),
                     ("cnn", CNN_WORKSPACES, "--pool=all,shared"),
                     ("cnn", CNN_WORKSPACES, "--pool=fast:1K",
                      "--pool=slow,section=.slow"),
                     ("mlp", "--place=*:visibility=global", "--dedup=link")]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            runs = [pool.submit(self.run_model, machine, *way)
                    for way in ways]
        for way, run in zip(ways, runs):
            with self.subTest(machine=machine.name, way=way):
                lines = run.result()
                if TOO_SMALL in way:
                    self.assertEqual(lines[0][:18], "run -1 failed 0 wr")
                    self.assertIn("workspace", lines[3])
                    continue
                peak = 2240 if way[0] == "cnn" else 0
                self.assertEqual(lines, [RIGHT, RIGHT, f"peak {peak}",
                                         NOT_ALIGNED])

    def test_webassembly(self):
        """wasm-ld; node runs the modules."""
        self.check_machine(self.prepare_wasm())


#: Both byte orders, both widths; boards, and Linux with and without a libc.
NAMES = ["x86-64", "aarch64-linux", "riscv64-lp64d-linux", "s390x", "powerpc",
         "thumbv6m", "thumbv7em", "thumbv7em-hard", "thumbv8.1m.main-hard",
         "riscv32-ilp32"]


def add_tests():
    for machine in MACHINES:
        if machine.name in NAMES:
            name = "test_" + re.sub(r"\W", "_", machine.name)
            setattr(Relax, name,
                    lambda self, machine=machine: self.check_machine(machine))


add_tests()

if __name__ == "__main__":
    toolchain.main()
