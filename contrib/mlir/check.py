#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs what the compiler of MLIR makes, on three machines.

The numbers must be those that Python computes from the module's text. The
parameters must have the module's bytes and their hashes, and no code of the
operators may hold them. The tool must write the same bytes for the same model.
Modules that the compiler cannot take are errors.
"""

import argparse
import json
import os
import pathlib
import platform
import re
import struct
import subprocess
import sys

sys.dont_write_bytecode = True  # All output belongs below --build.

HERE = pathlib.Path(__file__).resolve().parent
DIGITS = HERE.parent.parent / "examples" / "digits"
sys.path[:0] = [str(DIGITS), str(HERE.parent.parent / "tests" / "e2e")]

import machines  # noqa: E402
from lib import blake3  # noqa: E402
from machines import DemoError, run  # noqa: E402

SKIPPED = 77
MODULE = HERE / "model.mlir"
OPERATORS = ["tvmgen_mlp_dense_relu", "tvmgen_mlp_dense"]
CASES, INPUTS, HIDDEN, OUTPUTS = 8, 16, 8, 4
TARGETS = {
    "host": [platform.machine() + "-linux-gnu"],
    "mps2-an385": ["thumbv7m-none-eabi", "cortex-m3"],
    "riscv32-virt": ["riscv32-unknown-elf", "", "+m,+a,+c", "ilp32"],
}

#: The tensors of the graph: name, operands, type, shape.
TENSORS = [
    ("data", [], "int8", [1, INPUTS]),
    ("hidden_weight", [], "int8", [INPUTS, HIDDEN]),
    ("hidden_bias", [], "int32", [HIDDEN]),
    ("dense_relu", [0, 1, 2], "int8", [1, HIDDEN]),
    ("output_weight", [], "int8", [HIDDEN, OUTPUTS]),
    ("output_bias", [], "int32", [OUTPUTS]),
    ("dense", [3, 4, 5], "int32", [1, OUTPUTS]),
]
BIG_ENDIAN = "armebv7r-none-eabi"

#: Changes of the module that the compiler refuses: what is replaced, by what,
#: and a part of the message.
REFUSED = [
    ('"0x01000000', '"0x0100000000',
     "constant 'hidden_weight' has 129 bytes; its type needs 128"),
    ("hidden_weight: \"", "other: \"",
     "the module has no resource 'hidden_weight'"),
    ('"private" constant @output_weight', '"private" @output_weight',
     "'output_weight' is no constant with a value"),
    ("dense<-40> : tensor<4xi32>) : tensor<4xi32>",
     "sparse<[[0]], [1]> : tensor<4xi32>) : tensor<4xi32>",
     "a constant is neither 'dense' nor 'dense_resource'"),
    ("    return %scores", "    %more = tensor.empty() : tensor<1x4xi32>\n"
     "    return %scores",
     "found 'tensor.empty'; move it into an operator"),
    ("    return %result : tensor<1x4xi32>",
     "    %used = memref.get_global @hidden_bias : memref<8xi32>\n"
     "    return %result : tensor<1x4xi32>",
     "an operator uses this global; pass it as an argument"),
    ("@main", "@other", "no function 'main'"),
    ("module @mlp {", "module @mlp {{", "no module of MLIR"),
    # Whole modules.
    ("", """
module {
  func.func private @double(%data: tensor<2048xf32>) -> tensor<f32> {
    %zero = arith.constant dense<0.0> : tensor<f32>
    %empty = tensor.empty() : tensor<2048xf32>
    %doubled = linalg.add ins(%data, %data : tensor<2048xf32>,
        tensor<2048xf32>) outs(%empty : tensor<2048xf32>) -> tensor<2048xf32>
    %sum = linalg.reduce { arith.addf }
        ins(%doubled : tensor<2048xf32>) outs(%zero : tensor<f32>)
        dimensions = [0]
    return %sum : tensor<f32>
  }
  func.func @main(%data: tensor<2048xf32>) -> tensor<f32> {
    %sum = call @double(%data) : (tensor<2048xf32>) -> tensor<f32>
    return %sum : tensor<f32>
  }
}
""", "an operator needs 'malloc': a buffer in it is larger than 4096 bytes"),
    ("", """
module {
  func.func private @count(%data: tensor<?xi8>) -> tensor<?xi8> {
    return %data : tensor<?xi8>
  }
  func.func @main(%data: tensor<?xi8>) -> tensor<?xi8> {
    %same = call @count(%data) : (tensor<?xi8>) -> tensor<?xi8>
    return %same : tensor<?xi8>
  }
}
""", "a value of 'main' is no tensor of static shape"),
    ("", """
