# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a Relax executable from text: write_vm.py TEXT OUTPUT.

With --llvm, modules around a library with it, in LLVM assembly, as TVM's
devc.o has them. A line of TEXT is a function or an instruction:

  fn NAME PARAMETER...          the instructions that follow are its own
  compiled NAME PARAMETER...    a function without instructions
  check REGISTER TYPE SHAPE     as TVM checks an input
  new REGISTER TYPE SHAPE       a tensor in a storage of its own
  call FUNCTION ARGUMENT...     without a result
  REGISTER FUNCTION ARGUMENT...
  ret REGISTER
  words NUMBER...               any instruction

Arguments are registers (r0), numbers (#0), shapes ([1,2]), types (int8), texts
('x'), tensors (int8[2]=0102), "void" and "vm".
"""

import argparse
import re
import struct

TYPES = {"int8": (0, 8), "uint8": (1, 8), "int16": (0, 16), "float32": (2, 32)}
VOID, MACHINE = 1 << 54, (1 << 54) + 1


def words(*values):
    return struct.pack(f"<{len(values)}Q", *(value % 2**64 for value in values))


def text(value):
    return words(len(value)) + value


def dtype(name):
    return struct.pack("<BBH", *TYPES[name], 1)


def extents(value):
    return [int(extent) for extent in value.strip("[]").split(",") if extent]


class Writer:
    """An executable, line by line."""

    def __init__(self):
        self.functions, self.constants = [], []
        self.offsets, self.code = [], []
        self.current = None

    def constant(self, kind, value):
        self.constants.append(struct.pack("<i", kind) + value)
        return 2 << 56 | len(self.constants) - 1

    def argument(self, token):
        if token in TYPES:
            return self.constant(5, dtype(token))
        if token[0] == "#":
            return 1 << 56 | int(token[1:])
        if token[0] == "'":
            return self.constant(65, text(token.strip("'").encode()))
        if token[0] == "[":
            shape = extents(token)
            return self.constant(69, words(len(shape), *shape))
        tensor = re.fullmatch(r"(\w+)(\[.*\])=(\w*)", token)
        if tensor:
            shape, data = extents(tensor[2]), bytes.fromhex(tensor[3])
            return self.constant(
                70, words(0xDD5E40F096B4A13F, 0) +
                struct.pack("<iii", 1, 0, len(shape)) + dtype(tensor[1]) +
                words(*shape, len(data)) + data)
        return {"void": VOID, "vm": MACHINE}.get(token) or int(token[1:])

    def instruction(self, *values):
        self.offsets.append(len(self.code))
        self.code.extend(values)
        self.current[4] = len(self.offsets)

    def call(self, register, name, *arguments):
        names = [function[1] for function in self.functions]
        if name not in names:
            self.functions.append([0, name, [], 0, 0])
            names.append(name)
        self.instruction(1, register, names.index(name), len(arguments),
                         *map(self.argument, arguments))

    def function(self, kind, name, *params):
        place = len(self.offsets) if kind == 1 else 0
        self.current = [kind, name, params, place, place]
        self.functions.append(self.current)

    def check(self, register, type_name, shape_text):
        shape = extents(shape_text)
        rank = f"#{len(shape)}"
        self.call(VOID, "vm.builtin.check_tensor_info", register, rank,
                  type_name, "'x'")
        self.call(VOID, "vm.builtin.match_shape", register, "void", rank,
                  *(f"#{value}" for extent in shape for value in (0, extent)),
                  "'x'")

    def new(self, register, type_name, shape_text):
        self.call(1000, "vm.builtin.alloc_storage", "vm", "[64]", "#0", "uint8",
                  "'global'")
        self.call(int(register[1:]), "vm.builtin.alloc_tensor", "r1000", "#0",
                  shape_text, type_name)

    def add(self, line):
        name, *rest = line.split()
        actions = {
            "fn": lambda: self.function(1, *rest),
            "compiled": lambda: self.function(2, *rest),
            "check": lambda: self.check(*rest),
            "new": lambda: self.new(*rest),
            "call": lambda: self.call(VOID, *rest),
            "ret": lambda: self.instruction(2, self.argument(rest[0])),
            "words": lambda: self.instruction(*map(int, rest)),
        }
        if name in actions:
            actions[name]()
        else:
            self.call(int(name[1:]), *rest)

    def finish(self):
        out = words(0xD225DE2F4214151E) + text(b"0.14")
        out += words(len(self.functions))
        for kind, name, params, start, end in self.functions:
            out += struct.pack("<i", kind) + text(name.encode())
            out += words(start, end, len(params), 0, len(params))
            out += b"".join(text(param.encode()) for param in params)
        out += words(0, len(self.constants)) + b"".join(self.constants)
        return out + words(len(self.offsets), *self.offsets, len(self.code),
                           *self.code)


def executable(lines):
    """The bytes of an executable."""
    writer = Writer()
    for line in lines:
        writer.add(line)
    return writer.finish()


def library_modules(payload):
    """Modules around a library, in LLVM assembly."""
    modules = text(words(3, 0, 1, 1, 1, 1) + text(b"relax.VMExecutable") +
                   text(payload) + text(b"_lib"))
    data = "".join(f"\\{byte:02X}" for byte in modules)
    return (f"@__tvm_ffi__library_bin = constant [{len(modules)} x i8] "
            f'c"{data}", align 1\n')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--llvm", action="store_true")
    parser.add_argument("text")
    parser.add_argument("output")
    options = parser.parse_args()
    with open(options.text, encoding="utf-8") as file:
        payload = executable(file)
    if options.llvm:
        payload = library_modules(payload).encode()
    with open(options.output, "wb") as file:
        file.write(payload)


if __name__ == "__main__":
    main()
