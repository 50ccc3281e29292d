# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python3 -m metaobj` is the command line."""

import sys

from ._library import run_command_line

if __name__ == "__main__":
    run_command_line(sys.argv[1:])
