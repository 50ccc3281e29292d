# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The sample model, and in C everything that metaobj emits for it.

A C compiler decides on byte order, field offsets, padding and relocations;
nothing of that is known here. The structures are the declarations that clients
include: metaobj_abi.h, and the headers of runtime_crt for TVM's.
"""

import struct

from lib.toolchain import SAMPLE_PARAMETERS

FUNCTIONS = ["tvmgen_default_fused_add", "tvmgen_default_fused_nn_conv2d"]

STORAGE_IDS = {"bias": 2, "weight": 1}

ABIS = ["tvm-crt-u16", "tvm-crt-u8", "tvm-crt-universal"]

PARAMETER_SYMBOLS = ["__tvm_param__bias", "__tvm_param__weight",
                     "__tvm_param__table"]

TABLE_SYMBOLS = ["_tvm_crt_function_names", "_tvm_func_registry_ptrs",
                 "_tvm_crt_func_registry", "_tvm_crt_module",
                 "_tvm_linked_params", "_metaobj_param_names",
                 "_metaobj_param_shapes", "_metaobj_params",
                 "_metaobj_param_table"]

#: What a compiler takes each table to be aligned for.
ALIGNED = [("TVMBackendPackedCFunc", "_tvm_func_registry_ptrs"),
           ("TVMFuncRegistry", "_tvm_crt_func_registry"),
           ("TVMModule", "_tvm_crt_module"),
           ("void *", "_tvm_linked_params"),
           ("int64_t", "_metaobj_param_shapes"),
           ("metaobj_param_t", "_metaobj_params"),
           ("metaobj_param_table_t", "_metaobj_param_table")]

INCLUDED_FOLDERS = ["include", "runtime_crt/include"]

NAMES_HEAD = {
    "tvm-crt-u16": "TWO_BYTES({count}),",
    "tvm-crt-u8": "{count},",
    "tvm-crt-universal": "{count} + 1, METAOBJ_UNIVERSAL_LEAD, UNIVERSAL,",
}

C_PRELUDE = """
#include <dlpack/dlpack.h>
#include <metaobj-c/metaobj_abi.h>
#include <tvm/runtime/crt/module.h>

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
"""

C_PARAMETERS = """
PARAM int32_t __tvm_param__bias = -123456789;
PARAM float __tvm_param__weight[2][3] = {{0.5f, -1.25f, 3e9f},
                                         {1e-9f, 7.0f, -0.0f}};
PARAM uint8_t __tvm_param__table[5] = {1, 2, 3, 250, 255};

TABLE void *const _tvm_linked_params[] = {
    NULL, (void *)__tvm_param__weight, (void *)&__tvm_param__bias};
TABLE char _metaobj_param_names[] = "bias\\0weight\\0table";
TABLE int64_t _metaobj_param_shapes[] = {2, 3, 5};
TABLE metaobj_param_t _metaobj_params[] = {
    {_metaobj_param_names,
     {&__tvm_param__bias, {1, 0}, 0, {0, 32, 1}, NULL, NULL, 0},
     sizeof __tvm_param__bias, 2, 0},
    {_metaobj_param_names + 5,
     {__tvm_param__weight, {1, 0}, 2, {2, 32, 1}, _metaobj_param_shapes, NULL,
      0},
     sizeof __tvm_param__weight, 1, 0},
    {_metaobj_param_names + 12,
     {__tvm_param__table, {1, 0}, 1, {1, 8, 1}, _metaobj_param_shapes + 2,
      NULL, 0},
     sizeof __tvm_param__table, METAOBJ_NO_STORAGE_ID, 0}};
TABLE metaobj_param_table_t _metaobj_param_table = {
    METAOBJ_ABI_VERSION, sizeof(metaobj_param_t), 3, _metaobj_params};
"""

C_LOOKUP = """
int _lookup_linked_param(TVMValue *args, int *type_codes, int num_args,
                         TVMValue *out_ret_value, int *out_ret_tcode,
                         void *resource_handle) {
  (void)type_codes, (void)num_args, (void)resource_handle;
  int64_t id = args[0].v_int64;
  const void *data = id >= 0 && id < 3 ? _tvm_linked_params[id] : NULL;
  out_ret_value->v_handle = (void *)data;
  *out_ret_tcode = data ? kTVMOpaqueHandle : kTVMNullptr;
  return 0;
}
"""

C_REGISTRY = """
TABLE TVMFuncRegistry _tvm_crt_func_registry = {
    _tvm_crt_function_names, _tvm_func_registry_ptrs};
TABLE TVMModule _tvm_crt_module = {&_tvm_crt_func_registry};

