#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Code, constants, static RAM and worst stack of runtime_crt.

Built with make at -Os for each machine. Sizes are those of a program that
calls every public function, linked with --gc-sections; start-up code, the
platform's functions and the compiler's support library are not counted. Stack
is the deepest path of calls inside the runtime.
"""

import argparse
import os
import pathlib
import re
import sys
import tempfile
from collections import defaultdict
from dataclasses import replace

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import build
import link_map
from call_graph import CallGraph
from layers import CRT, LAYERS, ROOT, Layer, layer_of
from link_map import Sizes
from table import replace_marked, write_report

SKIPPED = 77
PAGE = ROOT / "docs" / "runtime-size.md"
#: What the goals hold for.
GOAL_TARGET = build.TARGETS[0]
GOAL_COMPILER = "12"

#: What a function that calls through a pointer calls.
POINTERS = {
    "TVMBackendParallelLaunch": "task",
    "TVMBackendRunOnce": "initialiser",
    "TVMDeviceCopyBytes": "device",
    "TVMFuncCall": "function",
    "compress": "step",
    "flush": "transport",
    "call": "device",
    "lock": "platform",
    "tvm_crt_time_evaluator_call": "evaluator",
    "unlock": "platform",
}

#: Functions of the platform, in a word.
PLATFORM = {
    "TVMPlatformMemoryAllocate": "memory",
    "TVMPlatformMemoryFree": "memory",
    "TVMPlatformTimerStart": "timer",
    "TVMPlatformTimerStop": "timer",
    "TVMPlatformGenerateRandom": "random",
    "TVMSystemLibEntryPoint": "metadata",
}

#: What all of the static RAM is for.
RAM = {
    "tvm_crt_last_error": "`TVM_CRT_LAST_ERROR_SIZE_BYTES`",
    "memory": "`TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES`",
    "tvm_crt_registry_table": "`TVM_CRT_MAX_REGISTERED_MODULES`",
    "tvm_crt_global_registry": "where the global functions are",
    "tvm_crt_system_lib_module": "handle of the system library",
    "the_executor": "the executor that the module form serves",
    "the_module": "handle of that module",
    "evaluator": "the time evaluator that is alive",
    "tvm_crt_rpc_server": "`TVM_CRT_MAX_PACKET_SIZE_BYTES` and more",
}

#: The goals leave out what hosts call by name, and the time evaluator, which
#: takes more than all calls.
GOAL_FLAGS = ("-DTVM_CRT_ENABLE_TIME_EVALUATOR=0",
              "-DTVM_CRT_ENABLE_BUILTIN_FUNCTIONS=0")


class Measured:
    """One build for one machine."""

    def __init__(self, target, folder, extra=()):
        self.target = target
        self.has_call_graph = supports(target, "-fcallgraph-info=su")
        stack = ("-fcallgraph-info=su" if self.has_call_graph
                 else "-fstack-usage")
        self.sources = build.build(target, folder, [stack, *extra])
        words = build.public_names()
        #: All but those for tvm-ffi, which have functions of the backend.
        self.objects = [(source, path) for source, path
                        in build.objects(self.sources)
                        if not source.startswith("ffi/")]
        #: Layer of each public function.
        self.public = {}
        for source, path in self.objects:
            for name in build.global_functions(target, path):
                if name in words:
                    self.public[name] = layer_of(source)
        self.parts = link_map.link(target, self.sources, sorted(self.public))
        self.graph = self._read_graph()

    def _read_graph(self):
        graph = CallGraph()
        for source, path in self.objects:
            stem = pathlib.Path(path[:-2])
            if self.has_call_graph:
                graph.add(source, stem.with_suffix(".ci").read_text("utf-8"))
            elif stem.with_suffix(".su").exists():
                graph.add_usage(
                    source, stem.with_suffix(".su").read_text("utf-8"),
                    build.global_functions(self.target, path),
                    build.run([self.target.prefix + "objdump", "-dr", path]))
        return graph

    def layers(self):
        """Sizes of each layer; None is the support library."""
        return layer_sizes(self.parts)

    def layer_alone(self, layer):
        """Size of a layer in a program that calls nothing but the layer's
        public functions, and of these not the extra ones."""
        roots = [name for name, where in sorted(self.public.items())
                 if where is layer and name not in layer.extra]
        if not roots:
            return Sizes()
        return layer_sizes(self.program(roots))[layer]

    def program(self, roots):
        """What a program holds that calls these functions."""
        return link_map.link(self.target, self.sources, roots)

    def functions(self):
        """{(layer, name): (bytes of code, worst stack)}"""
        code = {}
        for section, nbytes, source in self.parts:
            if source and section.startswith(".text."):
                name = section.removeprefix(".text.").split(".")[0]
                code[source, name] = code.get((source, name), 0) + nbytes
        found = {}
        for title, function in self.graph.functions.items():
            name = function.name
            if name in self.public:
                found[layer_of(function.source), name] = (
                    code.get((function.source, name), 0),
                    self.graph.worst(title))
        return found


    def stack_of(self, layer):
        """Worst stack from any function of a layer on."""
        graph = self.graph
        return max((graph.worst(title).nbytes
                    for title, function in graph.functions.items()
                    if layer_of(function.source) is layer), default=None)


def layer_sizes(parts):
    sizes = defaultdict(Sizes)
    for section, nbytes, source in parts:
        layer = layer_of(source) if source else None
        sizes[layer] += link_map.sizes_of(section, nbytes)
    return sizes


def supports(target, option):
    try:
        build.run([f"{target.prefix}gcc", option, "-E", "-x", "c", os.devnull])
    except build.BuildError:
        return False
    return True


def markdown_table(columns, rows):
    lines = ["| " + " | ".join(columns) + " |",
             "".join("|---" if is_text(rows, i) else "|---:"
                     for i in range(len(columns))) + "|"]
    lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def is_text(rows, column):
    """Whether the cells of a column, goals and gaps aside, are words."""
    return not all(str(row[column]).isdigit() or row[column] == "-"
                   for row in rows)


def goal_rows(measured):
    """(layer, bytes that the goal is about) where there is a goal."""
    rows = []
    for layer in LAYERS:
        if layer.goal:
            size = measured.layer_alone(layer)
            rows.append((layer,
                         size.code if layer.goal_is_code else size.flash))
    return rows


#: What metaobj device loads beside operators; no part of the runtime.
STUB = Layer("stub for debuggers", (), 600)


def stub_row(target, folder):
    """Bytes of ports/debugger/tasks.c alone, as the goal counts them."""
    made = os.path.join(folder, "tasks.o")
    build.run([target.prefix + "gcc", "-Os", "-ffreestanding", *target.flags,
               "-I" + str(CRT / "include"), "-I" + str(CRT / "config"), "-c",
               str(CRT / "ports" / "debugger" / "tasks.c"), "-o", made])
    text, data, bss = build.run(
        [target.prefix + "size", made]).splitlines()[1].split()[:3]
    return STUB, int(text) + int(data) + int(bss)


#: What operators of tvm-ffi call, in a program without the other layers.
FFI = Layer("operators of tvm-ffi", ("ffi",), 1024)


def ffi_row(target, folder):
    """Bytes of src/ffi/ in a program that calls all of it."""
    sources = build.build(replace(target, libraries=("ffi",)),
                          os.path.join(folder, "ffi"))
    roots = [name for _, path in build.objects(sources)
             for name in build.global_functions(target, path)
             if name.startswith("TVM")]
    sizes = sum((link_map.sizes_of(section, nbytes) for section, nbytes, source
                 in link_map.link(target, sources, roots) if source), Sizes())
    return FFI, sizes.flash


def goal_table(rows):
    return markdown_table(
        ("layer", "counted", "bytes", "goal", "reached", "TVM v0.18"),
        [(layer.name,
          "code" if layer.goal_is_code else "code and constants",
          nbytes, layer.goal, "yes" if nbytes <= layer.goal else "no",
          layer.tvm or "-") for layer, nbytes in rows])


def layer_table(all_measured):
    """Layers on each of these machines."""
    rows = []
    for layer in (*LAYERS, None):
        for measured in all_measured:
            sizes = measured.layers()
            if layer not in sizes or sizes[layer] == Sizes():
                continue
            size = sizes[layer]
            stack = measured.stack_of(layer)
            rows.append((layer.name if layer else "compiler's support library",
                         measured.target.name, size.code, size.constants,
                         size.ram, "-" if stack is None else stack))
    return markdown_table(("layer", "machine", "code", "constants",
                           "static RAM", "worst stack"), rows)


def function_table(all_measured):
    by_machine = [measured.functions() for measured in all_measured]
    names = {key for functions in by_machine for key in functions}
    columns = ["function"]
    for measured in all_measured:
        columns += [f"{measured.target.short} code", "stack"]
    columns.append("besides")
    rows = []
    for layer in LAYERS:
        for name in sorted(name for where, name in names if where is layer):
            row = [f"`{name}`"]
            for functions in by_machine:
                code, worst = functions.get((layer, name), ("-", None))
                row += [code, worst.nbytes if worst else "-"]
            rows.append((*row, not_counted(by_machine[0], layer, name)))
    return markdown_table(columns, rows)


def not_counted(functions, layer, name):
    """What a function's stack leaves out: code outside of the runtime."""
    if (layer, name) not in functions:
        return ""
    worst = functions[layer, name][1]
    called = [POINTERS[caller] for caller in sorted(worst.pointers)]
    called += sorted({PLATFORM.get(callee, callee) for callee in worst.outside
                      if callee.startswith("TVM")})
    return ", ".join(dict.fromkeys(called))


