# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the manual page of metaobj, and what shells need to complete its
command lines, from the table of settings that the program prints: nothing is
told twice.

usage: manual.py <metaobj> <output folder>
"""

import json
import os
import subprocess
import sys
from collections import namedtuple

#: `letter` is "" or "-o", `value` what stands behind `=` in the help, "" for a
#: flag; `choices` are the values that are known.
Option = namedtuple("Option", "name letter value text choices is_file")

#: `options` are lists of Option by the heading of the help, `actions` and
#: `examples` words.
Command = namedtuple("Command", "name text usage options actions examples")

def run(metaobj, *arguments):
    """What the program prints."""
    return subprocess.run([metaobj, *arguments], check=True, text=True,
                          capture_output=True).stdout


def read_option(row):
    """The option of a row of the table."""
    text = row["help"]
    if "default" in row:
        text += f" (default: {row['default']})"
    return Option("--" + row["name"],
                  "-" + row["letter"] if "letter" in row else "",
                  row.get("value", ""), text,
                  # Without ranges.
                  [each for each in row.get("known", []) if " " not in each],
                  row["type"] == "path")


def read_general(row):
    """The option of a row of those that every command has."""
    return Option(row["flag"], "-h" if row["flag"] == "--help" else "",
                  row["value"], row["help"], row["known"],
                  row["flag"] == "--config")


def read_commands(metaobj):
    """All commands of the program, in its order."""
    commands = []
    settings = json.loads(run(metaobj, "--settings"))
    for each in settings["commands"]:
        options = {}
        for row in each["settings"]:
            options.setdefault(row["group"] or "Options", []).append(
                read_option(row))
        options["General"] = [
            read_general(row) for row in settings["general"]
            if each["takes_llvm_flags"] or not row["of_llvm"]]
        for group in options.values():
            group.sort(key=lambda option: option.name)
        words = ["metaobj", each["name"], "|".join(each.get("actions", [])),
                 "[options]", each["files"]]
        commands.append(Command(each["name"], each["job"],
                                " ".join(filter(None, words)), options,
                                each.get("actions", []), each["examples"]))
    return commands


def every(command):
    """The options of a command without their headings."""
    return [option for each in command.options.values() for option in each]


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
                mark = "=" if option.name.startswith("--") else " "
                value = (f"{mark}\\fI<{roff(option.value)}>\\fP"
                         if option.value else "")
                letter = (f"\\fB{roff(option.letter)}\\fP, "
                          if option.letter else "")
                text = roff(option.text)
                if option.choices and option.choices[0] not in option.text:
                    text += ": " + roff(", ".join(option.choices))
                lines += [".TP",
                          f"{letter}\\fB{roff(option.name)}\\fP{value}", text]
    lines += [".SH WORDS FROM FILES",
              roff("@file stands for the words in a file. metaobj --settings "
                   "prints all options as JSON."), ".SH EXAMPLES", ".nf"]
    lines += [roff(text) for each in commands for text in each.examples]
    lines += [".fi", ".SH EXIT STATUS", ".TP", ".B 0", "done; diff: no difference",
              ".TP", ".B 1",
              "the inputs are at fault, or differ; check: links will fail",
              ".TP", ".B 2", "wrong usage; diff: trouble"]
    return "\n".join(lines) + "\n"


def names(command):
    """The option names as they are typed, with `=` before a value."""
    result = []
    for option in every(command):
        takes = option.value and option.name.startswith("--")
        result.append(option.name + ("=" if takes else ""))
        if option.letter:
            result.append(option.letter)
    return result


def bash(commands):
    """For bash-completion. `=` is a word of its own there."""
    lines = ["# Completion of metaobj for bash.", "", "_metaobj() {",
             "  local current=${COMP_WORDS[COMP_CWORD]}",
             "  local before=${COMP_WORDS[COMP_CWORD - 1]} options= option=",
             "  if [ \"$COMP_CWORD\" -eq 1 ]; then",
             "    mapfile -t COMPREPLY < <(compgen -W '" +
             " ".join([each.name for each in commands] +
                      ["--help", "--version", "--settings"]) +
             "' -- \"$current\")",
             "    return", "  fi",
             "  if [ \"$current\" = = ]; then", "    option=$before current=",
             "  elif [ \"$before\" = = ]; then",
             "    option=${COMP_WORDS[COMP_CWORD - 2]}", "  fi",
             "  # A value stands behind '=' or is the next word.",
             "  case ${COMP_WORDS[1]}${option:-$before} in"]
    for command in commands:
        for option in every(command):
            if option.choices:
                lines += [f"    {command.name}{option.name})",
                          f"      mapfile -t COMPREPLY < <(compgen -W "
                          f"'{' '.join(option.choices)}' -- \"$current\")",
                          "      return ;;"]
    lines += ["  esac", "  case ${COMP_WORDS[1]} in"]
    for command in commands:
        lines += [f"    {command.name})",
                  f"      options='{' '.join(names(command))}'"]
        if command.actions:
            lines += ["      if [ \"$COMP_CWORD\" -eq 2 ] && "
                      "[ \"${current#-}\" = \"$current\" ]; then",
                      f"        mapfile -t COMPREPLY < <(compgen -W "
                      f"'{' '.join(command.actions)}' -- \"$current\")",
                      "        return", "      fi"]
        lines.append("      ;;")
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
                value = ":value:" + ("_files" if option.is_file else " ")
            for name, mark in ((option.name, "="), (option.letter, "")):
                if name:
                    mark = mark if name.startswith("--") else ""
                    lines.append(
                        f"        '*{name}{mark if option.value else ''}"
                        f"[{quoted(option.text)}]{value}' \\")
        if command.actions:
            lines.append(f"        '1:action:({' '.join(command.actions)})' \\")
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
        seen = f"__fish_seen_subcommand_from {command.name}"
        if command.actions:
            words = " ".join(command.actions)
            lines.append(
                "complete -c metaobj -n " +
                quoted(f"{seen}; and not __fish_seen_subcommand_from {words}") +
                " -f -a " + quoted(words))
        for option in every(command):
            parts = ["complete -c metaobj -n", quoted(seen),
                     f"-s {option.letter[1]}" if option.letter else "",
                     ("-l " if option.name.startswith("--") else "-o ") +
                     option.name.lstrip("-"),
                     "-d " + quoted(option.text)]
            if option.choices:
                parts.append("-x -a " + quoted(" ".join(option.choices)))
            elif option.value:
                parts.append("-r" if option.is_file else "-x")
            lines.append(" ".join(filter(None, parts)))
    return "\n".join(lines) + "\n"


def main():
    """Writes all files into the folder."""
    if len(sys.argv) != 3:
        sys.exit(__doc__.strip().splitlines()[-1])
    metaobj, folder = sys.argv[1:]
    commands = read_commands(metaobj)
    version = run(metaobj, "--version").split()[1]
    summary = run(metaobj, "--help").splitlines()[0]
    for name, text in (("metaobj.1", manual(commands, summary, version)),
                       ("metaobj.bash", bash(commands)),
                       ("_metaobj", zsh(commands)),
                       ("metaobj.fish", fish(commands))):
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
