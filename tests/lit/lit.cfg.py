# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lit suite of the tool: one file for each feature, its error texts included.

Inputs are text: yaml2obj, LLVM assembly, split-file; never binaries.
"""

import os

import lit.formats

config.name = "metaobj"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test", ".ll", ".yaml"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.metaobj_build, "tests", "lit")

path = [
    os.path.join(config.metaobj_build, "bin"),
    config.llvm_tools,
    config.environment["PATH"],
]
config.environment["PATH"] = os.pathsep.join(path)
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

config.substitutions.append(("%python", config.python))
config.substitutions.append(("%write-params",
                             config.python + " " +
                             os.path.join(config.test_source_root, "Inputs",
                                          "write_params.py")))
