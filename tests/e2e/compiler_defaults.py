# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is emitted for operators is what their compiler makes of metadata in C.

Each cross compiler, and clang for each target, compiles operators with its own
defaults. The tables that are emitted for them must lie where the same compiler
puts tables with pointers: among what a loader relocates, or among constants.
Operators and metadata are then linked as the compiler links by itself, and the
link must not have text relocations.
"""

import os
from concurrent.futures import ThreadPoolExecutor

from lib import differences, elf_file, toolchain
from lib.differences import COMPILER_DEFAULTS, Difference
from lib.target_list import TARGETS

WORKERS = os.cpu_count() or 1

C_FLAGS = ["-O2", "-ffreestanding", "-c"]

#: Operators that tell less and less of where they may run.
OPERATORS = {
    "extern": """extern int table[];
extern int *get(int);
int tvmgen_f(int n) { return get(n)[0] > table[n]; }
""",
    "constant": """static const int weights[] = {1, 2, 3, 5, 7, 11, 13, 17};
extern int *get(int);
int tvmgen_f(int n) { return get(n)[0] > weights[n]; }
""",
    "pure": "int tvmgen_f(int n) { return n + 1; }\n",
}

#: The rest of a program.
REST = """int table[8];
int *get(int n) { return table + n; }
const void *TVMSystemLibEntryPoint(void);
int start(void);
int start(void) { return TVMSystemLibEntryPoint() == 0; }
"""

#: As the registry of TVM.
METADATA = """extern int tvmgen_f(int);
typedef int (*function)(int);
static const function functions[] = {tvmgen_f};
static const struct { const char *names; const function *functions; }
    registry = {"\\1tvmgen_f", functions};
