#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The executor for models of today's TVM against a loop written by hand.

Both run the operators of tests/e2e/tvm_models on a Cortex-M4 in QEMU, with the
same plan, header and runtime. The loop is C: constant DLTensors and arguments,
a table of calls, and the tensors of the caller in RAM. Its plan is what the
executor gives to operators that only print their arguments.

Each cell of the table has loop/executor. Flash and RAM are bytes of what stays
of either after --gc-sections, without weights and with the pool. "RAM and
stack" adds the deepest stack of an inference, operators included. SysTick
counts the instructions, to 40. "Without operators" puts functions that return
at once in their place.
"""

import argparse
import json
import math
import os
import pathlib
import re
import shutil
import struct
import sys
import tempfile
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# Behind this folder, which has a calls.py as benchmarks/crt has.
sys.path += map(str, (HERE.parent / "crt", ROOT / "tests" / "e2e"))

from calls import run
from lib.machines import MACHINES
from lib.target_list import TARGETS
from link_map import Sizes, parse, sizes_of
from loop import PAINTED, Plan, loop_by_hand, program, stubs, trace

SKIPPED = 77
CRT = ROOT / "runtime_crt"
RECORDED = ROOT / "tests" / "e2e" / "tvm_models"
#: Model: the workspaces of its operators, which the executor plans.
MODELS = {"mlp": [], "cnn": ["fused_conv2d_add_relu=2240"], "residual": []}
#: Of tests/live/models.py.
LARGER = ["keywords", "mobilenet"]
#: Nanoseconds of the board's SysTick.
TICK = 40
#: How much more than the loop the executor may need.
BOUND = 1.1
MACHINE = next(each for each in MACHINES if each.name == "thumbv7em-hard")
TARGET = TARGETS[MACHINE.name]
INCLUDES = [f"-I{ROOT / folder}" for folder in (
    "include", "runtime_crt/include", "runtime_crt/src",
    "runtime_crt/ports/semihosting", "examples/digits/boards")]
RECORD = """
import json, pathlib, sys
sys.path[:0] = [sys.argv[1] + "/tests/e2e/tvm_models", sys.argv[1] + "/python"]
import record, models, metaobj.tvm
for name in sys.argv[3:]:
    folder = pathlib.Path(sys.argv[2]) / name
    record.record(folder, name, False)
    _, executable = record.build(models.imported(models.MODELS[name]()),
                                 record.TARGETS["operators32.ll"], False)
    (folder / "workspaces.json").write_text(
        json.dumps(metaobj.tvm.workspaces(executable)))
