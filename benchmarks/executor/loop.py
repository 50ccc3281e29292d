# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""C sources of relax.py: the loop that an engineer would write, the program
around it and around the executor, and operators that print their arguments.
"""

import re

TYPES = """#include <stdint.h>
#include <dlpack/dlpack.h>
#include <tvm_crt/ffi.h>
#include "model.h"

typedef struct {
  int32_t type_index;
  uint32_t zero_padding;
  union {
    int64_t v_int64;
    void *v_ptr;
  } value;
} TVMFFIAny;
"""
#: Words of the stack that the program looks at.
PAINTED = 4096
OPERATOR = ("int32_t %s(void *self, const TVMFFIAny *args, int32_t num_args, "
            "TVMFFIAny *result)")
PRINT = """
#include <stddef.h>
#include <stdint.h>
#include "board.h"

static void print(const char *text) {
  size_t size = 0;
  while (text[size] != 0)
    ++size;
  board_write(text, size);
}

static void print_bytes(const void *memory, size_t size) {
  for (size_t i = 0; i != size; ++i) {
    const char *digits = "0123456789abcdef";
    uint8_t byte = ((const uint8_t *)memory)[i];
    char text[] = {digits[byte >> 4], digits[byte & 15]};
    board_write(text, sizeof(text));
  }
}

static void print_number(const char *name, uint32_t value) {
  uint8_t bytes[] = {value >> 24, value >> 16, value >> 8, value};
  print(name);
  print(" ");
  print_bytes(bytes, sizeof(bytes));
}
"""
MAIN = """
#define PAINT 0x5bd1e995u
#define PAINTED %(painted)d

/* SysTick: it counts down, 24 bits. */
#define SYSTICK ((volatile uint32_t *)0xe000e010)

/* One inference: the bytes of its stack, and its time. */
__attribute__((noinline)) void measured(void);
__attribute__((noinline)) void measured(void) {
  uint32_t *top;
  uint32_t i, ticks;
  int32_t result;
  __asm__ volatile("mov %%0, sp" : "=r"(top));
  for (i = 1; i <= PAINTED; ++i)
    *(volatile uint32_t *)(top - i) = PAINT;
  SYSTICK[1] = 0xffffff;
  SYSTICK[2] = 0;
  SYSTICK[0] = 5;
  ticks = SYSTICK[2];
  result = tvmgen_%(model)s_run(&inputs, &outputs);
  ticks -= SYSTICK[2];
  for (i = PAINTED; i != 0 && *(volatile uint32_t *)(top - i) == PAINT;)
    --i;
  print_number("run", (uint32_t)result);
  print_number(" ticks", ticks & 0xffffff);
  print_number(" stack", i * (uint32_t)sizeof(uint32_t));
}

int main(void) {
  measured();
  %(outputs)s
  print("\\n");
  return 0;
}
"""
TRACE = """
static int32_t show(uint32_t number, const TVMFFIAny *args, int32_t count) {
  print_number("call", number);
  for (int32_t i = 0; i != count; ++i) {
    const DLTensor *tensor = args[i].value.v_ptr;
    print_number(" |", (uint32_t)tensor->data + (uint32_t)tensor->byte_offset);
    print_number("", tensor->dtype.code);
    print_number("", tensor->dtype.bits);
    print_number("", tensor->dtype.lanes);
    for (int32_t axis = 0; axis != tensor->ndim; ++axis)
      print_number("", (uint32_t)tensor->shape[axis]);
  }
  print("\\n");
  return 0;
}

void TVMFfiUseWorkspace(void *memory, size_t bytes) {
  print_number("workspace", (uint32_t)memory);
  print_number("", bytes);
  print("\\n");
}

