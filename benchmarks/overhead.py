# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bytes of an emitted object that are not payload."""

import os
import sys
from collections import namedtuple

# The reader of ELF files that the tests have.
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                os.pardir, "tests", "e2e"))

from lib import elf_file  # noqa: E402  (found by the line above)

SIZE = 64
FEWER, MORE = 500, 1500

#: Bytes per parameter: `container` is what the object file itself needs
#: (symbols, section headers, padding), `whole` adds the table that programs
#: read and its relocations. Names are in neither.
Overhead = namedtuple("Overhead", "container whole")


def measure(work, count, flags):
    """(all but payload and names of symbols, table with relocations)."""
    params = work.params([SIZE] * count)
    command = work.emit_params(params, *flags)
    work.watch.run(command)
    elf = elf_file.ElfFile.read(command.outputs[0])
    size = len(elf.data)
    command.remove_outputs()
    names = sum(section.size for section in elf.sections
                if section.name in (".strtab", ".shstrtab"))
    table = 0
    for section in elf.sections:
        if section.type in (elf_file.SHT_REL, elf_file.SHT_RELA) or (
                section.flags & elf_file.SHF_ALLOC and
                not section.name.startswith(".rodata.tvm")):
            table += section.size
    return size - names - count * SIZE, table


def per_parameter(work, flags):
    """From two objects that differ in the number of parameters only."""
    fewer, fewer_table = measure(work, FEWER, flags)
    more, more_table = measure(work, MORE, flags)
    whole = (more - fewer) / (MORE - FEWER)
    return Overhead(whole - (more_table - fewer_table) / (MORE - FEWER), whole)
