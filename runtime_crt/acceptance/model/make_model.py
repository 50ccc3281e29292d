# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes params.bin, the bytes that params.yaml describes, little endian, and
graph.h, graph.json as a text of C."""

import json
import pathlib
import struct

# Numbers that every floating-point format has exactly.
WEIGHTS = [0.5, -1.0, 2.0, 0.25, 1.5, 0.0, -0.5, 1.0, -2.0, 4.0, 1.0, -0.75]
BIAS = [4.5, -20.0, 1.25]
SCALE = [256, -300, 4]
OFFSET = [-3000000000]
MASK = [True, False, True]

CONTENTS = (struct.pack("<12f", *WEIGHTS) + struct.pack("<3f", *BIAS) +
            struct.pack("<q", *OFFSET) + struct.pack("<3h", *SCALE) +
            struct.pack("<3?", *MASK))



def header(graph):
    """The graph without what JSON does not need, in lines of C."""
    text = json.dumps(json.loads(graph), separators=(",", ":"))
    lines = ['    "%s"\n' % text[at:at + 60].replace('"', '\\"')
             for at in range(0, len(text), 60)]
    return ("/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */\n\n"
            "/* graph.json; make_model.py writes this file. */\n\n"
            "#ifndef RUNTIME_CRT_ACCEPTANCE_MODEL_GRAPH_H_\n"
            "#define RUNTIME_CRT_ACCEPTANCE_MODEL_GRAPH_H_\n\n"
            "static const char acceptance_graph[] =\n" +
            "".join(lines).rstrip("\n") + ";\n\n"
            "#endif /* RUNTIME_CRT_ACCEPTANCE_MODEL_GRAPH_H_ */\n")


if __name__ == "__main__":
    here = pathlib.Path(__file__).parent
    (here / "params.bin").write_bytes(CONTENTS)
    (here / "graph.h").write_text(header((here / "graph.json").read_text()))