int main(void) {
  const metaobj_param_table_t *table = PARAMS;
  for (uint32_t i = 0; table && i < table->num_params; ++i) {
    const metaobj_param_t *param = metaobj_param_at(table, i);
    print_number("param", (uint32_t)param->tensor.data);
    print(" ");
    print_bytes(param->tensor.data, param->size);
    print("\\n");
  }
  return RUN(&inputs, &outputs);
}
"""


def structures(model, inputs, outputs):
    """Memory of the outputs, and what the model is called with."""
    lines = [f"static _Alignas(64) uint8_t output_{name}[{size}];"
             for name, size in outputs]
    for kind, members in (("input", inputs), ("output", outputs)):
        places = ", ".join(f"{kind}_{name}" for name, _ in members)
        lines.append(f"static struct tvmgen_{model}_{kind}s {kind}s = "
                     f"{{{places}}};")
    return "\n".join(lines) + "\n"


def program(model, inputs, outputs):
    """Runs the model once; prints its result, time, stack and outputs."""
    lines, offset = ['#include "model.h"', PRINT], 0
    for name, size in inputs:
        lines.append(
            f'__asm__(".section .rodata.given, \\"a\\"\\n.balign 64\\n'
            f'input_{name}: .incbin \\"input.bin\\", {offset}, {size}\\n'
            f'.text\\n");\nextern uint8_t input_{name}[];')
        offset += size
    shown = "".join(f'print(" output "); print_bytes(output_{name}, {size});'
                    for name, size in outputs)
    return "\n".join([*lines, structures(model, inputs, outputs),
                      MAIN % {"model": model, "outputs": shown,
                              "painted": PAINTED}])


def stubs(names):
    """Operators that do nothing."""
    return TYPES + "".join(
        f"{OPERATOR % name};\n{OPERATOR % name} {{ return 0; }}\n"
        for name in names)


def trace(model, names, inputs, outputs):
    """A program that prints what the executor gives to the operators."""
    shown = "".join(f"{OPERATOR % name} {{ return show({number}, args, "
                    "num_args); }\n" for number, name in enumerate(names))
    memory = "".join(f"static _Alignas(64) uint8_t input_{name}[{size}];\n"
                     for name, size in inputs)
    return (TYPES + PRINT + memory + structures(model, inputs, outputs)
            + TRACE.replace("PARAMS", f"tvmgen_{model}_params()")
            .replace("RUN", f"tvmgen_{model}_run") + shown)


class Plan:
    """What a trace tells: calls, each with the number of its operator, its
    tensors and its workspace; weights; and shapes. Addresses are C."""

    def __init__(self, text, symbols, pools):
        self.calls, self.weights, self.shapes = [], {}, {}
        self.tensors = {}
        self.pools = [(symbols[pool["symbol"]], pool["bytes"], pool["symbol"])
                      for pool in pools if pool["bytes"]]
        self.caller = {place: name for name, place in symbols.items()
                       if re.match("(in|out)put_", name)}
        workspace = None
        for line in text.splitlines():
            kind, *words = line.split()
            if kind == "param":
                self.weights[int(words[0], 16)] = (
                    f"weights_{len(self.weights)}", bytes.fromhex(words[1]))
            elif kind == "workspace":
                place, size = (int(word, 16) for word in words)
                workspace = (self.address(place), size) if size else None
            elif kind == "call":
                first, *rest = line.split(" | ")
                self.calls.append((int(first.split()[1], 16),
                                   [self.tensor(each) for each in rest],
                                   workspace))
                workspace = None

    def address(self, place):
        """C of an address that is constant."""
        for start, size, symbol in self.pools:
            if start <= place < start + size:
                return f"{symbol} + {place - start}"
        return f"(void *){self.weights[place][0]}"

    def tensor(self, text):
        """The key of a DLTensor: equal ones are one."""
        if text not in self.tensors:
            place, code, bits, lanes, *shape = (
                int(word, 16) for word in text.split())
            caller = self.caller.get(place)
            extents = ", ".join(map(str, shape))
            row = self.shapes.setdefault(extents, f"shape_{len(self.shapes)}")
            data = "0" if caller else self.address(place)
            self.tensors[text] = (caller, f"{{{data}, {{kDLCPU, 0}}, "
                                  f"{len(shape)}, {{{code}, {bits}, {lanes}}}, "
                                  f"(int64_t *){row}, 0, 0}}")
        return text


def loop_by_hand(model, names, functions, plan, inputs, outputs):
    """A table of calls and a loop. A caller's tensors are in RAM, and get
    their addresses when it runs; all else is constant. `functions` of the
    runtime are those that operators call through a variable."""
    lines = [TYPES, "#include <stddef.h>"]
    lines += [f"{OPERATOR % name};" for name in names]
    lines += [f"void {name}(void);\nvoid (*__{name})(void) = {name};"
              for name in functions]
    lines += [f"static _Alignas(64) uint8_t {symbol}[{size}];"
              for _, size, symbol in plan.pools]
    for name, data in plan.weights.values():
        lines.append(
            f'__asm__(".section .rodata.tvm.{name}, \\"a\\"\\n.balign 64\\n'
            f'{name}: .byte {",".join(map(str, data)) or "0"}\\n.text\\n");\n'
            f"extern const uint8_t {name}[];")
    lines += [f"static const int64_t {name}[] = {{{extents or '0'}}};"
              for extents, name in plan.shapes.items()]
    fixed = [key for key, (caller, _) in plan.tensors.items() if not caller]
    moved = [key for key, (caller, _) in plan.tensors.items() if caller]
    for kind, array, keys in (("const ", "fixed", fixed),
                              ("", "moved", moved)):
        if keys:
            lines.append(f"static {kind}DLTensor {array}[] = {{" + ",\n".join(
                plan.tensors[key][1] for key in keys) + "};")
    place = {key: f"(void *)&fixed[{row}]" for row, key in enumerate(fixed)}
    place |= {key: f"&moved[{row}]" for row, key in enumerate(moved)}
    given = [key for _, keys, _ in plan.calls for key in keys]
    lines.append("static const TVMFFIAny arguments[] = {" + ",\n".join(
        f"{{7, 0, {{.v_ptr = {place[key]}}}}}" for key in given) + "};")
    # One call that has workspaces needs no column of the table.
    spaces = {space for _, _, space in plan.calls if space}
    one = spaces.pop() if len(spaces) == 1 else None
    lines.append("static const struct { int32_t (*function)(void *, const "
                 "TVMFFIAny *, int32_t, TVMFFIAny *); const TVMFFIAny *args; "
                 "int32_t count; " + ("void *workspace; uint32_t bytes;"
                                      if spaces else "") + "} calls[] = {")
    start = 0
    for number, keys, space in plan.calls:
        row = [names[number], f"&arguments[{start}]", len(keys)]
        if spaces:
            row += space or (plan.pools[0][2], 0)
        lines.append("{" + ", ".join(map(str, row)) + "},")
        start += len(keys)
    members = [f"{kind}s->{name}" for kind, listed in (
        ("input", inputs), ("output", outputs)) for name, _ in listed]
    lines += ["};", f"int32_t tvmgen_{model}_run(struct tvmgen_{model}_inputs "
              f"*inputs, struct tvmgen_{model}_outputs *outputs) {{",
              "TVMFFIAny result = {0, 0, {0}};",
              "if (((" + " | ".join(f"(uintptr_t){each}" for each in members)
              + ") & 63) != 0) return 0x803;"]
    lines += [f"moved[{row}].data = {caller.replace('_', 's->', 1)};"
              for row, (caller, _) in enumerate(
                  plan.tensors[key] for key in moved)]
    if one:
        lines.append("TVMFfiUseWorkspace(%s, %s);" % one)
    lines += ["for (uint32_t i = 0; i != sizeof(calls) / sizeof(*calls); ++i) "
              "{", "TVMFfiUseWorkspace(calls[i].workspace, calls[i].bytes);"
              if spaces else "",
              "int32_t error = calls[i].function(NULL, calls[i].args, "
              "calls[i].count, &result);",
              "if (error != 0) return error;", "}", "return 0;", "}", ""]
    return "\n".join(lines)
