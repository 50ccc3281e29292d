# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""COFF, Mach-O and WebAssembly: clang's tables, real linkers, a real run.

For each target the operators come from clang, the target of the metadata is
taken from them, and

- `metaobj inspect` reads the same from it as from clang's object of the same
  tables in C, symbol by symbol in the same kind of section, with the same
  relocations;
- lld's linker of the format accepts both with warnings as errors, GNU ld does
  for MinGW, and what the registry lists survives the removal of dead code;
- images for Windows and macOS have every parameter where their table says;
- a WebAssembly module runs: every function of the registry is called through
  the table, every parameter is read.
"""

import collections
import json
import os
import re
import struct

from lib import toolchain
from lib.c_tables import (ABIS, FUNCTIONS, INCLUDED_FOLDERS,
                          PARAMETER_SYMBOLS, STORAGE_IDS, TABLE_SYMBOLS,
                          c_tables)
from lib.toolchain import SAMPLE_PARAMETERS

#: Name for clang, and how a linker that removes dead code is started: the
#: program, its options, and what C's names start with.
Format = collections.namedtuple("Format", "triple linker flags prefix")


def _coff(triple, machine, prefix="", *flags):
    return Format(triple, "lld-link", [
        "/nologo", f"/machine:{machine}", "/subsystem:console", "/nodefaultlib",
        "/entry:TVMSystemLibEntryPoint", "/opt:ref", "/WX",
        "/map:{output}.map", "/out:{output}", *flags], prefix)


def _mach_o(triple, arch, platform, version):
    return Format(triple, "ld64.lld", [
        "-arch", arch, "-platform_version", platform, version, version,
        "-fatal_warnings", "-dylib", "-dead_strip",
        "-exported_symbol", "_TVMSystemLibEntryPoint", "-o", "{output}"], "_")


def _wasm(triple, *flags):
    return Format(triple, "wasm-ld", [
        "--fatal-warnings", "--no-entry", "--gc-sections", "--export-table",
        "--export=TVMSystemLibEntryPoint", "--export=tvmgen_default_params",
        "--export=__heap_base", *flags, "-Map", "{output}.map", "-o",
        "{output}"], "")


FORMATS = [
    _coff("x86_64-pc-windows-msvc", "x64"),
    _coff("x86_64-w64-windows-gnu", "x64"),
    _coff("aarch64-pc-windows-msvc", "arm64"),
    _coff("i686-pc-windows-msvc", "x86", "_", "/safeseh"),
    _coff("i686-w64-windows-gnu", "x86", "_"),
    _mach_o("x86_64-apple-macosx10.15", "x86_64", "macos", "10.15"),
    _mach_o("arm64-apple-macosx11", "arm64", "macos", "11.0"),
    _mach_o("arm64-apple-ios14", "arm64", "ios", "14.0"),
    _mach_o("arm64_32-apple-watchos7", "arm64_32", "watchos", "7.0"),
    _wasm("wasm32-unknown-unknown"),
    _wasm("wasm32-wasi"),
    _wasm("wasm64-unknown-unknown", "-mwasm64"),
]

#: Calls what is emitted, and prints what it finds.
RUN_WASM = """
const fs = require('fs');
const linked = new WebAssembly.Module(fs.readFileSync(process.argv[2]));
const wasm = new WebAssembly.Instance(linked, {}).exports;
const memory = new DataView(wasm.memory.buffer);
const pointer = (at) => memory.getUint32(at, true);
const text = (at) => {
  let end = at;
  while (memory.getUint8(end)) ++end;
  return Buffer.from(wasm.memory.buffer, at, end - at).toString();
};
const registry = pointer(wasm.TVMSystemLibEntryPoint());
let name = pointer(registry) + 2;
const functions = pointer(registry + 4);
const found = {functions: {}, params: {}, linked: {}};
const args = wasm.__heap_base.value + 15 & -16;
let lookup;
for (let i = 0; i < memory.getUint16(pointer(registry), true); ++i) {
  const f = wasm.__indirect_function_table.get(pointer(functions + 4 * i));
  if (text(name) === '_lookup_linked_param') lookup = f;
  else found.functions[text(name)] = f(0, 0, 0, 0, 0, 0);
  name += text(name).length + 1;
}
const hex = (at, size) =>
    Buffer.from(wasm.memory.buffer, at, size).toString('hex');
