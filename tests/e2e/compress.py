# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compressed parameters come out of runtime_crt's decoder as they went in.

The decoder runs on the host under AddressSanitizer and on an emulated board,
for real params files and for a made-up transformer checkpoint, whole and in
pieces. Damaged frames (every prefix, every bit) give an error. All kinds of
output carry the same frames, and `inspect` sees the same elements in all of
them. The bytes that are saved are printed.
"""

import json
import os
import random
import struct
import sys
import unittest
import zlib

from lib import toolchain
from lib.toolchain import Parameter

SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all",
              "-g", "-O1")

WARNINGS = ("-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic")

NONE, BAD_ARGUMENT, NO_MEMORY = "0x0", "0x803", "0x503"
CORRUPT, WINDOW = "0xa00", "0xa01"
MISUSE_CODES = [
    BAD_ARGUMENT, BAD_ARGUMENT, BAD_ARGUMENT, BAD_ARGUMENT, NO_MEMORY, CORRUPT,
    CORRUPT, BAD_ARGUMENT, WINDOW, WINDOW, WINDOW, NO_MEMORY, NO_MEMORY, NONE,
    BAD_ARGUMENT, BAD_ARGUMENT, BAD_ARGUMENT, NONE, NONE, BAD_ARGUMENT]

TARGETS_OF_KINDS = ["x86_64-linux-gnu", "i686-linux-gnu", "thumbv7m-none-eabi",
                    "riscv32-unknown-elf", "x86_64-pc-windows-msvc",
                    "arm64-apple-macos", "wasm32-unknown-unknown"]

BIG_ENDIAN_TARGETS = ["s390x-linux-gnu", "powerpc-linux-gnu"]


def quantised(size, seed):
    """Bytes that lie as quantised weights do: near zero."""
    source = random.Random(seed)
    return bytes(max(-128, min(127, round(source.gauss(0, 14)))) & 0xff
                 for _ in range(size))


def weights(count, seed):
    """Numbers of a trained layer: 32-bit floats that no codec likes."""
    source = random.Random(seed)
    return struct.pack(f"<{count}f",
                       *(source.gauss(0, 0.02) for _ in range(count)))


def checkpoint():
    """A transformer with int8 weights, float scales, tied embeddings."""
    width, words, layers = 64, 500, 4
    embedding = quantised(words * width, 0)
    parameters = [Parameter("embed.weight", 0, 8, (words, width), embedding)]
    for layer in range(layers):
        for index, name in enumerate(("q", "k", "v", "o", "up", "down")):
            shape = {"up": (4 * width, width),
                     "down": (width, 4 * width)}.get(name, (width, width))
            parameters.append(Parameter(
                f"layer{layer}.{name}.weight", 0, 8, shape,
                quantised(shape[0] * shape[1], 10 * layer + index + 1)))
        parameters += [
            Parameter(f"layer{layer}.scale", 2, 32, (6 * width,),
                      weights(6 * width, layer)),
            Parameter(f"layer{layer}.norm", 2, 32, (width,),
                      struct.pack("<f", 1.0) * width),
            Parameter(f"layer{layer}.bias", 0, 32, (width,), bytes(4 * width))]
    mask = b"".join(bytes([1] * (row + 1) + [0] * (127 - row))
                    for row in range(128))
    parameters.append(Parameter("mask", 1, 8, (128, 128), mask))
    parameters.append(Parameter("head.weight", 0, 8, (words, width),
                                embedding))
    return parameters


def program_source(name):
    return toolchain.source_path(f"tests/e2e/compress/{name}")


class CompressFixture(toolchain.ToolTest):
    """Emission with --compress, and programs that decode."""

    def runtime_flags(self):
        """Flags and sources that programs with the decoder need."""
        crt = toolchain.source_path("runtime_crt")
        return [f"-I{toolchain.source_path('include')}", f"-I{crt}/include",
                f"-I{crt}/src", f"-I{crt}/config",
                f"{crt}/src/params/param_decoder.c"]

    def program(self, source, *more):
        """Compiles one of compress/ with the decoder, under sanitizers."""
        output = self.path("program")
        self.run_tool("gcc", *WARNINGS, *SANITIZERS, program_source(source),
                      *self.runtime_flags(), *more, "-l:libzstd.a", "-o",
                      output)
        return output

    def params(self, parameters):
        """A file of them."""
        return self.write("p.params", toolchain.params_file(parameters))

    def totals(self, *arguments):
        """Emits; the sums in the map."""
        self.emit(*arguments, f"--map={self.path('map.json')}")
        with open(self.path("map.json"), encoding="utf-8") as file:
            return json.load(file)["totals"]

    def inspected(self, path):
        """What inspect says of the parameters in an object, by name."""
        text = self.run_tool(toolchain.OPTIONS.metaobj, "inspect", "--json",
                             path)
        return {param["name"]: param for param in json.loads(text)["params"]}


class CompressTest(CompressFixture):
    """Decoding on the host."""

    def decode_all(self, parameters, *flags):
        """Emits, links and runs; compares every compressed parameter. Returns
        the sums of the map."""
        metadata = self.path("metadata.o")
        totals = self.totals(self.params(parameters),
                             "--mtriple=x86_64-linux-gnu",
                             "--relocation-model=pic", "-o", metadata, *flags)
        program = self.program("decode_all.c", metadata)
        for piece in (1000, 7):
            names = self.run_tool(program, piece,
                                  cwd=self.folder).splitlines()
            by_name = {each.name: each.data for each in parameters}
            self.assertTrue(names)
            for index, name in enumerate(names):
                for kind in ("whole", "pieces"):
                    with open(self.path(f"{index}.{kind}"), "rb") as file:
                        self.assertEqual(file.read(), by_name[name], name)
        return totals

    def report(self, what, totals):
        """Says what was saved."""
        print(f"{what}: {totals['param_bytes']} bytes of parameters, "
              f"{totals['saved_by_compression']} saved by compression, "
              f"{totals['saved_by_dedup']} by sharing: "
              f"{totals['section_bytes']} in the sections", file=sys.stderr)

    def test_checkpoint(self):
        """A transformer with tied embeddings: decoded, and a fifth saved."""
        totals = self.decode_all(checkpoint(), "--compress=zstd:19")
        self.report("checkpoint", totals)
        self.assertGreater(totals["saved_by_dedup"], 20000)
        self.assertGreater(totals["saved_by_compression"] * 5,
                           totals["section_bytes"])

    def test_real_files(self):
        """What TVM wrote, by folder of the shared data."""
        data = toolchain.shared_data()
        found = 0
        for folder, _, names in sorted(os.walk(data)):
            for name in sorted(names):
                if not name.endswith((".params", "params.bin")):
                    continue
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    parameters = toolchain.read_params_file(file.read())
                size = sum(len(each.data) for each in parameters)
                if not 0 < size < 1 << 22:
                    continue
                found += 1
                with self.subTest(file=os.path.relpath(path, data)):
                    # Weights in floating point shrink by little: any gain.
                    totals = self.decode_all(
                        parameters, "--compress=zstd:19,ratio=99")
                    self.report(os.path.relpath(path, data), totals)
                    self.assertGreater(totals["saved_by_compression"], 0)
        self.assertGreater(found, 0)

    def test_kinds_of_output(self):
        """The same frame for all little-endian targets, the same elements as
        without compression for all."""
        params = self.params(checkpoint())
        frames = set()
        for triple in TARGETS_OF_KINDS + BIG_ENDIAN_TARGETS:
            with self.subTest(triple=triple):
                found = []
                for how in ("off", "zstd"):
                    path = self.path("metadata.o")
                    self.emit(params, f"--mtriple={triple}",
                              f"--compress={how}", "-o", path)
                    found.append(self.inspected(path))
                plain, packed = found
                self.assertEqual({n: p["hash"] for n, p in plain.items()},
                                 {n: p["hash"] for n, p in packed.items()})
                self.assertEqual(packed["embed.weight"]["codec"], "zstd")
                self.assertIsNone(packed["layer0.scale"]["codec"])
                if triple in TARGETS_OF_KINDS:
                    frames.add(tuple((n, p["stored_bytes"])
                                     for n, p in sorted(packed.items())))
        self.assertEqual(len(frames), 1)

    def frame(self, content):
        """The frame that a parameter of these bytes becomes, as a file, and
        the file of the bytes."""
        metadata, frame = self.path("frame.o"), self.path("frame")
        self.emit(self.params([Parameter("w", 0, 8, (len(content),),
                                         content)]),
                  "--mtriple=x86_64-linux-gnu", "--compress=zstd:19", "-o",
                  metadata)
        self.run_tool("llvm-objcopy", "-O", "binary", "-j", ".rodata.tvm",
                      metadata, frame)
        size = self.inspected(metadata)["w"]["stored_bytes"]
        self.assertEqual(os.path.getsize(frame), size)
        return frame, self.write("content", content)

    def test_damaged_frames(self):
        """Every prefix, byte, bit and continuation: an error, never other
        bytes. Some bits of a frame mean nothing."""
        program = self.program("damaged_frames.c")
        contents = [quantised(700, 1), bytes(range(256)) * 3 + bytes(400),
                    bytes(2000)]
        for number, content in enumerate(contents):
            with self.subTest(content=number):
                frame, raw = self.frame(content)
                size = os.path.getsize(frame)
                lines = self.run_tool(program, frame, raw).splitlines()
                found = {line.split()[0]: tuple(map(int, line.split()[1:]))
                         for line in lines}
                self.assertEqual(found["sound"], (0, 2, 0))
                self.assertEqual(found["prefixes"], (2 * size, 0, 0))
                self.assertEqual(found["bytes"], (2 * size, 0, 0))
                self.assertEqual(found["longer"], (2 * size, 0, 0))
                refused, harmless, wrong = found["bits"]
                self.assertEqual(wrong, 0)
                self.assertEqual(refused + harmless, 16 * size)
                self.assertLess(harmless, size)

    def test_wrong_calls(self):
        """Their error codes."""
        frame, _ = self.frame(bytes(range(250)) * 8)
        lines = self.run_tool(self.program("wrong_calls.c"), frame).splitlines()
        self.assertEqual(lines, [*MISUSE_CODES, "0 1 0"])

    def test_damaged_objects(self):
        """inspect tells of damage in a frame, or sees the same elements."""
        metadata = self.path("metadata.o")
        content = quantised(3000, 5)
        self.emit(self.params([Parameter("w", 0, 8, (3000,), content)]),
                  "--mtriple=thumbv7m-none-eabi", "--compress=zstd", "-o",
                  metadata)
        frame = self.path("frame")
        self.run_tool("llvm-objcopy", "-O", "binary", "-j", ".rodata.tvm",
                      metadata, frame)
        with open(metadata, "rb") as file:
            sound = file.read()
        with open(frame, "rb") as file:
            place = sound.index(file.read())
        sound_hash = self.inspected(metadata)["w"]["hash"]
        size = os.path.getsize(frame)
        for offset in [*range(16), *range(16, size - 8, 97),
                       *range(size - 8, size)]:
            damaged = bytearray(sound)
            damaged[place + offset] ^= 0xff
            path = self.write("damaged.o", bytes(damaged))
            result = self.metaobj("inspect", "--json", path)
            with self.subTest(offset=offset):
                self.assertEqual(result.returncode, 1, result.stdout)
                self.assertIn("zstd frame", result.stderr)
        self.assertTrue(sound_hash)

    def test_linked_only_when_called(self):
        """A program that decodes nothing has nothing of the decoder in it."""
        libraries = toolchain.make_runtime(
            self.path("crt"), ("params",), "PORT=posix", "PARAMS=zstd")
        unused = self.write("unused.c", "int main(void) { return 0; }\n")
        used = self.write(
            "used.c", "#include <tvm_crt/param_decoder.h>\n"
            "int main(void) { return (int)TVMParamDecode_WorkSize(); }\n")
        for source, is_used in ((unused, False), (used, True)):
            program = self.path("program")
            self.run_tool(
                "gcc", f"-I{toolchain.source_path('runtime_crt/include')}",
                source, *libraries, "-l:libzstd.a", "-o", program)
            symbols = self.run_tool("llvm-nm", program)
            self.assertEqual("ZSTD_" in symbols, is_used)
            self.assertEqual("TVMParam" in symbols, is_used)

    def test_memory(self):
        """256 MiB of parameters: memory does not grow with them."""
        path = self.path("big.npy")
        header = ("{'descr': '|i1', 'fortran_order': False, "
                  f"'shape': ({1 << 28},), }}")
        header = header.ljust(117) + "\n"
        with open(path, "wb") as file:
            file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) +
                       header.encode())
            file.truncate(file.tell() + (1 << 28))
        peak = []
        for how in ("off", "zstd:1"):
            child = os.spawnv(
                os.P_NOWAIT, toolchain.OPTIONS.metaobj,
                ["metaobj", "emit", path, "--mtriple=x86_64-linux-gnu",
                 f"--compress={how}", "-o", self.path("big.o")])
            _, status, usage = os.wait4(child, 0)
            self.assertEqual(status, 0)
            peak.append(usage.ru_maxrss)
        self.assertLess(peak[1], peak[0] + 32 * 1024)


#: libzstd of Debian's armhf: Thumb-2 for cores with floating point.
BOARD_FLAGS = ("-mcpu=cortex-m4", "-mthumb", "-mfpu=fpv4-sp-d16",
               "-mfloat-abi=hard")


def arm_zstd():
    """libzstd.a for Arm, which ./dev test fetches, or a skip."""
    path = toolchain.source_path(
        "build/armhf/usr/lib/arm-linux-gnueabihf/libzstd.a")
    if not os.path.exists(path):
        raise unittest.SkipTest(f"'{path}' is missing: ./dev test fetches it")
    return path


class BoardTest(CompressFixture):
    """The decoder on a Cortex-M4, with metadata of its own."""

    def test_board(self):
        """All parameters of the checkpoint, whole and in pieces."""
        library = arm_zstd()
        parameters = checkpoint()
        metadata = self.path("metadata.o")
        self.emit(self.params(parameters), "--mtriple=thumbv7em-none-eabihf",
                  "--mcpu=cortex-m4", "--compress=zstd:19", "-o", metadata)
        headers = self.path("zstd")
        os.mkdir(headers)
        for name in ("zstd.h", "zstd_errors.h"):
            with open(f"/usr/include/{name}", "rb") as file:
                self.write(f"zstd/{name}", file.read())
        crt = toolchain.source_path("runtime_crt")
        libraries = toolchain.make_runtime(
            self.path("crt"), ("params", "semihosting", "runtime", "backend",
                               "memory_functions"),
            "CROSS_PREFIX=arm-none-eabi-", "PARAMS=zstd",
            f"ZSTD_INCLUDE={headers}", f"CFLAGS=-Os {' '.join(BOARD_FLAGS)}")
        boards = toolchain.source_path("tests/runtime_crt/boards")
        program = self.path("program.elf")
        self.run_tool(
            "arm-none-eabi-gcc", *BOARD_FLAGS, "-Os", "-std=gnu99",
            "-ffreestanding", "-Wall", "-Werror", "-nostdlib",
            f"-I{toolchain.source_path('include')}", f"-I{crt}/include",
            f"-I{crt}/ports/semihosting", f"{boards}/mps2_an385.c",
            program_source("board_client.c"), metadata,
            "-T", f"{boards}/mps2_an385.ld", "-Wl,--gc-sections",
            # Application profile against microcontroller profile.
            "-Wl,--no-warn-mismatch", "-Wl,--start-group",
            *libraries, library, "-lgcc", "-Wl,--end-group", "-o", program)
        result = toolchain.start(
            [toolchain.find_tool("qemu-system-arm"), "-M", "mps2-an386",
             "-display", "none", "-monitor", "none", "-serial", "none",
             "-semihosting-config", "enable=on,target=native", "-kernel",
             program])

        inspected = self.inspected(metadata)
        expected = [f"{each.name} {zlib.adler32(each.data):08x}"
                    for each in parameters
                    if inspected[each.name]["codec"] == "zstd"]
        self.assertEqual(result.stdout.splitlines(), expected)
        self.assertEqual(result.returncode, 42, result.stderr)


if __name__ == "__main__":
    toolchain.main()
