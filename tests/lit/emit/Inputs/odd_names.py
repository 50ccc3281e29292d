# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names that no terminal should get raw, and what is written of them.

Without arguments: writes odd.params, and response files with functions
(odd.rsp) and a model (model.rsp) of such names. --json FILE and --safe FILE
check what was written.
"""

import json
import struct
import sys
import unicodedata

LIST_MAGIC = 0xF7E58D4F05049CB7
TENSOR_MAGIC = 0xDD5E40F096B4A13F

PARAMS = [b"n\x1b[31m", b"line\nmetaobj: error", b"c1\x9b", b"c1\xc2\x9b",
          b"del\x7f", b"bad\xff\xfe", b"cut\xe4\xb8", b"mark\xe2\x80\xae",
          b"tag\xf3\xa0\x80\x81", b"\xc3\xa4\xe4\xb8\xad", b'q"*/??/\\',
          b"l" * 300]
FUNCTIONS = [b"f\x1b[31m", b"fc1\xc2\x9b", b"fbad\xff", b"f" * 300]


def params_file(names):
    text = struct.pack("<QQQ", LIST_MAGIC, 0, len(names))
    text += b"".join(struct.pack("<Q", len(name)) + name for name in names)
    text += struct.pack("<Q", len(names))
    for number, _ in enumerate(names):
        text += struct.pack("<QQiiiBBHqqb", TENSOR_MAGIC, 0, 1, 0, 1, 0, 8, 1,
                            1, 1, number)
    return text


def shown(name):
    """As JSON has it: bytes that are no UTF-8 are replaced."""
    return name.decode("utf-8", errors="replace")


def check_safe(data):
    text = data.decode("utf-8")
    bad = [char for char in text
           if char != "\n" and unicodedata.category(char) in ("Cc", "Cf")]
    assert not bad, (bad, text)
    return text


def names_in(value, found):
    if isinstance(value, dict):
        for key, each in value.items():
            if key == "name" and isinstance(each, str):
                found.append(each)
            names_in(each, found)
    elif isinstance(value, list):
        for each in value:
            names_in(each, found)
    return found


def main():
    if len(sys.argv) == 1:
        with open("odd.params", "wb") as file:
            file.write(params_file(PARAMS))
        with open("odd.rsp", "wb") as file:
            for name in FUNCTIONS:
                file.write(b'"--function=' + name + b'"\n')
        with open("model.rsp", "wb") as file:
            file.write(b"'--model=" + b"*/".join(PARAMS[:5]) + b"'\n")
        return
    with open(sys.argv[2], "rb") as file:
        text = check_safe(file.read())
    if sys.argv[1] == "--safe":
        return
    names = names_in(json.loads(text), [])
    for name in PARAMS:
        assert shown(name) in names, (name, names)
    # Not replaced, but escaped.
    for escape in ("\\u001b", "\\n", "\\u009b", "\\u007f", "\\u202e",
                   "\\udb40\\udc01", "\u00e4\u4e2d"):
        assert escape in text, (escape, text)


if __name__ == "__main__":
    main()
