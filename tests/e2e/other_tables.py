# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs use the tables of --abi=iree and functions, which are data alone.

Two libraries as IREE's compiler makes them, each with a query function, and C
functions of several types, all in an archive. The programs name only the
function of the table, and linkers take what it lists: no constructor and no
--whole-archive. They run on the host, in QEMU and in node. Clang compiles the C
that each table equals, which must have the same layout.
"""

import json
import re

from lib import toolchain

LIBRARIES = """
#include <stdint.h>
struct header { uint32_t version; const char *name; };
static const struct header %(name)s_header = {6, "%(name)s"};
static const struct header *const %(name)s = &%(name)s_header;
const void *const *%(name)s_library_query(uint32_t max, const void *env);
const void *const *%(name)s_library_query(uint32_t max, const void *env) {
  return max < 6 ? 0 : (const void *const *)&%(name)s;
}
"""

FUNCTIONS = """
double my_scale(double x, float y);
double my_scale(double x, float y) { return x * y; }
void my_store(int *to, long long value);
void my_store(int *to, long long value) { *to = (int)value; }
int other(void);
int other(void) { return 1; }
"""

CLIENT = """
#include <metaobj-c/metaobj_tables.h>
#include "iree.h"
#include "functions.h"

struct header { uint32_t version; const char *name; };

static int equal(const char *a, const char *b) {
  for (; *a == *b; ++a, ++b)
    if (*a == 0)
      return 1;
  return 0;
}

/* One digit for each library that answers under its name. */
int libraries(void);
int libraries(void) {
  static const char *const names[] = {"net_a", "net_b"};
  const metaobj_iree_table_t *table = net_iree_table();
  int result = (int)table->num_libraries;
  for (uint32_t i = 0; i < table->num_libraries; ++i) {
    const struct header *const *header =
        (const struct header *const *)table->queries[i](6, 0);
    result = result * 10 + ((*header)->version == 6 &&
                            equal((*header)->name, names[i]) &&
                            table->queries[i](5, 0) == 0);
  }
  return result;
}

static metaobj_any_function_t find(const char *name) {
  const metaobj_function_table_t *table = fun_function_table();
  for (uint32_t i = 0; i < table->num_functions; ++i)
    if (equal(table->functions[i].name, name))
      return table->functions[i].function;
  return 0;
}

int functions(void);
int functions(void) {
  int stored = 0;
  ((void (*)(int *, long long))find("my_store"))(&stored, 40);
  return stored + (int)((double (*)(double, float))find("my_scale"))(4, 0.5f) +
         100 * (find("other") != 0) +
         1000 * (int)fun_function_table()->num_functions;
}

