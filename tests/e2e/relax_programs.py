# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Executors of random Relax executables compute what the instructions say.

The instructions have all that static models have: storages that several tensors
share one after the other, operators with several results in any order of
arguments, views of views, of inputs and of constants, calls of other functions,
nested tuples, and outputs that are inputs, constants, views, or the same once
more. This script follows them on tensors that share no memory. The executor has
a plan in which a byte that is overwritten too early gives another result, also
by an operator's workspace.
"""

import os
import random
import sys

from lib import toolchain

sys.path.append(os.path.join(os.path.dirname(__file__), "..", "lit",
                             "Inputs"))
import write_vm  # noqa: E402

PROGRAMS = 40

#: Elements of tensors, bytes each.
SIZES = (4, 8, 16, 64, 100)

#: An operator gets by its name which arguments it reads ("i") and writes ("o").
#: A result depends on each input, and on where the bytes are in it.
OPERATORS = """
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <dlpack/dlpack.h>

typedef struct {
  int32_t type_index;
  uint32_t zero_padding;
  DLTensor *tensor;
} Any;

static int64_t size(const Any *any) {
  int64_t result = 1;
  if (any->type_index != 7 || (uintptr_t)any->tensor->data % 64 != 0)
    abort();
  for (int i = 0; i != any->tensor->ndim; ++i)
    result *= any->tensor->shape[i];
  return result;
}

/* An operator may write all of its workspaces. */
void TVMFfiUseWorkspace(void *memory, size_t bytes) {
  if ((uintptr_t)memory % 64 != 0)
    abort();
  memset(memory, 0xa5, bytes);
}