def static_ram(measured):
    """(symbol, source, bytes), largest first."""
    found = [(section.split(".", 2)[-1], f"{source}.c",
              link_map.sizes_of(section, nbytes).ram)
             for section, nbytes, source in measured.parts if source]
    return sorted((row for row in found if row[2]),
                  key=lambda row: (-row[2], row))


def ram_table(measured):
    return markdown_table(
        ("symbol", "source", "what for", "bytes"),
        [(f"`{symbol}`", source, RAM.get(symbol, "?"), nbytes)
         for symbol, source, nbytes in static_ram(measured)])


#: What operators call, and what a platform with a stack allocator calls.
SMALLEST = ("StackMemoryManager_Allocate", "StackMemoryManager_Free",
            "StackMemoryManager_Init", "TVMAPISetLastError",
            "TVMBackendAllocWorkspace", "TVMBackendFreeWorkspace",
            "TVMBackendParallelBarrier", "TVMBackendParallelLaunch",
            "TVMBackendRunOnce")


RUNTIME = ("TVMInitializeRuntime", "TVMFuncGetGlobal", "TVMFuncCall")
#: Programs, what they call, and TVM v0.18's flash and static RAM for the same,
#: with the same features, compiler and flags; measured elsewhere.
PROGRAMS = (
    ("graph executor", (*RUNTIME, *(f"TVMGraphExecutor_{name}" for name in (
        "Create", "GetOutput", "LoadParams", "Release", "Run", "SetInput"))),
     16436, 1092),
    ("AOT executor", (*RUNTIME, *(f"TVMAotExecutor_{name}" for name in (
        "Create", "GetInputIndex", "GetNumInputs", "GetNumOutputs", "Release",
        "Run"))), 7620, 1088),
    ("backend, stack allocator", SMALLEST, 529, 0),
)


