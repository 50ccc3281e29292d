# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every byte of every tensor arrives, whatever file it comes from.

Tensors of every type that a format has, with random bytes, are written by
Python in each format, plain and compressed with gzip and zstd. A linked program on this
machine writes out name, type, shape and bytes of all its parameters; for a
big-endian target the bytes are read from the object, and objects of the other
formats have the same hashes. NumPy writes files of its own too. GGUF's quantised types, the manifest, tar
archives and --depfile have tests here as well.
"""

import io
import json
import os
import random
import subprocess
import sys
import tarfile
import zipfile

from lib import elf_file, toolchain

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "..", "lit", "Inputs"))
import tensor_files  # noqa: E402
from tensor_files import Tensor, turn  # noqa: E402

#: Prints a line for each parameter, then writes its bytes into a file.
CLIENT = """
#include <metaobj-c/metaobj_abi.h>
#include <inttypes.h>
#include <stdio.h>

METAOBJ_DECLARE_PARAMS(tvmgen_default);

int main(int argc, char **argv) {
  const metaobj_param_table_t *table = tvmgen_default_params();
  FILE *bytes = argc == 2 ? fopen(argv[1], "wb") : NULL;
  if (!bytes)
    return 1;
  for (uint32_t i = 0; i != table->num_params; ++i) {
    const metaobj_param_t *p = metaobj_param_at(table, i);
    printf("%s %u %u %" PRIu64 " [", p->name, p->tensor.dtype.code,
           p->tensor.dtype.bits, p->size);
    for (int32_t d = 0; d != p->tensor.ndim; ++d)
      printf("%s%" PRId64, d ? ", " : "", p->tensor.shape[d]);
    printf("]\\n");
    if (fwrite(p->tensor.data, 1, p->size, bytes) != p->size)
      return 1;
  }
  return fclose(bytes);
}
"""

DTYPES = {"int": 0, "uint": 1, "float": 2, "bfloat": 4, "complex": 5}


def random_tensors(types):
    """Two tensors of each type, a scalar, one without elements, and a large
    one whose size is not a multiple of anything."""
    source = random.Random(1)
    shapes = [(3, 5), (2, 1, 2)]
    tensors = []
    for code, bits in types:
        size = max(bits // 8, 1)
        for index, shape in enumerate(shapes):
            count = 1
            for extent in shape:
                count *= extent
            tensors.append(Tensor(f"t{code}_{bits}.{index}".encode(), code,
                                  bits, list(shape),
                                  source.randbytes(count * size)))
    tensors.append(Tensor(b"scalar", 2, 32, [], source.randbytes(4)))
    tensors.append(Tensor(b"none", 2, 32, [0, 4], b""))
    tensors.append(Tensor(b"large", 0, 8, [1000003],
                          source.randbytes(1000003)))
    return tensors


def manifest(tensors, order):
    """A manifest and its one raw file, in which the tensors lie one after the
    other with a gap."""
    names = {10: "float8_e4m3fn", 12: "float8_e5m2", 14: "float8_e8m0fnu"}
    text, raw = "metaobj-params: 1\nparams:\n", b""
    kinds = {code: name for name, code in DTYPES.items()}
    for t in tensors:
        raw += b"gap"
        dtype = names.get(t.code) or f"{kinds[t.code]}{t.bits}"
        if (t.code, t.bits) == (1, 1):
            dtype = "bool"
        text += (f"  - name: {t.name.decode()}\n    file: raw.bin\n"
                 f"    offset: {len(raw)}\n    dtype: {dtype}\n"
                 f"    shape: {list(t.shape)}\n    byte-order: {order}\n")
        raw += turn(t) if order == "big" else t.data
    return text, raw


#: Little-endian targets of the object formats that the program does not prove.
OTHER_FORMATS = ["x86_64-pc-windows-msvc", "arm64-apple-macosx11",
                 "wasm32-unknown-unknown"]


class ByteTest(toolchain.ToolTest):
    """Tensors in a file against tensors in an image."""

    def link(self, path):
        """A program with the parameters of `path`."""
        metadata = self.path("metadata.o")
        triple = self.run_tool("clang", "-dumpmachine").strip()
        result = self.metaobj("emit", f"--mtriple={triple}", path, "-o",
                              metadata)
        self.assertEqual((result.returncode, result.stdout), (0, ""),
                         result.stderr)
        program = self.path("program")
        client = self.write("client.c", CLIENT)
        self.run_tool("clang", "-I",
                      os.path.join(toolchain.OPTIONS.source, "include"),
                      client, metadata, "-o", program)
        return program, result.stderr

    def check_program(self, path, tensors):
        """Every byte in a linked program; returns the notes of metaobj."""
        program, notes = self.link(path)
        output = self.path("bytes")
        result = toolchain.start([program, output])
        self.assertEqual(result.returncode, 0)
        expected = [f"{t.name.decode()} {t.code} {t.bits} {len(t.data)} "
                    f"{list(t.shape)}" for t in tensors]
        self.assertEqual(result.stdout.splitlines(), expected)
        with open(output, "rb") as file:
            found = file.read()
        self.assertTrue(found == b"".join(t.data for t in tensors),
                        f"bytes of {path} differ")
        return notes

    def inspected(self, path):
        """Name, type, shape, size and hash of each parameter of an object."""
        result = self.metaobj("inspect", "--json", path)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        keys = ("name", "dtype", "shape", "bytes", "hash")
        return [[param[key] for key in keys]
                for param in json.loads(result.stdout)["params"]]

    def check_other_formats(self, path):
        """The bytes of the program, which check_program has proved, in the
        other object formats."""
        expected = self.inspected(self.path("metadata.o"))
        self.assertTrue(expected)
        output = self.path("other.o")
        for triple in OTHER_FORMATS:
            result = self.metaobj("emit", f"--mtriple={triple}", path, "-o",
                                  output)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(self.inspected(output), expected)

    def check_big_endian(self, path, tensors):
        """Every byte in an object for a big-endian target."""
        output = self.path("big.o")
        self.emit("--mtriple=s390x-linux-gnu", "--place=*:visibility=global", "--quiet",
                  path, "-o", output)
        elf = elf_file.ElfFile.read(output)
        for t in tensors:
            if not t.data:
                continue
            symbol = elf.symbol("__tvm_param__" + t.name.decode())
            self.assertTrue(elf.bytes_of(symbol) == turn(t),
                            f"{t.name} of {path} differs")

    def check(self, name, contents, tensors):
        """A file, and the same compressed with and without its size."""
        path = self.write(name, contents)
        self.check_program(path, tensors)
        if sys.byteorder == "little":
            self.check_other_formats(path)
        self.check_big_endian(path, tensors)
        subprocess.run(["gzip", "-nkf", path], check=True)
        self.check_program(path + ".gz", tensors)
        zstd = toolchain.find_tool("zstd")
        subprocess.run([zstd, "-qf", path], check=True)
        self.check_program(path + ".zst", tensors)
        with open(path, "rb") as source, open(path + ".pipe", "wb") as target:
            subprocess.run([zstd, "-qc"], stdin=source, stdout=target,
                           check=True)
        self.check_big_endian(path + ".pipe", tensors)


class EveryByte(ByteTest):
    """Each format, with every type that it has."""

    def test_tvm(self):
        tensors = random_tensors(tensor_files.SAFETENSORS)
        self.check("p", tensor_files.tvm(tensors), tensors)

    def test_safetensors(self):
        tensors = random_tensors(tensor_files.SAFETENSORS)
        self.check("p", tensor_files.safetensors(tensors), tensors)

    def test_npz(self):
        tensors = random_tensors(tensor_files.NUMPY)
        for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            for order in "<>":
                with self.subTest(method=method, order=order):
                    self.check("p", tensor_files.npz(tensors, method, order),
                               tensors)

    def test_npy(self):
        for tensor in random_tensors(tensor_files.NUMPY)[::7]:
            for order in "<>":
                with self.subTest(tensor=tensor.name, order=order):
                    self.check_program(
                        self.write(tensor.name.decode() + ".npy",
                                   tensor_files.npy(tensor, order)), [tensor])

    def test_gguf(self):
        tensors = random_tensors(tensor_files.GGUF)
        self.check("p", tensor_files.gguf(tensors), tensors)
        self.check("p", tensor_files.gguf(tensors, ">"), tensors)
        self.check("p", tensor_files.gguf(tensors, "<", 2, 4096), tensors)

    def test_gguf_quantised(self):
        """As bytes, the same for every target, and a note that says so."""
        data = random.Random(2).randbytes(3 * 2 * 144)
        tensor_files.GGUF[1, 8] = 12  # Q4_K: 256 elements in 144 bytes
        tensor = Tensor(b"q", 1, 8, [3, 512], data)
        path = self.write("p.gguf", tensor_files.gguf([tensor]))
        del tensor_files.GGUF[1, 8]
        notes = self.check_program(path, [tensor._replace(shape=[3, 288])])
        self.assertEqual(notes, f"metaobj: note: {path}: 1 tensor of quantised "
                                "types taken as uint8: 1 Q4_K\n")

    def test_tflite(self):
        """Without a tensor that has no data: it is no parameter."""
        tensors = [t for t in random_tensors(tensor_files.TFLITE) if t.data]
        self.check("p", tensor_files.tflite(tensors), tensors)

    def test_tflite_beyond_4_gib(self):
        """Data behind the tables, in a file with a hole."""
        place = 5 << 30
        path = self.write("p.tflite", tensor_files.flatbuffer(b"TFL3", {
            2: tensor_files.flat_tables([{0: tensor_files.flat_tables([{
                0: tensor_files.int32s([2, 2]),
                1: tensor_files.flat_number(9, 1),
                2: tensor_files.flat_number(0, 4),
                3: tensor_files.flat_bytes(b"w")}])}]),
            4: tensor_files.flat_tables([{
                1: tensor_files.flat_number(place, 8),
                2: tensor_files.flat_number(4, 8)}])}))
        with open(path, "r+b") as file:
            file.seek(place)
            file.write(b"data")
        self.check_program(path, [Tensor(b"w", 0, 8, [2, 2], b"data")])
        os.remove(path)

    def test_executorch(self):
        tensors = random_tensors(tensor_files.EXECUTORCH)
        self.check("p", tensor_files.pte(tensors), tensors)
        self.check("p", tensor_files.ptd(tensors), tensors)

    def test_onnx(self):
        tensors = random_tensors(tensor_files.ONNX)
        self.check("p", tensor_files.onnx(tensors), tensors)

    def test_irpa(self):
        """All are bytes there."""
        tensors = [t._replace(code=1, bits=8, shape=[len(t.data)])
                   for t in random_tensors(tensor_files.EXECUTORCH)]
        self.check("p", tensor_files.irpa(tensors), tensors)

    def test_safetensors_index(self):
        tensors = random_tensors(tensor_files.SAFETENSORS)
        half = len(tensors) // 2
        shards = {"1.safetensors": tensors[:half],
                  "2.safetensors": tensors[half:]}
        for name, shard in shards.items():
            self.write(name, tensor_files.safetensors(shard))
        path = self.write("i.json", json.dumps({"weight_map": {
            t.name.decode(): name for name, shard in shards.items()
            for t in shard}}))
        self.check_program(path, tensors)
        self.check_big_endian(path, tensors)

    def test_tensorflow_js(self):
        """Tensors lie across the ends of files, as TensorFlow.js cuts them."""
        names = {(2, 32): "float32", (2, 16): "float16", (0, 32): "int32",
                 (1, 8): "uint8", (1, 16): "uint16", (1, 1): "bool",
                 (5, 64): "complex64"}
        tensors = [t for t in random_tensors(names) if t.name != b"large"]
        raw = b"".join(t.data for t in tensors)
        pieces = [raw[at:at + 37] for at in range(0, len(raw), 37)]
        for index, piece in enumerate(pieces):
            self.write(f"{index}.bin", piece)
        path = self.write("model.json", json.dumps({
            "modelTopology": {}, "weightsManifest": [{
                "paths": [f"{index}.bin" for index in range(len(pieces))],
                "weights": [{"name": t.name.decode(), "shape": t.shape,
                             "dtype": names[t.code, t.bits]}
                            for t in tensors]}]}))
        self.check_program(path, tensors)
        self.check_big_endian(path, tensors)

    def test_manifest(self):
        tensors = random_tensors(tensor_files.SAFETENSORS)
        for order in ("little", "big"):
            text, raw = manifest(tensors, order)
            self.write("raw.bin", raw)
            self.check("p.yaml", text.encode(), tensors)
        depfile = self.path("d")
        self.emit("--mtriple=s390x-linux-gnu", self.path("p.yaml"), "-o",
                  self.path("m.o"), f"--depfile={depfile}")
        with open(depfile, encoding="utf-8") as file:
            self.assertEqual(file.read().replace("\\\n", "").split(),
                             [self.path(name) for name in
                              ("m.o:", "p.yaml", "raw.bin", "p.yaml:",
                               "raw.bin:")])


class TarArchives(ByteTest):
    """Model Library Format: parameters inside of tar archives."""

    def test_every_byte(self):
        tensors = random_tensors(tensor_files.SAFETENSORS)
        contents = tensor_files.tvm(tensors)
        long = "/".join(["folder" * 8] * 5)
        for kind in (tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT,
                     tarfile.PAX_FORMAT):
            with self.subTest(kind=kind):
                archive = io.BytesIO()
                with tarfile.open(fileobj=archive, mode="w",
                                  format=kind) as tar:
                    for name, data in {
                            "./metadata.json": b'{"version": 7}',
                            "./src/relay.txt": b"def @main() {}",
                            f"./{long[:200]}/p.params": contents}.items():
                        info = tarfile.TarInfo(name)
                        info.size = len(data)
                        tar.addfile(info, io.BytesIO(data))
                self.check("m.tar", archive.getvalue(), tensors)


NUMPY_WRITER = """
import json, sys
import numpy as np
source = np.random.default_rng(1)
arrays = {}
for kind in "b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 c8 c16".split():
    for order in "<>":
        name = kind + ("_little" if order == "<" else "_big")
        bits = source.integers(0, 256, 6 * np.dtype(kind).itemsize, np.uint8)
        if kind == "b1":
            bits &= 1
        arrays[name] = bits.view(order + kind).reshape(2, 3)
