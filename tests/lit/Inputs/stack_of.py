# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""stack_of.py OBJECT MOST FUNCTION...: the functions, which call each other,
take at most MOST bytes of stack together, by the object's `.stack_sizes`.
"""

import re
import subprocess
import sys

path, most, *functions = sys.argv[1:]
text = subprocess.run(["llvm-readobj", "--stack-sizes", path], check=True,
                      stdout=subprocess.PIPE, text=True).stdout
sizes = {name: int(size, 16) for name, size in re.findall(
    r"Functions: \[(.*?)\]\s+Size: (0x[0-9A-Fa-f]+)", text)}
total = sum(sizes[each] for each in functions)
if total > int(most):
    sys.exit(f"{total} bytes, wanted at most {most}: {sizes}")
if total < int(most) // 2:
    sys.exit(f"{total} bytes, far less than {most}: {sizes}")