def program_table(whole, small):
    """Programs with what TVM's have too, and without what hosts call."""
    rows = []
    for name, roots, flash, ram in PROGRAMS:
        row = [name, flash, ram]
        for measured in (whole, small):
            sizes = sum((link_map.sizes_of(section, nbytes) for
                         section, nbytes, source in measured.program(roots)
                         if source), Sizes())
            row += [sizes.flash, sizes.ram]
        rows.append(row)
    return markdown_table(
        ("program", "TVM v0.18 flash", "RAM", "runtime_crt flash", "RAM",
         "without global functions: flash", "RAM"), rows)


def smallest_failures(measured):
    """The smallest program has no static RAM, unless it reads texts."""
    def ram(roots):
        return [(section, nbytes) for section, nbytes, source
                in measured.program(roots)
                if source and link_map.sizes_of(section, nbytes).ram]

    found = [f"the smallest program has {nbytes} bytes of static RAM: {section}"
             for section, nbytes in ram(SMALLEST)]
    if [section for section, _ in ram((*SMALLEST, "TVMGetLastError"))] != [
            ".bss.tvm_crt_last_error"]:
        found.append("a program that reads the last error has not the text "
                     "alone in RAM")
    return found


def unnamed_pointers(measured):
    """Functions that call through a pointer and are not in POINTERS."""
    found = set()
    for title in measured.graph.functions:
        found |= measured.graph.worst(title).pointers
    return sorted(found - set(POINTERS))


