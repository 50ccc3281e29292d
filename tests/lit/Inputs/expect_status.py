# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command and checks its exit status: expect_status.py N command...

`not` accepts every status but 0; the tool promises which one it is.
"""

import subprocess
import sys

wanted = int(sys.argv[1])
found = subprocess.run(sys.argv[2:], check=False).returncode
if found != wanted:
    sys.exit(f"exit status is {found}, expected {wanted}")
