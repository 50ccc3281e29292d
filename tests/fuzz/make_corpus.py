# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the seeds of the fuzz targets: make_corpus.py [FOLDER].

One folder for each target, beside this script unless told otherwise. The files
are small whole ones of each kind; what the fuzzer found later is added by hand,
named after the fault.
"""

import io
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "lit", "Inputs"))
import tensor_files  # noqa: E402
from tensor_files import Tensor  # noqa: E402

TENSORS = [Tensor(b"w", 0, 16, [2, 1], b"abcd"),
           Tensor(b"b", 2, 32, [], b"1234")]

MANIFEST = b"""# raw
metaobj-params: 1
params:
  - name: w
    file: raw.bin
    offset: 0x4
    size: 4
    dtype: int16
    shape: [2, 1]
    byte-order: big
    align: 64
    section: .rodata
  - {name: "b", file: 'raw.bin', dtype: float32, shape: []}
"""


def tar(kind, *names):
    """A folder and members of a few bytes."""
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w", format=kind) as file:
        folder = tarfile.TarInfo("parameters")
        folder.type = tarfile.DIRTYPE
        file.addfile(folder)
        for name in names:
            member = tarfile.TarInfo(name)
            member.size = 5
            file.addfile(member, io.BytesIO(b"12345"))
        end = file.offset
    # Two blocks end an archive; Python fills it up to twenty.
    return archive.getvalue()[:end + 1024]


def seeds():
    """Bytes of each seed by target and name."""
    tvm = tensor_files.tvm(TENSORS)
    zstd = shutil.which("zstd") or sys.exit("zstd is not installed")
    return {
        "TvmParams": {"two": tvm, "none": tensor_files.tvm([])},
        "Safetensors": {"two": tensor_files.safetensors(TENSORS)},
        "NumpyArray": {"matrix": tensor_files.npy(TENSORS[0]),
                       "big": tensor_files.npy(TENSORS[1], ">")},
        "NumpyArchive": {
            "stored": tensor_files.npz(TENSORS),
            "deflated": tensor_files.npz(TENSORS, zipfile.ZIP_DEFLATED)},
        "Gguf": {"little": tensor_files.gguf(TENSORS, alignment=8),
                 "big": tensor_files.gguf(TENSORS, ">")},
        "ParamsManifest": {"two": MANIFEST},
        "TarArchive": {
            "ustar": tar(tarfile.USTAR_FORMAT, "parameters/w", "b"),
            "gnu": tar(tarfile.GNU_FORMAT, "long/" * 30 + "b"),
            "pax": tar(tarfile.PAX_FORMAT, "long/" * 60 + "b")},
        "Zstd": {
            "sized": subprocess.run([zstd, "-qc", "--stream-size",
                                     str(len(tvm))], input=tvm,
                                    stdout=subprocess.PIPE, check=True).stdout,
            "piped": subprocess.run([zstd, "-qc"], input=tvm,
                                    stdout=subprocess.PIPE, check=True).stdout},
    }


def main():
    root = sys.argv[1] if len(sys.argv) == 2 else os.path.join(HERE, "corpus")
    for target, files in seeds().items():
        os.makedirs(os.path.join(root, target), exist_ok=True)
        for name, contents in files.items():
            with open(os.path.join(root, target, name), "wb") as file:
                file.write(contents)


if __name__ == "__main__":
    main()