"""


@dataclass
class Figures:
    """Of one program, without operators and weights."""
    flash: int
    #: Variables and pools, and what stack an inference takes.
    ram: int
    ram_and_stack: int
    #: Without operators.
    own_stack: int
    own_instructions: int
    instructions: int


#: Rows of the table.
TEXTS = {
    "flash": "flash",
    "ram": "RAM",
    "ram_and_stack": "RAM and stack",
    "instructions": "instructions",
    "own_stack": "stack without operators",
    "own_instructions": "instructions without operators"}


def tensors(header, model, kind):
    """Name and bytes of each member of the structure."""
    body = re.search(rf"struct tvmgen_{model}_{kind}s {{\n(.*?)\n}};", header,
                     re.S)[1]
    return [(name, int(size)) for size, name in re.findall(
        r'/\* ".*?": \w+ \[.*?\], (\d+) bytes\. \*/\n  void \*(\w+);', body)]


class Bench:
    """One folder and the tools."""

    def __init__(self, folder, metaobj, tools):
        self.folder, self.metaobj, self.tools = folder, metaobj, tools
        port = CRT / "ports" / "semihosting"
        sources = sorted((CRT / "src" / "ffi").glob("*.c"))
        sources += [ROOT / source for source in MACHINE.board.sources]
        sources += [port / "semihosting.c", port / "memory_functions.c"]
        # Neither runtime nor start-up code differs between the programs.
        self.shared = [self.compile(source, folder) for source in sources]

    def compile(self, source, folder):
        output = folder / (source.name + ".o")
        run([self.tools["clang"], *TARGET.clang, "-mcpu=cortex-m4",
             *MACHINE.clang, "-Os", "-ffreestanding", "-ffunction-sections",
             "-fdata-sections", "-fno-pic", "-ffp-contract=off",
             "-Wno-override-module", *INCLUDES, f"-I{folder}", "-c", source,
             "-o", output])
        return output

    def text(self, folder, name, text):
        path = folder / name
        path.write_text(text)
        return self.compile(path, folder)

    def link(self, image, *objects, without=""):
        """The image, beside the linker's map. `without`: an object of the
        runtime in whose place the program has its own."""
        link = [flag.format(ROOT) for flag in MACHINE.board.link]
        run([self.tools["gcc"], *TARGET.gcc.flags, "-nostdlib",
             "-Wl,--gc-sections,-z,noexecstack,--no-warn-rwx-segments",
             "-Wl,--defsym=__exidx_start=0,--defsym=__exidx_end=0",
             f"-Wl,-Map={image}.map", *objects,
             *(path for path in self.shared if path.name != without), *link,
             "-lm", "-lc", "-lgcc", "-o", image])
        return image

    def sizes(self, image, part):
        """What is left of one object, without weights."""
        text = pathlib.Path(f"{image}.map").read_text()
        return sum((sizes_of(section, nbytes)
                    for section, nbytes, file in parse(text)
                    if file == str(part)
                    and not section.startswith(".rodata.tvm")), Sizes())

    def symbols(self, image):
        """Address and bytes of each function."""
        lines = run([self.tools["nm"], "-S", image]).splitlines()
        found = [line.split() for line in lines]
        return {words[3]: (int(words[0], 16) & ~1, int(words[1], 16))
                for words in found if len(words) == 4}

    def run(self, image, *options):
        qemu, *more = MACHINE.qemu
        return run([qemu, *options, *more, image])

    def instructions(self, image, model):
        """Of one inference, without those of the operators."""
        log = f"{image}.log"
        version = re.search(r"version (\d+)\.(\d+)",
                            run([MACHINE.qemu[0], "--version"]))
        one = ["-accel", "tcg,one-insn-per-tb=on"] if tuple(
            map(int, version.groups())) >= (8, 1) else ["-singlestep"]
        self.run(image, *one, "-d", "exec,nochain", "-D", log)
        symbols = self.symbols(image)
        outside = {place for name, (first, size) in symbols.items()
                   if name.startswith("__tvm_ffi_")
                   for place in range(first, first + size)}
        entry, _ = symbols[f"tvmgen_{model}_run"]
        first, size = symbols["measured"]
        count, before, is_running = 0, None, False
        with open(log, encoding="utf-8") as file:
            for line in file:
                found = re.search(r"\[[0-9a-f]+/([0-9a-f]+)/", line)
                if not found:
                    continue
                place = int(found[1], 16)
                if place == entry and first <= before < first + size:
                    is_running = True
                elif is_running and first <= place < first + size:
                    break
                count += is_running and place not in outside
                before = place
        os.remove(log)
        if not count:
            raise SystemExit(f"{image}: QEMU's log has no instruction of it")
        return count

    def figures(self, folder, name, part, model, objects):
        """Of the program with `part`, after it gave the recorded output."""
        real, empty = objects
        whole = self.link(folder / f"{name}.elf", part, *real)
        # An instruction takes a nanosecond.
        output = self.run(whole, "-icount", "shift=0,sleep=off")
        check_output(folder, name, output)
        alone = self.link(folder / f"{name}-empty.elf", part, *empty)
        sizes = self.sizes(whole, part)
        return Figures(sizes.flash, sizes.ram,
                       sizes.ram + number(output, "stack"),
                       number(self.run(alone), "stack"),
                       self.instructions(alone, model),
                       number(output, "ticks") * TICK)

    def model(self, recorded, model, workspaces):
        """Figures of the loop and of the executor."""
        folder = self.folder / model
        folder.mkdir()
        for file in ("input.bin", "output.bin"):
            shutil.copy(recorded / file, folder)
        operators = self.text(folder, "operators.ll",
                              (recorded / "operators32.ll").read_text())
        emitted, header = folder / "model.o", folder / "model.h"
        run([self.metaobj, "emit", operators, "--abi=tvm-ffi",
             f"--ffi-root=relax.VMExecutable={recorded / 'vm.bin'}",
             "--executor=aot", f"--model={model}", "--quiet", "-o", emitted,
             f"--header={header}", f"--map={folder / 'map.json'}",
             *(f"--workspace={each}" for each in workspaces)])
        plan = json.loads((folder / "map.json").read_text())["executor"]
        names = list(dict.fromkeys(plan["operators"]))
        io = [tensors(header.read_text(), model, kind)
              for kind in ("input", "output")]
        main = self.text(folder, "main.c", program(model, *io))
        image = self.link(folder / "trace.elf", emitted, self.text(
            folder, "trace.c", trace(model, names, *io)),
            without="ffi_use_workspace.c.o")
        functions = [name.removeprefix("__") for name in self.symbols(operators)
                     if name.startswith("__TVMBackend")]
        source = loop_by_hand(
            model, names, functions, Plan(self.run(image), {
                name: place for name, (place, _)
                in self.symbols(image).items()}, plan["pools"]), *io)
        loop = self.text(folder, "loop.c", source)
        objects = [main, operators], [main, self.text(
            folder, "stubs.c", stubs(names))]
        return [self.figures(folder, name, part, model, objects)
                for name, part in (("loop", loop), ("executor", emitted))]


def number(output, name):
    """What a program has printed behind the name."""
    value = int(re.search(rf"{name} (\w+)", output)[1], 16)
    if name == "stack" and value >= PAINTED * 4:
        raise SystemExit(f"the stack is deeper than {PAINTED} words")
    return value


def check_output(folder, name, text):
    """The program's output is the recorded one. Libraries of mathematics
    differ in their last bits."""
    got = bytes.fromhex("".join(re.findall(r"output (\w+)", text)))
    wanted = (folder / "output.bin").read_bytes()
    if "run 00000000" not in text or len(got) != len(wanted) or (
            got != wanted and not (
                folder.name in LARGER and all(
                    math.isclose(one, other, rel_tol=1e-4, abs_tol=1e-6)
                    for (one,), (other,) in zip(
                        struct.iter_unpack("<f", got),
                        struct.iter_unpack("<f", wanted))))):
        raise SystemExit(f"{folder.name}, {name}: another output:\n{text}")


def larger_models(folder, environment, metaobj):
    """Models that TVM compiles now: name -> workspaces."""
    # The library of the package is built beside the tool.
    library = metaobj.resolve().parents[1] / "lib" / "libmetaobj.so"
    run([environment, "-B", "-c", RECORD, ROOT, folder, *LARGER],
        env={"METAOBJ_LIBRARY": str(library), **os.environ})
    result = {}
    for name in LARGER:
        needs = json.loads((folder / name / "workspaces.json").read_text())
        result[name] = [f"{operator}={size}"
                        for operator, size in needs.items() if size]
    return result


def table(results):
    """Markdown: a row for each model, in each cell loop and executor."""
    lines = ["| model | " + " | ".join(TEXTS.values()) + " |",
             "|---" + "|---:" * len(TEXTS) + "|"]
    for model, (loop, executor) in results.items():
        lines.append(f"| `{model}` | " + " | ".join(
            f"{getattr(loop, name):,}/{getattr(executor, name):,}"
            for name in TEXTS) + " |")
    return "\n".join(lines) + "\n"


def check(results):
    """What must hold; 1 when it does not."""
    failed = [
        f"{model}: {TEXTS[name]}: {getattr(executor, name)} with the executor, "
        f"{getattr(loop, name)} with the loop"
        for model, (loop, executor) in results.items()
        for name in ("flash", "ram", "instructions")
        if getattr(executor, name) > BOUND * getattr(loop, name)]
    for text in failed:
        print("FAILED: " + text)
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--metaobj", type=pathlib.Path, required=True)
    parser.add_argument("--llvm-bin", required=True, metavar="DIR",
                        help="clang of the LLVM of metaobj")
    parser.add_argument("--environment", metavar="PYTHON",
                        help="Python with TVM, for larger models as well")
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIR",
                        help="a folder for all files, which stay there")
    parser.add_argument("--check", action="store_true",
                        help="fail when the executor needs more than it may")
    arguments = parser.parse_args()
    tools = {}
    gcc = TARGET.gcc.program
    for tool, name, place in (("clang", "clang", arguments.llvm_bin),
                              ("gcc", gcc, None),
                              ("nm", gcc.removesuffix("gcc") + "nm", None),
                              ("qemu", MACHINE.qemu[0], None)):
        tools[tool] = shutil.which(name, path=place)
        if not tools[tool]:
            print(f"SKIPPED: {name} is not installed")
            return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(arguments.keep or folder)
        bench = Bench(folder, arguments.metaobj.resolve(), tools)
        results = {name: bench.model(RECORDED / name, name, needs)
                   for name, needs in MODELS.items()}
        if arguments.environment:
            made = folder / "made"
            for name, needs in larger_models(
                    made, arguments.environment, arguments.metaobj).items():
                results[name] = bench.model(made / name, name, needs)
    print(table(results))
    return check(results) if arguments.check else 0


if __name__ == "__main__":
    sys.exit(main())
