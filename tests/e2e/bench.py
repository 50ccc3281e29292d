# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The benchmarks on tiny inputs: the table is complete and well formed.

No time is compared with anything: that belongs to `./dev bench`.
"""

import json
import os
import sys
import unittest

from lib import toolchain

#: What each row tells of besides metaobj, when it is installed.
PEERS = {
    1: {"gas .incbin", "clang .incbin", "GNU ld -r -b binary",
        "ld.lld -r -b binary", "GNU objcopy", "llvm-objcopy", "LLVM i8 array",
        "clang 19 #embed", "clang 22 #embed", "LLVM constant per element",
        "gcc, C text", "clang 19, C text"},
    5: {"gas .incbin"},
    7: {"gas .incbin", "clang .incbin", "LLVM i8 array"},
    10: {"gcc -c"},
    11: {"gcc -c", "gas"},
}
ROWS = [1, *range(4, 13), 14, 15, 16]


def benchmarks():
    """Path of the scripts, from which their modules can be imported."""
    folder = os.path.join(toolchain.OPTIONS.source, "benchmarks")
    if folder not in sys.path:
        sys.path.append(folder)
    return folder


class TableTest(toolchain.ToolTest):
    def bench(self, *arguments):
        result = toolchain.start(
            [sys.executable, "-B", os.path.join(benchmarks(), "bench.py"),
             "--metaobj", toolchain.OPTIONS.metaobj, "--folder", self.folder,
             *arguments])
        return result

    def test_complete(self):
        result = self.bench("--scale=tiny", "--json", self.path("bench.json"))
        self.assertEqual((result.returncode, result.stderr), (0, ""),
                         result.stdout)
        with open(self.path("bench.json"), encoding="utf-8") as file:
            found = json.load(file)
        self.assertEqual((found["schema"], found["scale"]), (1, "tiny"))
        for row in ROWS:
            subjects = {entry["what"] for entry in found["entries"]
                        if entry["row"] == row}
            self.assertLessEqual(PEERS.get(row, set()) | {"metaobj"}, subjects,
                                 f"row {row}")
        for entry in found["entries"]:
            self.check_entry(entry)
        self.check_text(result.stdout, found["entries"])
        self.assertEqual(os.listdir(self.folder), ["bench.json"])

    def check_entry(self, entry):
        """A figure with its numbers, or the reason why there is none."""
        if entry["values"]:
            self.assertGreater(min(entry["values"]), 0, entry)
            self.assertLessEqual(entry["min"], entry["median"], entry)
            self.assertLessEqual(entry["median"], entry["max"], entry)
            self.assertEqual(entry["note"], "", entry)
        else:
            self.assertRegex(entry["note"], "not|no", entry)
            self.assertNotIn("failed", entry["note"], entry)

    def check_text(self, text, entries):
        """The same in the printed table, a line each."""
        about, heads, *lines = text.splitlines()
        self.assertIn("scale tiny", about)
        self.assertEqual(heads.split(), [
            "row", "work", "what", "against", "median", "n", "min", "max",
            "bar", "stretch", "reached"])
        self.assertEqual(len(lines), len(entries), text)
        for entry in entries:
            self.assertTrue(
                any(line.split()[0] == str(entry["row"]) and
                    entry["work"] in line and entry["what"] in line
                    for line in lines), f"{entry}\n{text}")

    def test_one_row(self):
        result = self.bench("--scale=tiny", "--rows=12")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual({line.split()[0] for line in
                          result.stdout.splitlines()[2:]}, {"12"})

    def test_in_two_runs(self):
        """metaobj first, its peers later, one table."""
        first, second = self.path("first.json"), self.path("second.json")
        result = self.bench("--scale=tiny", "--rows=10", "--only=metaobj",
                            "--json", first)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertNotIn("gcc", result.stdout)
        result = self.bench("--scale=tiny", "--rows=10", "--only=peers",
                            "--with", first, "--json", second)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        with open(first, encoding="utf-8") as file:
            ours = json.load(file)["entries"]
        with open(second, encoding="utf-8") as file:
            both = json.load(file)["entries"]
        self.assertEqual({entry["what"] for entry in both},
                         {"metaobj", "gcc -c"})
        self.assertEqual(ours, [entry for entry in both
                                if entry["what"] == "metaobj"])

    def test_unknown_row(self):
        result = self.bench("--rows=1,99")
        self.assertEqual(result.returncode, 2)
        self.assertIn("no row 99; there are 1, 4, 5", result.stderr)


class MeasuringTest(toolchain.ToolTest):
    """What the figures rest on."""

    def setUp(self):
        super().setUp()
        benchmarks()
        import timing  # Found only now.
        self.timing = timing
        self.watch = timing.Stopwatch(self.folder)

    def command(self, script, output="out"):
        path = self.path(output)
        return self.timing.Command(("sh", "-c", script, "sh", path), (path,))

    def test_time(self):
        run = self.watch.run(self.command('sleep 0.2; : >"$1"'))
        self.assertGreaterEqual(run.seconds, 0.2)

    def test_peak_is_the_programs_own(self):
        ballast = bytearray(64 << 20)
        run = self.watch.run(self.command(': >"$1"'), touch=64 << 20)
        self.assertLess(run.peak, 16 << 20)
        held = "import sys; b = b'x' * (48 << 20); open(sys.argv[1], 'w')"
        path = self.path("out")
        run = self.watch.run(self.timing.Command(
            (sys.executable, "-c", held, path), (path,)))
        self.assertGreater(run.peak, 48 << 20)
        self.assertEqual(len(ballast), 64 << 20)

    def test_failures(self):
        for script, text in (('echo one >&2; echo why >&2; exit 3', "why"),
                             ("exit 3", "status 3"),
                             ("kill -9 $$", "signal 9"),
                             (":", "wrote no out")):
            with self.assertRaises(self.timing.Failure) as caught:
                self.watch.run(self.command(script))
            self.assertEqual(str(caught.exception), text)

    def test_fresh_and_overwritten(self):
        for fresh, expected in ((True, "1"), (False, "5")):
            log = self.path("log")
            script = f'echo >>"$1"; wc -l <"$1" >>{log}'
            comparison = self.watch.compare(
                self.command(script), self.command(':>"$1"', "other"), 4,
                fresh=fresh)
            self.assertEqual(len(comparison.ratios), 4)
            with open(log, encoding="ascii") as file:
                self.assertEqual(file.read().split()[-1], expected)
            os.remove(log)
            self.assertFalse(os.path.exists(self.path("out")))

    def test_budget_leaves_three_pairs(self):
        slow = self.command('sleep 0.1; : >"$1"')
        comparison = self.watch.compare(slow, slow, 9, budget=0.1)
        self.assertEqual(len(comparison.ratios), 3)

    def test_reached(self):
        import table
        for values, text in (([0.5, 0.9, 0.4], "stretch"), ([0.7], "bar"),
                             ([0.8], "no"), ([], "")):
            entry = table.Entry(1, "work", "metaobj", "cp", values, 0.75, 0.6)
            self.assertEqual(entry.reached(), text)
        entry.values, entry.judged = [0.5], False
        self.assertEqual(entry.reached(), "not judged")


if __name__ == "__main__":
    toolchain.main()
