# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Applications of TVM's graph executor as public ones are written, with a real
model: they get the model's result, or all bits set and a line in the log.

lib/graph_models/sloppy_client.c says what such an application does."""

import array
import os
import random

import crt_graph
from lib import toolchain

#: What goes wrong, and what the log has of it.
FAULTS = {
    "no-params": ["graph executor: input is not set: p0",
                  "graph executor: no good run"],
    "cut-params": ["graph executor: params",
                   "graph executor: input is not set: "],
    "name": ["graph executor: no input: input",
             "graph executor: refused before"],
    "size": ["graph executor: type or size: serving_default_input_1:0",
             "graph executor: input is not set: serving_default_input_1:0"],
    "module": ["graph executor: no good run"],
}


class SloppyClients(toolchain.ToolTest):
    """The client, once with parameters from its array and once linked too."""

    def setUp(self):
        super().setUp()
        folder = os.path.join(toolchain.shared_data(), "magic_wand")
        self.graph_path = os.path.join(folder, "graph.json")
        self.params_path = os.path.join(folder, "params.bin")
        with open(self.graph_path, "rb") as file:
            graph = file.read().rstrip(b"\0 \n")
        with open(self.params_path, "rb") as file:
            self.params = file.read()
        self.assertTrue(graph.endswith(b"}"))
        numbers = ", ".join(map(str, graph + self.params))
        self.write("model.h",
                   f"static const unsigned char model[] = {{{numbers}}};\n"
                   f"static const unsigned model_len = sizeof(model);\n"
                   f"static const unsigned model_json_len = {len(graph)};\n")
        source = random.Random(3)
        self.data = [source.randrange(-128, 128) for _ in range(128 * 3)]
        self.input = self.write("input",
                                array.array("b", self.data).tobytes())

    def build(self, linked):
        crt = toolchain.source_path("runtime_crt")
        models = toolchain.source_path("tests/e2e/lib/graph_models")
        # With a sanitizer, for what is read behind ends.
        sanitize = "-fsanitize=address,undefined -fno-sanitize-recover=all"
        libraries = toolchain.make_runtime(
            self.path("crt"), ("graph_executor", "runtime", "backend"),
            "PORT=none",
            f"CFLAGS=-O1 -DTVM_CRT_ENABLE_TIME_EVALUATOR=0 {sanitize}")
        flags = ["-std=c11", "-O1", "-Wall", "-Werror", "-Wno-unused-result",
                 *sanitize.split(), f"-I{crt}/include", f"-I{crt}/config",
                 f"-I{self.path()}"]
        operators = self.path("operators.o")
        self.run_tool("cc", "-std=c11", "-O1", f"-I{crt}/include", "-c",
                      f"{models}/magic_wand.c", "-o", operators)
        metadata = self.path("metadata.o")
        self.emit("--quiet", operators, f"--graph={self.graph_path}",
                  *([self.params_path] if linked else []), "-o", metadata)
        program = self.path("program")
        self.run_tool("cc", *flags, f"{models}/sloppy_client.c", operators,
                      metadata, "-Wl,--start-group", *libraries,
                      "-Wl,--end-group", "-lm", "-o", program)
        return program

    def infer(self, program, fault):
        """(output, log)"""
        output = self.path("output")
        result = toolchain.start(
            [program, fault, self.input, output],
            env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"})
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(output, "rb") as file:
            return file.read(), result.stderr

    def expected(self):
        params = {}
        for param in toolchain.read_params_file(self.params):
            kind = {(0, 8): "b", (0, 16): "h", (0, 32): "i"}[param.code,
                                                            param.bits]
            params[param.name] = list(array.array(kind, param.data))
        return array.array(
            "b", crt_graph.magic_wand(self.data, params)).tobytes()

    def test_results_are_right_or_spoilt_and_logged(self):
        wanted = self.expected()
        self.assertNotIn(wanted, (bytes(4), b"\xff" * 4))
        for linked in (False, True):
            program = self.build(linked)
            with self.subTest(linked=linked):
                self.assertEqual(self.infer(program, "nothing"), (wanted, ""))
            for fault, lines in FAULTS.items():
                with self.subTest(linked=linked, fault=fault):
                    output, log = self.infer(program, fault)
                    if linked and fault == "no-params":
                        self.assertEqual((output, log), (wanted, ""))
                        continue
                    self.assertEqual(output, b"\xff" * 4)
                    if linked and fault == "cut-params":
                        lines = ["graph executor: params",
                                 "graph executor: refused before"]
                    for line in lines:
                        self.assertIn(line, log)


if __name__ == "__main__":
    toolchain.main()