def failures(measured, rows):
    """What the goals are missed by."""
    found = [f"{layer.name}: {nbytes} bytes, the goal is {layer.goal}"
             for layer, nbytes in rows if nbytes > layer.goal]
    found += [f"{source}: {symbol}: {nbytes} bytes of static RAM that no "
              f"table of {__file__} tells of"
              for symbol, source, nbytes in static_ram(measured)
              if symbol not in RAM]
    found += [f"{name} calls through a pointer: say what, in POINTERS of "
              f"{__file__}" for name in unnamed_pointers(measured)]
    return found


def page_failures(text):
    """Rows of the page's table of goals that tell of a missed one."""
    table = text.partition("<!-- goals -->")[2].partition("<!-- end of")[0]
    rows = re.findall(r"^\| ([^|]+) \| [^|]+ \| (\d+) \| (\d+) \| (\w+) \|",
                      table, re.MULTILINE)
    if not rows:
        return [f"{PAGE} has no table of goals"]
    return [f"{PAGE}: {name}: {nbytes} bytes, the goal is {goal}"
            for name, nbytes, goal, reached in rows
            if int(nbytes) > int(goal) or reached != "yes"]


def measure_all(folder):
    all_measured = []
    for target in build.TARGETS:
        if build.compiler_version(target) is None:
            print(f"{target.name}: {target.prefix}gcc is not installed",
                  file=sys.stderr)
            continue
        all_measured.append(
            Measured(target, os.path.join(folder, target.name)))
    return all_measured


def check(measured, rows):
    """Prints what is wrong; the status of the program."""
    found = failures(measured, rows)
    found += smallest_failures(measured)
    found += page_failures(PAGE.read_text(encoding="utf-8"))
    for failure in found:
        print(f"FAILED: {failure}")
    return 1 if found else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true",
                        help="fail when a goal is missed, here or in the docs")
    parser.add_argument("--report", metavar="FILE",
                        help="write the tables of all layers and functions on "
                             "all machines, as Markdown")
    parser.add_argument("--write-docs", action="store_true",
                        help=f"put the summary into {PAGE.name}")
    arguments = parser.parse_args()
    version = build.compiler_version(GOAL_TARGET)
    if version is None or not version.startswith(GOAL_COMPILER):
        print(f"SKIPPED: {GOAL_TARGET.prefix}gcc {GOAL_COMPILER} is not "
              f"installed, but {version}")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        all_measured = measure_all(folder)
        small = Measured(GOAL_TARGET, os.path.join(folder, "small"), GOAL_FLAGS)
        rows = goal_rows(small)
        rows.append(ffi_row(GOAL_TARGET, folder))
        rows.append(stub_row(GOAL_TARGET, folder))
        summary = {"goals": goal_table(rows),
                   "programs": program_table(all_measured[0], small)}
        if arguments.report:
            write_report(arguments.report, "Size and stack of runtime_crt",
                         "The terms are those of docs/runtime-size.md.",
                         ["## Layers", layer_table(all_measured),
                          "## Static RAM on a Cortex-M0",
                          ram_table(all_measured[0]),
                          "## Functions", function_table(all_measured)])
        status = check(small, rows) if arguments.check else 0
    for name, table in summary.items():
        print(table)
        if arguments.write_docs:
            replace_marked(PAGE, name, table)
    return status


if __name__ == "__main__":
    sys.exit(main())
