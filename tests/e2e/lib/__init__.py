# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests of this folder share; ctest runs none of it.

The tests above find it as they are: `from lib import toolchain`. Others put
tests/e2e into sys.path before.
"""