module {
  ml_program.global private @mask(dense<[true, false]> : tensor<2xi1>)
      : tensor<2xi1>
  func.func @main() -> tensor<2xi1> {
    %mask = ml_program.global_load_const @mask : tensor<2xi1>
    return %mask : tensor<2xi1>
  }
}
""", "a constant's type has no whole bytes in MLIR; use i8"),
]


def constants(text, order="<"):
    """The bytes of the parameters, by their names, from the module's text, in
    a byte order of struct."""
    found = {"hidden_weight": bytes.fromhex(
        re.search(r'hidden_weight: "0x01000000(\w+)"', text)[1])}
    for name, size, code in (("hidden_bias", HIDDEN, "i"),
                             ("output_weight", HIDDEN * OUTPUTS, "b"),
                             ("output_bias", OUTPUTS, "i")):
        value = re.search(r"@%s\b[^<]*(?:<\w+>[^<]*)?dense<([^>]*)>" % name,
                          text)[1]
        numbers = [int(word) for word in re.findall(r"-?\d+", value)]
        if len(numbers) == 1:
            numbers *= size
        found[name] = struct.pack("%s%d%s" % (order, size, code), *numbers)
    return found


def signed(data):
    """The signed bytes of `data` as numbers."""
    return struct.unpack("%db" % len(data), data)


def expected_output(values):
    """What main.c prints."""
    first, second = signed(values["hidden_weight"]), signed(
        values["output_weight"])
    biases = [struct.unpack("<%di" % count, values[name]) for name, count in (
        ("hidden_bias", HIDDEN), ("output_bias", OUTPUTS))]
    lines = []
    for number in range(CASES):
        data = [(number * 59 + i * 37) % 256 - 128 for i in range(INPUTS)]
        hidden = [biases[0][j] + sum(data[i] * first[i * HIDDEN + j]
                                     for i in range(INPUTS))
                  for j in range(HIDDEN)]
        hidden = [min(max(each, 0) >> 8, 127) for each in hidden]
        scores = [biases[1][j] + sum(hidden[i] * second[i * OUTPUTS + j]
                                     for i in range(HIDDEN))
                  for j in range(OUTPUTS)]
        lines.append(" ".join("%x" % (each & 0xFFFFFFFF) for each in scores))
    return "\n".join(lines) + "\n"


def compare_contents(metaobj, folder, values):
    """What the two objects hold."""
    model = json.loads(run([metaobj, "inspect", "--json", folder / "model.o"],
                           "metaobj inspect"))
    functions = [each["name"] for registry in model["registries"]
                 for each in registry["functions"]]
    if functions != [*OPERATORS, "_lookup_linked_param"]:
        raise DemoError("functions: %s" % functions)
    hashes = {each["name"]: each["hash"] for each in model["params"]}
    wanted = {name: "blake3:" + blake3.hexdigest(data)
              for name, data in values.items()}
    if hashes != wanted:
        raise DemoError("parameters: %s instead of %s" % (hashes, wanted))
    described = json.loads(run(
        [metaobj, "inspect", "--json", folder / "operators.o"],
        "metaobj inspect"))["operators"]
    if [each["name"] for each in described] != OPERATORS:
        raise DemoError("operators: %s" % described)
    operators = (folder / "operators.o").read_bytes()
    metadata = (folder / "model.o").read_bytes()
    for name, data in values.items():
        if data not in metadata:
            raise DemoError("%s is not in model.o" % name)
        if data in operators:
            raise DemoError("%s is in operators.o" % name)
    listing = (folder / "operators.ll").read_text()
    for line in listing.splitlines():
        # The descriptions of the operators are the only data.
        if re.match(r"@.* (constant|global) ", line) and not re.search(
                r'section "\.metaobj\.ops"|@llvm\.compiler\.used', line):
            raise DemoError("operators.ll has data: %s" % line[:80])


def graph():
    """What `main` of the module is as TVM's JSON."""
    nodes = []
    for name, inputs, dtype, shape in TENSORS:
        node = {"op": "null", "name": name,
                "inputs": [[each, 0, 0] for each in inputs]}
        if inputs:
            node.update(op="tvm_op", attrs={
                "func_name": "tvmgen_mlp_" + name, "flatten_data": "0",
                "num_inputs": str(len(inputs)), "num_outputs": "1"})
        nodes.append(node)
    last = len(nodes) - 1
    return {"nodes": nodes, "heads": [[last, 0, 0]],
            "arg_nodes": [number for number, each in enumerate(TENSORS)
                          if not each[1]],
            "node_row_ptr": list(range(len(nodes) + 1)),
            "attrs": {"dltype": ["list_str", [each[2] for each in TENSORS]],
                      "shape": ["list_shape", [each[3] for each in TENSORS]],
                      "storage_id": ["list_int", list(range(len(nodes)))]}}