const table = wasm.tvmgen_default_params();
const size = memory.getUint16(table + 2, true);
for (let i = 0; i < memory.getUint32(table + 4, true); ++i) {
  const entry = pointer(table + 8) + i * size;
  const bytes = Number(memory.getBigUint64(entry + 48, true));
  const id = memory.getInt32(entry + 56, true);
  found.params[text(pointer(entry))] = hex(pointer(entry + 8), bytes);
  memory.setBigInt64(args, BigInt(id), true);
  lookup(args, 0, 1, args + 8, args + 16, 0);
  found.linked[text(pointer(entry))] =
      memory.getInt32(args + 16, true) === 3 ? hex(pointer(args + 8), bytes)
                                             : null;
}
console.log(JSON.stringify(found));
"""


class FormatTest(toolchain.ToolTest):
    """What the tests of this file share."""

    def compile_c(self, triple, source, name, *flags):
        """Compiles C for `triple`; returns the path of the object."""
        output = self.path(name)
        folders = [f"-I{toolchain.OPTIONS.source}/{folder}"
                   for folder in INCLUDED_FOLDERS]
        # Clang 22 wants another name for wasm32-wasi, which clang 16 does not
        # know.
        self.run_tool("clang", f"--target={triple}", *toolchain.CLANG_FLAGS,
                      "-Wno-unused-command-line-argument", "-Wno-deprecated",
                      *folders,
                      "-idirafter", "/usr/include", *flags, "-c",
                      self.write(name + ".c", source), "-o", output)
        return output

    def emit_sample(self, operators, *flags, name="metadata.o"):
        """Emits the sample model for clang's `operators`."""
        parameters = self.write(
            "params.bin", toolchain.params_file(SAMPLE_PARAMETERS))
        output = self.path(name)
        self.emit(operators, *(f"--function={f}" for f in FUNCTIONS),
                  *(f"--sid={n}={i}" for n, i in STORAGE_IDS.items()),
                  f"--params={parameters}", *flags, "-o", output)
        return output

    def operators(self, triple, *flags):
        """The operators of the sample model."""
        return self.compile_c(triple, toolchain.operator_source(FUNCTIONS),
                              "ops.o", *flags)


class ClangTables(FormatTest):
    """The object equals clang's of the same tables."""

    def inspected(self, path):
        """What inspect finds, without the place where it finds it."""
        result = self.metaobj("inspect", "--json", path)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        found = json.loads(result.stdout)
        del found["file"]
        for param in found["params"]:
            # Clang gives each variable a segment of its own, named after it.
            param["section"] = param["section"].split(".__tvm_param__")[0]
        return found

    def sections(self, path, prefix):
        """The section of each symbol of the tables, as objdump names it."""
        wanted = {prefix + name: name
                  for name in PARAMETER_SYMBOLS + TABLE_SYMBOLS}
        numbers = {}
        for line in self.run_tool("llvm-objdump", "-h", path).splitlines():
            words = line.split()
            if len(words) > 2 and words[0].isdigit():
                numbers[int(words[0]) + 1] = words[1]
        found = {}
        for line in self.run_tool("llvm-objdump", "-t", path).splitlines():
            words = line.split()
            if not words or words[-1] not in wanted:
                continue
            coff = re.search(r"\(sec +(\d+)\)", line)
            section = numbers[int(coff[1])] if coff else words[-2]
            found[wanted[words[-1]]] = section
        return found

    def relocations(self, path):
        """Types and symbols of the relocations outside code."""
        found = []
        is_code = False
        for line in self.run_tool("llvm-readobj", "-r", path).splitlines():
            section = re.match(r" *Section (?:\(\d+\) )?(\S+) \{", line)
            if section:
                is_code = section[1] in (".text", "__text", "CODE")
            # Addends depend on where the compiler puts the strings.
            words = re.findall(r"(?:IMAGE_REL|X86_64_RELOC|ARM64_RELOC|R_WASM)"
                               r"_\w+|\b_\w+|\btvmgen\w+", line)
            if words and not is_code and len(words) == 2:
                found.append(tuple(words))
        return sorted(found)

    def check(self, target, abi):
        """Compares one target's object of one ABI."""
        source = c_tables(abi).replace('section(".rodata.tvm"), ', "")
        wanted = self.compile_c(target.triple, source, "tables.o")
        emitted = self.emit_sample(self.operators(target.triple),
                                   f"--abi={abi}")
        ours, theirs = self.inspected(emitted), self.inspected(wanted)
        ours.pop("triple"), theirs.pop("triple")
        self.assertEqual(ours, theirs)
        self.assertEqual(ours["registries"][0]["abi"], abi)
        self.assertEqual(len(ours["params"]), len(SAMPLE_PARAMETERS))
        sections = self.sections(emitted, target.prefix)
        self.assertEqual(sections, self.sections(wanted, target.prefix))
        self.assertEqual(set(sections),
                         set(PARAMETER_SYMBOLS + TABLE_SYMBOLS))
        relocations = self.relocations(emitted)
        self.assertEqual(relocations, self.relocations(wanted))
        # The functions, the look-up, two pointers of the registry, the module,
        # two linked parameters, name and data of three, two shapes, the table.
        self.assertEqual(
            len(relocations),
            len(FUNCTIONS) + 1 + 2 + 1 + 2 + 6 + 2 + 1 +
            (abi == "tvm-crt-universal"))

    def test_tables(self):
        """Every target and ABI."""
        for target in FORMATS:
            for abi in ABIS:
                with self.subTest(target=target.triple, abi=abi):
                    self.check(target, abi)


