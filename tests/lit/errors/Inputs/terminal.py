# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inputs whose names hold control characters; --check passes safe text on,
--command runs the tool with a command of such a name.
"""

import os
import struct
import sys
import unicodedata

ESCAPE = b"\x1b[31m"
LIST_MAGIC = 0xF7E58D4F05049CB7
TENSOR_MAGIC = 0xDD5E40F096B4A13F
# A line of its own, a C1 control in UTF-8 and by itself, a mark of direction.
ODD = b"n" + ESCAPE + b"\nmetaobj: \xc2\x9b\x9b\xe2\x80\xae"


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


def elf(machine):
    """An object without sections."""
    return (b"\x7fELF\x01\x01\x01" + bytes(9) +
            struct.pack("<HHIIIIIHHHHHH", 1, machine, 1, 0, 0, 0, 0, 52, 0, 0,
                        0, 0, 0))


def quoted(argument):
    """For a response file."""
    return b'"' + argument + b'"\n'


def check():
    data = sys.stdin.buffer.read()
    text = data.decode("utf-8")
    bad = [char for char in text
           if char != "\n" and unicodedata.category(char) in ("Cc", "Cf")]
    assert not bad, (bad, text)
    for line in text.splitlines():
        assert line.startswith(("metaobj: error: ", "metaobj: warning: ",
                                "metaobj: note: ", "metaobj: hint: ",
                                "  ")), line
    sys.stdout.buffer.write(data)


def main():
    if sys.argv[1:] == ["--check"]:
        check()
        return
    if sys.argv[1:] == ["--command"]:
        os.execvp("metaobj", ["metaobj", ODD])
    write("missing.rsp", b'"no' + ESCAPE + b'file\n.o"\n')
    write("folder.rsp", b"--mtriple=x86_64-linux-gnu --function=f -o no" +
          ESCAPE + b"folder/x.o\n")
    write("function.rsp", b"--function=" + b"f" * 5000 + b"\n")
    write("prefix.rsp", b"--prefix=" + b"p" * 4090 + b"\n")
    write("option.rsp", quoted(b"--" + ODD))
    write("value.rsp", quoted(b"--plan-effort=" + ODD))
    write("choice.rsp", quoted(b"--emit=" + ODD))
    write("command.rsp", quoted(ODD))
    write("thin.a", thin_archive(b"m" + ESCAPE + b".o"))
    write("long.a", thin_archive(b"m" * 5000))
    write("triple.ll", ir(b"n" + ESCAPE, b""))
    write("cpu.ll", ir(b"x86_64-linux-gnu", b'"target-cpu"="n' + ESCAPE + b'"'))
    write("features.ll", ir(b"x86_64-linux-gnu",
                            b'"target-features"="+n' + ESCAPE + b'"'))
    write("long-cpu.ll", ir(b"x86_64-linux-gnu",
                            b'"target-cpu"="' + b"n" * 5000 + b'"'))
    write("types.ll", b'target triple = "x86_64-linux-gnu"\n'
          b"define void @tvmgen_f(" + b", ".join([b"i64"] * 500) +
          b") { ret void }\n")
    # LLVM quotes the name.
    write("syntax.ll", b'@"n\x9b' + ESCAPE + b'" = global i32 0\n'
          b'@"n\x9b' + ESCAPE + b'" = global i32 0\n')
    # Two objects that do not fit, in a table.
    names = [b"a" + ODD + b".o", b"b" + ODD + b".o"]
    for name, machine in zip(names, (3, 243)):
        with open(os.fsdecode(name), "wb") as file:
            file.write(elf(machine))
    write("differ.rsp", b"".join(map(quoted, names)))
    write("longest.params", params(b"n" * 4096))


if __name__ == "__main__":
    main()
