# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lit suite of the tool: one file for each feature, its error texts included.

Inputs are text: yaml2obj, LLVM assembly, split-file; never binaries.
"""

import os
import subprocess
import sys

import lit.formats
import lit.util

config.name = "metaobj"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test", ".ll", ".yaml"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.metaobj_build, "tests", "lit")

path = [
    os.path.join(config.metaobj_build, "bin"),
    config.llvm_tools,
    config.environment["PATH"],
]
config.environment["PATH"] = os.pathsep.join(path)
# The sanitizers' own exit status would look like that of an input at fault.
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):
    config.environment[name] = os.environ.get(name, "exitcode=99")


def input_script(name, interpreter=sys.executable):
    script = os.path.join(config.test_source_root, "Inputs", name)
    return interpreter + " " + script


# Longer names first: "%python" must not be replaced inside of them.
config.substitutions.append(("%expect-status", input_script("expect_status.sh", "sh")))
config.substitutions.append(("%set-elf-flags", input_script("set_elf_flags.py")))
config.substitutions.append(("%write-params", input_script("write_params.py")))
config.substitutions.append(("%write-vm", input_script("write_vm.py")))
config.substitutions.append(("%python", sys.executable))
# A registry without functions, for tests of something else.
config.substitutions.append(
    ("%no-functions", "--functions=" + os.path.join(
        config.test_source_root, "Inputs", "no_functions.txt")))

# "arm-registered-target": LLVM may be built without a target.
llvm_config = os.path.join(config.llvm_tools, "llvm-config")
targets = subprocess.run([llvm_config, "--targets-built"], check=True,
                         capture_output=True, text=True).stdout
for target in targets.lower().split():
    config.available_features.add(target + "-registered-target")
version = subprocess.run([llvm_config, "--version"], check=True,
                         capture_output=True, text=True).stdout
for major in range(14, int(version.split(".")[0]) + 1):
    config.available_features.add("llvm-%d-or-newer" % major)
if lit.util.which("ld.lld", config.environment["PATH"]):
    config.available_features.add("lld")
if lit.util.which("openssl", config.environment["PATH"]):
    config.available_features.add("openssl")
if lit.util.which("zstd", config.environment["PATH"]):
    config.available_features.add("zstd")
