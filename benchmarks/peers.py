# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Other ways to put bytes or names into an object, as far as installed."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from typing import Callable

import inputs
from timing import MIB, Command


@dataclass(frozen=True)
class Peer:
    """A program that makes an object of a params file.

    `prepare(folder, params)` writes what it reads, which is not measured, and
    returns the arguments. `largest` is the payload up to which it ends within
    a minute; `most` the number of tensors.
    """
    name: str
    program: str
    prepare: Callable
    largest: int = 4096 * MIB
    most: int = 1

    def path(self):
        """Where the program is, or None."""
        return shutil.which(self.program)

    def command(self, folder, params):
        output = os.path.join(folder, "peer.o")
        arguments = self.prepare(folder, params, self.path(), output)
        return Command(tuple(arguments), (output,))


def find_program(name):
    """LLVM's programs have their version in the name, or a folder."""
    for version in ("", "-19"):
        found = shutil.which(name + version)
        if found:
            return found
    candidate = os.path.join("/usr/lib/llvm-19/bin", name)
    return candidate if os.access(candidate, os.X_OK) else name


def assemble(flags):
    def prepare(folder, params, program, output):
        source = os.path.join(folder, "incbin.s")
        inputs.write_incbin(source, params)
        return [program, *flags, source, "-o", output]
    return prepare


def link(flags):
    def prepare(_, params, program, output):
        return [program, *flags, "-r", "-b", "binary", params.path, "-o",
                output]
    return prepare


def copy_object(_, params, program, output):
    return [program, "-I", "binary", "-O", "elf64-x86-64", params.path, output]


def embed(folder, params, program, output):
    source = os.path.join(folder, "embed.c")
    inputs.write_embed(source, params)
    return [program, "-std=c23", "-c", source, "-o", output]


def compile_text(folder, params, program, output):
    source = os.path.join(folder, "params.c")
    inputs.write_c(source, [], inputs.read_tensors(params))
    return [program, "-c", source, "-o", output]


def through_llvm(way):
    def prepare(folder, params, program, output):
        ranges = os.path.join(folder, "ranges")
        inputs.write_ranges(ranges, params)
        return [program, way, params.path, ranges, output]
    return prepare


def payload_peers(emitter):
    """Everything that makes an object of parameters."""
    emitter = emitter or "llvm-emitter"
    any_number = 1 << 20
    return [
        Peer("gas .incbin", "as", assemble([]), most=any_number),
        # Keeps a buffer for each .incbin.
        Peer("clang .incbin", find_program("clang"), assemble(["-c"]),
             most=1000),
        Peer("GNU ld -r -b binary", "ld.bfd", link([])),
        Peer("ld.lld -r -b binary", find_program("ld.lld"),
             link(["-m", "elf_x86_64"])),
        Peer("GNU objcopy", "objcopy", copy_object),
        Peer("llvm-objcopy", find_program("llvm-objcopy"), copy_object),
        Peer("LLVM i8 array", emitter, through_llvm("bytes"),
             largest=1024 * MIB, most=any_number),
        Peer("clang 22 #embed", "clang-22", embed, largest=256 * MIB),
        Peer("clang 19 #embed", "clang-19", embed, largest=16 * MIB),
        Peer("LLVM constant per element", emitter, through_llvm("elements"),
             largest=16 * MIB),
        Peer("gcc, C text", "gcc", compile_text, largest=4 * MIB),
        Peer("clang 19, C text", "clang-19", compile_text, largest=4 * MIB),
    ]


def compile_registry(folder, names, tensors, program):
    """The command that compiles names and small tensors from C."""
    source = os.path.join(folder, "metadata.c")
    output = os.path.join(folder, f"{os.path.basename(program)}.o")
    inputs.write_c(source, names, tensors)
    return Command((program, "-c", source, "-o", output), (output,))


def assemble_registry(folder, names):
    """The command that assembles names by gas."""
    source = os.path.join(folder, "metadata.s")
    output = os.path.join(folder, "gas.o")
    inputs.write_registry_assembly(source, names)
    return Command((shutil.which("as"), source, "-o", output), (output,))


def link_command(linker, folder, object_path):
    """A program of nothing but the parameters of an object."""
    output = os.path.join(folder, "linked")
    flags = ["-m", "elf_x86_64"] if "lld" in linker else []
    return Command((linker, *flags, "--entry=0", object_path, "-o", output),
                   (output,))


def version(program):
    """First line of what the program says of itself."""
    result = subprocess.run([program, "--version"], stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, encoding="utf-8",
                            errors="replace", check=False)
    return result.stdout.partition("\n")[0].strip()
