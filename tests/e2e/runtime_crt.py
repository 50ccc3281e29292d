# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""runtime_crt reads what metaobj emits, in each of its encodings.

The runtime is built with a two-byte count and with a one-byte count. A client
asks it for every function by name, calls each through its handle, and asks the
look-up for parameters. `tvm-crt-u16` works with the first runtime,
`tvm-crt-u8` with the second, `tvm-crt-universal` with both.
"""

import os
import struct

from lib import toolchain
from lib.toolchain import FIRST_RESULT, TARGETS, Parameter

NAMES = [f"tvmgen_default_fused_{i}" for i in range(7)]
PARAMETERS = [Parameter("p0", 0, 32, (2,), struct.pack("<2i", 11, 12)),
              Parameter("p1", 0, 32, (), struct.pack("<i", 13))]
COUNT_BYTES = {"tvm-crt-u16": [2], "tvm-crt-u8": [1],
               "tvm-crt-universal": [2, 1]}

CLIENT = """
#include <stdio.h>
#include <tvm/runtime/c_runtime_api.h>
#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>
#ifdef HEADER
#include HEADER
#endif
#include <tvm_crt/registry_index.h>

static TVMModuleHandle system_lib(void) {
  TVMFunctionHandle get;
  TVMValue result;
  int type;
  if (TVMFuncGetGlobal("runtime.SystemLib", &get) || get == NULL ||
      TVMFuncCall(get, NULL, NULL, 0, &result, &type) ||
      type != kTVMModuleHandle)
    return NULL;
  return result.v_handle;
}

static void look_up(TVMFunctionHandle function, int64_t id) {
  TVMValue argument = {.v_int64 = id}, result;
  int type = kTVMArgInt, result_type;
  if (TVMFuncCall(function, &argument, &type, 1, &result, &result_type))
    printf(" error");
  else if (result_type == kTVMNullptr)
    printf(" none");
  else
    printf(" %d", *(int32_t *)result.v_handle);
}

