#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records small models that TVM compiled, for tests without TVM.

    python3 record.py [folder]

Runs in an environment with tests/live/requirements.txt, and writes into this
folder or another one. README.md says what the files are.
"""

import pathlib
import re
import sys

import tvm

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "live"))
import models  # noqa: E402

#: Model: whether its operators check their arguments.
MODELS = {"mlp": True, "cnn": False, "residual": False, "integers": True}

# Little is unrolled. Pointers and tensor descriptions have another layout with
# 32 bits, so there are two texts.
TARGETS = {
    "operators64.ll": {"mtriple": "x86_64-unknown-linux-gnu"},
    "operators32.ll": {"mtriple": "thumbv7em-none-eabi",
                       "mcpu": "cortex-m4"},
}

#: TVM's LLVM is newer than the oldest that reads these texts, LLVM 16. What is
#: left out are hints and debug information; no result depends on them.
REPLACEMENTS = [
    # Debug records, debug information, aliases of C types, branch weights.
    (r"(?m)^ *#dbg_.*\n", ""),
    (r"(?m)^![\w.]+ = .*\n", ""),
    (r",? ![\w.]+ !\d+", ""),
    # The reader's triple, processor and data layout apply. Groups of
    # attributes have the processor, and names that LLVM 16 does not know.
    (r"(?m)^(target|source_filename|; ModuleID|; Function Attrs).*\n", ""),
    (r"(?m)^attributes #.*\n", ""),
    (r" #\d+", ""),
    (r"(?m) +;.*$", ""),
    # Attributes and flags of LLVM 18 and later.
    (r"\brange\(i\d+ -?\d+, -?\d+\) ", ""),
    (r" captures\(\w+\)", ""),
    (r"\bgetelementptr( inbounds)?( nusw)?( nuw)? ", r"getelementptr\1 "),
    (r"\b(zext|uitofp) nneg ", r"\1 "),
    (r"\btrunc( nuw| nsw)+ ", "trunc "),
    (r"\bor disjoint ", "or "),
    (r"\bicmp samesign ", "icmp "),
    # Conversions of half precision, in each module, called by none of these.
    (r"(?ms)^define weak dso_local \w+ @__(truncsfhf2|extendhfsf2)\(.*?^}\n",
     ""),
    (r"(?m)^declare .* @llvm\.fabs\.f(16|32)\(.*\n", ""),
    # What is left has no paragraphs of nothing.
    (r"\n{3,}", "\n\n"),
]


def plain(text):
    """IR that LLVM 16 and later read, for any target."""
    for pattern, replacement in REPLACEMENTS:
        text = re.sub(pattern, replacement, text)
    return text.strip() + "\n"


def build(module, target, checks):
    """The operators' IR and the executable."""
    executable = models.build(
        module, {"kind": "llvm", "opt-level": 1, **target}, checks=checks)
    (operators,) = executable.mod._collect_from_import_tree(
        lambda part: part.kind == "llvm")
    return operators.inspect_source("ll"), executable


def record(folder, name, checks):
    folder.mkdir(parents=True, exist_ok=True)
    model = models.MODELS[name]()
    module, values = models.imported(model), models.seeded_inputs(model)
    written = set()
    for file, target in TARGETS.items():
        text, executable = build(module, target, checks)
        (folder / file).write_text(
            f"; Operators of the model '{name}', which tvm_models/record.py "
            f"made by TVM {tvm.__version__}.\n\n" + plain(text))
        executable.mod.write_to_file(str(folder / "vm.bin"))
        written.add((folder / "vm.bin").read_bytes())
        if file == "operators64.ll":
            outputs = models.answers(executable, values)
    # Bytecode and constants are the same for all targets.
    if len(written) != 1:
        raise RuntimeError(f"executables of {name} depend on the target")
    for file, tensors in (("input.bin", values), ("output.bin", outputs)):
        (folder / file).write_bytes(b"".join(
            tensor.tobytes() for tensor in tensors))


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    for name, checks in MODELS.items():
        record(folder / name, name, checks)


if __name__ == "__main__":
    main()
