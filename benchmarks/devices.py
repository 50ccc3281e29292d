# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metaobj device against a raw socket that sends the same packets."""

import contextlib
import json
import os
import shutil
import socket
import statistics
import subprocess
import time

from table import OURS, Entry
from timing import MIB, Command, Failure
from work import ours, size_text

QEMU = "qemu-system-riscv32"
RAM = 0x80000000
#: What metaobj sends to QEMU, and how many packets it has on the way.
PIECE, WINDOW = 2000, 16
FLAGS = ("--target=riscv32-unknown-elf", "-march=rv32imac", "-mabi=ilp32")
HERE = os.path.dirname(os.path.abspath(__file__))

#: An operator that does nothing with a tensor.
EMPTY = ("int tvmgen_empty(void *a, int *b, int c, void *d, int *e, void *f)"
         " { return 0; }\n")


@contextlib.contextmanager
def server(work, is_tcp):
    """QEMU's GDB server: (how metaobj names it, how raw_gdb does)."""
    if is_tcp:
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            where = str(listener.getsockname()[1])
        place, via = f"tcp:127.0.0.1:{where}", f"gdb:localhost:{where}"
    else:
        where = work.path("qemu.sock")
        place, via = f"unix:{where},server=on,wait=off", f"gdb:unix:{where}"
    process = subprocess.Popen(
        [QEMU, "-M", "virt", "-bios", "none", "-display", "none", "-monitor",
         "none", "-serial", "none", "-S", "-gdb", place],
        stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            if subprocess.run([work.metaobj, "device", "reset",
                               f"--via={via}"], capture_output=True,
                              check=False).returncode == 0:
                break
            time.sleep(0.05)
        else:
            raise Failure("QEMU does not answer")
        yield f"--via={via}", where
    finally:
        process.kill()
        process.wait()


def compile_c(work, source, output, *flags):
    """Compiles with clang, or with cc for this machine."""
    program = shutil.which("clang-19") or shutil.which("clang") or "cc"
    subprocess.run([program, "-O2", *flags, source, "-o", output], check=True)
    return output


def transfers(work, raw, is_tcp):
    """Times of reads, and of writes that are read back."""
    title = "TCP" if is_tcp else "Unix socket"
    size = work.scale.device
    data = work.path("data.raw")
    with open(data, "wb") as file:
        file.write(os.urandom(size))
    back = work.path("back.raw")
    with server(work, is_tcp) as (via, where):
        for what, flag, mode in (
                ("read", f"--read={RAM:#x},{size},{back}", "read"),
                ("write and read back", f"--write={RAM:#x},{data}", "both")):
            work.compare(
                ours(16, f"GDB, {title}: {what} {size_text(size)}",
                     "raw socket", 1.25, None, size >= 8 * MIB),
                Command((work.metaobj, "device", "memory", via, flag)),
                Command((raw, where, mode, hex(RAM), str(size), str(PIECE),
                         str(WINDOW))), work.scale.pairs)


def empty_model(work, elements, *flags):
    """An operator without work, its graph, and its input."""
    source = work.path("empty.c")
    with open(source, "w", encoding="ascii") as file:
        file.write(EMPTY)
    graph, data = work.path("graph.json"), work.path("x.raw")
    nodes = [{"op": "null", "name": "x", "inputs": []},
             {"op": "tvm_op", "name": "y", "inputs": [[0, 0, 0]],
              "attrs": {"func_name": "tvmgen_empty", "num_inputs": "1",
                        "num_outputs": "1", "flatten_data": "0"}}]
    with open(graph, "w", encoding="ascii") as file:
        json.dump({"nodes": nodes, "arg_nodes": [0], "heads": [[1, 0, 0]],
                   "node_row_ptr": [0, 1, 2],
                   "attrs": {"dltype": ["list_str", ["uint8", "uint8"]],
                             "storage_id": ["list_int", [0, 1]],
                             "shape": ["list_shape", [[elements], [1]]]}}, file)
    with open(data, "wb") as file:
        file.write(bytes(elements))
    made = compile_c(work, source, work.path("empty.o"), "-c",
                     "-ffreestanding", *flags)
    return made, graph, f"--input=x={data}"


def seconds(work, *arguments):
    """Of a run of metaobj device: the median of three."""
    command = Command((work.metaobj, "device", *arguments, "--quiet"))
    return statistics.median(work.watch.run(command).seconds
                             for _ in range(3))


def measured(work, text, value):
    """Adds a figure that is a difference of two times."""
    entry = ours(16, text, "")
    if value > 0:
        entry.values = [value]
    else:
        entry.note = "not measured: the noise is larger"
    work.add(entry)


def calls(work, title, flags, where):
    """Microseconds of a call, and milliseconds of a large input."""
    few, many = 2, work.scale.device_calls
    model = empty_model(work, 1, *flags)
    took = [seconds(work, "time", *model, *where, f"--repeat={count}")
            for count in (few, many)]
    measured(work, f"microseconds of an empty call, {title}",
             (took[1] - took[0]) / (many - few) * 1e6)
    small = seconds(work, "run", *model, *where)
    large = empty_model(work, MIB, *flags)
    measured(work, f"milliseconds for 1 MiB of input, {title}",
             (seconds(work, "run", *large, *where) - small) * 1e3)


def devices(work):
    """16: operators and memory of chips, through a debugger."""
    if not shutil.which(QEMU):
        work.add(Entry(16, "GDB", OURS, "raw socket",
                       note=f"{QEMU} is not installed"))
        return
    try:
        raw = compile_c(work, os.path.join(HERE, "device", "raw_gdb.c"),
                        work.path("raw_gdb"))
        for is_tcp in (True, False):
            transfers(work, raw, is_tcp)
        calls(work, "host", ("-fPIC",), ("--via=host",))
        with server(work, is_tcp=False) as (via, _):
            calls(work, "QEMU", FLAGS, (via, f"--memory=ram={RAM:#x}:64M"))
    except (Failure, subprocess.CalledProcessError) as failure:
        work.add(Entry(16, "GDB", OURS, "raw socket",
                       note=f"failed: {failure}"))
