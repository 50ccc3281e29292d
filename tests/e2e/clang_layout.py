# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The emitted object equals what clang makes of the C declarations.

For every target, runtime ABI and relocation model, the tables are written
down in C, compiled by clang, and compared with what metaobj emits, symbol by
symbol: the plain bytes, every relocation (place, type, what it points to), and
whether the section can be written to. Clang decides on byte order, field
offsets and relocation types; nothing of that is known here.

The same objects prove that the ELF flags are clang's, that attribute sections
are those of the operator object when the target is taken from it, that there
is nothing else to link or to place in RAM, and no unwind table.
"""

import elf_file
import toolchain
from toolchain import SAMPLE_PARAMETERS, TARGETS

FUNCTIONS = ["tvmgen_default_fused_add", "tvmgen_default_fused_nn_conv2d"]

STORAGE_IDS = {"bias": 2, "weight": 0}

ABIS = ["tvm-crt-u16", "tvm-crt-u8", "tvm-crt-universal"]

COMPARED_TARGETS = [name for name in TARGETS if name != "thumbv7m"]

NAMES_HEAD = {
    "tvm-crt-u16": "TWO_BYTES({count}),",
    "tvm-crt-u8": "{count},",
    "tvm-crt-universal": "{count} + 1, METAOBJ_UNIVERSAL_LEAD, UNIVERSAL,",
}

C_PRELUDE = """
#include <metaobj-c/metaobj_abi.h>

#define TABLE static const __attribute__((used))
#define PARAM static const __attribute__((used, section(".rodata.tvm"), \\
                                          aligned(64)))
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define TWO_BYTES(n) (n) >> 8, (n) & 255
#else
#define TWO_BYTES(n) (n) & 255, (n) >> 8
#endif
#define UNIVERSAL 'm','e','t','a','o','b','j','_', \\
                  'u','n','i','v','e','r','s','a','l',0
_Static_assert(sizeof METAOBJ_UNIVERSAL_NAME ==
               sizeof (char[]){UNIVERSAL}, "name of the universal entry");

typedef int (*TVMBackendPackedCFunc)(void *, int *, int, void *, int *,
                                     void *);
typedef struct TVMFuncRegistry {
  const char *names;
  const TVMBackendPackedCFunc *funcs;
} TVMFuncRegistry;
typedef struct TVMModule {
  const TVMFuncRegistry *registry;
} TVMModule;
"""

C_PARAMETERS = """
PARAM int32_t __tvm_param__bias = -123456789;
PARAM float __tvm_param__weight[2][3] = {{0.5f, -1.25f, 3e9f},
                                         {1e-9f, 7.0f, -0.0f}};
PARAM uint8_t __tvm_param__table[5] = {1, 2, 3, 250, 255};

TABLE void *const _tvm_linked_params[] = {
    (void *)__tvm_param__weight, NULL, (void *)&__tvm_param__bias};
TABLE char _metaobj_param_names[] = "bias\\0weight\\0table";
TABLE int64_t _metaobj_param_shapes[] = {2, 3, 5};
TABLE metaobj_param_t _metaobj_params[] = {
    {_metaobj_param_names,
     {&__tvm_param__bias, {1, 0}, 0, {0, 32, 1}, NULL, NULL, 0},
     sizeof __tvm_param__bias, 2, 0},
    {_metaobj_param_names + 5,
     {__tvm_param__weight, {1, 0}, 2, {2, 32, 1}, _metaobj_param_shapes, NULL,
      0},
     sizeof __tvm_param__weight, 0, 0},
    {_metaobj_param_names + 12,
     {__tvm_param__table, {1, 0}, 1, {1, 8, 1}, _metaobj_param_shapes + 2,
      NULL, 0},
     sizeof __tvm_param__table, METAOBJ_NO_STORAGE_ID, 0}};
TABLE metaobj_param_table_t _metaobj_param_table = {
    METAOBJ_ABI_VERSION, sizeof(metaobj_param_t), 3, _metaobj_params};
"""

C_REGISTRY = """
TABLE TVMFuncRegistry _tvm_crt_func_registry = {
    _tvm_crt_function_names, _tvm_func_registry_ptrs};