class Links(FormatTest):
    """Linkers take operators and metadata together, and keep both."""

    def kept(self, output):
        """Everything that the linked file names, or the linker's map where
        files have no names or llvm-nm does not see them (WebAssembly's before
        LLVM 19)."""
        named = self.run_tool("llvm-nm", output)
        if named:
            return named
        with open(output + ".map", encoding="utf-8") as file:
            return file.read()

    def check_kept(self, listing, prefix):
        for name in FUNCTIONS + ["TVMSystemLibEntryPoint"]:
            self.assertRegex(listing, rf"\b{prefix}{name}\b")

    def test_lld(self):
        """The linker of each format; the registry keeps what it lists."""
        for target in FORMATS:
            with self.subTest(target=target.triple):
                operators = self.operators(target.triple)
                metadata = self.emit_sample(operators)
                output = self.path(target.triple)
                self.run_tool(target.linker, operators, metadata, *(
                    flag.format(output=output) for flag in target.flags))
                self.check_kept(self.kept(output), target.prefix)

    def test_gnu_ld(self):
        """GNU ld for MinGW, with objects of clang and of GCC."""
        for machine, target, prefix in (("x86_64", "x86_64-w64-windows-gnu",
                                         ""),
                                        ("i686", "i686-w64-windows-gnu", "_")):
            with self.subTest(machine=machine):
                operators = self.operators(target)
                metadata = self.emit_sample(operators)
                output = self.path("linked.exe")
                self.run_tool(f"{machine}-w64-mingw32-ld", "--fatal-warnings",
                              "--gc-sections", "-e",
                              f"{prefix}TVMSystemLibEntryPoint", operators,
                              metadata, "-o", output)
                self.check_kept(self.kept(output), prefix)

    def test_gcc(self):
        """MinGW's GCC shows itself: the environment is GNU's."""
        source = self.write("ops.c", toolchain.operator_source(FUNCTIONS))
        operators = self.path("gcc.o")
        self.run_tool("x86_64-w64-mingw32-gcc", "-O2", "-c", source, "-o",
                      operators)
        metadata = self.emit_sample(operators)
        found = json.loads(
            self.metaobj("inspect", "--json", metadata).stdout)
        self.assertEqual(found["triple"], "x86_64-w64-windows-gnu")
        output = self.path("linked.exe")
        self.run_tool("x86_64-w64-mingw32-ld", "--fatal-warnings", "-e",
                      "TVMSystemLibEntryPoint", operators, metadata, "-o",
                      output)
        self.check_kept(self.kept(output), "")

    def test_shared_memory(self):
        """Threads: wasm-ld wants the features of every object."""
        operators = self.operators("wasm32-unknown-unknown", "-matomics",
                                   "-mbulk-memory")
        metadata = self.emit_sample(operators)
        self.run_tool("wasm-ld", "--shared-memory", "--max-memory=1048576",
                      "--no-entry", "--export=TVMSystemLibEntryPoint",
                      operators, metadata, "-o", self.path("linked"))


