# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An executor takes its parameters from the params image of each run.

Two trainings of one model give two images, which one program runs in turn, at
two addresses and with final addresses, with packed and unpacked operators. The
run refuses no image, and the image of another model. On machines of both byte
orders and pointer widths.
"""

import json
import struct

from lib import toolchain
from lib.toolchain import Parameter
from params_image import MACHINES

#: Where the program puts images.
ADDRESS, STEP = 0x20000000, 0x10000

#: As many additions as one part of the emitted code has, and more.
CHAINS = [1, 300]

OPERATORS = """
#include <metaobj-c/metaobj_abi.h>
#define VALUES(INDEX) ((int32_t *)DATA(INDEX))
#ifdef PACKED
#define DATA(INDEX) tensor_data(*(metaobj_tensor_t **)((char *)args + 8 * INDEX))
#define OPERATOR(NAME) int NAME(void *args, int *codes, int count, void *value, \\
                                int *code, void *resource)
static char *tensor_data(metaobj_tensor_t *tensor) {
  return (char *)tensor->data + tensor->byte_offset;
}
#else
#define DATA(INDEX) (INDEX == 0 ? left : INDEX == 1 ? right : result)
#define OPERATOR(NAME) int32_t NAME(void *left, void *right, void *result)
#endif
#define EACH(SIGN) \\
  int i; \\
  for (i = 0; i != 2; ++i) { \\
    VALUES(2)[i] = VALUES(0)[i] SIGN VALUES(1)[i]; \\
  } \\
  return 0;
OPERATOR(tvmgen_default_mul) { EACH(*) }
OPERATOR(tvmgen_default_add) { EACH(+) }
"""

#: Each argument is the path of an image. It is opened if it can be.
PROGRAM = """
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <metaobj-c/metaobj_params_image.h>
#include "model.h"

static void run(const void *params) {
  int32_t x[2] = {3, -4}, sum[2] = {0, 0}, weight[2] = {0, 0};
  struct tvmgen_default_inputs inputs = {x};
  struct tvmgen_default_outputs outputs = {sum, weight};
  struct tvmgen_default_workspace_pools pools = {params};
  int result = (int)tvmgen_default_run(&inputs, &outputs, &pools);
  printf("%d %d: %d %d %d %d\\n", result, (int)tvmgen_default_failed_operator(),
         (int)sum[0], (int)sum[1], (int)weight[0], (int)weight[1]);
}

int main(int argc, char **argv) {
  char *place = mmap((void *)ADDRESS, 16 * STEP, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  int i;
  for (i = 1; i < argc; ++i) {
    FILE *file = fopen(argv[i], "rb");
    memset(place, 0xff, STEP);
    if (file == NULL || fread(place, 1, STEP, file) == 0)
      return 1;
    fclose(file);
    memcpy(place + STEP, place, STEP);
    run(metaobj_params_open(place, STEP, tvmgen_default_params_id()));
    run(metaobj_params_open(place + STEP, STEP, tvmgen_default_params_id()));
  }
  run(place); /* The last one, although it was not opened. */
  return 0;
}
"""


def graph(chain):
    """x * w + b + b ... and w, as graph executor JSON."""
    nodes = [{"op": "null", "name": name, "inputs": []} for name in "xwb"]
    for number in range(chain + 1):
        left, right = (number + 2, 2) if number else (0, 1)
        nodes.append({
            "op": "tvm_op", "name": f"n{number}",
            "inputs": [[left, 0, 0], [right, 0, 0]],
            "attrs": {"func_name": "tvmgen_default_" +
                                   ("add" if number else "mul"),
                      "num_inputs": "2", "num_outputs": "1",
                      "flatten_data": "0"}})
    count = len(nodes)
    return json.dumps({
        "nodes": nodes, "arg_nodes": [0, 1, 2],
        "heads": [[count - 1, 0, 0], [1, 0, 0]],
        "node_row_ptr": list(range(count + 1)),
        "attrs": {"dltype": ["list_str", ["int32"] * count],
                  "shape": ["list_shape", [[2]] * count],
                  "storage_id": ["list_int", list(range(count))]}})


def parameters(first):
    """Of one training. Their order is not that of the graph."""
    return [Parameter("b", 0, 32, (2,), struct.pack("<2i", first, 7)),
            Parameter("w", 0, 32, (2,), struct.pack("<2i", first + 1, -9))]


def right(first, chain):
    """What a run of it prints."""
    return (f"0 -1: {3 * (first + 1) + chain * first} {36 + chain * 7} "
            f"{first + 1} -9")


REFUSED = "2051 -1: 0 0 0 0"


class ExecutorImage(toolchain.ToolTest):
    """Programs with images of two trainings, and of another model."""

    def emit_model(self, triple, chain, first, *options):
        """The model of a training."""
        self.write("p.params", toolchain.params_file(parameters(first)))
        self.emit(self.path("p.params"), "--function=tvmgen_default_mul",
                  "--function=tvmgen_default_add", "--inputs=x",
                  "--graph=" + self.write("graph.json", graph(chain)),
                  "--abi=tvm-crt-u16", f"--mtriple={triple}", "--executor=aot",
                  *options)

    def images(self, triple, chain, api):
        """Paths of images, and what runs with them print."""
        api = f"--operator-api={api}"
        wanted = []
        for name, first, options, lines in (
                ("old", 10, [], [right(10, chain)] * 2),
                ("new", -500, [], [right(-500, chain)] * 2),
                ("placed", 20, [f"--base={ADDRESS:#x}"],
                 [right(20, chain), REFUSED])):
            self.emit_model(triple, chain, first, api, *options,
                            "--emit=params-image", "-o", self.path(name))
            wanted.append((self.path(name), lines))
        other = [each._replace(name=each.name.upper())
                 for each in parameters(10)]
        self.write("other.params", toolchain.params_file(other))
        self.emit(self.path("other.params"), f"--mtriple={triple}",
                  "--emit=params-image", "-o", self.path("other"))
        # Neither opened nor not.
        return wanted + [(self.path("other"), [REFUSED] * 3)]

    def check(self, triple, compiler, emulator, chain, api):
        """One program runs all images."""
        # These weights must not be in the object.
        self.emit_model(triple, chain, 1, f"--operator-api={api}",
                        "--external-params", "-o", self.path("model.o"),
                        "--header=" + self.path("model.h"))
        self.run_tool(
            *compiler, "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror",
            "-Wno-unused-parameter", "-static", f"-DADDRESS={ADDRESS}",
            f"-DSTEP={STEP}", *(["-DPACKED"] if api == "packed" else []),
            "-I", toolchain.source_path("include"),
            self.write("program.c", PROGRAM),
            self.write("operators.c", OPERATORS), self.path("model.o"), "-o",
            self.path("program"))
        images = self.images(triple, chain, api)
        found = self.run_tool(*emulator, self.path("program"),
                              *(path for path, _ in images))
        self.assertEqual(found.splitlines(),
                         [line for _, lines in images for line in lines])

    def test_machines(self):
        """Each machine takes the same images."""
        for triple, compiler, emulator, _ in MACHINES:
            for tool in [*compiler, *emulator]:
                toolchain.find_tool(tool)
            for chain in CHAINS:
                for api in ("packed", "unpacked"):
                    with self.subTest(triple, chain=chain, api=api):
                        self.check(triple, compiler, emulator, chain, api)


if __name__ == "__main__":
    toolchain.main()
