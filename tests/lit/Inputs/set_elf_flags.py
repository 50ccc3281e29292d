# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""set_elf_flags.py FLAGS FILE: writes e_flags of an ELF file in place.

yaml2obj knows the flags of some machines only.
"""

import struct
import sys

flags, path = sys.argv[1:]
with open(path, "r+b") as file:
    header = file.read(6)
    is_64, is_little = header[4] == 2, header[5] == 1
    file.seek(0x30 if is_64 else 0x24)
    file.write(struct.pack("<I" if is_little else ">I", int(flags, 0)))