arrays["folder/scalar"] = np.float32(0.1)
arrays["none"] = np.zeros((0, 3), np.int16)
np.savez("stored.npz", **arrays)
np.savez_compressed("deflated.npz", **arrays)
np.save("w.npy", arrays["f4_big"])
fortran = {}
for shape in ((7,), (3, 5), (2, 3, 4), (3, 1, 4, 2), (300, 210)):
    for kind in "u1 i2 f4 f8 c8 c16".split():
        for order in "<>":
            size = int(np.prod(shape)) * np.dtype(kind).itemsize
            array = source.integers(0, 256, size, np.uint8).view(
                order + kind).reshape(shape)
            name = "x".join(map(str, shape)) + kind + "lb"[order == ">"]
            fortran[name] = np.asfortranarray(array)
np.savez("fortran_stored.npz", **fortran)
np.savez_compressed("fortran_deflated.npz", **fortran)
np.save("m.npy", fortran["3x5f4b"])
assert b"'fortran_order': True" in open("m.npy", "rb").read()
np.save("objects.npy", np.array([{}], dtype=object))
np.save("text.npy", np.array(["text"]))
np.save("fields.npy", np.zeros(1, [("a", "<f4"), ("b", "<i2")]))
def listed(arrays):
    # tobytes() is in C order.
    little = {name: np.asarray(array) for name, array in arrays.items()}
    little = {name: array.astype(array.dtype.newbyteorder("<"))
              for name, array in little.items()}
    return [[name, array.dtype.kind, array.dtype.itemsize * 8, array.shape,
             array.tobytes("C").hex()] for name, array in little.items()]