TABLE TVMModule _tvm_crt_module = {&_tvm_crt_func_registry};

int _lookup_linked_param(void *args, int *type_codes, int num_args,
                         void *out_ret_value, int *out_ret_tcode,
                         void *resource_handle) {
  (void)type_codes, (void)num_args, (void)resource_handle;
  uint64_t id = *(const uint64_t *)args;
  const void *data = id < 3 ? _tvm_linked_params[id] : NULL;
  *(const void **)out_ret_value = data;
  *out_ret_tcode = data ? 3 : 4;
  return 0;
}
const metaobj_param_table_t *tvmgen_default_params(void) {
  return &_metaobj_param_table;
}
const TVMModule *TVMSystemLibEntryPoint(void) { return &_tvm_crt_module; }
"""

UNWIND_SECTIONS = (".eh_frame", ".rel.eh_frame", ".ARM.exidx", ".ARM.extab")

PARAMETER_SYMBOLS = ["__tvm_param__bias", "__tvm_param__weight",
                     "__tvm_param__table"]

TABLE_SYMBOLS = ["_tvm_crt_function_names", "_tvm_func_registry_ptrs",
                 "_tvm_crt_func_registry", "_tvm_crt_module",
                 "_tvm_linked_params", "_metaobj_param_names",
                 "_metaobj_param_shapes", "_metaobj_params",
                 "_metaobj_param_table"]


def c_bytes(text):
    """A C initialiser list of the bytes of `text`."""
    return "".join(f"{byte}," for byte in text.encode())


def c_tables(abi):
    """The C source of everything that metaobj emits for the sample model."""
    listed = [*FUNCTIONS, "_lookup_linked_param"]
    head = NAMES_HEAD[abi].format(count=len(listed))
    names = "".join(c_bytes(name + "\0") for name in listed)
    pointers = ["_metaobj_universal"] * (abi == "tvm-crt-universal") + listed
    lines = [C_PRELUDE]
    for name in pointers:
        storage = "extern"
        if name == "_metaobj_universal":
            storage = "static"
        lines.append(f"{storage} int {name}(void *, int *, int, void *, "
                     "int *, void *);")
    if abi == "tvm-crt-universal":
        lines.append(
            "static int _metaobj_universal(void *a, int *b, int c, void *d, "
            "int *e, void *f) {\n"
            "  (void)a, (void)b, (void)c, (void)d, (void)e, (void)f;\n"
            "  return METAOBJ_UNIVERSAL_RESULT;\n}")
    lines += [
        "TABLE char _tvm_crt_function_names[] __attribute__((aligned(2))) = "
        f"{{{head} {names} 0}};",
        "TABLE TVMBackendPackedCFunc _tvm_func_registry_ptrs[] = "
        f"{{{', '.join(pointers)}}};",
        C_PARAMETERS, C_REGISTRY]
    return "\n".join(lines)


class UnwindTables(toolchain.ToolTest):
    """What no runtime on bare metal reads is not there."""

    def test_none(self):
        """No section of the object holds an unwind table."""
        for name in COMPARED_TARGETS:
            with self.subTest(target=name):
                output = self.path("metadata.o")
                self.emit(*TARGETS[name].metaobj, "--function=op",
                          "--abi=tvm-crt-universal", "-o", output)
                emitted = elf_file.ElfFile.read(output)
                found = [s.name for s in emitted.sections if s.size and
                         s.name.startswith(UNWIND_SECTIONS)]
                self.assertEqual(found, [])


class ClangLayout(toolchain.ToolTest):
    """One test for each target."""

    def check_target(self, name):
        """Everything that this file proves, for the target called `name`."""
        target = TARGETS[name]
        self.parameters = self.write(
            "params.bin", toolchain.params_file(SAMPLE_PARAMETERS))
        source = self.write("ops.c", toolchain.operator_source(FUNCTIONS))
        for pic in (False, True):
            flag = "-fPIC" if pic else "-fno-pic"
            operators = self.compile(target, source, self.path("ops.o"), flag)
            for abi in ABIS:
                tables = self.write("tables.c", c_tables(abi))
                wanted = elf_file.ElfFile.read(self.compile(
                    target, tables, self.path("tables.o"), flag,
                    f"-I{toolchain.OPTIONS.source}/include"))
                for source_of_target in ("flags", "object"):
                    with self.subTest(abi=abi, pic=pic, by=source_of_target):
                        self.check(target, operators, wanted, abi, pic,
                                   source_of_target == "object")

    def check(self, target, operators, wanted, abi, pic, is_inferred):
        """Emits once and compares with clang's object `wanted`."""
        model = "pic" if pic else "static"
        described = [operators] if is_inferred else target.metaobj
        output = self.path("metadata.o")
        self.emit(*described, *(f"--function={f}" for f in FUNCTIONS),
                  *(f"--sid={n}={i}" for n, i in STORAGE_IDS.items()),
                  f"--params={self.parameters}", f"--abi={abi}",
                  f"--relocation-model={model}", "-o", output)
        emitted = elf_file.ElfFile.read(output)
        for symbol in PARAMETER_SYMBOLS + TABLE_SYMBOLS:
            self.compare(symbol, emitted, wanted)
        self.assertEqual(hex(emitted.flags), hex(wanted.flags))
        self.check_placement(emitted, pic)
        self.check_nothing_else(emitted, pic)
        if is_inferred:
            self.assertEqual(emitted.attributes(),
                             elf_file.ElfFile.read(operators).attributes())

    def compare(self, name, emitted, wanted):
        """The symbol `name` is the same in both objects."""
        ours, theirs = emitted.symbol(name), wanted.symbol(name)
        self.assertEqual(ours.size, theirs.size, name)
        self.assertEqual(emitted.plain_bytes(ours).hex(),
                         wanted.plain_bytes(theirs).hex(), name)
        self.assertEqual(emitted.pointers(ours), wanted.pointers(theirs), name)
        flags = (elf_file.SHF_WRITE | elf_file.SHF_ALLOC |
                 elf_file.SHF_EXECINSTR)
        self.assertEqual(emitted.section_of(ours).flags & flags,
                         wanted.section_of(theirs).flags & flags, name)

    def check_placement(self, emitted, pic):
        """Alignment of everything, and sections by name."""
        for name in PARAMETER_SYMBOLS:
            symbol = emitted.symbol(name)
            section = emitted.section_of(symbol)
            self.assertEqual(section.name, ".rodata.tvm")
            self.assertEqual(section.flags & elf_file.SHF_WRITE, 0)
            self.assertGreaterEqual(section.align, 64)
            self.assertEqual(symbol.value % 64, 0, name)
        for name in TABLE_SYMBOLS:
            symbol = emitted.symbol(name)
            section = emitted.section_of(symbol)
            has_pointers = bool(emitted.pointers(symbol))
            self.assertEqual(section.name.startswith(".data.rel.ro."),
                             has_pointers and pic, name)
            if has_pointers:
                self.assertGreaterEqual(section.align, emitted.pointer_size)
                self.assertEqual(symbol.value % emitted.pointer_size, 0, name)

    def check_nothing_else(self, emitted, pic):
        """Nothing to link but the operators, nothing in RAM."""
        self.assertEqual(emitted.undefined(), set(FUNCTIONS))
        writable = {s.name.rpartition(".metaobj.")[0] for s in emitted.sections
                    if s.flags & elf_file.SHF_WRITE and s.size}
        self.assertEqual(writable, {".data.rel.ro"} if pic else set())
        unplaced = [s.name for s in emitted.sections if s.size and
                    s.type == elf_file.SHT_NOBITS]
        self.assertEqual(unplaced, [])


def add_target_tests():
    """A test method for each target, so that a failure names it."""
    for name in COMPARED_TARGETS:
        def test(self, name=name):
            self.check_target(name)
        test.__doc__ = f"clang and metaobj agree for {name}"
        method = "test_" + name.replace("-", "_")
        setattr(ClangLayout, method, test)


add_target_tests()

if __name__ == "__main__":
    toolchain.main()
