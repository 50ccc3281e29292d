#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""runtime_crt against MISRA C:2012, by the addon of cppcheck.

Each finding must be covered by a deviation in runtime_crt/MISRA.md, and each
deviation must cover a finding. A row of its table reads

    | D1 | 15.5 | `src/*` | reason |

with the rule and the files, as patterns, in which it is not kept.
"""

import argparse
import fnmatch
import os
import pathlib
import re
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass

SKIPPED = 77
CRT = pathlib.Path(__file__).resolve().parents[2] / "runtime_crt"
PAGE = CRT / "MISRA.md"

#: What the headers of the compiler would say of a 32-bit target; cppcheck does
#: not read them.
LIMITS = {
    "UINTPTR_MAX": "0xffffffffU", "SIZE_MAX": "0xffffffffU",
    "UINT16_MAX": "0xffffU", "UINT32_MAX": "0xffffffffU",
    "INT32_MAX": "0x7fffffff", "INT64_MAX": "0x7fffffffffffffffLL",
    "UINT64_MAX": "0xffffffffffffffffULL", "UINT64_C(x)": "x##ULL",
    "__GNUC__": "12",
}
#: The default configuration, and one with all that it leaves out.
CONFIGURATIONS = (
    {},
    {"TVM_CRT_FUNC_REGISTRY_COUNT_BYTES": "1",
     "TVM_CRT_ENABLE_TIME_EVALUATOR": "0",
     "TVM_CRT_ENABLE_BUILTIN_FUNCTIONS": "0",
     "TVM_CRT_ENABLE_ERROR_HOOK": "1",
     "TVM_CRT_ENABLE_REGISTRY_INDEX": "1",
     "TVM_CRT_STACK_ALLOCATOR_ENABLE_LIFO_CHECK": "1"},
)


@dataclass(frozen=True, order=True)
class Finding:
    """A place where a rule is not kept."""
    rule: str
    file: str
    line: int


@dataclass(frozen=True)
class Deviation:
    """A row of MISRA.md."""
    name: str
    rule: str
    patterns: tuple
    reason: str

    def covers(self, finding):
        return finding.rule == self.rule and any(
            fnmatch.fnmatchcase(finding.file, pattern)
            for pattern in self.patterns)


def find(configuration):
    """All findings of cppcheck, its own checks included."""
    defines = [f"-D{name}={value}"
               for name, value in {**LIMITS, **configuration}.items()]
    command = ["cppcheck", "--addon=misra", "--std=c99", "--platform=unix32",
               "--enable=warning,portability", "--inconclusive", "--quiet",
               "--suppress=missingIncludeSystem", f"-j{os.cpu_count()}",
               "--template={file}:{line}: {id}", *defines,
               *[f"-I{CRT / folder}" for folder in ("include", "src", "config")],
               str(CRT / "src")]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"cppcheck: {result.stdout}{result.stderr}")
    findings = set()
    for line in result.stderr.splitlines():
        found = re.fullmatch(r"(.+):(\d+): (.+)", line)
        if not found:
            sys.exit(f"cppcheck says: {line}")
        findings.add(Finding(found[3].removeprefix("misra-c2012-"),
                             os.path.relpath(found[1], CRT), int(found[2])))
    return findings


def read_deviations(text):
    deviations = []
    for line in text.splitlines():
        found = re.fullmatch(r"\| (D\d+) \| ([^|]+) \| ([^|]+) \| (.+) \|", line)
        if found:
            deviations.append(Deviation(
                found[1], found[2], tuple(re.findall(r"`([^`]+)`", found[3])),
                found[4]))
    return deviations


def failures(findings, deviations):
    found = []
    names = [deviation.name for deviation in deviations]
    if names != [f"D{number}" for number in range(1, len(names) + 1)]:
        found.append("deviations are not numbered D1, D2, ...")
    for finding in sorted(findings):
        if not any(deviation.covers(finding) for deviation in deviations):
            found.append(f"{finding.file}:{finding.line}: rule {finding.rule} "
                         "is not kept, and no deviation says why")
    for deviation in deviations:
        for pattern in deviation.patterns:
            single = Deviation("", deviation.rule, (pattern,), "")
            if not any(map(single.covers, findings)):
                found.append(f"{deviation.name}: rule {deviation.rule} is kept "
                             f"in {pattern}: the deviation is idle")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true",
                        help="print all findings, covered or not")
    arguments = parser.parse_args()
    if not shutil.which("cppcheck"):
        print("SKIPPED: cppcheck is not installed")
        return SKIPPED
    findings = set().union(*map(find, CONFIGURATIONS))
    if arguments.list:
        for finding in sorted(findings):
            print(f"{finding.rule:24} {finding.file}:{finding.line}")
        return 0
    found = failures(findings, read_deviations(PAGE.read_text(encoding="utf-8")))
    for failure in found:
        print(f"FAILED: {failure}")
    if not findings:
        print("FAILED: cppcheck finds nothing at all")
        return 1
    counts = Counter(finding.rule for finding in findings)
    print(f"{len(findings)} findings of {len(counts)} rules:",
          ", ".join(f"{rule} ({count})" for rule, count in sorted(counts.items())))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