print(json.dumps([listed(arrays), listed(fortran)]))
"""


class NumpysOwnFiles(ByteTest):
    """Files that NumPy wrote."""

    def setUp(self):
        super().setUp()
        result = toolchain.start([toolchain.python_with("numpy"), "-c",
                                  NUMPY_WRITER],
                                 cwd=self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        codes = {"b": (1, 1), "i": (0, None), "u": (1, None), "f": (2, None),
                 "c": (5, None)}
        self.tensors, self.fortran = [
            [Tensor(name.encode(), codes[kind][0], codes[kind][1] or bits,
                    shape, bytes.fromhex(data))
             for name, kind, bits, shape, data in arrays]
            for arrays in json.loads(result.stdout)]

    def test_archives(self):
        for name in ("stored.npz", "deflated.npz"):
            with self.subTest(name):
                self.check_program(self.path(name), self.tensors)
                self.check_big_endian(self.path(name), self.tensors)

    def test_array(self):
        array, = [t for t in self.tensors if t.name == b"f4_big"]
        self.check_program(self.path("w.npy"), [array._replace(name=b"w")])

    def test_fortran_order(self):
        """Transposed while it is copied, and its numbers turned at once."""
        for name in ("fortran_stored.npz", "fortran_deflated.npz"):
            with self.subTest(name):
                self.check_program(self.path(name), self.fortran)
                self.check_big_endian(self.path(name), self.fortran)
        array, = [t for t in self.fortran if t.name == b"3x5f4b"]
        self.check_program(self.path("m.npy"), [array._replace(name=b"m")])

    def test_refused(self):
        for name, reason in {
                "objects.npy": "has elements of NumPy type '|O' (Python "
                               "objects)",
                "text.npy": "has elements of NumPy type '<U4' (text)",
                "fields.npy": "has structures for elements"}.items():
            with self.subTest(name):
                path = self.path(name)
                result = self.metaobj("emit", "--mtriple=s390x-linux-gnu",
                                      path, "-o", self.path("x.o"))
                self.assertEqual(result.returncode, 1)
                self.assertTrue(result.stderr.startswith(
                    f"metaobj: error: {path}: {reason}"), result.stderr)


class SmallTensors(toolchain.ToolTest):
    """Many small tensors take few system calls: one for each of them would
    take longer than their copy."""

    COUNT = 3000

    def reads(self, parameters, *options):
        """The number of reads of the file, and the object."""
        params = self.write("many.params", toolchain.params_file(parameters))
        trace = self.path("trace")
        self.run_tool("strace", "-f", "-y", "-o", trace, "-e",
                      "trace=pread64,preadv,read", toolchain.OPTIONS.metaobj,
                      "emit", "--quiet", "--mtriple=x86_64-linux-gnu", params,
                      *options, "-o", self.path("many.o"))
        with open(trace, encoding="utf-8") as file:
            count = sum("many.params" in line for line in file)
        with open(self.path("many.o"), "rb") as file:
            return count, file.read()

    def parameters(self, contents):
        return [toolchain.Parameter(f"p{i}", 1, 8, (4096,), contents(i))
                for i in range(self.COUNT)]

    def test_all_different(self):
        noise = random.Random(1)
        parameters = self.parameters(lambda _: noise.randbytes(4096))
        without, plain = self.reads(parameters, "--dedup=off")
        count, shared = self.reads(parameters)
        # The directory, the first bytes of each, and the copy.
        self.assertLess(without, self.COUNT / 10)
        self.assertLess(count, self.COUNT / 8)
        self.assertEqual(shared, plain)

    def test_few_contents(self):
        """Each content is stored once, at its first place."""
        noise = random.Random(2)
        contents = [noise.randbytes(4096) for _ in range(100)]
        alike = [bytes(64) + each[64:] for each in contents]
        for name, kinds in (("different", contents), ("alike", alike)):
            with self.subTest(name):
                count, shared = self.reads(
                    self.parameters(lambda i, kinds=kinds: kinds[i % 100]))
                self.assertLess(count, self.COUNT / 8)
                self.assertLess(len(shared), 4096 * 100 + 400 * self.COUNT)
                for each in kinds:
                    self.assertEqual(shared.count(each), 1)


if __name__ == "__main__":
    toolchain.main()
