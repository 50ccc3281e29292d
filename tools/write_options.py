#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes python/metaobj/_options.py and docs/options.md from the settings of the
program.

    python3 tools/write_options.py build/dev/bin/metaobj

With "--check", it says which of them is not what it would write, and writes
nothing.
"""

import json
import keyword
import pathlib
import re
import subprocess
import sys
import textwrap

HEAD = '''\
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The options of each command, as types for its keywords.

tools/write_options.py has written this file from `metaobj --settings`.
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
    ("EmbedOptions", "embed()", "embed", ["output"]),
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


#: Where the pages say more of a setting: by its command, or of any command.
LINKS = {
    "emit abi": "command-line.md#the-abi",
    "emit match": "command-line.md#function-names",
    "emit inputs": "command-line.md#inputs",
    "emit register": "recipes.md#models-by-their-names",
    "emit record": "format.md#record",
    "emit sign": "format.md#signature",
    "emit registry-index": "format.md#index",
    "emit ffi-root": "command-line.md#tvm-ffi",
    "emit ffi-import": "command-line.md#tvm-ffi",
    "emit external-params": "params-image.md",
    "emit params": "params.md",
    "emit param": "params.md#pick-and-skip-parameters",
    "emit verify-inputs": "params.md#checksums",
    "emit place": "placement.md",
    "emit placement": "placement.md",
    "emit preset": "placement.md",
    "emit board": "board.md",
    "emit compress": "placement.md#compression",
    "emit section-symbols": "recipes.md#a-checksum-at-run-time",
    "emit debug-info": "recipes.md#parameters-in-a-debugger",
    "emit shards": "shards.md",
    "emit executor": "executor.md",
    "emit vm-function": "tvm.md",
    "emit workspace": "tvm.md#workspaces",
    "emit header": "c-source.md#the-header",
    "emit emit-rust": "rust.md",
    "emit depfile": "command-line.md#dependencies",
    "emit map": "map-json.md",
    "emit mtriple": "command-line.md#target",
    "emit module": "params.md#model-library-format",
    "emit json": "c-api.md",
    "embed symbol": "embed.md#symbols",
    "embed symbols": "embed.md#parameters",
    "embed style": "embed.md#styles",
    "embed type": "embed.md#types",
    "embed writable": "embed.md#constants-and-variables",
    "embed section": "embed.md#constants-and-variables",
    "embed place": "placement.md",
    "embed placement": "placement.md",
    "embed preset": "placement.md",
    "embed board": "board.md",
    "embed compress": "embed.md#compressed-files",
    "embed depfile": "command-line.md#dependencies",
    "embed map": "map-json.md",
    "embed mtriple": "command-line.md#target",
    "embed json": "c-api.md",
    "inspect json": "inspect-json.md",
    "diff json": "report.md#json",
    "size json": "report.md#json-of-size",
    "size html": "report.md#page",
    "size budget": "report.md#budgets",
    "size board": "board.md",
    "check board": "board.md",
    "link json": "c-api.md",
    "link with-runtime": "link.md",
    "device via": "device.md",
    "device json": "device.md#json",
    "plan json": "plan.md",
    "plan board": "board.md",
    "config": "command-line.md#job-files",
}


def spelling_of(setting):
    """"`-o`, `--output=<file>`"."""
    value = "=<%s>" % setting["value"] if "value" in setting else ""
    if setting.get("value_optional"):
        value = "[%s]" % value
    letter = "`-%s`, " % setting["letter"] if "letter" in setting else ""
    return "%s`--%s%s`" % (letter, setting["name"], value)


def row_of(spelling, text, link):
    """A row of a table in Markdown. What stands for a word is code: HTML would
    take it for a tag."""
    text = re.sub(r"[\w./]*(<[\w.]+>[\w.]*)+", r"`\g<0>`", text)
    text = text.replace("|", "\\|").replace("*", "\\*").replace("_", "\\_")
    text = re.sub(r"`[^`]*`", lambda code: code[0].replace("\\_", "_"), text)
    if link:
        text += " ([more](%s))" % link
    return "| %s | %s |" % (spelling.replace("|", "\\|"), text)


def page(table):
    """The text of options.md."""
    lines = ["# All options", "",
             "`tools/write_options.py` has written this page from `metaobj "
             "--settings`. [command-line.md](command-line.md)", "explains "
             "the commands."]
    head = ["", "| option | meaning |", "|---|---|"]
    for command in table["commands"]:
        lines += ["", "## metaobj " + command["name"]]
        group = None
        for each in command["settings"]:
            if each["group"] != group:
                group = each["group"]
                lines += ["", "**%s**" % group] if group else []
                lines += head
            text = each["help"]
            if "default" in each:
                text += " (default: %s)" % each["default"]
            if "actions" in each:
                text += ". With: " + ", ".join(each["actions"])
            link = LINKS.get("%s %s" % (command["name"], each["name"]))
            lines.append(row_of(spelling_of(each), text, link))
        if not command["settings"]:
            lines += ["", "It has the general options."]
    lines += ["", "## General", ""] + head[1:]
    for each in table["general"]:
        mark = "=" if each["flag"].startswith("--") else " "
        value = "%s<%s>" % (mark, each["value"]) if each["value"] else ""
        lines.append(row_of("`%s%s`" % (each["flag"], value), each["help"],
                            LINKS.get(each["flag"].lstrip("-"))))
    return "\n".join(lines) + "\n"


def keywords(table):
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
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--check"]):
        sys.exit(__doc__)
    settings = subprocess.run([sys.argv[1], "--settings"], check=True,
                              stdout=subprocess.PIPE)
    table = json.loads(settings.stdout)
    known = {"%s %s" % (command["name"], each["name"])
             for command in table["commands"] for each in command["settings"]}
    known |= {each["flag"].lstrip("-") for each in table["general"]}
    if not known.issuperset(LINKS):
        sys.exit("LINKS has settings that are gone: " +
                 ", ".join(sorted(set(LINKS) - known)))
    source = pathlib.Path(__file__).resolve().parent.parent
    stale = []
    for name, text in (("python/metaobj/_options.py", keywords(table)),
                       ("docs/options.md", page(table))):
        path = source / name
        if not sys.argv[2:]:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
    if stale:
        sys.exit("not what tools/write_options.py writes: " + ", ".join(stale))


if __name__ == "__main__":
    main()
