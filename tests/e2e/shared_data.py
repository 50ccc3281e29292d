# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Real models that TVM wrote come out as they went in.

For every list of functions, operators are made up and the registry's order is
read back: by an ELF reader of our own and by `metaobj inspect --json`. For
every params file and its graph, all parameters are compared with what a small
decoder of both says: through inspect, through the parameter table, and by a
host program that finds `_lookup_linked_param` in the registry and calls it
with all storage ids, and with ids that do not exist.
"""

import json
import os

from lib import blake3, elf_file, toolchain
from lib.toolchain import TARGETS

LOOKUP = "_lookup_linked_param"

#: Hashing more takes Python too long.
HASHED_BYTES = 8192

#: The graph and params file of each model that has both.
MODELS = {
    "magic_wand": ("graph.json", "params.bin"),
    "conv1d": ("graph.json", "params.bin"),
    "nodes_fp32": ("graph.json", "default.params"),
}

KIND_NAMES = {0: "int", 1: "uint", 2: "float"}

CLIENT = """
#include <metaobj-c/metaobj_abi.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef union { int64_t v_int64; void *v_handle; } TVMValue;
typedef int (*Function)(TVMValue *, int *, int, TVMValue *, int *, void *);
typedef struct { const char *names; const Function *funcs; } Registry;
typedef struct { const Registry *registry; } Module;
extern const Module *TVMSystemLibEntryPoint(void);
METAOBJ_DECLARE_PARAMS(tvmgen_default);

static Function find(const Registry *registry, const char *wanted) {
  const char *name = registry->names + 2;
  unsigned index = 0;
  for (; *name; name += strlen(name) + 1, ++index)
    if (strcmp(name, wanted) == 0)
      return registry->funcs[index];
  return NULL;
}

static const char *owner(const void *data) {
  const metaobj_param_table_t *table = tvmgen_default_params();
  for (uint32_t i = 0; i != table->num_params; ++i)
    if (metaobj_param_at(table, i)->tensor.data == data)
      return metaobj_param_at(table, i)->name;
  return "?";
}

static void look_up(Function lookup, int64_t id) {
  static int untouched;
  TVMValue argument = {.v_int64 = id}, result = {.v_handle = &untouched};
  int type = 0, result_type = -1;
  int status = lookup(&argument, &type, 1, &result, &result_type, NULL);
  const char *found = "-";
  if (result.v_handle != &untouched)
    found = owner(result.v_handle);
  printf("lookup %" PRId64 " %d %d %s\\n", id, status, result_type, found);
}

static void print_param(const metaobj_param_t *p) {
  const metaobj_tensor_t *t = &p->tensor;
  printf("param %s %d %u %u %u", p->name, p->storage_id, t->dtype.code,
         t->dtype.bits, t->dtype.lanes);
  printf(" %u [", (unsigned)((uintptr_t)t->data % 64));
  for (int32_t i = 0; i != t->ndim; ++i)
    printf("%" PRId64 ",", t->shape[i]);
  printf("] ");
  for (uint64_t i = 0; i != p->size; ++i)
    printf("%02x", ((const unsigned char *)t->data)[i]);
  printf("\\n");
}

int main(int argc, char **argv) {
  const metaobj_param_table_t *table = tvmgen_default_params();
  Function lookup = find(TVMSystemLibEntryPoint()->registry,
                         "_lookup_linked_param");
  for (int i = 1; i != argc; ++i)
    look_up(lookup, strtoll(argv[i], NULL, 10));
  for (uint32_t i = 0; i != table->num_params; ++i)
    print_param(metaobj_param_at(table, i));
  return 0;
}
"""


def read(*parts):
    """Bytes of a shared file."""
    with open(os.path.join(toolchain.shared_data(), *parts), "rb") as file:
        return file.read()


def listed_functions(model):
    """Names in the model's functions.txt."""
    return read(model, "functions.txt").decode().split()


def graph_functions(graph):
    """The functions that the graph calls, in order of first use."""
    names = [node["attrs"]["func_name"] for node in graph["nodes"]
             if node["op"] == "tvm_op"]
    return [name for name in dict.fromkeys(names) if name != "__nop"]


