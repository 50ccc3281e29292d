# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`metaobj check` agrees with real links, over all multilibs and compilers.

Every two multilibs of the bare-metal compilers are checked and linked by GNU
ld and lld, and so is each of their libraries with operators that fit it and
operators that do not. The same is done with the libraries of all cross
compilers. The numbers of cases are printed; one that differs fails.
"""

import itertools
import os
import re
import shutil
import sys
from collections import Counter, namedtuple
from concurrent.futures import ThreadPoolExecutor

from lib import differences, toolchain
from lib.target_list import TARGETS

WORKERS = os.cpu_count() or 1

#: Two units of a program, so that floats are passed between them.
FIRST = "float second(float);\nfloat first(float x) { return second(x) * 2; }\n"
SECOND = "float second(float x) { return x + 1; }\n"

C_FLAGS = ["-O1", "-ffreestanding", "-fno-asynchronous-unwind-tables", "-c"]

ANSWERS = ("refuses", "warns", "says nothing")

#: A compiler with multilibs, and the linkers for its objects.
Bare = namedtuple("Bare", "gcc gnu_ld lld")

BARE = [
    Bare("arm-none-eabi-gcc", ["arm-none-eabi-ld"], ["ld.lld"]),
    Bare("riscv64-unknown-elf-gcc", ["riscv64-unknown-elf-ld"], ["ld.lld"]),
]


def prediction(said, linker):
    """What `check` says that a linker does, in the words of its tables."""
    found = {"says nothing"}
    severity = ""
    for line in said.splitlines():
        head = re.match("metaobj: (error|warning|note|hint): ", line)
        if head:
            severity = head[1]
            if severity == "error" and not line.endswith(":"):
                found.add("refuses")
            continue
        cells = re.split("  +", line.strip())
        if severity in ("error", "warning") and len(cells) == 5 and \
                cells[0] != "property":
            found.add(cells[3 if linker == "lld" else 4])
    return next(answer for answer in ANSWERS if answer in found)


class CheckLinks(toolchain.ToolTest):
    """Cases are (names of inputs, files); each is checked and linked."""

    def setUp(self):
        super().setUp()
        self.counts = Counter()
        self.first = self.write("first.c", FIRST)
        self.second = self.write("second.c", SECOND)

    def compile_all(self, gcc, multilibs):
        """Both units for each list of flags: lists of objects."""
        def build(job):
            number, flags, source, name = job
            output = self.path(f"{gcc}.{number}.{name}.o")
            self.run_tool(gcc, *flags, *C_FLAGS, source, "-o", output)
            return output

        jobs = [(number, flags, source, name)
                for number, flags in enumerate(multilibs)
                for source, name in ((self.first, "first"),
                                     (self.second, "second"))]
        with ThreadPoolExecutor(WORKERS) as pool:
            built = list(pool.map(build, jobs))
        return built[::2], built[1::2]

    def multilibs(self, gcc):
        """The flags of each multilib of a compiler."""
        lines = self.run_tool(gcc, "-print-multi-lib").splitlines()
        return [["-" + flag for flag in line.split(";")[1].split("@") if flag]
                for line in lines]

    def answer(self, linker, files):
        """What a linker does with all members of all files."""
        result = toolchain.start([
            toolchain.find_tool(linker[0]), *linker[1:], "-r",
            "--whole-archive", *files, "-o", os.devnull])
        if result.returncode:
            return "refuses", result.stderr
        return "warns" if result.stderr else "says nothing", result.stderr

    def compare(self, kind, files, linkers):
        """The differences of one case, as text."""
        said = self.metaobj("check", "-r", "--quiet", *files).stderr
        wrong = []
        for name, linker in linkers.items():
            expected = prediction(said, name)
            found, words = self.answer(linker, files)
            self.counts[kind, name, found] += 1
            if expected != found:
                wrong.append(f"{name} {found}, check has it {expected}: "
                             f"{' '.join(files)}\n{words[:600]}{said[:600]}")
        return wrong

    def compare_all(self, cases):
        """`cases`: kind, files, linkers."""
        with ThreadPoolExecutor(WORKERS) as pool:
            wrong = list(itertools.chain.from_iterable(
                pool.map(lambda case: self.compare(*case), cases)))
        for (kind, linker, answer), number in sorted(self.counts.items()):
            print(f"check and {linker} agree on {kind}: {number} times it "
                  f"{answer}", file=sys.stderr)
        total = sum(self.counts.values())
        print(f"agreement in {total - len(wrong)} of {total} links",
              file=sys.stderr)
        self.assertGreaterEqual(total, len(cases))
        self.assertEqual(wrong, [], "\n".join(wrong[:5]))

    def linkers_of(self, bare, flags):
        """GNU ld and lld for objects of a multilib."""
        emulation = []
        if bare.gcc.startswith("riscv"):
            bits = "32" if any("rv32" in flag for flag in flags) else "64"
            emulation = ["-m", f"elf{bits}lriscv"]
        return {"GNU ld": [*bare.gnu_ld, *emulation],
                "lld": [*bare.lld, *(emulation or ["-m", "armelf"])]}

    def test_pairs_of_multilibs(self):
        """Objects of any two multilibs."""
        cases = []
        for bare in BARE:
            multilibs = self.multilibs(bare.gcc)
            self.assertGreater(len(multilibs), 20)
            first, second = self.compile_all(bare.gcc, multilibs)
            for one, two in itertools.combinations_with_replacement(
                    range(len(multilibs)), 2):
                cases.append((f"pairs of {bare.gcc}", [first[one], second[two]],
                              self.linkers_of(bare, multilibs[one])))
        self.compare_all(cases)

    def archive(self, name, *members):
        """An archive, of which `check` alone takes all members."""
        path = self.path(name + ".a")
        self.run_tool("llvm-ar", "rcS", path, *members)
        return path

    def libraries(self, gcc, flags, names):
        """Those of a compiler that are installed."""
        found = []
        for name in names:
            path = self.run_tool(gcc, *flags, f"-print-file-name={name}").strip()
            if os.path.isabs(path) and os.path.exists(path):
                found.append(path)
        return found

    def test_libraries_of_multilibs(self):
        """Every library, with the operators of its multilib and of others."""
        cases, own = [], []
        for bare in BARE:
            multilibs = self.multilibs(bare.gcc)
            first, _ = self.compile_all(bare.gcc, multilibs)
            operators = [self.archive(f"{bare.gcc}.{number}", path)
                         for number, path in enumerate(first)]
            for number, flags in enumerate(multilibs):
                libraries = self.libraries(bare.gcc, flags,
                                           ["libc.a", "libm.a", "libgcc.a"])
                self.assertTrue(libraries, flags)
                others = {(number + 1) % len(multilibs),
                          (number + len(multilibs) // 2) % len(multilibs)}
                linkers = self.linkers_of(bare, flags)
                # Each by itself: newlib's libc.a and libm.a share members.
                own += [(f"own libraries of {bare.gcc}",
                         [operators[number], library], linkers)
                        for library in libraries]
                cases += [(f"other libraries of {bare.gcc}",
                           [operators[other], libraries[-1]], linkers)
                          for other in sorted(others)]
        self.compare_all(own + cases)
        # All of them fit, hand-written assembly without attributes too.
        fits = sum(number for (kind, _, answer), number in self.counts.items()
                   if kind.startswith("own ") and answer == "says nothing")
        self.assertEqual(fits, 2 * len(own))

    def embedded(self, name, operators, objcopy):
        """A file as objcopy embeds it for the machine of `operators`."""
        text = self.run_tool(objcopy.replace("objcopy", "objdump"), "-f",
                             operators)
        form = re.search(r"file format (\S+)", text)[1]
        machine = re.search(r"architecture: ([^:,]+)", text)[1]
        output = self.path(name + ".data.o")
        self.run_tool(objcopy, "-I", "binary", "-O", form, "-B", machine,
                      self.write("data.bin", b"data"), output)
        return output

    def test_embedded_files(self):
        """A file that objcopy embeds, before and behind operators."""
        cases = []
        for bare in BARE:
            multilibs = self.multilibs(bare.gcc)
            first, _ = self.compile_all(bare.gcc, multilibs)
            objcopy = bare.gcc.replace("gcc", "objcopy")
            for number, flags in enumerate(multilibs):
                data = self.embedded(f"{bare.gcc}.{number}", first[number],
                                     objcopy)
                linkers = self.linkers_of(bare, flags)
                cases += [(f"embedded files of {bare.gcc}", files, linkers)
                          for files in ([first[number], data],
                                        [data, first[number]])]
        for gcc, emulation in (("mips-linux-gnu-gcc", "elf32btsmip"),
                               ("mips64-linux-gnuabi64-gcc", "elf64btsmip"),
                               ("powerpc64-linux-gnu-gcc", "elf64ppc")):
            (first,), _ = self.compile_all(gcc, [["-fno-pic"]])
            objcopy = gcc.replace("gcc", "objcopy")
            data = self.embedded(gcc, first, objcopy)
            linkers = {"GNU ld": [gcc.replace("gcc", "ld")],
                       "lld": ["ld.lld", "-m", emulation]}
            cases += [("embedded files of hosted compilers", files, linkers)
                      for files in ([first, data], [data, first])]
        self.compare_all(cases)

    def has_lld(self, target, operators):
        """Does lld link for a hosted target at all? An old one may not."""
        if not target.emulation:
            return False
        try:
            with differences.limited(target.name, "static", "lld", "linked",
                                     "linked"):
                self.run_tool("ld.lld", "-m", target.emulation, "-r",
                              operators, "-o", os.devnull)
        except differences.LeftOut as reason:
            toolchain.leave_out(reason)
            return False
        return True

    def test_hosted_libraries(self):
        """libgcc of every hosted cross compiler, and Arm's glibc."""
        cases, seen = [], set()
        for target in TARGETS.values():
            if not (target.is_hosted and target.gcc and target.gnu_ld):
                continue
            key = (target.gcc.program, *target.gcc.flags)
            if key in seen:
                continue
            seen.add(key)
            names = ["libgcc.a"]
            if target.gcc.program.startswith("arm-linux-gnueabi"):
                names.append("libc.a")
            libraries = self.libraries(target.gcc.program, target.gcc.flags,
                                       names)
            self.assertEqual(len(libraries), len(names), key)
            (first,), _ = self.compile_all(target.gcc.program,
                                           [target.gcc.flags])
            os.rename(first, self.path(f"{target.name}.o"))
            operators = self.archive(target.name,
                                     self.path(f"{target.name}.o"))
            # lld refuses its split stacks when it links for another link.
            libraries[0] = shutil.copy(libraries[0],
                                       self.path(f"{target.name}.libgcc.a"))
            self.run_tool("llvm-ar", "d", libraries[0], "morestack.o",
                          "generic-morestack.o",
                          "generic-morestack-thread.o")
            linkers = {"GNU ld": target.gnu_ld}
            if self.has_lld(target, operators):
                linkers["lld"] = ["ld.lld", "-m", target.emulation]
            cases.append(("libraries of hosted compilers",
                          [operators, *libraries], linkers))
        self.compare_all(cases)


if __name__ == "__main__":
    toolchain.main()
