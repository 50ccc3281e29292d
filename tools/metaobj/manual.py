# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the manual page of metaobj, and what shells need to complete its
command lines, from the help of the program: nothing is told twice.

usage: manual.py <metaobj> <output folder>
"""

import os
import re
import subprocess
import sys
from collections import namedtuple

#: `value` is what stands behind `=` in the help, "" for a flag; `choices` are
#: the values that the help lists.
Option = namedtuple("Option", "name value text choices")

#: `options` are lists of Option by the heading of the help.
Command = namedtuple("Command", "name text usage options")

OPTION = re.compile(r"^  (-[-\w]+)(?:\[?=?(?: ?)<(.*)>\]?)? +- (.*)$")
CHOICE = re.compile(r"^    =(\S+) +-")


def run(metaobj, *arguments):
    """What the program prints."""
    return subprocess.run([metaobj, *arguments], check=True, text=True,
                          capture_output=True).stdout


def known_values(metaobj, command, option):
    """The values that the program names when it refuses another one."""
    done = subprocess.run([metaobj, command, f"{option}=?", "-o", "?"],
                          check=False, text=True, capture_output=True)
    known = re.search(r"; known are: (.*)", done.stderr)
    if not known or done.returncode != 2:
        return []
    # Without ranges.
    return [each for each in known[1].split(", ") if " " not in each]


def read_options(metaobj, command, text):
    """The options in the help of a command, by heading."""
    options, heading = {}, None
    for line in text.splitlines():
        if line.endswith(":") and not line.startswith(" "):
            heading = line[:-1]
        elif match := OPTION.match(line):
            if heading != "Generic Options":
                options.setdefault(heading, []).append(Option(
                    match[1], match[2] or "", match[3],
                    known_values(metaobj, command, match[1])
                    if match[2] else []))
        elif match := CHOICE.match(line):
            options[heading][-1].choices.append(match[1])
    for each in options.values():
        each.sort(key=lambda option: option.name.lstrip("-"))
    return options


def read_commands(metaobj):
    """All commands of the program, in its order."""
    commands, is_command = [], False
    for line in run(metaobj, "--help").splitlines():
        if line.startswith("COMMANDS:"):
            is_command = True
        elif is_command and (match := re.match(r"^  (\S+) +(.*)$", line)):
            text = run(metaobj, match[1], "--help")
            usage = re.search(r"^USAGE: (.*)$", text, re.M)[1]
            commands.append(Command(match[1], match[2], usage,
                                    read_options(metaobj, match[1], text)))
        else:
            is_command = False
    if not any(each.options for each in commands):
        sys.exit("manual.py: the help of metaobj has another form")
    return commands


def every(command):
    """The options of a command without their headings."""
    return [option for each in command.options.values() for option in each]


def takes_file(option):
    """Is its value a path?"""
    return option.value in ("file", "path", "folder")


def roff(text):
    """Text for a manual page."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def manual(commands, summary, version):
    """The page."""
    lines = [f'.TH METAOBJ 1 "" "metaobj {version}" "User commands"',
             ".SH NAME",
             "metaobj \\- " + roff(summary),
             ".SH SYNOPSIS"]
    for each in commands:
        lines += [".nf" if each is commands[0] else ".br",
                  ".B " + roff(each.usage)]
    lines += [".fi", ".ad l", ".SH COMMANDS"]
    for each in commands:
        lines += [".TP", ".B " + roff(each.name), roff(each.text)]
    for command in commands:
        if not command.options:
            continue
        lines.append(f".SH OPTIONS OF {roff(command.name.upper())}")
        for heading, options in command.options.items():
            if len(command.options) > 1:
                lines.append(".SS " + roff(heading))
            for option in options:
                joint = " " if option.name == "-o" else "="
                value = (f"{joint}\\fI<{roff(option.value)}>\\fP"
                         if option.value else "")
                text = roff(option.text)
                if option.choices and option.choices[0] not in option.text:
                    text += ": " + roff(", ".join(option.choices))
                lines += [".TP", f"\\fB{roff(option.name)}\\fP{value}", text]
    lines += [".SH EXIT STATUS", ".TP", ".B 0", "done; diff: no difference",
              ".TP", ".B 1",
              "the inputs are at fault, or differ; check: links will fail",
              ".TP", ".B 2", "wrong usage; diff: trouble"]
    return "\n".join(lines) + "\n"


def names(command):
    """The option names as they are typed, with `=` before a value."""
    return [option.name + ("=" if option.value and option.name != "-o" else "")
            for option in every(command)]