static int run(const char *kinds, Any *args, int32_t count) {
  int results = 0;
  if (strlen(kinds) != (size_t)count)
    abort();
  for (int to = 0; to != count; ++to) {
    if (kinds[to] != 'o')
      continue;
    uint8_t *out = args[to].tensor->data;
    for (int64_t index = 0, end = size(&args[to]); index != end; ++index) {
      uint32_t value = 17 * results + 5 * index + 3, inputs = 2;
      for (int from = 0; from != count; ++from) {
        if (kinds[from] != 'i')
          continue;
        const uint8_t *in = args[from].tensor->data;
        int64_t bytes = size(&args[from]);
        value = value * 31 + in[index % bytes] +
                in[(7 * index + 1) % bytes] * inputs++;
      }
      out[index] = (uint8_t)value;
    }
    ++results;
  }
  return 0;
}
"""


def computed(inputs, number, size):
    """What an operator writes into its result `number`."""
    result = bytearray(size)
    for index in range(size):
        value = 17 * number + 5 * index + 3
        for factor, data in enumerate(inputs, 2):
            value = (value * 31 + data[index % len(data)] +
                     data[(7 * index + 1) % len(data)] * factor)
        result[index] = value & 0xff
    return bytes(result)


class Tensor:
    """A value of the model. Views have the root of what they show."""

    def __init__(self, size, data=None, root=None):
        self.size, self.data = size, data
        self.root = root or self
        self.last_use = -1  # Of a root: the last step with it or a view of it.
        self.argument = None


class Program:
    """Random steps, their results, and the text of the executable."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.kinds = set()
        self.registers = 100
        self.steps, self.lines, self.functions = [], [], []
        self.inputs = [self.tensor(True)
                       for _ in range(self.random.randint(1, 3))]
        self.values = self.inputs + [self.tensor(True) for _ in
                                     range(self.random.randint(0, 3))]
        for constant in self.values[len(self.inputs):]:
            constant.argument = f"uint8[{constant.size}]={constant.data.hex()}"
        for number, tensor in enumerate(self.inputs):
            tensor.argument = f"r{number}"
        self.add_operator("io")
        for _ in range(self.random.randint(1, 14)):
            self.add_step()
        self.outputs = [self.random.choice(self.values[-6:] + self.values[:1])
                        for _ in range(self.random.randint(1, 5))]
        self.workspaces = [
            f"--workspace={name}={self.random.randint(1, 300)}"
            for name in sorted(self.kinds) if self.random.random() < 0.3]
        self.write()

    def tensor(self, has_data=False):
        size = self.random.choice(SIZES)
        return Tensor(size, self.random.randbytes(size) if has_data else None)

    def add_operator(self, kinds):
        arguments = [self.random.choice(self.values) if kind == "i"
                     else self.tensor() for kind in kinds]
        inputs = [tensor.data for kind, tensor in zip(kinds, arguments)
                  if kind == "i"]
        results = [tensor for kind, tensor in zip(kinds, arguments)
                   if kind == "o"]
        for number, result in enumerate(results):
            result.data = computed(inputs, number, result.size)
        self.kinds.add(kinds)
        self.values += results
        self.steps.append((kinds, arguments))

    def add_step(self):
        kind = self.random.random()
        if kind < 0.6:
            kinds = (["i"] * self.random.randint(1, 3) +
                     ["o"] * self.random.choice([1, 1, 1, 2]))
            if self.random.random() < 0.3:
                self.random.shuffle(kinds)
            self.add_operator("".join(kinds))
            return
        shown = self.random.choice(self.values)
        if kind < 0.85:
            view = Tensor(shown.size, shown.data, shown.root)
            self.values.append(view)
            self.steps.append(("view", [shown, view]))
            return
        first = self.tensor()
        first.data = computed([shown.data], 0, first.size)
        second = Tensor(first.size, computed([first.data], 0, first.size))
        self.values += [first, second]
        self.steps.append(("layer", [shown, first, second]))

    def register(self):
        self.registers += 1
        return f"r{self.registers}"

    def shape(self, size):
        return self.random.choice([f"[{size}]", f"[{size // 2},2]",
                                   f"[1,{size}]"])

    def write_layer(self, name, size, result):
        """A function of two operators: both results, and its input."""
        self.functions += [
            f"fn {name} p", f"check r0 uint8 [{size}]",
            f"new r1 uint8 [{result}]", "call io r0 r1",
            f"new r2 uint8 [{result}]", "call io r1 r2",
            "r3 vm.builtin.make_tuple r1 r2 r0", "ret r3"]

    def write_step(self, number, kind, arguments, free, storages):
        if kind == "view":
            shown, view = arguments
            view.argument = self.register()
            self.lines.append(f"{view.argument} vm.builtin.reshape "
                              f"{shown.argument} {self.shape(view.size)}")
        elif kind == "layer":
            shown, *results = arguments
            self.write_layer(f"layer{number}", shown.size, results[0].size)
            flat, both = self.register(), self.register()
            self.lines += [
                f"{flat} vm.builtin.reshape {shown.argument} [{shown.size}]",
                f"{both} layer{number} {flat}"]
            for item, result in enumerate(results):
                result.argument = self.register()
                self.lines.append(f"{result.argument} "
                                  f"vm.builtin.tuple_getitem {both} #{item}")
        else:
            for use, result in zip(kind, arguments):
                if use == "o":
                    self.allocate(result, free, storages)
            self.lines.append(f"call {kind} " + " ".join(
                tensor.argument for tensor in arguments))

    def allocate(self, tensor, free, storages):
        """In a storage that nothing uses any more, or a new one."""
        if free and self.random.random() < 0.8:
            storage = free.pop(self.random.randrange(len(free)))
        else:
            storage = self.register()
            self.lines.append(f"{storage} vm.builtin.alloc_storage vm [100] #0 "
                              "uint8 'global'")
        storages[tensor] = storage
        tensor.argument = self.register()
        self.lines.append(f"{tensor.argument} vm.builtin.alloc_tensor "
                          f"{storage} #0 {self.shape(tensor.size)} uint8")

    def write(self):
        for number, (_, arguments) in enumerate(self.steps):
            for argument in arguments:
                argument.root.last_use = number
        for output in self.outputs:
            output.root.last_use = len(self.steps)
        free, storages = [], {}
        for number, (kind, arguments) in enumerate(self.steps):
            self.write_step(number, kind, arguments, free, storages)
            for tensor in list(storages):
                if tensor.last_use == number:
                    free.append(storages.pop(tensor))
                    self.lines.append(f"{tensor.argument} "
                                      "vm.builtin.null_value")
        self.write_result([tensor.argument for tensor in self.outputs])

    def write_result(self, outputs):
        if len(outputs) > 2:  # A tuple in a tuple.
            inner = self.register()
            self.lines.append(f"{inner} vm.builtin.make_tuple "
                              f"{outputs[0]} {outputs[1]}")
            outputs = [inner, *outputs[2:]]
        if len(outputs) > 1:
            both = self.register()
            self.lines.append(f"{both} vm.builtin.make_tuple "
                              + " ".join(outputs))
            outputs = [both]
        self.lines.append(f"ret {outputs[0]}")

    def text(self):
        names = " ".join(f"in{number}" for number in range(len(self.inputs)))
        checks = [f"check r{number} uint8 [{tensor.size}]"
                  for number, tensor in enumerate(self.inputs)]
        return self.functions + [f"fn main {names}"] + checks + self.lines