def storage_ids(graph):
    """Storage id of each input of the graph, by name."""
    first_entry = graph["node_row_ptr"]
    ids = graph["attrs"]["storage_id"][1]
    return {node["name"]: ids[first_entry[index]]
            for index, node in enumerate(graph["nodes"])
            if node["op"] == "null"}


def registry_of(elf):
    """The u16 registry in `elf`: its count, and (name, symbol) of each
    entry."""
    names = elf.bytes_of(elf.symbol("_tvm_crt_function_names"))
    count = int.from_bytes(names[:2], "little" if elf.is_little else "big")
    *listed, last, end = names[2:].decode().split("\0")
    assert (last, end) == ("", ""), "the list ends in an empty name"
    pointers = elf.pointers(elf.symbol("_tvm_func_registry_ptrs"))
    assert [p[0] for p in pointers] == [
        i * elf.pointer_size for i in range(len(pointers))]
    return count, list(zip(listed, [p[2][0] for p in pointers], strict=True))


class SharedDataTest(toolchain.ToolTest):
    """Reads from the shared folder."""

    def setUp(self):
        super().setUp()
        self.data = toolchain.shared_data()

    def operators(self, names, target):
        """An object that defines functions called `names`."""
        source = self.write("ops.c", toolchain.operator_source(names))
        return self.compile(TARGETS[target], source, self.path("ops.o"),
                            "-fPIC" if target == "x86-64" else "-fno-pic")

    def inspect(self, path):
        """What inspect says of `path`."""
        result = self.metaobj("inspect", "--json", path)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return json.loads(result.stdout)

    def check_order(self, path, names):
        """The registry in `path` lists `names` in this order, each with the
        symbol of its name."""
        count, entries = registry_of(elf_file.ElfFile.read(path))
        self.assertEqual(count, len(names))
        self.assertEqual(entries, [(name, name) for name in names])
        registry, = self.inspect(path)["registries"]
        self.assertEqual(registry["count"], len(names))
        self.assertEqual(registry["abi"], "tvm-crt-u16")
        self.assertEqual(registry["entry"], "TVMSystemLibEntryPoint")
        self.assertEqual(
            [(f["index"], f["name"], f["symbol"])
             for f in registry["functions"]],
            [(i, name, name) for i, name in enumerate(names)])


class Functions(SharedDataTest):
    """Lists of functions."""

    def test_lists(self):
        """functions.txt gives the order of the registry."""
        models = [model for model in sorted(os.listdir(self.data))
                  if os.path.exists(
                      os.path.join(self.data, model, "functions.txt"))]
        self.assertGreaterEqual(len(models), 4)
        for model in models:
            names = listed_functions(model)
            for target in ("x86-64", "thumbv7em", "aarch64_be"):
                with self.subTest(model=model, target=target):
                    # The operators come in another order.
                    operators = self.operators(names[::-1], target)
                    output = self.path("metadata.o")
                    result = self.metaobj(
                        "emit", operators, "--abi=tvm-crt-u16", "-o", output,
                        "--functions=" +
                        os.path.join(self.data, model, "functions.txt"))
                    self.assertEqual(result.returncode, 0, result.stderr)
                    # Only v0.8 has a look-up beside the operators; it reads
                    # another registry.
                    self.assertEqual("of TVM up to v0.8" in result.stderr,
                                     LOOKUP in names, result.stderr)
                    self.check_order(output, names)

    def test_graphs(self):
        """A graph gives the order of first use."""
        for model, file in [(m, "graph.json") for m in (
                "magic_wand", "conv1d", "nodes_fp32", "mobilenet")] + [
                    ("gvsoc", "default.graph")]:
            with self.subTest(model=model):
                names = graph_functions(json.loads(read(model, file)))
                self.assertGreater(len(names), 1)
                operators = self.operators(names[::-1], "x86-64")
                output = self.path("metadata.o")
                self.emit(operators, "-o", output, "--inputs=*",
                          "--graph=" + os.path.join(self.data, model, file))
                self.check_order(output, names)


