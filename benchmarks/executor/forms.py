# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""C sources that run a graph: by hand, as TVM writes them, and through
executors. All define what harness.c wants.
"""

import json
import math
import re

HEADERS = """#include <stdint.h>
#include <tvm/runtime/c_backend_api.h>
#include <tvm/runtime/c_runtime_api.h>
"""
PACKED = ("(void *args, int32_t *type_ids, int32_t num_args, void *ret, "
          "int32_t *ret_code, void *resource)")
CODES = {"int": "kDLInt", "uint": "kDLUInt", "float": "kDLFloat"}


class Tensor:
    """A node of a graph, and the address of its data in C."""

    def __init__(self, index, name, shape, dtype, is_param):
        kind, bits = re.fullmatch(r"([a-z]+)(\d+)", dtype).groups()
        self.index, self.name, self.shape = index, name, shape
        self.type = "{%s, %s, 1}" % (CODES[kind], bits)
        self.size = math.prod(shape) * int(bits) // 8
        self.is_param = is_param
        self.data = ("parameter%d" if is_param else "buffer%d") % index


class Graph:
    """A graph with one input of the program, and one output of each node."""

    def __init__(self, text, program_input):
        graph = json.loads(text)
        types, shapes = (graph["attrs"][key][1] for key in ("dltype", "shape"))
        self.text = json.dumps(graph, separators=(",", ":"))
        self.tensors, self.calls = [], []
        for index, node in enumerate(graph["nodes"]):
            is_null = node["op"] == "null"
            self.tensors.append(Tensor(
                index, node["name"], shapes[index], types[index],
                is_null and node["name"] != program_input))
            if not is_null:
                places = [place for place, *_ in node["inputs"]] + [index]
                self.calls.append((node["attrs"]["func_name"],
                                   [self.tensors[each] for each in places]))
        self.input = next(tensor for tensor in self.tensors
                          if tensor.name == program_input)
        self.output = self.tensors[graph["heads"][0][0]]

    def storage(self, prefix):
        """Memory for the tensors, and a start that finds parameters."""
        params = [each for each in self.tensors if each.is_param]
        lines = ["static uint8_t %s[%d] __attribute__((aligned(64)));" % (
            each.data, each.size)
            for each in self.tensors if not each.is_param]
        lines += ["static void *%s;" % each.data for each in params]
        if params:
            lines += ["#include <string.h>",
                      "#include <metaobj-c/metaobj_abi.h>",
                      "METAOBJ_DECLARE_PARAMS(%s);" % prefix]
        lines += ["static int model_start(void) {"]
        if params:
            lines += ["const metaobj_param_table_t *table = %s_params();"
                      % prefix,
                      "for (uint32_t i = 0; i < table->num_params; ++i) {",
                      "const metaobj_param_t *each = metaobj_param_at(table, i);",
                      *('if (strcmp(each->name, "%s") == 0) '
                        "%s = (void *)each->tensor.data;" % (
                            each.name, each.data) for each in params), "}"]
        lines += ["  MORE_START", "  return 0;", "}",
                  "#define model_input() %s" % self.input.data,
                  "#define model_output() %s" % self.output.data]
        return "\n".join(lines) + "\n"

    def declare(self, parameters):
        return "".join("int32_t %s%s;\n" % (name, parameters)
                       for name, _ in self.calls)

    def plain_calls(self):
        """Plain calls of operators with plain pointers."""
        calls = ["if (%s(%s) != 0) return -1;" % (
            name, ", ".join("(int32_t *)" + each.data for each in tensors))
            for name, tensors in self.calls]
        return "".join([
            HEADERS, "#define MORE_START\n", self.storage(""),
            self.declare("(const int32_t *restrict in, int32_t *restrict out)"),
            "static int32_t model_run(void) {\n", "\n".join(calls),
            "\nreturn 0;\n}\n"])

    def loop_by_hand(self, prefix):
        """A loop over a table of calls; DLTensors are filled once."""
        most = max(len(tensors) for _, tensors in self.calls)
        lines = [HEADERS, self.declare(PACKED),
                 "static DLTensor tensors[%d];" % len(self.tensors),
                 "static int64_t shapes[][4] = {%s};" % ", ".join(
                     "{%s}" % (", ".join(map(str, each.shape)) or "0")
                     for each in self.tensors),
                 "#define MORE_START fill();", "static void fill(void);",
                 self.storage(prefix), "static void fill(void) {",
                 *("tensors[%d] = (DLTensor){%s, {kDLCPU, 0}, %d, %s, "
                   "shapes[%d], NULL, 0};" % (
                       each.index, each.data, len(each.shape), each.type,
                       each.index) for each in self.tensors), "}",
                 "static const struct { int32_t (*function)%s; int count; "
                 "TVMValue args[%d]; } calls[] = {" % (PACKED, most),
                 *("{%s, %d, {%s}}," % (name, len(tensors), ", ".join(
                     "{.v_handle = &tensors[%d]}" % each.index
                     for each in tensors)) for name, tensors in self.calls),
                 "};", "static int32_t codes[] = {%s};" % ", ".join(
                     ["kTVMDLTensorHandle"] * most),
                 "static int32_t model_run(void) {",
                 "TVMValue result; int32_t code;",
                 "for (unsigned i = 0; i < sizeof(calls) / sizeof(calls[0]); "
                 "++i)",
                 "if (calls[i].function((void *)calls[i].args, codes, "
                 "calls[i].count, &result, &code, NULL) != 0) return -1;",
                 "return 0;", "}", ""]
        return "\n".join(lines)

    def tvm_form(self, prefix):
        """As TVM's C code for packed operators: each call fills its
        DLTensors, arguments and codes on the stack."""
        most = max(len(tensors) for _, tensors in self.calls)
        lines = [HEADERS, self.declare(PACKED), "#define MORE_START",
                 self.storage(prefix), "static int32_t model_run(void) {",
                 "DLTensor array[%d]; int64_t shape[%d][4];" % (most, most),
                 "TVMValue value[%d]; int32_t code[%d];" % (most, most)]
        for name, tensors in self.calls:
            for i, each in enumerate(tensors):
                lines += ["shape[%d][%d] = %d;" % (i, axis, extent)
                          for axis, extent in enumerate(each.shape)]
                lines += ["array[%d] = (DLTensor){%s, {kDLCPU, 0}, %d, %s, "
                          "shape[%d], NULL, 0};" % (
                              i, each.data, len(each.shape), each.type, i),
                          "value[%d].v_handle = &array[%d];" % (i, i),
                          "code[%d] = kTVMDLTensorHandle;" % i]
            lines += ["{ TVMValue result; int32_t result_code;",
                      "if (%s(value, code, %d, &result, &result_code, NULL) "
                      "!= 0) return -1; }" % (name, len(tensors))]
        return "\n".join([*lines, "return 0;", "}", ""])

    def executor(self, model):
        """Through what metaobj emits."""
        return "\n".join([
            '#include "tvmgen_%s.h"' % model,
            "static int model_start(void) { return 0; }",
            "#define model_input() tvmgen_%s_map_inputs().%s" % (
                model, self.input.name),
            "#define model_output() tvmgen_%s_map_outputs().output" % model,
            "#define model_run tvmgen_%s_run" % model, ""])

    def graph_executor(self):
        """Through the graph executor of runtime_crt, which copies nothing
        on its way in."""
        def tensor(name, each):
            return ["static uint8_t %s_data[%d] __attribute__((aligned(64)));"
                    % (name, each.size),
                    "static int64_t %s_shape[] = {%s};" % (
                        name, ", ".join(map(str, each.shape))),
                    "static DLTensor %s = {%s_data, {kDLCPU, 0}, %d, %s, "
                    "%s_shape, NULL, 0};" % (
                        name, name, len(each.shape), each.type, name)]
        return "\n".join([
            HEADERS, "#include <tvm/runtime/crt/crt.h>",
            "#include <tvm/runtime/crt/graph_executor.h>",
            "#include <tvm/runtime/crt/module.h>",
            "const TVMModule *TVMSystemLibEntryPoint(void);",
            *tensor("input", self.input), *tensor("output", self.output),
            "static const char graph[] = %s;" % json.dumps(self.text),
            "static TVMGraphExecutor *executor;",
            "static int model_start(void) {", "TVMModuleHandle module;",
            "const DLDevice cpu = {kDLCPU, 0};",
            "if (TVMInitializeRuntime() != 0 || TVMModCreateFromCModule("
            "TVMSystemLibEntryPoint(), &module) != 0 || "
            "TVMGraphExecutor_Create(graph, module, &cpu, &executor) != 0)",
            "return 1;", 'return TVMGraphExecutor_SetInput(executor, "%s", '
            "&input);" % self.input.name, "}",
            "#define model_input() input_data",
            "#define model_output() output_data",
            "static int32_t model_run(void) {",
            "int status = TVMGraphExecutor_Run(executor);",
            "return status ? status : TVMGraphExecutor_GetOutput("
            "executor, 0, &output);", "}", ""])