def array(name, data):
    numbers = ",".join(map(str, data))
    return f"static _Alignas(64) uint8_t {name}[] = {{{numbers}}};"


def caller(number, program):
    """A function that runs the model twice, and returns what differs."""
    run = f"tvmgen_net{number}_run"
    lines = [f"int {run}(void **, void **);", f"int check{number}(void) {{"]
    for index, tensor in enumerate(program.inputs):
        lines.append(array(f"in{index}", tensor.data))
    for index, tensor in enumerate(program.outputs):
        lines += [array(f"want{index}", tensor.data),
                  array(f"out{index}", bytes(tensor.size))]
    inputs = ",".join(f"in{index}" for index in range(len(program.inputs)))
    outputs = range(len(program.outputs))
    lines += [f"void *in[] = {{{inputs}}};",
              "void *out[] = {" + ",".join(f"out{index}" for index in outputs) +
              "};", "for (int run = 0; run != 2; ++run) {",
              f"if ({run}(in, out) != 0) return -1;"]
    for index in outputs:
        lines += [f"if (memcmp(out{index}, want{index}, sizeof out{index}))",
                  f"  return {index + 1};",
                  f"memset(out{index}, run, sizeof out{index});"]
    return "\n".join(lines + ["}", "return 0;", "}", ""])


class RelaxPrograms(toolchain.ToolTest):
    """One program of all models."""

    def test_results(self):
        """Each output of each model, in two runs."""
        gcc = toolchain.find_tool("gcc")
        programs = [Program(seed) for seed in range(PROGRAMS)]
        kinds = sorted(set().union(*(program.kinds for program in programs)))
        operators = self.write("operators.c", OPERATORS + "\n".join(
            f"int __tvm_ffi_{name}(void *self, Any *args, int32_t count, "
            f'Any *result) {{ return run("{name}", args, count); }}'
            for name in kinds))
        objects = [self.path("operators.o")]
        self.run_tool(gcc, "-O1", "-Wall", "-c", operators, "-o", objects[0])
        for number, program in enumerate(programs):
            payload = self.write(f"{number}.bin",
                                 write_vm.executable(program.text()))
            objects.append(self.path(f"{number}.o"))
            self.emit(objects[0], f"--ffi-root=relax.VMExecutable={payload}",
                      "--abi=tvm-ffi", "--executor=aot", f"--model=net{number}",
                      "--quiet", "-o", objects[-1], *program.workspaces)
        calls = "\n".join(
            f'if ((wrong = check{number}())) {{ ++failed; '
            f'printf("{number}: %d\\n", wrong); }}'
            for number in range(PROGRAMS))
        source = self.write("main.c", "\n".join([
            "#include <stdint.h>", "#include <stdio.h>", "#include <string.h>",
            *(caller(*numbered) for numbered in enumerate(programs)),
            "int main(void) {", "int wrong, failed = 0;", calls,
            "return failed != 0;", "}"]))
        executable = self.path("main")
        self.run_tool(gcc, "-Wall", source, *objects, "-o", executable)
        result = toolchain.start([executable])
        self.assertEqual((result.returncode, result.stdout), (0, ""))


if __name__ == "__main__":
    toolchain.main()