class Parameters(SharedDataTest):
    """Params files and their graphs."""

    def load(self, model):
        """Decodes the model's files and emits it for the host."""
        graph_file, params_file = (os.path.join(self.data, model, name)
                                   for name in MODELS[model])
        graph = json.loads(read(graph_file))
        self.parameters = toolchain.read_params_file(read(params_file))
        self.assertGreater(len(self.parameters), 1)
        self.storage_ids = storage_ids(graph)
        self.names = graph_functions(graph)
        self.ops = self.operators(self.names, "x86-64")
        self.output = self.path("metadata.o")
        self.emit(self.ops, f"--graph={graph_file}", "--inputs=*", params_file,
                  "-o", self.output)

    def test_order_with_parameters(self):
        """The look-up is the last function, whatever the list says."""
        for model in ("magic_wand", "conv1d"):
            with self.subTest(model=model):
                self.load(model)
                self.check_order(self.output, [*self.names, LOOKUP])
                names = [name for name in listed_functions(model)
                         if name != LOOKUP]
                listed = self.write("functions.txt", "\n".join(names))
                graph, params = (os.path.join(self.data, model, name)
                                 for name in MODELS[model])
                self.emit(self.ops, f"--functions={listed}",
                          f"--graph={graph}", "--inputs=*", params, "-o",
                          self.output)
                self.check_order(self.output, [*names, LOOKUP])

    def test_object(self):
        """Bytes, types, extents and storage ids in the object."""
        for model in MODELS:
            with self.subTest(model=model):
                self.load(model)
                elf = elf_file.ElfFile.read(self.output)
                found = self.inspect(self.output)["params"]
                self.assertEqual(len(found), len(self.parameters))
                for ours, wanted in zip(found, self.parameters):
                    self.check_parameter(elf, ours, wanted)

    def check_parameter(self, elf, found, wanted):
        """What inspect found is the parameter `wanted`."""
        symbol = f"__tvm_param__{wanted.name}"
        expected = {
            "name": wanted.name, "model": "tvmgen_default",
            "symbol": symbol, "address": None,
            "sid": self.storage_ids[wanted.name],
            "dtype": f"{KIND_NAMES[wanted.code]}{wanted.bits}",
            "shape": list(wanted.shape), "bytes": len(wanted.data),
            "codec": None, "stored_bytes": len(wanted.data),
            "align": 64, "section": ".rodata.tvm"}
        digest = found.pop("hash")
        self.assertEqual(found, expected)
        self.assertRegex(digest, "^blake3:[0-9a-f]{64}$")
        if len(wanted.data) <= HASHED_BYTES:
            self.assertEqual(digest, "blake3:" + blake3.hexdigest(wanted.data))
        data = elf.bytes_of(elf.symbol(symbol))
        self.assertTrue(data == wanted.data, f"bytes of {wanted.name} differ")

    def test_host_program(self):
        """A program on the host sees the same through the registry."""
        source = self.write("client.c", CLIENT)
        program = self.path("program")
        for model in MODELS:
            with self.subTest(model=model):
                self.load(model)
                self.run_tool(
                    "clang", "-Wall", "-Werror", "-O1", "-fPIE", "-pie",
                    f"-I{toolchain.OPTIONS.source}/include", source,
                    self.output, self.ops, "-o", program)
                last = max(self.storage_ids.values())
                # All 64 bits count, not only the low ones.
                ids = [-1, -2, 1 << 40, -(1 << 63), (1 << 63) - 1,
                       last + (1 << 32), last - (1 << 63), last + (1 << 16),
                       *range(last + 4)]
                lines = self.run_tool(program, *ids).splitlines()
                self.check_lookups(ids, lines[:len(ids)])
                self.assertEqual(lines[len(ids):], self.table_lines())

    def check_lookups(self, ids, lines):
        """A parameter's id gives its data and type 3, others type 4 and leave
        the result alone."""
        owners = {self.storage_ids[p.name]: p.name for p in self.parameters}
        wanted = [
            f"lookup {i} 0 3 {owners[i]}" if i in owners
            else f"lookup {i} 0 4 -" for i in ids]
        self.assertEqual(lines, wanted)

    def table_lines(self):
        """What the client must print of the parameter table."""
        lines = []
        for p in self.parameters:
            shape = "".join(f"{extent}," for extent in p.shape)
            lines.append(f"param {p.name} {self.storage_ids[p.name]} {p.code} "
                         f"{p.bits} 1 0 [{shape}] {p.data.hex()}")
        return lines


if __name__ == "__main__":
    toolchain.main()