class LinkedTables(FormatTest):
    """Tables of linked images lead to names, shapes and bytes.

    The images are read here, so that nothing of metaobj has to be right for it.
    """

    #: Version, bytes of an entry, entries; the address of the first follows.
    TABLE = struct.Struct("<HHIQ")
    #: Name, data, device, dimensions, type, shape, strides, offset, bytes.
    ENTRY = struct.Struct("<QQQi4sQQQQ8x")

    def check(self, image, parts):
        """`parts`: address, offset in the file and size of each."""
        def at(address):
            offset, = (offset + address - start
                       for start, offset, size in parts
                       if start <= address < start + size)
            return offset

        start = self.TABLE.pack(1, self.ENTRY.size, len(SAMPLE_PARAMETERS), 0)
        start = start[:8]
        self.assertEqual(image.count(start), 1)
        *_, address = self.TABLE.unpack_from(image, image.index(start))
        for parameter in SAMPLE_PARAMETERS:
            name, data, _, dimensions, _, shape, _, _, size = (
                self.ENTRY.unpack_from(image, at(address)))
            self.assertEqual(image[at(name):].split(b"\0")[0].decode(),
                             parameter.name)
            self.assertEqual(dimensions, len(parameter.shape))
            if dimensions:
                self.assertEqual(
                    struct.unpack_from(f"<{dimensions}q", image, at(shape)),
                    tuple(parameter.shape))
            self.assertEqual(image[at(data):][:size], parameter.data)
            self.assertEqual(size, len(parameter.data))
            self.assertEqual(data % 64, 0)
            address += self.ENTRY.size

    def linked(self, triple, *flags):
        """An image with the table kept; its bytes, and its path."""
        target = next(f for f in FORMATS if f.triple == triple)
        operators = self.operators(triple)
        output = self.path("linked")
        self.run_tool(target.linker, operators, self.emit_sample(operators),
                      *flags, *(each.format(output=output)
                                for each in target.flags))
        with open(output, "rb") as file:
            return file.read(), output

    def numbers(self, listing, *keys):
        """Rows of the numbers that llvm-readobj prints for `keys`."""
        columns = [[int(n, 0) for n in re.findall(rf"\b{key}: (\w+)", listing)]
                   for key in keys]
        self.assertTrue(columns[0])
        return list(zip(*columns, strict=True))

    def test_windows(self):
        """COFF: addresses are those of the preferred base."""
        image, path = self.linked("x86_64-pc-windows-msvc",
                                  "/include:tvmgen_default_params")
        listing = self.run_tool("llvm-readobj", "--file-headers", "--sections",
                                path)
        (base,), = self.numbers(listing, "ImageBase")
        self.check(image, [
            (base + address, offset, size) for address, offset, size in
            self.numbers(listing, "VirtualAddress", "PointerToRawData",
                         "RawDataSize")])

    def test_macos(self):
        """Mach-O."""
        image, path = self.linked("x86_64-apple-macosx10.15",
                                  "-exported_symbol", "_tvmgen_default_params")
        listing = self.run_tool("llvm-readobj", "--macho-segment", path)
        self.check(image, self.numbers(listing, "vmaddr", "fileoff",
                                       "filesize"))


class WasmRun(FormatTest):
    """The module does what it should."""

    def test_calls(self):
        """Functions through the table, parameters by table and by id."""
        target = next(f for f in FORMATS if f.triple.startswith("wasm32"))
        operators = self.operators(target.triple)
        output = self.path("linked.wasm")
        self.run_tool(target.linker, operators, self.emit_sample(operators), *(
            flag.format(output=output) for flag in target.flags))
        script = self.write("run.cjs", RUN_WASM)
        found = json.loads(self.run_tool("node", script, output))
        self.assertEqual(found["functions"], {
            name: index for index, name in enumerate(
                FUNCTIONS, toolchain.FIRST_RESULT)})
        data = {p.name: p.data.hex() for p in SAMPLE_PARAMETERS}
        self.assertEqual(found["params"], data)
        self.assertEqual(found["linked"], {
            name: data[name] if name in STORAGE_IDS else None
            for name in data})


if __name__ == "__main__":
    toolchain.main()
