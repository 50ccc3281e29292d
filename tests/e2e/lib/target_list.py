# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The targets that the end-to-end tests know, and the tools for each.

TARGETS has every ELF target of LLVM in every ABI that its clang knows. What is
None there does not exist: no clang for the machine, no such emulation in lld,
no GNU linker or compiler in Debian, no position-independent code.
"""

from collections import namedtuple

#: Flags of clang and GCC, and of metaobj, that mean the same.
Mode = namedtuple("Mode", "compiler metaobj")

#: A compiler of GNU and its flags.
Gcc = namedtuple("Gcc", "program flags")

#: name: as the tests and docs/targets.md call it.
#: clang, metaobj: how each is told of the target.
#: emulation: lld's -m; empty where it takes the machine from the objects only.
#: static, pic: modes; pic is None where there is no such code.
#: lld_flags: what else lld needs.
#: gnu_ld: GNU ld and its flags.
#: gcc: a second compiler for the same ABI.
#: is_hosted: linkers make shared libraries for it.
Target = namedtuple(
    "Target", "name clang metaobj emulation static pic lld_flags gnu_ld gcc is_hosted")

STATIC = Mode(["-fno-pic"], [])
PIC = Mode(["-fPIC"], [])

NO_RWX_WARNING = "--no-warn-rwx-segments"


def _target(name, clang, metaobj, emulation, static=STATIC, pic=PIC,
            lld_flags=(), gnu_ld=None, gcc=None, is_hosted=False):
    return Target(name, clang, metaobj, emulation, static, pic, lld_flags,
                  gnu_ld, gcc, is_hosted)


def _hosted(name, triple, emulation, flags=(), metaobj=(), **more):
    """A target with an operating system."""
    return _target(name, [f"--target={triple}", *flags],
                   [f"--mtriple={triple}", *metaobj], emulation,
                   is_hosted=True, **more)


def _bare(name, triple, emulation, flags=(), metaobj=(), **more):
    """A target without operating system."""
    return _target(name, [f"--target={triple}", *flags],
                   [f"--mtriple={triple}", *metaobj], emulation, **more)


# X86 ------------------------------------------------------------------------

_X86 = [
    _hosted("x86-64", "x86_64-unknown-linux-gnu", "elf_x86_64",
            gnu_ld=["ld", "-m", "elf_x86_64"],
            gcc=Gcc("x86_64-linux-gnu-gcc", [])),
    _hosted("x32", "x86_64-unknown-linux-gnux32", "elf32_x86_64",
            gnu_ld=["ld", "-m", "elf32_x86_64"],
            gcc=Gcc("x86_64-linux-gnux32-gcc", [])),
    _hosted("i386", "i386-unknown-linux-gnu", "elf_i386",
            gnu_ld=["ld", "-m", "elf_i386"],
            gcc=Gcc("i686-linux-gnu-gcc", [])),
]

# AArch64 and Arm ------------------------------------------------------------

_AARCH64_LD = "aarch64-linux-gnu-ld"
_AARCH64_GCC = "aarch64-linux-gnu-gcc"
_ARM_LD = ["arm-none-eabi-ld", NO_RWX_WARNING]
_ARM_GCC = "arm-none-eabi-gcc"
_ARM_BIG = ["aarch64-linux-gnu-ld", "-m", "armelfb", NO_RWX_WARNING]
_FPV4 = ["-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"]
_FPV5 = ["-mfloat-abi=hard", "-mfpu=fpv5-sp-d16"]

#: GNU ld for Arm without operating system makes no shared libraries.
_AARCH64 = [
    _bare("aarch64", "aarch64-unknown-none-elf", "aarch64elf",
          gnu_ld=[_AARCH64_LD], gcc=Gcc(_AARCH64_GCC, [])),
    _hosted("aarch64-linux", "aarch64-unknown-linux-gnu", "aarch64elf",
            gnu_ld=[_AARCH64_LD], gcc=Gcc(_AARCH64_GCC, [])),
    _bare("aarch64_be", "aarch64_be-unknown-none-elf", "aarch64elfb",
          gnu_ld=[_AARCH64_LD, "-m", "aarch64elfb"],
          gcc=Gcc(_AARCH64_GCC, ["-mbig-endian"])),
    # Clang's front end and LLVM disagree on its data layout.
    _target("aarch64-ilp32", None,
            ["--mtriple=aarch64-unknown-linux-gnu_ilp32"], None,
            gnu_ld=[_AARCH64_LD, "-m", "aarch64linux32"],
            gcc=Gcc(_AARCH64_GCC, ["-mabi=ilp32"]), is_hosted=True),
]

_ARM = [
    _bare("thumbv6m", "thumbv6m-none-eabi", "armelf", gnu_ld=_ARM_LD,
          gcc=Gcc(_ARM_GCC, ["-mcpu=cortex-m0", "-mthumb"])),
    _bare("thumbv7m", "thumbv7m-none-eabi", "armelf",
          metaobj=["--float-abi=soft"], gnu_ld=_ARM_LD,
          gcc=Gcc(_ARM_GCC, ["-mcpu=cortex-m3", "-mthumb"])),
    _bare("thumbv7em", "thumbv7em-none-eabi", "armelf",
          ["-mfloat-abi=soft"], ["--float-abi=soft"], gnu_ld=_ARM_LD,
          gcc=Gcc(_ARM_GCC, ["-march=armv7e-m", "-mthumb",
                             "-mfloat-abi=soft"])),
    _bare("thumbv7em-hard", "thumbv7em-none-eabihf", "armelf", _FPV4,
          ["--float-abi=hard"], gnu_ld=_ARM_LD,
          gcc=Gcc(_ARM_GCC, ["-mcpu=cortex-m4", "-mthumb", *_FPV4])),
    _bare("thumbv8m.base", "thumbv8m.base-none-eabi", "armelf",
          gnu_ld=_ARM_LD,
          gcc=Gcc(_ARM_GCC, ["-mcpu=cortex-m23", "-mthumb"])),
    _bare("thumbv8m.main", "thumbv8m.main-none-eabi", "armelf",
          ["-mfloat-abi=soft"], ["--float-abi=soft"], gnu_ld=_ARM_LD,
          gcc=Gcc(_ARM_GCC, ["-mcpu=cortex-m33", "-mthumb",
                             "-mfloat-abi=soft"])),
    _bare("thumbv8m.main-hard", "thumbv8m.main-none-eabihf", "armelf", _FPV5,
          ["--float-abi=hard"], gnu_ld=_ARM_LD,
          gcc=Gcc(_ARM_GCC, ["-mcpu=cortex-m33", "-mthumb", *_FPV5])),
    _bare("thumbv8.1m.main", "thumbv8.1m.main-none-eabi", "armelf",
          ["-mfloat-abi=soft"], ["--float-abi=soft"], gnu_ld=_ARM_LD,
          gcc=Gcc(_ARM_GCC, ["-march=armv8.1-m.main", "-mthumb",
                             "-mfloat-abi=soft"])),
    _bare("thumbv8.1m.main-hard", "thumbv8.1m.main-none-eabihf", "armelf",
          ["-mcpu=cortex-m55", "-mfloat-abi=hard"],
          ["--mcpu=cortex-m55", "--float-abi=hard"], gnu_ld=_ARM_LD,
          gcc=Gcc(_ARM_GCC, ["-mcpu=cortex-m55", "-mthumb",
                             "-mfloat-abi=hard"])),
    _bare("armv7a", "armv7a-none-eabi", "armelf",
          ["-mfloat-abi=soft"], ["--float-abi=soft"], gnu_ld=_ARM_LD,
          gcc=Gcc(_ARM_GCC, ["-march=armv7-a", "-marm",
                             "-mfloat-abi=soft"])),
    _bare("armv7a-hard", "armv7a-none-eabihf", "armelf",
          ["-mfloat-abi=hard"], ["--float-abi=hard"], gnu_ld=_ARM_LD,
          gcc=Gcc(_ARM_GCC, ["-march=armv7-a+fp", "-marm",
                             "-mfloat-abi=hard"])),
    _bare("armeb", "armebv7a-none-eabi", "armelfb", gnu_ld=_ARM_BIG,
          gcc=Gcc(_ARM_GCC, ["-mbig-endian", "-march=armv7-a", "-marm"])),
    _bare("thumbeb", "thumbebv7m-none-eabi", "armelfb", gnu_ld=_ARM_BIG,
          gcc=Gcc(_ARM_GCC, ["-mbig-endian", "-mcpu=cortex-m3", "-mthumb"])),
    _hosted("armv7-hard", "armv7-unknown-linux-gnueabihf",
            "armelf_linux_eabi", gnu_ld=["arm-linux-gnueabihf-ld"],
            gcc=Gcc("arm-linux-gnueabihf-gcc", ["-marm"])),
    _hosted("armv5-soft", "armv5te-unknown-linux-gnueabi",
            "armelf_linux_eabi", gnu_ld=["arm-linux-gnueabi-ld"],
            gcc=Gcc("arm-linux-gnueabi-gcc", [])),
]

# RISC-V ---------------------------------------------------------------------

_RISCV_LD = "riscv64-unknown-elf-ld"


def _riscv(bits, extensions, abi, is_hosted=False):
    """A RISC-V core with single-letter `extensions` and its ABI."""
    march = f"rv{bits}{extensions}"
    code = ["-mcmodel=medany"] if bits == 64 else []
    metaobj = [f"--mattr={','.join('+' + e for e in extensions.lstrip('i'))}",
               f"--target-abi={abi}"]
    if bits == 64:
        metaobj.append("--code-model=medium")
    flags = [f"-march={march}", f"-mabi={abi}", *code]
    if is_hosted:
        return _hosted(f"riscv{bits}-{abi}-linux",
                       f"riscv{bits}-unknown-linux-gnu", f"elf{bits}lriscv",
                       flags, metaobj, gnu_ld=["riscv64-linux-gnu-ld"],
                       gcc=Gcc("riscv64-linux-gnu-gcc", flags))
    # GCC 12 knows no 64-bit core with 16 registers.
    gcc = None if abi == "lp64e" else Gcc("riscv64-unknown-elf-gcc", flags)
    return _bare(f"riscv{bits}-{abi}", f"riscv{bits}-unknown-elf",
                 f"elf{bits}lriscv", flags, metaobj,
                 gnu_ld=[_RISCV_LD, "-m", f"elf{bits}lriscv", NO_RWX_WARNING],
                 gcc=gcc)


_RISCV = [
    _riscv(32, "imac", "ilp32"),
    _riscv(32, "imafc", "ilp32f"),
    _riscv(32, "imafdc", "ilp32d"),
    _riscv(32, "emc", "ilp32e"),
    _riscv(64, "imac", "lp64"),
    _riscv(64, "imafc", "lp64f"),
    _riscv(64, "imafdc", "lp64d"),
    _riscv(64, "emc", "lp64e"),
    _riscv(64, "imafdc", "lp64d", is_hosted=True),
]

# MIPS -----------------------------------------------------------------------

#: Without the calls of the SVR4 ABI, as code without operating system has it.
_NO_ABICALLS = Mode(["-fno-pic", "-mno-abicalls"], ["--mattr=+noabicalls"])


def _mips(name, triple, emulation, cpu, gcc, flags=(), features=(),
          gcc_flags=(), static=STATIC, pic=PIC):
    """A MIPS; `gcc` is the prefix of its GNU tools."""
    metaobj = [f"--mcpu={cpu}"]
    if features:
        metaobj.append(f"--mattr={','.join(features)}")
    return _hosted(name, triple, emulation, flags, metaobj, static=static,
                   pic=pic, gnu_ld=[f"{gcc}-ld", "-m", emulation],
                   gcc=Gcc(f"{gcc}-gcc", list(gcc_flags)))


_MIPS = [
    _mips("mips", "mips-unknown-linux-gnu", "elf32btsmip", "mips32r2",
          "mips-linux-gnu"),
    _mips("mipsel", "mipsel-unknown-linux-gnu", "elf32ltsmip", "mips32r2",
          "mipsel-linux-gnu"),
    _mips("mips-soft", "mips-unknown-linux-gnu", "elf32btsmip", "mips32r2",
          "mips-linux-gnu", ["-msoft-float"], ["+soft-float"],
          ["-msoft-float"]),
    _mips("mips-bare", "mips-unknown-linux-gnu", "elf32btsmip", "mips32r2",
          "mips-linux-gnu", static=_NO_ABICALLS, pic=None),
    _mips("mips32r6", "mipsisa32r6-unknown-linux-gnu", "elf32btsmip",
          "mips32r6", "mips-linux-gnu",
          gcc_flags=["-march=mips32r6", "-mnan=2008", "-mfp64"]),
    _mips("mips32r6el", "mipsisa32r6el-unknown-linux-gnu", "elf32ltsmip",
          "mips32r6", "mipsel-linux-gnu",
          gcc_flags=["-march=mips32r6", "-mnan=2008", "-mfp64"]),
    _mips("mips64-n32", "mips64-unknown-linux-gnuabin32", "elf32btsmipn32",
          "mips64r2", "mips64-linux-gnuabi64", gcc_flags=["-mabi=n32"]),
    _mips("mips64el-n32", "mips64el-unknown-linux-gnuabin32",
          "elf32ltsmipn32", "mips64r2", "mips64el-linux-gnuabi64",
          gcc_flags=["-mabi=n32"]),
    _mips("mips64", "mips64-unknown-linux-gnuabi64", "elf64btsmip",
          "mips64r2", "mips64-linux-gnuabi64", static=_NO_ABICALLS),
    _mips("mips64el", "mips64el-unknown-linux-gnuabi64", "elf64ltsmip",
          "mips64r2", "mips64el-linux-gnuabi64", static=_NO_ABICALLS),
    _mips("mips64r6", "mipsisa64r6-unknown-linux-gnuabi64", "elf64btsmip",
          "mips64r6", "mips64-linux-gnuabi64", static=_NO_ABICALLS,
          gcc_flags=["-march=mips64r6", "-mnan=2008"]),
]

# PowerPC, SystemZ, SPARC ----------------------------------------------------

_POWERPC = [
    # The PLT that GCC and all distributions use; LLVM's default is the old one
    # that is writable and executable.
    _hosted("powerpc", "powerpc-unknown-linux-gnu", "elf32ppc",
            ["-msecure-plt"], ["--mattr=+secure-plt"],
            gnu_ld=["powerpc-linux-gnu-ld", "-m", "elf32ppclinux"],
            gcc=Gcc("powerpc-linux-gnu-gcc", [])),
    _hosted("powerpcle", "powerpcle-unknown-linux-gnu", "elf32lppc",
            ["-msecure-plt"], ["--mattr=+secure-plt"],
            gnu_ld=["powerpc-linux-gnu-ld", "-m", "elf32lppclinux"],
            gcc=Gcc("powerpc-linux-gnu-gcc", ["-mlittle-endian"])),
    # lld knows the second version of the ABI only.
    _hosted("powerpc64", "powerpc64-unknown-linux-gnu", None,
            gnu_ld=["powerpc64-linux-gnu-ld"],
            gcc=Gcc("powerpc64-linux-gnu-gcc", [])),
    _hosted("powerpc64-elfv2", "powerpc64-unknown-linux-gnu", "elf64ppc",
            ["-mabi=elfv2"], ["--target-abi=elfv2"],
            gnu_ld=["powerpc64-linux-gnu-ld"],
            gcc=Gcc("powerpc64-linux-gnu-gcc", ["-mabi=elfv2"])),
    _hosted("powerpc64le", "powerpc64le-unknown-linux-gnu", "elf64lppc",
            gnu_ld=["powerpc64le-linux-gnu-ld"],
            gcc=Gcc("powerpc64le-linux-gnu-gcc", [])),
]

_SYSTEMZ = [
    _hosted("s390x", "s390x-unknown-linux-gnu", "elf64_s390",
            gnu_ld=["s390x-linux-gnu-ld"],
            gcc=Gcc("s390x-linux-gnu-gcc", [])),
]

_SPARC = [
    _hosted("sparc", "sparc-unknown-linux-gnu", None,
            gnu_ld=["sparc64-linux-gnu-ld", "-m", "elf32_sparc"],
            gcc=Gcc("sparc64-linux-gnu-gcc", ["-m32", "-mcpu=v8"])),
    _hosted("sparcel", "sparcel-unknown-linux-gnu", None),
    # LLVM 22 puts the CPU's extensions into the ELF flags, and its clang asks
    # for some without being told.
    _hosted("sparcv9", "sparcv9-unknown-linux-gnu", "elf64_sparc",
            ["-mcpu=ultrasparc"], ["--mcpu=ultrasparc"],
            gnu_ld=["sparc64-linux-gnu-ld"],
            gcc=Gcc("sparc64-linux-gnu-gcc", [])),
]

# LoongArch ------------------------------------------------------------------


def _loongarch(bits, abi, features):
    """A LoongArch; the last letter of `abi` says which floats it passes."""
    fpu = {"s": "none", "f": "32", "d": "64"}[abi[-1]]
    return _bare(f"loongarch{bits}-{abi}", f"loongarch{bits}-unknown-elf",
                 f"elf{bits}loongarch", [f"-mabi={abi}", f"-mfpu={fpu}"],
                 [f"--mattr={features}", f"--target-abi={abi}"])


_LOONGARCH = [
    _loongarch(32, "ilp32s", "+32bit"),
    _loongarch(32, "ilp32f", "+32bit,+f"),
    _loongarch(32, "ilp32d", "+32bit,+f,+d"),
    _loongarch(64, "lp64s", "+64bit"),
    _loongarch(64, "lp64f", "+64bit,+f"),
    _loongarch(64, "lp64d", "+64bit,+f,+d"),
    _hosted("loongarch64-linux", "loongarch64-unknown-linux-gnu",
            "elf64loongarch", metaobj=["--mattr=+64bit,+f,+d",
                                       "--target-abi=lp64d"]),
]

# The rest -------------------------------------------------------------------


def _avr(cpu, emulation):
    """An AVR microcontroller; `emulation` is GNU ld's, one for each set of
    instructions."""
    # Without a linker script lld does not know where the memories are, nor
    # that code begins below its images.
    memories = ["--image-base=0", "-Ttext=0x100",
                "--section-start=.rodata=0x800100"]
    return _target(f"avr-{cpu}", ["--target=avr", f"-mmcu={cpu}"],
                   ["--mtriple=avr", f"--mcpu={cpu}"], "", pic=None,
                   lld_flags=memories,
                   gnu_ld=["avr-ld", "-m", emulation],
                   gcc=Gcc("avr-gcc", [f"-mmcu={cpu}"]))


_OTHERS = [
    _avr("attiny85", "avr25"),
    _avr("attiny1614", "avrxmega3"),
    _avr("atmega8", "avr4"),
    _avr("atmega328p", "avr5"),
    _avr("atmega1284p", "avr51"),
    _avr("atmega2560", "avr6"),
    _avr("atxmega128a1", "avrxmega7"),
    # lld's images begin behind the addresses that the machine has.
    _bare("msp430", "msp430-none-elf", "msp430elf", pic=None,
          lld_flags=["--image-base=0x1000"]),
    # lld does not know the relocations of data that lies near the global
    # pointer.
    _bare("hexagon", "hexagon-unknown-elf", "", ["-G0"]),
    _hosted("m68k", "m68k-unknown-linux-gnu", None,
            gnu_ld=["m68k-linux-gnu-ld"], gcc=Gcc("m68k-linux-gnu-gcc", [])),
    _bare("lanai", "lanai-unknown-elf", None, pic=None),
    _hosted("ve", "ve-unknown-linux-gnu", None),
    # No front end in clang.
    _target("xtensa", None, ["--mtriple=xtensa-unknown-elf"], None, pic=None,
            gnu_ld=["xtensa-lx106-elf-ld"],
            gcc=Gcc("xtensa-lx106-elf-gcc", [])),
    _bare("bpfel", "bpfel", None, pic=None),
    _bare("bpfeb", "bpfeb", None, pic=None),
]

TARGETS = {target.name: target for target in (
    *_X86, *_AARCH64, *_ARM, *_RISCV, *_MIPS, *_POWERPC, *_SYSTEMZ, *_SPARC,
    *_LOONGARCH, *_OTHERS)}
