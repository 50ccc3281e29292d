# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One target through all compilers and linkers; what came out, as data.

TargetRun emits the sample model for a target in every ABI, static and position
independent, by flags and with the target taken from an operator object. Each
result is compared with what clang, and GCC where Debian has one for the
target, make of the same tables in C, and is linked with operators. Nothing is
judged here: every difference is written down.
"""

import json
import os
import tempfile
import unittest

from lib import c_tables, elf_file, toolchain
from lib.differences import Difference
from lib.toolchain import SAMPLE_PARAMETERS

MODES = ("static", "pic")

COMPILERS = ("clang", "gcc")

LINKERS = ("lld", "GNU ld")

UNWIND_SECTIONS = (".eh_frame", ".rel.eh_frame", ".ARM.exidx", ".ARM.extab")

START = """
extern const void *TVMSystemLibEntryPoint(void);
extern const void *tvmgen_default_params(void);
const void *volatile sink;
void entry(void);
void entry(void) {
  sink = TVMSystemLibEntryPoint();
  sink = tvmgen_default_params();
  for (;;)
    ;
}
#ifdef __AVR__
/* The start-up code that every AVR object with data asks for. */
void __do_copy_data(void);
void __do_copy_data(void) {}
void __do_clear_bss(void);
void __do_clear_bss(void) {}
#endif
"""


class TargetRun:
    """What came out for one target.

    differences: all that is not as it should be, once each.
    object: the emitted object by flags, None where there is none.
    is_inferred: can the target be taken from its objects? None: not tried.
    compared: by compiler, is the layout the same? None: no such compiler.
    linked: by linker, the modes tried and how they went.
    skipped: the tools that are missing.
    """

    def __init__(self, target):
        self.target = target
        self.differences = []
        self.object = None
        self.is_inferred = None
        self.compared = dict.fromkeys(COMPILERS)
        self.linked = {linker: {} for linker in LINKERS}
        self.skipped = []

    def run(self):
        """Fills everything in; returns itself."""
        with tempfile.TemporaryDirectory(prefix="metaobj-e2e.") as folder:
            self.folder = folder
            self.parameters = self._write(
                "params.bin", toolchain.params_file(SAMPLE_PARAMETERS))
            for mode in MODES:
                if getattr(self.target, mode):
                    self._run_mode(mode)
        return self

    def _path(self, *parts):
        return os.path.join(self.folder, *parts)

    def _write(self, name, contents):
        data = contents.encode() if isinstance(contents, str) else contents
        with open(self._path(name), "wb") as file:
            file.write(data)
        return self._path(name)

    def _differ(self, mode, symbol, subject, found, wanted):
        difference = Difference(self.target.name, mode, symbol, subject,
                                str(found), str(wanted))
        if difference not in self.differences:
            self.differences.append(difference)

    def _run_mode(self, mode):
        """Everything in one relocation model."""
        self.mode = mode
        operators = {compiler: self._operators(compiler)
                     for compiler in COMPILERS}
        tables = {(compiler, abi): self._tables(compiler, abi)
                  for compiler in COMPILERS for abi in c_tables.ABIS}
        metadata = None
        for abi in c_tables.ABIS:
            emitted = self._emit(abi, self._flags(), "flags")
            if emitted:
                metadata = metadata or emitted
                self._compare_all(emitted, tables, abi)
            operator = operators["clang"] or operators["gcc"]
            if not operator:
                continue
            inferred = self._emit(abi, [operator], "object")
            self.is_inferred = bool(inferred) and self.is_inferred is not False
            if inferred:
                metadata = inferred if abi == c_tables.ABIS[0] else metadata
                self._compare_inferred(inferred, operator, tables, abi)
        if not metadata:
            return
        self._check_assertions(metadata)
        for linker in LINKERS:
            self._link(linker, metadata, operators)

    def _first_line(self, result):
        """What a program said, short enough for a list of differences."""
        lines = (result.stderr + result.stdout).strip().splitlines()
        if not lines:
            return f"status {result.returncode}"
        errors = [line for line in lines if "error:" in line]
        return (errors or lines)[0].replace(self.folder + os.sep, "")

    # Making objects ---------------------------------------------------------

    def _flags(self):
        mode = getattr(self.target, self.mode)
        return [*self.target.metaobj, *mode.metaobj]

    def _compiler(self, name):
        """Command of a compiler for the target and mode, None without one."""
        program, flags = self.target.gcc or (None, None)
        if name == "clang":
            program, flags = "clang", self.target.clang
        if flags is None:
            return None
        mode = getattr(self.target, self.mode)
        try:
            return [toolchain.find_tool(program), *flags, *mode.compiler,
                    # GCC's own <limits.h> asks for the C library's, which is
                    # not there for every ABI.
                    "-D_LIBC_LIMITS_H_"]
        except unittest.SkipTest as skip:
            if str(skip) not in self.skipped:
                self.skipped.append(str(skip))
            return None

    def _compile(self, compiler, name, text, to=("-c",)):
        """Compiles C as `to` says; None when there is no compiler or it
        refuses."""
        command = self._compiler(compiler)
        if not command:
            return None
        source = self._write(f"{name}.c", text)
        output = self._path(f"{name}.{compiler}.{self.mode}.o")
        includes = [f"-I{os.path.join(toolchain.OPTIONS.source, folder)}"
                    for folder in c_tables.INCLUDED_FOLDERS]
        result = toolchain.start([*command, *toolchain.CLANG_FLAGS, *includes,
                                  *to, source, "-o", output])
        if result.returncode:
            self._differ(self.mode, f"{name}.c", f"compiled by {compiler}",
                         self._first_line(result), "compiled")
            return None
        return output

    def _operators(self, compiler):
        return self._compile(compiler, "operators",
                             toolchain.operator_source(c_tables.FUNCTIONS))

    def _tables(self, compiler, abi):
        made = self._compile(compiler, abi, c_tables.c_tables(abi))
        return made and elf_file.ElfFile.read(made)

    def _emit(self, abi, described, by):
        """Path of the metadata with its target by `described`, or None."""
        model = "pic" if self.mode == "pic" else "static"
        output = self._path(f"metadata.{by}.{abi}.{self.mode}.o")
        result = toolchain.start([
            toolchain.OPTIONS.metaobj, "emit", *described,
            *(f"--function={f}" for f in c_tables.FUNCTIONS),
            *(f"--sid={n}={i}" for n, i in c_tables.STORAGE_IDS.items()),
            f"--params={self.parameters}", f"--abi={abi}",
            f"--relocation-model={model}", "-o", output])
        said = self._first_line(result)
        if result.returncode or result.stdout or result.stderr:
            self._differ(self.mode, by, "emitted", said, "emitted")
        return None if result.returncode else output

    # Comparing --------------------------------------------------------------

    def _compare_all(self, path, tables, abi):
        """The object by flags with the tables of both compilers."""
        emitted = elf_file.ElfFile.read(path)
        if self.object is None:
            self.object = emitted
        self._check_placement(emitted)
        self._check_nothing_else(emitted, tables, abi)
        for compiler in COMPILERS:
            wanted = tables[compiler, abi]
            if not wanted:
                continue
            if compiler == "clang":
                self._expect("-", "ELF flags", hex(emitted.flags),
                             hex(wanted.flags))
            self._compare(compiler, emitted, wanted)

    def _compare_inferred(self, path, operator, tables, abi):
        """The object whose target is taken from `operator`."""
        emitted = elf_file.ElfFile.read(path)
        origin = elf_file.ElfFile.read(operator)
        self._check_nothing_else(emitted, tables, abi)
        self._expect("-", "ELF flags of the operator", hex(emitted.flags),
                     hex(origin.flags))
        self._expect("-", "attributes of the operator",
                     emitted.attributes(), origin.attributes())
        for compiler in COMPILERS:
            if tables[compiler, abi]:
                self._compare(compiler, emitted, tables[compiler, abi])

    def _expect(self, symbol, subject, found, wanted):
        if found != wanted:
            self._differ(self.mode, symbol, subject, found, wanted)
        return found == wanted

    def _compare(self, compiler, emitted, wanted):
        """All symbols of two objects, those of `compiler` being wanted."""
        is_same = self._expect("-", f"identity, {compiler}",
                               emitted.identity(), wanted.identity())
        for name in c_tables.PARAMETER_SYMBOLS + c_tables.TABLE_SYMBOLS:
            is_same &= self._compare_symbol(compiler, name, emitted, wanted)
        if self.compared[compiler] is not False:
            self.compared[compiler] = is_same

    def _compare_symbol(self, compiler, name, emitted, wanted):
        ours, theirs = emitted.symbol(name), wanted.symbol(name)

        def same(subject, found, expected):
            return self._expect(name, f"{subject}, {compiler}", found,
                                expected)

        # Where it lies is no matter of layout.
        same("section", _access(emitted.section_of(ours)),
             _access(wanted.section_of(theirs)))
        return all([
            same("size", ours.size, theirs.size),
            same("bytes", emitted.plain_bytes(ours).hex(),
                 wanted.plain_bytes(theirs).hex()),
            same("pointers", emitted.pointers(ours), wanted.pointers(theirs))])

    def _check_placement(self, emitted):
        """Alignment of everything, and sections by name."""
        for name in c_tables.PARAMETER_SYMBOLS:
            symbol = emitted.symbol(name)
            section = emitted.section_of(symbol)
            self._expect(name, "name of the section", section.name,
                         ".rodata.tvm")
            self._expect(name, "offset in 64 bytes", symbol.value % 64, 0)
            self._expect(name, "section is aligned to 64",
                         section.align >= 64, True)
        for name in c_tables.TABLE_SYMBOLS:
            symbol = emitted.symbol(name)
            section = emitted.section_of(symbol)
            has_pointers = bool(emitted.pointers(symbol))
            is_relocated = section.name.startswith(".data.rel.ro.")
            self._expect(name, "is in .data.rel.ro", is_relocated,
                         has_pointers and self.mode == "pic")

    def _check_nothing_else(self, emitted, tables, abi):
        """Nothing to link but the operators and what the compilers ask linkers
        for too; nothing in RAM, nothing that no runtime on bare metal reads."""
        undefined = emitted.undefined()
        for compiler in COMPILERS:
            if tables[compiler, abi]:
                undefined -= tables[compiler, abi].undefined()
        self._expect("-", "undefined symbols",
                     sorted(undefined - set(c_tables.FUNCTIONS)), [])
        filled = [s for s in emitted.sections if s.size]
        writable = sorted({
            s.name.rpartition(".metaobj.")[0] or s.name for s in filled
            if s.flags & elf_file.SHF_WRITE and s.flags & elf_file.SHF_ALLOC})
        self._expect("-", "writable sections", writable,
                     [".data.rel.ro"] if self.mode == "pic" else [])
        self._expect("-", "sections without bytes",
                     [s.name for s in filled if s.type == elf_file.SHT_NOBITS],
                     [])
        self._expect("-", "unwind tables",
                     [s.name for s in filled
                      if s.name.startswith(UNWIND_SECTIONS)], [])

    def _check_assertions(self, metadata):
        """Sizes and offsets found in our bytes, asserted by the compilers."""
        try:
            text = c_tables.layout_assertions(
                elf_file.ElfFile.read(metadata))
        except c_tables.LayoutError as error:
            self._differ(self.mode, "-", "fields", error, "found")
            return
        for compiler in COMPILERS:
            if self._compiler(compiler):
                made = self._compile(compiler, "assertions", text, ["-S"])
                if not made:
                    self.compared[compiler] = False

    # Linking ----------------------------------------------------------------

    def _linker(self, name):
        """Command of a linker, None where there is none for the target."""
        command = self.target.gnu_ld
        if name == "lld":
            emulation = self.target.emulation
            if emulation is None:
                return None
            command = ["ld.lld", *(["-m", emulation] if emulation else []),
                       *self.target.lld_flags]
        if not command:
            return None
        try:
            return [toolchain.find_tool(command[0]), *command[1:]]
        except unittest.SkipTest as skip:
            if str(skip) not in self.skipped:
                self.skipped.append(str(skip))
            return None

    def _link(self, linker, metadata, operators):
        """Links `metadata` with operators and a caller; reads the result."""
        command = self._linker(linker)
        compiler = next((c for c in COMPILERS if operators[c]), None)
        if not command or not compiler:
            return
        if self.mode == "pic" and not self.target.is_hosted:
            return
        start = self._compile(compiler, "start", START)
        kind = "-shared" if self.mode == "pic" else "-static"
        output = self._path("linked")
        result = toolchain.start([
            *command, "--fatal-warnings", kind, "-e", "entry", start, metadata,
            operators[compiler], "-o", output])
        said = self._first_line(result)
        is_good = (result.returncode, result.stdout, result.stderr) == (
            0, "", "")
        if not is_good:
            self._differ(self.mode, linker, "linked", said, "linked")
        elif self.mode == "static":
            self._check_linked(linker, output)
        self.linked[linker][self.mode] = is_good

    def _check_linked(self, linker, path):
        """metaobj finds the same functions in the linked image."""
        result = toolchain.start([toolchain.OPTIONS.metaobj, "inspect",
                                  "--json", path])
        if result.returncode:
            self._differ(self.mode, linker, "inspected",
                         self._first_line(result), "inspected")
            return
        read = json.loads(result.stdout)
        functions = [function["symbol"] for registry in read["registries"]
                     for function in registry["functions"]]
        self._expect(linker, "functions of the linked image", functions,
                     [*c_tables.FUNCTIONS, "_lookup_linked_param"])


def _access(section):
    """What a section is for: "rw", "r", "rx"."""
    letters = "r" if section.flags & elf_file.SHF_ALLOC else ""
    letters += "w" if section.flags & elf_file.SHF_WRITE else ""
    return letters + ("x" if section.flags & elf_file.SHF_EXECINSTR else "")