def bash(commands):
    """For bash-completion. `=` is a word of its own there."""
    lines = ["# Completion of metaobj for bash.", "", "_metaobj() {",
             "  local current=${COMP_WORDS[COMP_CWORD]}",
             "  local before=${COMP_WORDS[COMP_CWORD - 1]} options= option=",
             "  if [ \"$COMP_CWORD\" -eq 1 ]; then",
             "    mapfile -t COMPREPLY < <(compgen -W '" +
             " ".join([each.name for each in commands] +
                      ["--help", "--version"]) + "' -- \"$current\")",
             "    return", "  fi",
             "  if [ \"$current\" = = ]; then", "    option=$before current=",
             "  elif [ \"$before\" = = ]; then",
             "    option=${COMP_WORDS[COMP_CWORD - 2]}", "  fi",
             "  case ${COMP_WORDS[1]}$option in"]
    for command in commands:
        for option in every(command):
            if option.choices:
                lines += [f"    {command.name}{option.name})",
                          f"      mapfile -t COMPREPLY < <(compgen -W "
                          f"'{' '.join(option.choices)}' -- \"$current\")",
                          "      return ;;"]
        lines += [f"    {command.name})",
                  f"      options='{' '.join([*names(command), '--help'])}' ;;"]
    lines += ["  esac",
              "  if [ -z \"$option\" ] && [ \"${current#-}\" != \"$current\" ]; "
              "then",
              "    mapfile -t COMPREPLY < "
              "<(compgen -W \"$options\" -- \"$current\")",
              "    [ \"${COMPREPLY-}\" = \"${COMPREPLY%=}\" ] || "
              "compopt -o nospace",
              "  else",
              "    mapfile -t COMPREPLY < <(compgen -f -- \"$current\")",
              "    compopt -o filenames", "  fi", "}",
              "complete -F _metaobj metaobj"]
    return "\n".join(lines) + "\n"


def zsh(commands):
    """For zsh's completion system."""
    def quoted(text):
        for special in "\\[]:":
            text = text.replace(special, "\\" + special)
        return text.replace("'", "'\\''")

    lines = ["#compdef metaobj", "# Completion of metaobj for zsh.", "",
             "_metaobj() {", "  local -a commands", "  commands=("]
    lines += [f"    '{each.name}:{quoted(each.text)}'" for each in commands]
    lines += ["  )", "  if (( CURRENT == 2 )); then",
              "    _describe 'command' commands", "    return", "  fi",
              "  local command=$words[2]", "  shift words",
              "  (( CURRENT-- ))", "  case $command in"]
    for command in commands:
        lines += [f"    {command.name})", "      _arguments \\"]
        for option in every(command):
            value = ""
            if option.choices:
                choices = " ".join(each.replace(":", "\\:")
                                   for each in option.choices)
                value = f":value:({choices})"
            elif option.value:
                value = ":value:" + ("_files" if takes_file(option) else " ")
            mark = "=" if option.value and option.name != "-o" else ""
            lines.append(f"        '*{option.name}{mark}"
                         f"[{quoted(option.text)}]{value}' \\")
        lines += ["        '*:file:_files' ;;"]
    lines += ["  esac", "}", "_metaobj \"$@\""]
    return "\n".join(lines) + "\n"


def fish(commands):
    """For fish."""
    def quoted(text):
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    lines = ["# Completion of metaobj for fish.", ""]
    for each in commands:
        lines.append("complete -c metaobj -n __fish_use_subcommand -f -a "
                     f"{each.name} -d {quoted(each.text)}")
    for command in commands:
        for option in every(command):
            parts = ["complete -c metaobj -n",
                     quoted(f"__fish_seen_subcommand_from {command.name}"),
                     "-s o" if option.name == "-o" else
                     "-l " + option.name.lstrip("-"),
                     "-d " + quoted(option.text)]
            if option.choices:
                parts.append("-x -a " + quoted(" ".join(option.choices)))
            elif option.value:
                parts.append("-r" if takes_file(option) else "-x")
            lines.append(" ".join(parts))
    return "\n".join(lines) + "\n"


def main():
    """Writes all files into the folder."""
    if len(sys.argv) != 3:
        sys.exit(__doc__.strip().splitlines()[-1])
    metaobj, folder = sys.argv[1:]
    commands = read_commands(metaobj)
    version = run(metaobj, "--version").split()[1]
    summary = re.match("OVERVIEW: (.*)", run(metaobj, "--help"))[1]
    for name, text in (("metaobj.1", manual(commands, summary, version)),
                       ("metaobj.bash", bash(commands)),
                       ("_metaobj", zsh(commands)),
                       ("metaobj.fish", fish(commands))):
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
