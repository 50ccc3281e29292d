# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inputs of the benchmarks: params files and the same for other tools."""

import os
import random
import struct
from collections import namedtuple

from timing import MIB

LIST_MAGIC = 0xF7E58D4F05049CB7
TENSOR_MAGIC = 0xDD5E40F096B4A13F
PACKED = "(void *, int32_t *, int32_t, void *, int32_t *, void *)"
#: Where TVM's params files keep uint8 tensors of one dimension.
TENSOR_HEADER = struct.Struct("<QQiiiBBHqq")

#: A params file and where the tensors lie in it: [(name, offset, size)].
#: `files` is what belongs to it, for removal.
Params = namedtuple("Params", "path tensors")


def random_block():
    """The same megabyte of noise each time: nothing to compress or skip."""
    return random.Random(1).randbytes(MIB)


def write_bytes(file, size, block):
    """Writes `size` bytes of repeated `block`. No holes: cp keeps those."""
    for _ in range(size // len(block)):
        file.write(block)
    file.write(block[:size % len(block)])


def tensor_names(count):
    return [f"p{index}" for index in range(count)]


def write_params(path, sizes):
    """Writes a TVM params file of uint8 tensors of these sizes."""
    block = random_block()
    tensors = []
    with open(path, "wb") as file:
        names = tensor_names(len(sizes))
        file.write(struct.pack("<QQQ", LIST_MAGIC, 0, len(names)))
        for name in names:
            file.write(struct.pack("<Q", len(name)) + name.encode())
        file.write(struct.pack("<Q", len(names)))
        for name, size in zip(names, sizes):
            file.write(TENSOR_HEADER.pack(TENSOR_MAGIC, 0, 1, 0, 1, 1, 8, 1,
                                          size, size))
            tensors.append((name, file.tell(), size))
            write_bytes(file, size, block)
    return Params(path, tensors)


def read_tensors(params):
    """[(name, bytes)] of a small params file."""
    found = []
    with open(params.path, "rb") as file:
        for name, offset, size in params.tensors:
            file.seek(offset)
            found.append((name, file.read(size)))
    return found


def function_names(count):
    return [f"tvmgen_default_fused_nn_conv2d_add_nn_relu_{index}"
            for index in range(count)]


def write_names(path, names):
    with open(path, "w", encoding="ascii") as file:
        file.write("\n".join(names) + "\n")


def write_registry(file, names):
    """C of what `names` become: TVM's registry, module and entry point."""
    count = struct.pack("<H", len(names))
    file.write(f"typedef int32_t (*function){PACKED};\n"
               "static const char names[] = "
               f'"\\{count[0]:03o}\\{count[1]:03o}"')
    for name in names:
        file.write(f'\n  "{name}\\0"')
    file.write(";\nstatic const function funcs[] = {" + ", ".join(names) +
               "};\nstruct registry { const char *n; const function *f; };"
               "\nstatic const struct registry r = {names, funcs};\n"
               "struct module { const struct registry *r; };\n"
               "static const struct module m = {&r};\n"
               "const struct module *TVMSystemLibEntryPoint(void) "
               "{ return &m; }\n")


def write_c(path, names, tensors):
    """Writes the same as C: what one compiles who has no metaobj."""
    with open(path, "w", encoding="ascii") as file:
        file.write("#include <stdint.h>\n")
        for name in names:
            file.write(f"int32_t {name}{PACKED};\n")
        for name, data in tensors:
            file.write('__attribute__((section(".rodata.tvm"), aligned(64)))\n'
                       f"const uint8_t __tvm_param__{name}[] = {{")
            file.write(",".join(map(str, data)))
            file.write("};\n")
        if names:
            write_registry(file, names)


def write_registry_assembly(path, names):
    """The same registry as assembly of x86-64."""
    with open(path, "w", encoding="ascii") as file:
        file.write('.section .rodata,"a"\nnames: .short '
                   f"{len(names)}\n")
        for name in names:
            file.write(f'.asciz "{name}"\n')
        file.write('.balign 8\nfuncs:\n')
        for name in names:
            file.write(f".quad {name}\n")
        file.write("registry: .quad names, funcs\nmodule: .quad registry\n"
                   ".text\n.globl TVMSystemLibEntryPoint\n"
                   ".type TVMSystemLibEntryPoint, @function\n"
                   "TVMSystemLibEntryPoint: leaq module(%rip), %rax\nret\n"
                   '.section .note.GNU-stack,"",@progbits\n')


def write_incbin(path, params):
    """Assembly that takes the tensors out of the params file."""
    with open(path, "w", encoding="ascii") as file:
        file.write('.section .rodata.tvm,"a",@progbits\n')
        for name, offset, size in params.tensors:
            symbol = f"__tvm_param__{name}"
            file.write(f".balign 64\n.globl {symbol}\n"
                       f".type {symbol}, @object\n.size {symbol}, {size}\n"
                       f'{symbol}: .incbin "{params.path}", {offset}, '
                       f"{size}\n")
        file.write('.section .note.GNU-stack,"",@progbits\n')


def write_embed(path, params):
    """C23 that embeds the whole params file (#embed has no offset yet)."""
    with open(path, "w", encoding="ascii") as file:
        file.write('__attribute__((section(".rodata.tvm"), aligned(64)))\n'
                   "const unsigned char params[] = {\n"
                   f'#embed "{params.path}"\n}};\n')


def write_ranges(path, params):
    """The list that llvm-emitter reads: name, offset and size a line."""
    with open(path, "w", encoding="ascii") as file:
        for name, offset, size in params.tensors:
            file.write(f"{name} {offset} {size}\n")


def remove(*paths):
    for path in paths:
        if os.path.exists(path):
            os.remove(path)
