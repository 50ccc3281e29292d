#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes python/metaobj/_options.py from the settings of the program.

    python3 python/write_options.py build/dev/bin/metaobj

With "-" as a second argument, it writes to standard output.
"""

import json
import keyword
import pathlib
import subprocess
import sys
import textwrap

HEAD = '''\
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The options of each command, as types for its keywords.

python/write_options.py has written this file from `metaobj --settings`.
"""

from __future__ import annotations

from typing import Literal, Sequence, TypedDict, Union

from ._library import Path
'''

#: Types of Python for the types of values. A choice lists its values.
TYPES = {"bool": "bool", "number": "Union[int, str]", "text": "str",
         "path": "Path"}

#: Texts that may be numbers: "0x1000", "64K".
NUMBERS = ("address", "bytes")

#: Each type: the function, its command, and the settings that it takes
#: otherwise: as a parameter, or not at all.
FUNCTIONS = [
    ("EmitOptions", "Model.emit()", "emit", ["model", "output"]),
    ("InspectOptions", "inspect()", "inspect", ["extract", "output"]),
    ("ExtractOptions", "extract()", "inspect",
     ["extract", "output", "public-key", "together", "verify"]),
    ("CheckOptions", "check()", "check", []),
    ("SizeOptions", "size()", "size", []),
    ("PlanOptions", "plan()", "plan", []),
    ("LinkOptions", "link()", "link", ["output"]),
]

#: The same for devices: the action, too. A connection takes what several
#: actions have in common, and its functions take the rest.
DEVICE_FUNCTIONS = [
    ("DeviceOptions", "device.connect()", None,
     ["board", "function", "memory", "via"]),
    ("DeviceRunOptions", "Device.run()", "run", []),
    ("DeviceCompareOptions", "Device.compare()", "compare", ["host-object"]),
    ("DeviceTimeOptions", "Device.time()", "time", []),
]


def takes_action(setting, action):
    """Whether a function of a device takes the setting."""
    actions = setting.get("actions")
    is_of_connection = not actions or {"load", "run"} <= set(actions)
    if action is None:
        return is_of_connection
    return not is_of_connection and action in actions


def type_of(setting):
    """The annotation of a setting."""
    kind = setting["type"]
    if kind == "choice":
        one = "Literal[%s]" % ", ".join(map(json.dumps, setting["known"]))
    else:
        is_number = kind == "text" and setting["value"] in NUMBERS
        one = TYPES["number" if is_number else kind]
    types = [one]
    if setting["list"]:
        types.append("Sequence[%s]" % one)
    if setting.get("value_optional"):
        types.append("bool")
    return types[0] if len(types) == 1 else "Union[%s]" % ", ".join(types)


def key_of(setting):
    """The keyword of a setting."""
    key = setting["name"].replace("-", "_")
    return key + "_" if keyword.iskeyword(key) else key


def lines_of(setting):
    """A key of a TypedDict, and its help, which editors show."""
    yield from textwrap.wrap(
        "%s: %s" % (key_of(setting), type_of(setting)), 88,
        initial_indent="    ", subsequent_indent="        ",
        break_on_hyphens=False)
    text = setting["help"].replace("\\", "\\\\")
    if "default" in setting:
        text += " (default: %s)" % setting["default"]
    yield from textwrap.wrap('"""%s."""' % text, 88, initial_indent="    ",
                             subsequent_indent="    ",
                             break_on_hyphens=False)


def class_lines(name, function, settings):
    """A TypedDict."""
    yield ""
    yield ""
    yield "class %s(TypedDict, total=False):" % name
    yield '    """Keywords of %s."""' % function
    for setting in settings:
        yield ""
        yield from lines_of(setting)


def write(table):
    """The text of _options.py."""
    commands = {each["name"]: [setting for setting in each["settings"]
                               if not setting.get("of_programs")]
                for each in table["commands"]}
    lines = []
    for name, function, command, others in FUNCTIONS:
        lines += class_lines(name, function, [
            each for each in commands[command] if each["name"] not in others])
    for name, function, action, others in DEVICE_FUNCTIONS:
        lines += class_lines(name, function, [
            each for each in commands["device"]
            if takes_action(each, action) and each["name"] not in others])
    return HEAD + "\n".join(lines) + "\n"


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    settings = subprocess.run([sys.argv[1], "--settings"], check=True,
                              stdout=subprocess.PIPE)
    text = write(json.loads(settings.stdout))
    if sys.argv[2:] == ["-"]:
        sys.stdout.write(text)
    else:
        path = pathlib.Path(__file__).parent / "metaobj" / "_options.py"
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
