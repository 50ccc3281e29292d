# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A small ELF reader that owes nothing to LLVM.

It knows what the end-to-end tests compare: sections, symbols, and relocations
of data (REL with the addend in place, RELA with the addend beside it), in both
classes and both byte orders.
"""

import struct
from collections import namedtuple

SHT_SYMTAB = 2
SHT_RELA = 4
SHT_NOBITS = 8
SHT_REL = 9

SHF_WRITE = 1
SHF_ALLOC = 2
SHF_EXECINSTR = 4

SHN_UNDEF = 0
SHN_LORESERVE = 0xFF00

STT_OBJECT = 1
STT_FUNC = 2
STT_SECTION = 3

STB_LOCAL = 0

EM_MIPS = 8
EM_ARM = 40
EM_AVR = 83
EM_XTENSA = 94
EM_MSP430 = 105

#: Machines with 16-bit pointers in files of the 32-bit class.
NARROW_MACHINES = (EM_AVR, EM_MSP430)

ATTRIBUTE_SECTIONS = (
    ".ARM.attributes", ".riscv.attributes", ".MIPS.abiflags",
    ".gnu.attributes", ".hexagon.attributes", ".MSP430.attributes")

Section = namedtuple(
    "Section",
    "index name type flags address offset size link info align entry_size")
Symbol = namedtuple("Symbol", "index name value size type bind section")
Relocation = namedtuple("Relocation", "offset type symbol addend")


class ElfError(Exception):
    """The bytes are no ELF file that this reader understands."""


class ElfFile:
    """Sections, symbols and relocations of an ELF file in memory."""

    def __init__(self, data):
        if data[:4] != b"\x7fELF":
            raise ElfError("no ELF magic")
        self.data = data
        self.is_64 = data[4] == 2
        self.is_little = data[5] == 1
        self.order = "<" if self.is_little else ">"
        self._read_header()
        self.pointer_size = self._pointer_size()
        self.sections = self._read_sections()
        self.symbols = self._read_symbols()

    @classmethod
    def read(cls, path):
        """The ELF file at `path`."""
        with open(path, "rb") as file:
            return cls(file.read())

    def unpack(self, layout, offset):
        """Fields at `offset` of the file, in its byte order."""
        return struct.unpack_from(self.order + layout, self.data, offset)

    def _read_header(self):
        self.type, self.machine = self.unpack("HH", 16)
        layout, offset = ("QQQIHHHHHH", 24) if self.is_64 else (
            "IIIIHHHHHH", 24)
        (_, _, self.section_offset, self.flags, _, _, _, self.section_size,
         self.section_count, self.names_index) = self.unpack(layout, offset)

    def _pointer_size(self):
        if self.machine in NARROW_MACHINES:
            return 2
        return 8 if self.is_64 else 4

    def identity(self):
        """What a linker looks at first: class, byte order, ABI, machine."""
        return self.data[4:6].hex(), self.data[7:9].hex(), self.machine

    def _read_sections(self):
        layout = "IIQQQQIIQQ" if self.is_64 else "IIIIIIIIII"
        headers = [
            self.unpack(layout, self.section_offset + i * self.section_size)
            for i in range(self.section_count)]
        if not headers:
            return []
        names_offset = headers[self.names_index][4]
        return [
            Section(i, self._string(names_offset + name), *rest)
            for i, (name, *rest) in enumerate(headers)]

    def _string(self, offset):
        end = self.data.index(b"\0", offset)
        return self.data[offset:end].decode()

    def _read_symbols(self):
        table = next((s for s in self.sections if s.type == SHT_SYMTAB), None)
        if not table:
            return []
        strings = self.sections[table.link].offset
        symbols = []
        for i in range(table.size // table.entry_size):
            offset = table.offset + i * table.entry_size
            if self.is_64:
                name, info, _, section, value, size = self.unpack(
                    "IBBHQQ", offset)
            else:
                name, value, size, info, _, section = self.unpack(
                    "IIIBBH", offset)
            symbols.append(Symbol(i, self._string(strings + name), value, size,
                                  info & 15, info >> 4, section))
        return symbols

    def symbol(self, name):
        """The one symbol called `name`; KeyError when there is none."""
        found = [s for s in self.symbols
                 if s.name == name and s.type != STT_SECTION]
        if len(found) != 1:
            raise KeyError(f"{len(found)} symbols are called {name!r}")
        return found[0]

    def undefined(self):
        """Names of the undefined symbols."""
        return {s.name for s in self.symbols
                if s.section == SHN_UNDEF and s.name}

    def section(self, name):
        """The one section called `name`; KeyError when there is none."""
        found = [s for s in self.sections if s.name == name]
        if len(found) != 1:
            raise KeyError(f"{len(found)} sections are called {name!r}")
        return found[0]

    def contents(self, section):
        """Bytes of `section`; zeros of a section without bytes in the file."""
        if section.type == SHT_NOBITS:
            return bytes(section.size)
        return self.data[section.offset:section.offset + section.size]

    def attributes(self):
        """Contents of the sections that tell linkers about the ABI."""
        return {s.name: self.contents(s) for s in self.sections
                if s.name in ATTRIBUTE_SECTIONS}

    def section_of(self, symbol):
        """The section that defines `symbol`."""
        return self.sections[symbol.section]

    def place(self, symbol):
        """Offset of `symbol` in its section, without Arm's Thumb bit."""
        value = symbol.value
        if self.machine == EM_ARM and symbol.type == STT_FUNC:
            value &= ~1
        return value - self.section_of(symbol).address

    def alignment(self, symbol):
        """The power of two that the address of `symbol` is a multiple of."""
        place = self.place(symbol)
        align = max(self.section_of(symbol).align, 1)
        return min(align, place & -place) if place else align

    def bytes_of(self, symbol):
        """Bytes that `symbol` covers."""
        start = self.place(symbol)
        contents = self.contents(self.section_of(symbol))
        return contents[start:start + symbol.size]

    def relocations(self, section):
        """Relocations of `section`, by offset; REL addends are read as
        pointers from the place they relocate."""
        found = []
        for table in self.sections:
            if table.type not in (SHT_REL, SHT_RELA) or \
                    table.info != section.index:
                continue
            for offset in range(table.offset, table.offset + table.size,
                                table.entry_size):
                found.append(self._relocation(table, section, offset))
        return sorted(found, key=lambda r: r.offset)

    def _relocation(self, table, section, offset):
        layout = "QQ" if self.is_64 else "II"
        place, info = self.unpack(layout, offset)
        symbol, kind = (info >> 32, info & 0xffffffff) if self.is_64 else (
            info >> 8, info & 0xff)
        if self.is_64 and self.machine == EM_MIPS:
            # Three types in single bytes, in this order in both byte orders.
            symbol, _, third, second, first = self.unpack("IBBBB", offset + 8)
            kind = first | second << 8 | third << 16
        addend = 0
        if table.type == SHT_RELA:
            width = struct.calcsize(self.order + layout)
            addend, = self.unpack("q" if self.is_64 else "i", offset + width)
        # GNU's assembler leaves the addend in place on Xtensa.
        if table.type == SHT_REL or self.machine == EM_XTENSA:
            pointer = {2: "h", 4: "i", 8: "q"}[self.pointer_size]
            addend += self.unpack(pointer, section.offset + place)[0]
        return Relocation(place, kind, self.symbols[symbol], addend)

    def target(self, relocation):
        """What `relocation` points to, as (symbol name, offset): local symbols
        and section symbols give the object or function that lies there."""
        symbol = relocation.symbol
        if symbol.section == SHN_UNDEF or symbol.section >= SHN_LORESERVE:
            return symbol.name, relocation.addend
        start = 0 if symbol.type == STT_SECTION else self.place(symbol)
        offset = start + relocation.addend
        for other in self.symbols:
            if other.section != symbol.section or \
                    other.type not in (STT_OBJECT, STT_FUNC):
                continue
            begin = self.place(other)
            if begin <= offset < begin + max(other.size, 1):
                return other.name, offset - begin
        raise ElfError(f"nothing lies at {offset:#x} of section "
                       f"{self.section_of(symbol).name}")

    def pointers(self, symbol):
        """Relocations inside `symbol`: (offset, type, (target, offset))."""
        start = self.place(symbol)
        return [(r.offset - start, r.type, self.target(r))
                for r in self.relocations(self.section_of(symbol))
                if start <= r.offset < start + symbol.size]

    def plain_bytes(self, symbol):
        """Bytes of `symbol` with zeros where a relocation writes."""
        data = bytearray(self.bytes_of(symbol))
        for offset, _, _ in self.pointers(symbol):
            data[offset:offset + self.pointer_size] = bytes(self.pointer_size)
        return bytes(data)