def compare_with_tool(metaobj, folder, values):
    """The tool writes the same bytes for these operators, NumPy arrays and a
    graph."""
    path = folder / "graph.json"
    path.write_text(json.dumps(graph()))
    arrays = [folder / (name + ".npy") for name in values]
    for array in arrays:
        run([metaobj, "inspect", "--extract=" + array.stem, "-o", array,
             folder / "model.o"], "metaobj inspect")
    run([metaobj, "emit", folder / "operators.o", *arrays, "--model=mlp",
         "--graph=%s" % path, "--inputs=data", "--executor=aot",
         "-o", folder / "tool.o"], "metaobj emit")
    if (folder / "tool.o").read_bytes() != (folder / "model.o").read_bytes():
        raise DemoError("%s and tool.o differ" % (folder / "model.o"))


def check_machine(options, machine, values):
    """From the module to what the program prints."""
    folder = options.build / machine.folder
    folder.mkdir(parents=True, exist_ok=True)
    run([options.compiler, MODULE, folder, *TARGETS[machine.folder]],
        "mlircompiler")
    compare_contents(options.metaobj, folder, values)
    compare_with_tool(options.metaobj, folder, values)
    run([options.metaobj, "check", folder / "operators.o",
         folder / "model.o"], "metaobj check")
    runtime = machine.runtime(folder / "runtime")
    sources = machine.compile([HERE / "main.c"], folder / "program",
                              ["-I", DIGITS, "-I", folder])
    shared = machine.compile(machine.sources, folder / "program")
    image = folder / "program.elf"
    machine.link([folder / "operators.o", folder / "model.o", *sources,
                  *shared, *runtime], image)
    found, expected = machine.run_image(image), expected_output(values)
    if found != expected:
        raise DemoError("%s: other numbers\n%s\ninstead of\n%s" % (
            machine.title, found, expected))
    print("%s: the numbers of Python; metadata as the tool's" % machine.title)


def check_refusals(options, text):
    """Modules that the compiler cannot take."""
    folder = options.build / "refused"
    folder.mkdir(parents=True, exist_ok=True)
    for old, new, message in REFUSED:
        if old not in text:
            raise DemoError("the module has no '%s'" % old)
        path = folder / "model.mlir"
        path.write_text(text.replace(old, new) if old else new)
        done = subprocess.run(
            [options.compiler, path, folder, *TARGETS["host"]],
            capture_output=True, text=True, check=False)
        if done.returncode != 1 or message not in done.stderr:
            raise DemoError("'%s': exit status %d and not '%s' but\n%s" % (
                new, done.returncode, message, done.stderr))
    print("%d modules: refused" % len(REFUSED))


def main():
    """Reads the command line; 0 when all went well, 1 otherwise."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    for name in ("metaobj", "build"):
        parser.add_argument("--" + name, type=pathlib.Path, required=True)
    parser.add_argument("--compiler", type=pathlib.Path)
    parser.add_argument("--llvm-bin")
    options = parser.parse_args()
    if not options.compiler:
        print("SKIPPED: the build has no MLIR 19 as a shared library beside "
              "LLVM's (libmlir-19-dev), or has sanitizers")
        return SKIPPED
    options.build = pathlib.Path(os.path.abspath(options.build))
    try:
        text = MODULE.read_text()
        values = constants(text)
        for machine in machines.all_machines(options.llvm_bin):
            check_machine(options, machine, values)
        # Not run, but bytes are reversed on the way.
        folder = options.build / BIG_ENDIAN
        folder.mkdir(parents=True, exist_ok=True)
        run([options.compiler, MODULE, folder, BIG_ENDIAN], "mlircompiler")
        compare_contents(options.metaobj, folder, constants(text, ">"))
        check_refusals(options, text)
    except DemoError as error:
        print("check: %s" % error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
