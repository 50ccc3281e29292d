# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The Zephyr module is compiled against stand-ins for Zephyr's headers.

    zephyr_module.py <source> <cmake>

What is real: module.yml's paths, Kconfig (read by kconfiglib, as Zephyr does),
the module's CMakeLists.txt, its sources and crt_config.h, the compilers. What
is not: Zephyr itself. The result is not run; zephyr_sample.py runs a program.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent

#: Options of Zephyr that the module asks for or its port uses.
ZEPHYR_KCONFIG = """
config ENTROPY_HAS_DRIVER
	bool "stand-in"
config TEST_RANDOM_GENERATOR
	bool "stand-in"
config SYS_CLOCK_TICKS_PER_SEC
	int
	default 10000
config MAIN_STACK_SIZE
	int "stand-in"
	default 1024
source "%s"
"""

FLAGS = ("-std=c99 -Os -ffreestanding -Wall -Wextra -Werror -Wshadow "
         "-Wstrict-prototypes -Wmissing-prototypes")
COMPILERS = {"host": ("gcc", ""),
             "arm": ("arm-none-eabi-gcc", "-mcpu=cortex-m4 -mthumb"),
             "riscv": ("riscv64-unknown-elf-gcc",
                       "-march=rv32imac -mabi=ilp32")}

#: prj.conf of programs, and functions that the library has or has not then.
PROGRAMS = {
    "nothing": ({}, [], ["TVMLogf"]),
    "backend": ({"TVM_CRT": "y", "TVM_CRT_RUNTIME": "n"},
                ["TVMBackendAllocWorkspace", "TVMPlatformMemoryAllocate",
                 "TVMPlatformInitialize", "TVMPlatformAbort", "TVMLogf",
                 "TVMPlatformFormatMessage", "TVMPlatformTimerStart"],
                ["TVMFuncCall", "TVMPlatformGenerateRandom"]),
    "runtime": ({"TVM_CRT": "y"},
                ["TVMFuncCall", "TVMInitializeRuntime"],
                ["tvm_crt_time_evaluator_create", "TVMDeviceOpen",
                 "TVMDevicePlatformBind"]),
    "small": ({"TVM_CRT": "y", "TVM_CRT_BUILTIN_FUNCTIONS": "n"},
              ["TVMFuncCall", "TVMInitializeRuntime"], ["TVMModUseIndex"]),
    "all": ({"TVM_CRT": "y", "ENTROPY_HAS_DRIVER": "y",
             "TVM_CRT_TIME_EVALUATOR": "y", "TVM_CRT_REGISTRY_INDEX": "y",
             "TVM_CRT_AOT_EXECUTOR": "y",
             "TVM_CRT_GRAPH_EXECUTOR": "y", "TVM_CRT_DEVICES": "y",
             "TVM_CRT_RECORD": "y", "TVM_CRT_RECORD_LEVELS": "12",
             "TVM_CRT_RPC": "y", "TVM_CRT_RPC_MAX_BLOCKS": "8",
             "TVM_CRT_MAX_PACKET_SIZE_BYTES": "512",
             "TVM_CRT_HEAP_SIZE": "4096",
             "TVM_CRT_MAX_REGISTERED_MODULES": "5",
             "TVM_CRT_FUNC_REGISTRY_COUNT_BYTES": "1"},
            ["TVMPlatformGenerateRandom", "TVMPlatformTimerStop",
             "TVMRecord_Verify", "MicroTVMRpcServerLoop",
             "TVMAotExecutor_Run", "TVMGraphExecutor_Run",
             "TVMDevicePlatformBind", "TVMDeviceOpen", "TVMDeviceCopyBytes",
             "tvm_crt_time_evaluator_create", "TVMModUseIndex"], []),
}


def module_paths(module):
    """The two paths of module.yml."""
    text = (module / "zephyr" / "module.yml").read_text()
    return (re.search(r"^  cmake: (\S+)$", text, re.MULTILINE)[1],
            re.search(r"^  kconfig: (\S+)$", text, re.MULTILINE)[1])


