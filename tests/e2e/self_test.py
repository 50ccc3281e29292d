# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tools/self_test_all.py: all targets of the linked LLVM, with all ABIs."""

import json
import sys

from lib import differences, toolchain

#: Under load and with sanitizers.
SECONDS = 600

STEPS = ["emitted", "inspected", "layout", "flags", "disassembled", "linked"]

#: LLVM writes no objects for them, their functions cannot have the arguments of
#: a packed function, or LLVM's own support is not finished.
NOT_COUNTED = ["amdgcn", "bpfeb", "bpfel", "dxil", "nvptx", "nvptx64",
               "r600", "spirv", "spirv32", "spirv64", "xcore", "xtensa"]

#: ABI variants that must be there when the target is, and pass every step.
COMPLETE = [
    ("aarch64-unknown-none-elf", "lp64"),
    ("aarch64_be-unknown-none-elf", "lp64"),
    ("armebv7r-none-eabi", "soft float"),
    ("thumbv6m-none-eabi", "soft float"),
    ("thumbv7em-none-eabihf", "hard float"),
    ("hexagon-unknown-elf", None),
    ("loongarch64-unknown-none", "lp64d"),
    ("mips-unknown-linux-gnu", "o32"),
    ("mips64el-unknown-linux-gnuabin32", "n32"),
    ("mips64-unknown-linux-gnuabi64", "n64"),
    ("powerpc64le-unknown-linux-gnu", "elfv2"),
    ("riscv32-unknown-elf", "ilp32e"),
    ("riscv64-unknown-elf", "lp64d"),
    ("s390x-unknown-linux-gnu", None),
    ("i686-unknown-linux-gnu", None),
    ("x86_64-unknown-linux-gnu", None),
]


LANAI = "lanai-unknown-unknown"


def architecture(row):
    return row["triple"].split("-")[0]


def undone(row):
    """The steps that are not done, with the reasons; the lines of the golden
    files on those that the LLVM at hand cannot do."""
    reasons = {step: row["notDone"].get(step)
               for step in STEPS if row[step] is not True}
    if row["reason"] is not None:
        reasons = {"emitted": row["reason"]}
    left, limits = {}, []
    for step, reason in reasons.items():
        limit = differences.limit_of(differences.Difference(
            row["triple"], differences.SELF_TEST, row["abi"] or "-", step,
            str(reason), "done"))
        if limit is None:
            left[step] = reason
        else:
            limits.append(limit)
            toolchain.leave_out(f"{row['triple']}: {limit.reason}: {reason}")
    return left, limits


def test_all(*options):
    return toolchain.start(
        [sys.executable, toolchain.source_path("tools/self_test_all.py"),
         toolchain.OPTIONS.metaobj, *options], timeout=SECONDS)


class SelfTestAll(toolchain.ToolTest):

    def test_json(self):
        toolchain.find_tool("ld.lld")
        result = test_all("--json")
        self.assertEqual(result.stderr, "")
        document = json.loads(result.stdout)
        rows = document["targets"]
        self.assertEqual(document["schema"], 1)

        for row in rows:
            with self.subTest(triple=row["triple"], abi=row["abi"]):
                self.check(row)
        self.assertEqual(result.returncode, 0)

        for triple, abi in COMPLETE:
            with self.subTest(triple=triple, abi=abi):
                row, = [row for row in rows if row["triple"] == triple
                        and row["abi"] == abi]
                self.assertEqual(undone(row)[0], {})

        limits = [limit for row in rows for limit in undone(row)[1]]
        unused = [limit.place for limit in
                  differences.limits_of(differences.SELF_TEST)
                  if limit not in limits]
        self.assertEqual(unused, [], "lines without effect")

        # Names that LLVM registers beside another one are no rows.
        table = self.metaobj("targets").stdout.split("\n\n")[0]
        names = {line.split()[0] for line in table.splitlines()[1:]}
        aliases = {"arm64", "arm64_32", "bpf"}
        unknown = {row["target"] for row in rows} - names - {None}
        self.assertEqual(unknown, set())
        missing = names - aliases - {row["target"] for row in rows}
        self.assertEqual(missing, set())

    def check(self, row):
        """What was not done has a reason; nothing failed but by necessity."""
        if row["reason"] is None:
            self.assertGreater(row["checks"], 500)
            for step in STEPS:
                if row[step] is None:
                    self.assertTrue(row["notDone"].get(step), step)
                else:
                    self.assertTrue(row[step], step)
        elif undone(row)[0]:
            self.assertIn(architecture(row), NOT_COUNTED)

    def test_text(self):
        toolchain.find_tool("ld.lld")
        result = test_all()
        self.assertEqual((result.returncode, result.stderr), (0, ""),
                         result.stdout)
        lines = result.stdout.splitlines()
        self.assertTrue(lines[0].startswith("target"))
        self.assertRegex(
            lines[-1], r"^self-test: pass: \d+ checks on \d+ targets, \d+ of "
            r"them not counted$")
        limits = [limit for limit in
                  differences.limits_of(differences.SELF_TEST)
                  if limit.target == LANAI]
        reason = limits[0].found if limits else (
            "lld does not know lanai: ld.lld: error: unsupported e_machine "
            "value: 244")
        self.assertIn(f"not done: link: {reason}: {LANAI}", lines)


if __name__ == "__main__":
    toolchain.main()
