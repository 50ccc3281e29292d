# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""No two types of library and tool have one name.

Two definitions of `metaobj::X` in one program are undefined behaviour.
tests/odr has GCC compare the members of types. GCC does not compare their inline
functions, of which a linker keeps one without a word: this test sees those, too.
The house style has each type at the beginning of a line, and what belongs to one
file in a namespace without a name.
"""

import os
import re
import unittest
from collections import defaultdict

from lib import toolchain

DEFINITION = re.compile(
    r"^(?:template <.*> )?(?:class|struct|union|enum(?: class)?) "
    r"(\w+)(?: final)?(?: :[^;]*)?(?: \{|$)")


def shared_types(path):
    """Names of types that other files could see."""
    depth = 0  # Of namespaces without a name.
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("namespace {"):
                depth += 1
            elif line.startswith("} // namespace\n"):
                depth -= 1
            elif depth == 0 and (match := DEFINITION.match(line)):
                yield match[1]


class TypeNames(unittest.TestCase):
    """All files of the library, of its users' headers and of the tool."""

    def test_each_is_defined_once(self):
        places = defaultdict(list)
        for room in ("include/metaobj", "src", "tools"):
            for folder, _, names in os.walk(toolchain.source_path(room)):
                for name in names:
                    if name.endswith((".h", ".cpp")):
                        path = os.path.join(folder, name)
                        for each in shared_types(path):
                            places[each].append(path)
        self.assertGreater(len(places), 100)
        self.assertEqual(
            {name: paths for name, paths in places.items() if len(paths) > 1},
            {})


if __name__ == "__main__":
    toolchain.main()
