# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""plan-check, which shares no code with the planner, takes the planner's plans,
and finds each of the faults that are planted in them."""

import csv
import io
import os
import random

from lib import buffer_lists, toolchain
from lib.toolchain import ToolTest

POOLS = ["--pool=fast:20000", "--pool=slow"]


def table(text):
    return list(csv.DictReader(io.StringIO(text)))


def text_of(rows):
    output = io.StringIO()
    writer = csv.DictWriter(output, rows[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return output.getvalue()


class PlanCheck(ToolTest):
    @staticmethod
    def program():
        return os.path.join(toolchain.OPTIONS.build, "bin", "plan-check")

    def check(self, given, planned, *options):
        return toolchain.start([self.program(), self.write("given.csv", given),
                                self.write("plan.csv", planned), *options])

    def planned(self, rows, *options):
        return self.metaobj("plan", "--csv", self.write("list.csv", text_of(rows)),
                            *options).stdout

    def buffers(self):
        numbers = random.Random(1)
        return [{"id": f"b, {i}", "lower": lower, "upper": lower + 1 + numbers.randrange(20),
                 "size": 1 + numbers.randrange(2000), "alignment": 1 << numbers.randrange(7)}
                for i in range(60) for lower in [numbers.randrange(50)]]

    def test_plans_of_the_planner(self):
        rows = self.buffers()
        for options in ([], POOLS):
            for effort in ("0", "3"):
                result = self.check(text_of(rows), self.planned(
                    rows, "--plan-effort=" + effort, *options))
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertTrue(result.stdout.startswith("valid: 60 buffers\n"))
        for kind in buffer_lists.KINDS:
            path = self.path(kind + ".csv")
            buffer_lists.write(path, buffer_lists.draw(kind, 20000))
            with open(path, encoding="utf-8") as file:
                given = file.read()
            result = self.check(given, self.metaobj(
                "plan", "--csv", "--plan-effort=0", path).stdout)
            self.assertEqual((result.returncode, result.stderr), (0, ""), kind)

    def test_limits(self):
        rows = self.buffers()
        plan = self.planned(rows, *POOLS)
        result = self.check(text_of(rows), plan, "--limit=fast=20000")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        result = self.check(text_of(rows), plan, "--limit=fast=1000")
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, "pool 'fast' takes [0-9]+ bytes, more than 1000")
        for wrong in ("--limit=fast", "--limit==1", "--x"):
            result = self.check(text_of(rows), plan, wrong)
            self.assertEqual(result.returncode, 2)
            self.assertIn(f"found '{wrong}', expected <buffers.csv> <plan.csv> [--limit", result.stderr)
        for number in ("", "1x", str(2**64)):
            result = self.check(text_of(rows), plan, "--limit=fast=" + number)
            self.assertEqual(result.returncode, 2)
            self.assertIn(f"--limit=fast={number}: found '{number}', expected a number of 64 bits",
                          result.stderr)
        for files in ([], ["given.csv"], ["given.csv", "plan.csv", "more.csv"]):
            result = toolchain.start([self.program(), "--limit=fast=1", *files])
            self.assertEqual((result.returncode, result.stderr), (
                2, "plan-check: error: expected <buffers.csv> <plan.csv> "
                "[--limit=<pool>=<bytes>]...\n"))

        result = self.check(text_of(rows), plan, "--limit=sram=20000")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("no buffer is in pool 'sram', which has a limit", result.stderr)

    def refused(self, given, planned, reason):
        result = self.check(given, planned)
        self.assertEqual((result.returncode, result.stdout), (1, ""), reason)
        self.assertIn(reason, result.stderr)

    def test_overlaps(self):
        """Each way in which two ranges of addresses can share bytes."""
        given = "id,lower,upper,size\na,0,5,10\nb,4,9,%d\n"
        planned = "id,lower,upper,size,offset\na,0,5,10,100\nb,4,9,%d,%d\n"
        for size, offset in ((10, 100), (10, 91), (10, 109), (2, 104), (30, 90),
                             (1, 100), (1, 109), (10, 95)):
            self.refused(given % size, planned % (size, offset),
                         "overlap, and both live at 4")
        for size, offset in ((10, 90), (10, 110), (0, 105)):
            self.assertEqual(self.check(given % size, planned % (size, offset)).returncode, 0)
        apart = planned.replace("b,4", "b,5")
        later = given.replace("b,4", "b,5")
        self.assertEqual(self.check(later % 10, apart % (10, 100)).returncode, 0)
        pools = "id,lower,upper,size,offset,pool\na,0,5,10,100,x\nb,4,9,10,100,%s\n"
        self.assertEqual(self.check(given % 10, pools % "y").returncode, 0)
        self.refused(given % 10, pools % "x", "of pool 'x' overlap")

    def test_rows(self):
        rows = self.buffers()
        given, plan = text_of(rows), table(self.planned(rows))

        def changed(column, value):
            copy = [dict(row) for row in plan]
            copy[7][column] = value
            return text_of(copy)
        aligned = next(i for i, row in enumerate(rows) if row["alignment"] == 64)
        odd = [dict(row) for row in plan]
        odd[aligned]["offset"] = int(odd[aligned]["offset"]) + 1
        self.refused(given, text_of(odd), "not a multiple of 64")
        for column in ("id", "size", "upper"):
            self.refused(given, changed(column, "1000000"), "is not what was given")
        self.refused(given, changed("offset", str(2**64 - 1)), "ends behind all addresses"
                     if rows[7]["alignment"] == 1 else "not a multiple of")
        for wrong in ("", "-1", "1.0", " 1", str(2**64)):
            self.refused(given, changed("offset", wrong), "expected a number of 64 bits")
        self.refused(given, text_of(plan[:-1]), "has 59 buffers, but 60 were given")
        self.refused(given, text_of(plan + plan[:1]), "has 61 buffers, but 60 were given")
        self.refused(given, text_of(plan).replace("offset", "place", 1),
                     "no column is called offset")
        self.refused(given, text_of(plan) + '"', "a quote is never closed")
        self.refused(given, text_of(plan) + "x\n", "row 61 has 1 fields")
        self.refused(given, "", "cannot be read, or is empty")
        self.refused("id,lower,upper,size\na,3,3,1\n", text_of(plan), "never lives")
        self.refused("id,lower,upper,size,alignment\na,0,3,1,3\n", text_of(plan),
                     "which is not a power of two")

    def test_pairs(self):
        """Only a pair may overlap, at one offset, and in its step the rest of the larger
        buffer is taken."""
        given = ("id,lower,upper,size,in_place\na,0,2,64,\nb,1,5,16,a\nc,1,5,16,%s\n"
                 "d,2,5,16,\n")
        rows = "id,lower,upper,size,offset\na,0,2,64,%d\nb,1,5,16,%d\nc,1,5,16,%d\nd,2,5,16,%d\n"
        for other in ("", "a"):
            for offsets in ((0, 0, 64, 16), (0, 64, 80, 0), (32, 32, 96, 0)):
                result = self.check(given % other, rows % offsets)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(self.check(given % "a", rows % (0, 64, 0, 16)).returncode, 0)
        for other, offsets, names in (
                ("", (0, 64, 0, 16), ("a", "c")), ("", (0, 16, 64, 32), ("a", "b")),
                ("", (8, 0, 80, 32), ("a", "b")), ("", (0, 0, 48, 16), ("a", "c")),
                ("", (0, 0, 64, 8), ("b", "d")), ("a", (0, 0, 0, 16), ("b", "c"))):
            result = self.check(given % other, rows % offsets)
            self.assertEqual((result.returncode, result.stdout), (1, ""), offsets)
            self.assertRegex(result.stderr, "buffers '%s' .* and '%s' .* overlap" % names)
        head = "id,lower,upper,size,in_place\n"
        for pair in ("a,0,2,7,\nb,1,3,8,a\n", "a,0,3,8,\nb,1,3,8,a\n",
                     "a,0,1,8,\nb,1,3,8,a\n", "a,1,2,8,\nb,1,3,8,a\n", "b,1,3,8,b\n"):
            self.refused(head + pair, head, "must begin before 'b', end at 2 and be no smaller")
        for pair in ("b,1,3,8,x\n", "a,0,2,8,\na,0,2,8,\nb,1,3,8,a\n"):
            self.refused(head + pair, head, "not one buffer is called ")

    def test_plans_with_pairs(self):
        """Those of the planner, which are never larger than without pairs."""
        smaller = 0
        for seed in range(6):
            numbers = random.Random(seed)
            inputs = [max(0, i - 1 - numbers.randrange(4)) for i in range(60)]
            ends = [max([j for j in range(i + 1, 60) if inputs[j] == i], default=i) + 1
                    for i in range(60)]
            rows = [{"id": f"t{i}", "lower": i, "upper": ends[i],
                     "size": 64 * (1 + numbers.randrange(3)), "in_place": ""}
                    for i in range(60)]
            for i in range(1, 60):
                other = rows[inputs[i]]
                if other["upper"] == i + 1 and other["size"] >= rows[i]["size"]:
                    rows[i]["in_place"] = other["id"]
            plan = self.planned(rows, "--plan-effort=1")
            result = self.check(text_of(rows), plan)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            without = self.planned([{**row, "in_place": ""} for row in rows],
                                   "--plan-effort=1")
            sizes = [max(int(row["offset"]) + int(row["size"]) for row in table(text))
                     for text in (plan, without)]
            self.assertLessEqual(*sizes)
            smaller += sizes[0] < sizes[1]
        self.assertGreater(smaller, 2)

    def test_memories(self):
        """Pools in which a buffer may lie, and places that are given."""
        numbers = random.Random(2)
        rows = self.buffers()
        for row in rows:
            row["pools"] = numbers.choice(["", "fast", "slow", "slow|fast"])
            row["fixed"] = ""
        rows[3].update(pools="slow", fixed=1 << 20)
        given = text_of(rows)
        plan = self.planned(rows, *POOLS)
        self.assertEqual(self.check(given, plan).stderr, "")
        for row, wanted in enumerate(rows):
            planned = table(plan)
            planned[row]["pool"] = {"fast": "slow", "slow": "fast"}.get(wanted["pools"], "x")
            if wanted["pools"]:
                self.refused(given, text_of(planned), "but may lie in " + wanted["pools"])
        planned = table(plan)
        planned[3]["offset"] = 2 << 20
        self.refused(given, text_of(planned), f"is at {2 << 20}, but its place is {1 << 20}")


if __name__ == "__main__":
    toolchain.main()