const metaobj_param_table_t *tvmgen_default_params(void);
const metaobj_param_table_t *tvmgen_default_params(void) {
  return &_metaobj_param_table;
}
const TVMModule *TVMSystemLibEntryPoint(void) { return &_tvm_crt_module; }
"""


def _c_bytes(text):
    """A C initialiser list of the bytes of `text`."""
    return "".join(f"{byte}," for byte in text.encode())


def c_tables(abi):
    """The C source of everything that metaobj emits for the sample model."""
    listed = [*FUNCTIONS, "_lookup_linked_param"]
    head = NAMES_HEAD[abi].format(count=len(listed))
    names = "".join(_c_bytes(name + "\0") for name in listed)
    pointers = ["_metaobj_universal"] * (abi == "tvm-crt-universal") + listed
    lines = [C_PRELUDE]
    for name in pointers:
        storage = "extern"
        if name == "_metaobj_universal":
            storage = "static"
        lines.append(f"{storage} int {name}(TVMValue *, int *, int, "
                     "TVMValue *, int *, void *);")
    if abi == "tvm-crt-universal":
        lines.append(
            "static int _metaobj_universal(TVMValue *a, int *b, int c, "
            "TVMValue *d, int *e, void *f) {\n"
            "  (void)a, (void)b, (void)c, (void)d, (void)e, (void)f;\n"
            "  return METAOBJ_UNIVERSAL_RESULT;\n}")
    lines += [
        "TABLE char _tvm_crt_function_names[] __attribute__((aligned(2))) = "
        f"{{{head} {names} 0}};",
        "TABLE TVMBackendPackedCFunc _tvm_func_registry_ptrs[] = "
        f"{{{', '.join(pointers)}}};",
        C_PARAMETERS, C_LOOKUP, C_REGISTRY]
    return "\n".join(lines)


class LayoutError(Exception):
    """A field is not where any C compiler could have put it."""


class _Entry:
    """Finds the fields of a structure in its bytes, from first to last."""

    def __init__(self, elf, symbol, start, size):
        self.order = elf.order
        self.bytes = elf.plain_bytes(symbol)[start:start + size]
        self.pointers = [offset - start
                         for offset, _, _ in elf.pointers(symbol)
                         if start <= offset < start + size]
        self.pointer_size = elf.pointer_size
        self.end = 0
        self.found = []

    def value(self, field, layout, *values):
        """The next place that holds `values`."""
        wanted = struct.pack(self.order + layout, *values)
        place = self.bytes.find(wanted, self.end)
        if place < 0:
            raise LayoutError(f"no {field} with value {values} behind offset "
                              f"{self.end} of {self.bytes.hex()}")
        self._add(field, place, len(wanted))

    def pointer(self, field):
        """The next place that is relocated."""
        behind = [p for p in self.pointers if p >= self.end]
        if not behind:
            raise LayoutError(f"no pointer for {field} behind {self.end}")
        self._add(field, behind[0], self.pointer_size)

    def _add(self, field, place, size):
        self.found.append((field, place))
        self.end = place + size


def layout_assertions(elf):
    """C that holds when its structures are those of the object `elf`.

    Every number comes from the emitted object: sizes from the symbols and from
    the entry size that readers step by, alignment from where the tables lie,
    offsets from where the values of the sample model are found. The fields that are always zero have no place of
    their own; the fields around them leave no other.
    """
    sizes = [("TVMFuncRegistry", elf.symbol("_tvm_crt_func_registry").size),
             ("TVMModule", elf.symbol("_tvm_crt_module").size),
             ("metaobj_param_table_t",
              elf.symbol("_metaobj_param_table").size),
             ("TVMBackendPackedCFunc", elf.symbol("_tvm_linked_params").size
              // (max(STORAGE_IDS.values()) + 1))]
    table = elf.symbol("_metaobj_param_table")
    _, entry_size = struct.unpack_from(elf.order + "HH",
                                       elf.plain_bytes(table))
    sizes.append(("metaobj_param_t", entry_size))

    header = _Entry(elf, table, 0, table.size)
    header.value("version", "H", 1)
    header.value("entry_size", "H", entry_size)
    header.value("num_params", "I", len(SAMPLE_PARAMETERS))
    header.pointer("params")

    weight = SAMPLE_PARAMETERS[1]
    entry = _Entry(elf, elf.symbol("_metaobj_params"), entry_size, entry_size)
    entry.pointer("name")
    entry.pointer("tensor.data")
    entry.value("tensor.device.device_type", "i", 1)
    entry.value("tensor.ndim", "i", len(weight.shape))
    entry.value("tensor.dtype", "BBH", weight.code, weight.bits, 1)
    entry.pointer("tensor.shape")
    entry.value("size", "Q", len(weight.data))
    entry.value("storage_id", "i", STORAGE_IDS[weight.name])

    offsets = [("metaobj_param_table_t", *found) for found in header.found]
    for field, place in entry.found:
        offsets.append(("metaobj_param_t", field, place))
        if field.startswith("tensor."):
            start = dict(entry.found)["tensor.data"]
            offsets.append(("DLTensor", field[len("tensor."):], place - start))
    lines = [C_PRELUDE]
    lines += [f'_Static_assert(sizeof({name}) == {size}, "size of {name}");'
              for name, size in sizes]
    lines += [f"_Static_assert(_Alignof({name}) <= "
              f'{elf.alignment(elf.symbol(symbol))}, "alignment of {symbol}");'
              for name, symbol in ALIGNED]
    lines += [f"_Static_assert(offsetof({name}, {field}) == {place}, "
              f'"{field} of {name}");' for name, field, place in offsets]
    return "\n".join(lines) + "\n"