int main(void) {
  if (TVMInitializeRuntime())
    return 1;
  TVMModuleHandle module = system_lib();
  if (module == NULL)
    return 2;
#ifdef INDEX
  if (TVMModUseIndex(module, INDEX()))
    return 3;
#endif
  static const char *const names[] = {NAMES};
  for (unsigned i = 0; i != sizeof names / sizeof *names; ++i) {
    TVMFunctionHandle function;
    int found = TVMModGetFunction(module, names[i], 0, &function);
    printf("%s", names[i]);
    if (found) {
      printf(" 0x%x\\n", (unsigned)found);
    } else if (names[i][0] == '_') {
      for (int64_t id = -1; id != 4; ++id)
        look_up(function, id);
      printf("\\n");
    } else {
      TVMValue result;
      int type;
      printf(" %d\\n", TVMFuncCall(function, NULL, NULL, 0, &result, &type));
    }
  }
  return 0;
}
"""


class RuntimeCrt(toolchain.ToolTest):
    """Emitted objects and the runtime."""

    def runtime(self, count_bytes, *defines):
        """Libraries of the runtime, built by its own Makefile."""
        return toolchain.make_runtime(
            self.path(f"crt{count_bytes}{len(defines)}"),
            ("runtime", "posix", "backend"), "PORT=posix",
            "CFLAGS=-O1 -DTVM_CRT_FUNC_REGISTRY_COUNT_BYTES="
            f"{count_bytes} {' '.join(defines)}")

    def metadata(self, abi, names=NAMES, *arguments):
        """Operators and metadata."""
        source = self.write("ops.c", toolchain.operator_source(names))
        operators = self.compile(TARGETS["x86-64"], source,
                                 self.path("ops.o"), "-fPIC")
        params = self.write("params.bin", toolchain.params_file(PARAMETERS))
        # As C where that is asked for.
        kind = "c" if "--emit=c" in arguments else "o"
        metadata = self.path(f"{abi}.{kind}")
        self.emit(operators, params, "--sid=p0=2", "--sid=p1=0",
                  f"--abi={abi}", f"--header={self.path('model.h')}",
                  *arguments, "-o", metadata)
        return [operators, metadata]

    def test_each_abi(self):
        """Names are found, handles work, absent names are 0x100."""
        asked = [*NAMES, "_lookup_linked_param", "absent"]
        client = self.write("client.c", CLIENT.replace(
            "NAMES", ", ".join(f'"{name}"' for name in asked)))
        expected = [f"{name} {FIRST_RESULT + i}"
                    for i, name in enumerate(NAMES)]
        expected += ["_lookup_linked_param none 13 none 11 none",
                     "absent 0x100"]
        libraries = {n: self.runtime(n) for n in (1, 2)}
        for abi, widths in COUNT_BYTES.items():
            for width in widths:
                with self.subTest(abi=abi, count_bytes=width):
                    program = self.path("program")
                    include = os.path.join(toolchain.OPTIONS.source,
                                           "runtime_crt", "include")
                    self.run_tool(
                        "gcc", "-Wall", "-Werror", f"-I{include}", client,
                        *self.metadata(abi), "-Wl,--start-group",
                        *libraries[width], "-Wl,--end-group", "-o", program)
                    self.assertEqual(self.run_tool(program).splitlines(),
                                     expected)

    def test_index(self):
        """Every name of a large registry is found by the index, in each
        encoding, and absent ones are not."""
        for abi, count in (("tvm-crt-u16", 2000), ("tvm-crt-u8", 200),
                           ("tvm-crt-universal", 200)):
            self.check_index(abi, count, ["gcc"])

    def test_index_in_c(self):
        """The same with the index as C, by each compiler; one with a
        prefix."""
        for tool in ("gcc", "clang"):
            compiler = [toolchain.find_tool(tool), "-std=c99", "-Wall",
                        "-Wextra", "-Werror", "-pedantic"]
            for abi in COUNT_BYTES:
                self.check_index(abi, 200, compiler, "--emit=c", "--quiet")
            self.check_index("tvm-crt-u16", 300, compiler, "--emit=c",
                             "--quiet", "--prefix=left")

    def check_index(self, abi, count, compiler, *arguments):
        """Looks up all of so many names; compiles what is emitted as C."""
        names = [f"tvmgen_default_fused_{i}" for i in range(count)]
        asked = [*names, "_lookup_linked_param", "absent",
                 "tvmgen_default_fused_", names[-1] + "0"]
        expected = [f"{name} {FIRST_RESULT + i}"
                    for i, name in enumerate(names)]
        expected += ["_lookup_linked_param none 13 none 11 none"]
        expected += [f"{name} 0x100" for name in asked[-3:]]
        client = self.write("client.c", CLIENT.replace(
            "NAMES", ", ".join(f'"{name}"' for name in asked)))
        operators, metadata = self.metadata(abi, names, "--registry-index",
                                            *arguments)
        if metadata.endswith(".c"):
            self.run_tool(*compiler, "-c", metadata, "-o", metadata + ".o")
            metadata += ".o"
        prefix = "left" if "--prefix=left" in arguments else "tvmgen_default"
        include = os.path.join(toolchain.OPTIONS.source, "runtime_crt",
                               "include")
        for width in COUNT_BYTES[abi]:
            with self.subTest(abi=abi, count_bytes=width,
                              compiler=compiler[0], arguments=arguments):
                program = self.path("program")
                self.run_tool(
                    "gcc", "-Wall", "-Werror", '-DHEADER="model.h"',
                    f"-DINDEX={prefix}_registry_index", f"-I{include}",
                    f"-I{self.folder}", client, operators, metadata,
                    "-Wl,--start-group",
                    *self.runtime(width,
                                  "-DTVM_CRT_ENABLE_REGISTRY_INDEX=1"),
                    "-Wl,--end-group", "-o", program)
                self.assertEqual(self.run_tool(program).splitlines(),
                                 expected)


if __name__ == "__main__":
    toolchain.main()