const void *TVMSystemLibEntryPoint(void);
const void *TVMSystemLibEntryPoint(void) { return &registry; }
"""

#: Where no object can tell, or the compilers disagree: (target, driver).
KNOWN = {
    **{(name, "clang"): "clang's code for bare metal shows nothing, and the "
       "family's systems are position independent"
       for name in ("aarch64", "aarch64_be", "armv7a", "armv7a-hard", "armeb",
                    "riscv64-lp64d", "loongarch32-ilp32s",
                    "loongarch32-ilp32f", "loongarch32-ilp32d",
                    "loongarch64-lp64s", "loongarch64-lp64f",
                    "loongarch64-lp64d")},
    ("hexagon", "clang"): "clang's default is position independent, for bare "
                          "metal too",
    ("m68k", "clang"): "clang's default is position independent and GCC's is "
                       "not; the code of both is the same",
    ("ve", "clang"): "Linux, where programs can be position independent, but "
                     "are not by default",
    ("x32", "gcc"): "GCC's default is static and clang's is not; the code of "
                    "both is the same",
}


#: lld knows no dynamic relocation for pointers of these.
NO_LLD_PIE = ("sparcv9", "x32")


def is_relocated(path):
    """Are the tables with pointers in an object among what a loader relocates?
    """
    return any(section.name.startswith(".data.rel.ro")
               for section in elf_file.ElfFile.read(path).sections)


class CompilerDefaults(toolchain.ToolTest):
    """All compilers, without a flag for the place of the image."""

    def setUp(self):
        super().setUp()
        for name, text in (*OPERATORS.items(), ("rest", REST),
                           ("metadata", METADATA)):
            self.write(name + ".c", text)

    def build(self, base, compiler, name):
        """Compiles one of the sources."""
        output = self.path(f"{base}.{name}.o")
        target, _, driver = base.rpartition(".")
        with differences.limited(target, COMPILER_DEFAULTS, "operators",
                                 f"compiled by {driver}", "compiled"):
            self.run_tool(*compiler, *C_FLAGS, self.path(name + ".c"), "-o",
                          output)
        return output

    def link(self, base, target, driver, objects, is_pie):
        """Links as the compiler does by itself; what was wrong."""
        output = self.path(base)
        if driver == "clang":
            if target.emulation is None or not target.is_hosted or \
                    base.split(".")[0] in NO_LLD_PIE:
                return ""
            flags = ["-pie", "-z", "text"] if is_pie else ["-static"]
            command = ["ld.lld", "-m", target.emulation, *target.lld_flags,
                       *flags]
        elif target.gnu_ld is None:
            return ""
        else:
            command = [*target.gnu_ld, *(["-pie"] if is_pie else [])]
        command += ["-e", "start"]
        result = toolchain.start([toolchain.find_tool(command[0]), *command[1:],
                                  *objects, "-o", output])
        if not result.returncode and "text" not in result.stderr.lower():
            return ""
        if differences.leaves_out(Difference(
                target.name, COMPILER_DEFAULTS,
                "lld" if driver == "clang" else "GNU ld", "linked",
                result.stderr.strip(), "linked")):
            return ""
        return f"{base}: {' '.join(command)}: {result.stderr[:500]}"

    def check_compiler(self, job):
        """As check_operators(), unless the LLVM at hand has no such compiler.
        """
        try:
            return self.check_operators(job)
        except differences.LeftOut as reason:
            toolchain.leave_out(reason)
            return [], []

    def check_operators(self, job):
        """Differences of one compiler, and how many operators fitted."""
        name, driver, compiler = job
        target = TARGETS[name]
        base = f"{name}.{driver}"
        own = is_relocated(self.build(base, compiler, "metadata"))
        rest = self.build(base, compiler, "rest")
        wrong = []
        for operator in OPERATORS:
            compiled = self.build(base, compiler, operator)
            emitted = self.path(f"{base}.{operator}.metadata.o")
            # What the operators are concluded to be is no difference.
            result = self.metaobj("emit", "--quiet", "--match=tvmgen_f",
                                  compiled, "-o", emitted)
            if result.returncode:
                if "give the target by --mtriple" in result.stderr:
                    return [], [name]  # Its objects tell no target.
                if differences.leaves_out(Difference(
                        name, COMPILER_DEFAULTS, "object", "emitted",
                        result.stderr.strip(), "emitted")):
                    return [], []
                return [f"{base}.{operator}: {result.stderr}"], []
            found = is_relocated(emitted)
            if found != own:
                wrong.append(f"{base}.{operator}: relocated {found}, the "
                             f"compiler's own {own}")
            # Tables that a loader relocates can be linked for any place.
            if result.stderr:
                wrong.append(f"{base}.{operator}: {result.stderr}")
            if not found or own:
                said = self.link(f"{base}.{operator}", target, driver,
                                 [rest, compiled, emitted], own)
                if said:
                    wrong.append(said)
        return wrong, []

    def test_defaults(self):
        """Every target with every compiler of it."""
        jobs = []
        for name, target in TARGETS.items():
            if target.clang is not None and not name.startswith("bpf"):
                # -mabi and the like stay, they say what the target is.
                jobs.append((name, "clang", ["clang", *target.clang]))
            if target.gcc is not None:
                jobs.append((name, "gcc",
                             [target.gcc.program, *target.gcc.flags]))
        with ThreadPoolExecutor(WORKERS) as pool:
            results = list(pool.map(self.check_compiler, jobs))
        untold, wrong, needed = [], [], set()
        for (name, driver, _), (differs, without) in zip(jobs, results):
            untold += without
            if (name, driver) in KNOWN and differs:
                needed.add((name, driver))
            else:
                wrong += differs
        self.assertEqual(wrong, [], "\n".join(wrong))
        # What is not needed any more goes.
        self.assertEqual(sorted(set(KNOWN) - needed), [])
        self.assertLess(len(untold), 6, untold)
        self.assertEqual(differences.unneeded_limits(COMPILER_DEFAULTS), [])


if __name__ == "__main__":
    toolchain.main()