#ifdef HOSTED
#include <stdio.h>
int main(void) { return printf("%d %d\\n", libraries(), functions()) < 0; }
#endif
"""

EXPECTED = "211 2042"

RUN_WASM = """
const fs = require('fs');
const linked = new WebAssembly.Module(fs.readFileSync(process.argv[2]));
const calls = new WebAssembly.Instance(linked, {}).exports;
console.log(calls.libraries(), calls.functions());
"""


class OtherTables(toolchain.ToolTest):
    """Both tables in one program."""

    def compile_for(self, triple, text, name, *flags):
        source, output = self.write(name + ".c", text), self.path(name + ".o")
        self.run_tool("clang", "--target=" + triple, "-O2", "-ffreestanding",
                      "-ffunction-sections", "-Wall", "-Werror",
                      "-Wno-unused-parameter",
                      "-I" + toolchain.source_path("include"),
                      "-I" + self.folder, *flags, "-c", source, "-o", output)
        return output

    def tables(self, triple, *flags, kind="obj"):
        """The operators in an archive, and both tables."""
        operators = [self.compile_for(triple, LIBRARIES % {"name": name}, name,
                                      *flags) for name in ("net_a", "net_b")]
        operators.append(self.compile_for(triple, FUNCTIONS, "operators",
                                          *flags))
        archive = self.path("operators.a")
        self.run_tool("llvm-ar", "rcs", archive, *operators)
        files = []
        for table, prefix, options in (("iree", "net", []),
                                       ("functions", "fun",
                                        ["--match=my_*"])):
            files.append(self.path(f"{table}.{'c' if kind == 'c' else 'o'}"))
            if kind == "c":
                files[-1] = self.path(table + "_source.c")
            self.emit("--abi=" + table, "--quiet", "--prefix=" + prefix,
                      archive, *options, "--emit=" + kind, "-o", files[-1],
                      "--header=" + self.path(table + ".h"))
        return files, archive

    def test_host(self):
        """Objects and C on x86-64."""
        triple = "x86_64-linux-gnu"
        for kind in ("obj", "c"):
            for compiler in (["clang", "-fuse-ld=lld", "-pie"],
                             ["gcc", "-fuse-ld=bfd", "-pie"]):
                with self.subTest(kind=kind, compiler=compiler):
                    files, archive = self.tables(triple, "-fPIE", kind=kind)
                    client = self.compile_for(triple, CLIENT, "client",
                                              "-fPIE", "-DHOSTED")
                    program = self.path("program")
                    self.run_tool(*compiler, "-Wl,--gc-sections",
                                  "-Wl,--fatal-warnings", "-Wall", "-Wextra",
                                  "-Werror", client, *files, archive, "-o",
                                  program)
                    self.assertEqual(self.run_tool(program).strip(), EXPECTED)

    def test_arm(self):
        """32-bit Arm with Thumb code, in QEMU."""
        triple = "armv7-linux-gnueabihf"
        flags = ["-fPIE", "-mthumb"]
        files, archive = self.tables(triple, *flags)
        client = self.compile_for(triple, CLIENT, "client", *flags,
                                  "-DHOSTED")
        program = self.path("program")
        self.run_tool("arm-linux-gnueabihf-gcc", "-pie", "-Wl,--gc-sections",
                      client, *files, archive, "-o", program)
        self.assertEqual(
            self.run_tool("qemu-arm", "-L", "/usr/arm-linux-gnueabihf",
                          program).strip(), EXPECTED)

    def test_webassembly(self):
        """Pointers of the right types: others would trap."""
        triple = "wasm32-unknown-unknown"
        files, archive = self.tables(triple)
        client = self.compile_for(triple, CLIENT, "client")
        module = self.path("module.wasm")
        self.run_tool("wasm-ld", "--fatal-warnings", "--no-entry",
                      "--gc-sections", "--export=libraries",
                      "--export=functions", client, *files, archive, "-o",
                      module)
        script = self.write("run.cjs", RUN_WASM)
        self.assertEqual(self.run_tool("node", script, module).strip(),
                         EXPECTED)

    def test_layout(self):
        """Clang lays the C source out as the objects have it."""
        symbols = {"iree": ("_metaobj_iree_table", "_metaobj_iree_queries"),
                   "functions": ("_metaobj_function_table",
                                 "_metaobj_named_functions")}
        for triple in ("x86_64-linux-gnu", "armv7-linux-gnueabihf",
                       "i386-linux-gnu", "s390x-linux-gnu"):
            objects, _ = self.tables(triple)
            sources, _ = self.tables(triple, kind="c")
            for (table, names), ours, source in zip(symbols.items(), objects,
                                                    sources):
                with self.subTest(triple=triple, table=table):
                    with open(source) as file:
                        clangs = self.compile_for(triple, file.read(),
                                                  table + "_clang")
                    self.assertEqual(self.rows(ours), self.rows(clangs))
                    self.assertEqual(self.sizes(ours, names),
                                     self.sizes(clangs, names))

    def rows(self, path):
        (table,) = json.loads(
            self.metaobj("inspect", "--json", path).stdout)["tables"]
        return table["rows"]

    def sizes(self, path, names):
        text = self.run_tool("llvm-readelf", "--symbols", "--wide", path)
        return [int(re.search(rf" (\d+) OBJECT .* {name}\n", text)[1])
                for name in names]


if __name__ == "__main__":
    toolchain.main()
