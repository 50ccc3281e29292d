# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Two models share a program.

Each has an entry point, a prefix and a name of its own; both have parameters
with storage ids, and parameters with the same names. lld and GNU ld link them
without a clash, and the program finds the functions, the parameter table and
the look-up of each. Without the prefix the linkers refuse, which shows that it
is needed.
"""

import struct

from lib import toolchain
from lib.toolchain import FIRST_RESULT, TARGETS, Parameter

MODELS = ["wake", "word"]


def functions(model):
    """Names of the operators of `model`."""
    return [f"tvmgen_{model}_fused_add", f"tvmgen_{model}_fused_nn_dense"]


def parameters(number):
    """Parameters of model `number`; names are the same in all of them."""
    return [Parameter("p0", 0, 32, (2,), struct.pack("<2i", number, 77)),
            Parameter("p1", 1, 8, (), bytes([200 + number]))]


#: Storage ids of p0 and p1 in each model.
STORAGE_IDS = [(3, 1), (0, 3)]

CLIENT = """
#include <metaobj-c/metaobj_abi.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef union { int64_t v_int64; void *v_handle; } TVMValue;
typedef int (*Function)(TVMValue *, int *, int, TVMValue *, int *, void *);
typedef struct { const char *names; const Function *funcs; } Registry;
typedef struct { const Registry *registry; } Module;
extern const Module *wake_entry(void);
extern const Module *word_entry(void);
METAOBJ_DECLARE_PARAMS(wake);
METAOBJ_DECLARE_PARAMS(word);

static void look_up(Function lookup, int64_t id) {
  TVMValue argument = {.v_int64 = id}, result = {.v_handle = NULL};
  int type = 0, result_type = -1;
  lookup(&argument, &type, 1, &result, &result_type, NULL);
  printf(" %d:%d", result_type,
         result.v_handle ? *(unsigned char *)result.v_handle : -1);
}

static void show(const Module *model, const metaobj_param_table_t *table) {
  const Registry *registry = model->registry;
  const char *name = registry->names + 2;
  for (unsigned i = 0; *name; name += strlen(name) + 1, ++i) {
    printf("%s", name);
    if (strcmp(name, "_lookup_linked_param") == 0)
      for (int64_t id = 0; id != 5; ++id)
        look_up(registry->funcs[i], id);
    else
      printf(" %d", registry->funcs[i](0, 0, 0, 0, 0, 0));
    printf("\\n");
  }
  for (uint32_t i = 0; i != table->num_params; ++i) {
    const metaobj_param_t *p = metaobj_param_at(table, i);
    printf("%s %d %d\\n", p->name, p->storage_id,
           *(const unsigned char *)p->tensor.data);
  }
}

int main(void) {
  show(wake_entry(), wake_params());
  show(word_entry(), word_params());
  return 0;
}
"""

PROGRAMS = [
    ["clang", "-fuse-ld=lld", "-fPIE", "-pie"],
    ["clang", "-fuse-ld=bfd", "-fPIE", "-pie"],
    ["clang", "-fuse-ld=lld", "-static", "-Wl,--gc-sections"],
    ["gcc", "-fuse-ld=bfd", "-static", "-Wl,--gc-sections"],
]


class TwoModels(toolchain.ToolTest):
    """Two models and a client."""

    def model(self, number, *flags):
        """Operators and metadata of model `number`."""
        name = MODELS[number]
        source = self.write(name + ".c", toolchain.operator_source(
            functions(name), 10 * number))
        operators = self.compile(TARGETS["x86-64"], source,
                                 self.path(name + "_ops.o"), "-fPIC")
        params = self.write(name + ".bin",
                            toolchain.params_file(parameters(number)))
        ids = [f"--sid={p}={i}"
               for p, i in zip(("p0", "p1"), STORAGE_IDS[number])]
        metadata = self.path(name + "_metadata.o")
        self.emit(operators, params, *ids, f"--model={name}",
                  f"--entry={name}_entry", *flags, "-o", metadata)
        return [operators, metadata]

    def expected(self):
        """What the client prints."""
        lines = []
        for number, model in enumerate(MODELS):
            lines += [f"{name} {FIRST_RESULT + 10 * number + i}"
                      for i, name in enumerate(functions(model))]
            values = {i: p.data[0] for p, i in zip(parameters(number),
                                                   STORAGE_IDS[number])}
            lines.append("_lookup_linked_param " + " ".join(
                f"3:{values[i]}" if i in values else "4:-1"
                for i in range(5)))
            lines += [f"{p.name} {i} {p.data[0]}" for p, i in zip(
                parameters(number), STORAGE_IDS[number])]
        return lines

    def test_programs(self):
        """Both registries, tables and look-ups work in one program."""
        source = self.write("client.c", CLIENT)
        for flags in ([], ["--place=*:visibility=global"]):
            models = [file for number, name in enumerate(MODELS)
                      for file in self.model(number, f"--prefix={name}",
                                             *flags)]
            for compiler, *options in PROGRAMS:
                with self.subTest(compiler=compiler, options=options,
                                  emit=flags):
                    program = self.path("program")
                    self.run_tool(
                        compiler, *options, "-Wall", "-Werror",
                        "-Wl,--fatal-warnings",
                        f"-I{toolchain.OPTIONS.source}/include", source,
                        *models, "-o", program)
                    self.assertEqual(self.run_tool(program).splitlines(),
                                     self.expected())

    def test_prefix_is_needed(self):
        """Without it both models define the look-up."""
        models = [file for number in range(len(MODELS))
                  for file in self.model(number)]
        for linker in ("ld.lld", "ld"):
            with self.subTest(linker=linker):
                result = toolchain.start(
                    [toolchain.find_tool(linker), "-r", *models, "-o",
                     self.path("joined.o")])
                self.assertNotEqual(result.returncode, 0)
                self.assertIn("_lookup_linked_param", result.stderr)


if __name__ == "__main__":
    toolchain.main()
