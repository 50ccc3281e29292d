# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models in images without symbols: emitted with a record, linked, stripped.

Registry and parameters are those of the emitted object, on machines of both
byte orders and pointer widths; a change of one bit is found, and named. The
hashes are computed once more from the description in docs/format.md.
"""

import json
import re
import struct

from lib import blake3, differences, toolchain
from lib.toolchain import Parameter

TRIPLES = ["x86_64-linux-gnu", "aarch64-none-elf", "thumbv7m-none-eabi",
           "riscv32-unknown-elf", "s390x-linux-gnu"]

PARAMETERS = [
    Parameter("bias", 0, 32, (3,), struct.pack("<3i", 10, 20, 30)),
    Parameter("w", 2, 16, (2, 2), struct.pack("<4H", 1, 2, 3, 0x3C00)),
    Parameter("scale", 1, 8, (), b"\x07"),
]

OPERATOR = """
define i32 @tvmgen_op(ptr %a, ptr %b, i32 %c, ptr %d, ptr %e, ptr %f) {
  ret i32 0
}
"""

#: Only the linker knows where functions are; the module is not in the record.
NOT_HASHED = {"_tvm_func_registry_ptrs", "_tvm_crt_module"}


def identity(function_names, parameters, model, abi=1):
    """The 32 bytes of docs/format.md, and the checks behind them."""
    def digest(data):
        return bytes.fromhex(blake3.hexdigest(data))

    def name(text):
        return text.encode() + b"\0"

    table = b"".join(
        name(p.name) + struct.pack("<BBHI", p.code, p.bits, 1, len(p.shape))
        + struct.pack("<%dq" % len(p.shape), *p.shape)
        + struct.pack("<QiQHH", len(p.data), -1, len(p.data), 0, 0)
        for p in parameters)
    parts = [digest(b"".join(map(name, function_names))), digest(table)]
    parts += [digest(p.data) for p in parameters]
    head = struct.pack("<HHII", 1, abi, len(function_names), len(parameters))
    whole = digest(head + name(model) + b"".join(parts))
    return whole, whole + b"".join(part[:4] for part in parts)


class RawImages(toolchain.ToolTest):
    def build(self, triple, *options, parameters=PARAMETERS):
        """The linked program for `triple`; beside it the object m.o."""
        self.write("op.ll", OPERATOR)
        self.write("params", toolchain.params_file(parameters))
        self.run_tool("llc", "-filetype=obj", "-mtriple=" + triple,
                      self.path("op.ll"), "-o", self.path("op.o"))
        self.emit(self.path("op.o"), self.path("params"), "--record", "--quiet",
                  "--relocation-model=static", *options, "-o",
                  self.path("m.o"))
        arguments = [self.path("m.o"), self.path("op.o"), "--gc-sections",
                     "-e", "TVMSystemLibEntryPoint", "-o", self.path("l.elf")]
        try:
            with differences.limited(triple, differences.RAW_IMAGES, "lld",
                                     "linked", "linked"):
                self.run_tool("ld.lld", *arguments, "--image-base=0x20000")
        except differences.LeftOut as reason:
            toolchain.leave_out(f"{reason}; GNU ld links")
            self.run_tool("s390x-linux-gnu-ld", *arguments,
                          "-Ttext-segment=0x20000")
        return self.path("l.elf")

    def inspect(self, name, *options):
        return self.metaobj("inspect", *options, self.path(name))

    def contents(self, name):
        """What inspect tells, verified, without what linking decides."""
        result = self.inspect(name, "--json", "--verify")
        self.assertEqual((0, ""), (result.returncode, result.stderr), name)
        found = json.loads(result.stdout)
        for registry in found["registries"]:
            self.assertEqual(["tvmgen_op"],
                             [f["name"] for f in registry["functions"]])
        return ([(r["abi"], r["count"]) for r in found["registries"]],
                [[p[key] for key in ("name", "sid", "dtype", "shape", "bytes",
                                     "hash")] for p in found["params"]],
                [[r[key] for key in ("model", "abi", "functions", "params",
                                     "identity")] for r in found["records"]])

    def start(self, linked):
        """Address of the first byte of l.bin."""
        sections = self.run_tool("llvm-readelf", "-SW", linked)
        return min(int(match.group(1), 16) for match in re.finditer(
            r" [A-Z_]+ +([0-9a-f]+) [0-9a-f]+ [0-9a-f]+ [0-9a-f]+ +[WXM]*A",
            sections))

    def strip(self, linked):
        """All forms of the program without symbols."""
        objcopy = "llvm-objcopy"
        self.run_tool(objcopy, "--strip-all", linked, self.path("s.elf"))
        self.run_tool(objcopy, "-O", "binary", linked, self.path("l.bin"))
        self.run_tool(objcopy, "-O", "ihex", linked, self.path("l.hex"))
        with open(self.path("l.bin"), "rb") as file:
            image = file.read()
        self.write("l.uf2", uf2(self.start(linked), image))
        return ["s.elf", "l.bin", "l.hex", "l.uf2"]

    def test_same_contents_everywhere(self):
        whole, _ = identity(["tvmgen_op"], PARAMETERS, "default")
        for triple in TRIPLES:
            with self.subTest(triple=triple):
                linked = self.build(triple)
                wanted = self.contents("m.o")
                self.assertEqual("blake3:" + whole.hex(), wanted[2][0][4])
                for name in ["l.elf", *self.strip(linked)]:
                    self.assertEqual(wanted, self.contents(name), name)
                    result = self.metaobj("diff", self.path("m.o"),
                                          self.path(name))
                    self.assertEqual(0, result.returncode, result.stdout)
        self.assertEqual(
            differences.unneeded_limits(differences.RAW_IMAGES), [])

    def test_checks(self):
        """The array of hashes, byte for byte."""
        _, hashes = identity(["tvmgen_op"], PARAMETERS, "default")
        with open(self.build(TRIPLES[0]), "rb") as file:
            self.assertEqual(1, file.read().count(hashes))

    def test_compressed(self):
        """Frames depend on the byte order, and are hashed as they are."""
        zeros = Parameter("zeros", 0, 32, (1000,), bytes(4000))
        for triple in (TRIPLES[2], TRIPLES[4]):
            linked = self.build(triple, "--compress=zstd",
                                parameters=[zeros, *PARAMETERS])
            self.assertIn("zstd", self.inspect("m.o").stdout)
            wanted = self.contents("m.o")
            for name in self.strip(linked):
                self.assertEqual(wanted, self.contents(name), name)

    def hashed_bytes(self, linked):
        """(symbol, offset in it, address) of every byte with a hash."""
        symbols = self.run_tool("llvm-readelf", "-sW", linked)
        found = []
        for line in symbols.splitlines():
            fields = line.split()
            if len(fields) != 8 or fields[3] != "OBJECT":
                continue
            name, address, size = fields[7], int(fields[1], 16), int(fields[2])
            if name not in NOT_HASHED:
                found += [(name, at, address + at) for at in range(size)]
        return found

    def test_each_flipped_bit(self):
        """In each symbol of the tables; every seventh byte of all."""
        for triple in (TRIPLES[2], TRIPLES[4]):
            linked = self.build(triple)
            self.strip(linked)
            with open(self.path("l.bin"), "rb") as file:
                image = file.read()
            start = self.start(linked)
            places = self.hashed_bytes(linked)
            names = {name for name, _, _ in places}
            self.assertIn("__tvm_param__w", names)
            self.assertIn("_tvm_crt_func_registry", names)
            for index, (name, at, address) in enumerate(places):
                # Padding behind the name's pointer, with 32-bit pointers.
                if name == "_metaobj_params" and triple == TRIPLES[2] and \
                        4 <= at % 64 < 8:
                    continue
                if at % 7 and not name.startswith("__tvm_param__"):
                    continue
                damaged = bytearray(image)
                damaged[address - start] ^= 1 << (index % 8)
                self.write("damaged.bin", bytes(damaged))
                result = self.inspect("damaged.bin", "--verify")
                self.assertEqual(1, result.returncode,
                                 (triple, name, at, result.stdout))
                if name.startswith("__tvm_param__"):
                    self.assertIn("model 'default' is damaged: parameter '%s' "
                                  "differs" % name[len("__tvm_param__"):],
                                  result.stderr)

    def test_extract(self):
        """The elements, and what NumPy reads from the array."""
        linked = self.build(TRIPLES[4])
        self.strip(linked)
        out = self.path("w.bin")
        result = self.inspect("l.hex", "--extract=w", "-o", out)
        self.assertEqual(("", ""), (result.stdout, result.stderr))
        with open(out, "rb") as file:
            self.assertEqual(struct.pack(">4H", 1, 2, 3, 0x3C00), file.read())
        self.inspect("l.bin", "--extract=w", "-o", self.path("w.npy"))
        # metaobj reads it back, in the other byte order.
        self.emit(self.path("w.npy"), "--mtriple=" + TRIPLES[0], "-o",
                  self.path("back.o"))
        back = json.loads(self.inspect("back.o", "--json").stdout)["params"][0]
        self.assertEqual(["w", "float16", [2, 2]],
                         [back[key] for key in ("name", "dtype", "shape")])
        self.assertEqual("blake3:" + blake3.hexdigest(PARAMETERS[1].data),
                         back["hash"])


def uf2(address, image):
    """`image` as blocks of 256 bytes each."""
    pieces = [image[at:at + 256] for at in range(0, len(image), 256)]
    return b"".join(
        struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, address + 256 * i,
                    len(piece), i, len(pieces), 0xE48BFF56)
        + piece.ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30)
        for i, piece in enumerate(pieces))


if __name__ == "__main__":
    toolchain.main()
