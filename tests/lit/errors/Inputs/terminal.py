# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inputs whose names hold control characters; --check passes safe text on."""

import struct
import sys

ESCAPE = b"\x1b[31m"
LIST_MAGIC = 0xF7E58D4F05049CB7
TENSOR_MAGIC = 0xDD5E40F096B4A13F


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


def ir(triple, attributes):
    return (b'target triple = "' + triple + b'"\n'
            b"define void @tvmgen_f() " + attributes + b" { ret void }\n")


def params(name):
    return (struct.pack("<QQQQ", LIST_MAGIC, 0, 1, len(name)) + name +
            struct.pack("<QQQiiiBBHqqb", 1, TENSOR_MAGIC, 0, 1, 0, 1, 0, 8, 1,
                        1, 1, 7))


def thin_archive(member):
    """An archive that names the file `member`, which is not there."""
    names = member + b"/\n"
    header = b"%-16s%-12d%-6d%-6d%-8d%-10d`\n"
    return (b"!<thin>\n" + b"%-48s%-10d`\n" % (b"//", len(names)) + names +
            b"\n" * (len(names) % 2) + header % (b"/0", 0, 0, 0, 0, 4))


def main():
    if sys.argv[1:] == ["--check"]:
        text = sys.stdin.buffer.read()
        bad = [byte for byte in text if byte < 32 and byte != 10 or byte == 127]
        assert not bad, (bad, text)
        sys.stdout.buffer.write(text)
        return
    write("missing.rsp", b'"no' + ESCAPE + b'file\n.o"\n')
    write("folder.rsp", b"--mtriple=x86_64-linux-gnu --function=f -o no" +
          ESCAPE + b"folder/x.o\n")
    write("function.rsp", b"--function=" + b"f" * 5000 + b"\n")
    write("prefix.rsp", b"--prefix=" + b"p" * 5000 + b"\n")
    write("thin.a", thin_archive(b"m" + ESCAPE + b".o"))
    write("triple.ll", ir(b"n" + ESCAPE, b""))
    write("cpu.ll", ir(b"x86_64-linux-gnu", b'"target-cpu"="n' + ESCAPE + b'"'))
    write("features.ll", ir(b"x86_64-linux-gnu",
                            b'"target-features"="+n' + ESCAPE + b'"'))
    write("longest.params", params(b"n" * 4096))


if __name__ == "__main__":
    main()