def configure(kconfiglib, module, folder, values=None, prj=None):
    """Kconfig's values as Zephyr's build gives them to C and to CMake."""
    root = folder / "Kconfig"
    root.write_text(ZEPHYR_KCONFIG % (module / module_paths(module)[1]))
    kconfig = kconfiglib.Kconfig(str(root), warn_to_stderr=False)
    if prj:
        kconfig.load_config(str(prj))
    for name, value in (values or {}).items():
        symbol = kconfig.syms[name]
        assert symbol.set_value(value), name
        assert symbol.str_value == value, (name, symbol.str_value)
    kconfig.write_autoconf(str(folder / "autoconf.h"))
    lines = ["set(CONFIG_%s %s)\n" % (name, symbol.str_value)
             for name, symbol in kconfig.syms.items()
             if symbol.str_value not in ("", "n")]
    (folder / "config.cmake").write_text("".join(lines))
    assert not kconfig.warnings, kconfig.warnings


def build(cmake, module, application, compiler, folder, *more):
    """Builds in the folder "build", with the stand-in for Zephyr."""
    program, flags = COMPILERS[compiler]
    subprocess.run(
        [cmake, "-S", application, "-B", folder / "build", "-G", "Ninja",
         "-DCMAKE_C_COMPILER=" + program, "-DCMAKE_SYSTEM_NAME=Generic",
         "-DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY",
         "-DCMAKE_C_FLAGS=%s %s" % (FLAGS, flags),
         "-DMODULE_CMAKE=" + module_paths(module)[0],
         "-DAUTOCONF=%s" % (folder / "autoconf.h"),
         "-DCONFIG=%s" % (folder / "config.cmake"), *more],
        check=True, stdout=subprocess.DEVNULL,
        env={**os.environ, "ZEPHYR_BASE": str(HERE / "zephyr")})
    subprocess.run([cmake, "--build", folder / "build"], check=True,
                   stdout=subprocess.DEVNULL)


def symbols_of(folder):
    """The symbols that the module's library defines; None without it."""
    library = next((folder / "build").rglob("libtvm_crt.a"), None)
    if not library:
        return None
    symbols = subprocess.run(["nm", "-P", "--defined-only", library],
                             capture_output=True, text=True, check=True).stdout
    # Weak functions stand for those that a program leaves out.
    return {line.split()[0] for line in symbols.splitlines()
            if len(line.split()) > 1 and line.split()[1] not in "Ww"}


def main():
    module, cmake = pathlib.Path(sys.argv[1]), sys.argv[2]
    try:
        import kconfiglib
    except ImportError:
        print("SKIPPED: %s has no module kconfiglib" % sys.executable)
        return 77
    missing = [program for program in
               [compiler for compiler, _ in COMPILERS.values()] + ["ninja"]
               if not shutil.which(program)]
    if missing:
        print("SKIPPED: not found: %s" % ", ".join(missing))
        return 77
    for name, (values, wanted, unwanted) in PROGRAMS.items():
        for compiler in COMPILERS if name == "all" else ["arm"]:
            with tempfile.TemporaryDirectory() as folder:
                folder = pathlib.Path(folder)
                configure(kconfiglib, module, folder, values)
                build(cmake, module, HERE / "zephyr", compiler, folder,
                      "-DZEPHYR_EXTRA_MODULES=%s" % module)
                symbols = symbols_of(folder)
            print("%s for %s: %s" % (
                name, compiler,
                "no library" if symbols is None
                else "%d symbols" % len(symbols)))
            if values.get("TVM_CRT") != "y":
                assert symbols is None
                continue
            assert set(wanted) <= symbols, set(wanted) - symbols
            assert not set(unwanted) & symbols, set(unwanted) & symbols
    return 0


if __name__ == "__main__":
    sys.exit(main())
