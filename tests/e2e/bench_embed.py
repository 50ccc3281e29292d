# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files as objects, measured beside the programs that people use for that."""

import importlib.util
import json
import os
import sys
import unittest
import xml.etree.ElementTree

import bench
from lib import toolchain


class EmbedBenchmarkTest(toolchain.ToolTest):
    def run_script(self, *arguments):
        result = toolchain.start(
            [sys.executable, "-B", os.path.join(bench.benchmarks(), "embed.py"),
             "--metaobj", toolchain.OPTIONS.metaobj, *arguments])
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout

    def test_measured(self):
        svg, figures = self.path("embed.svg"), self.path("embed.json")
        text = self.run_script("--scale=tiny", "--pairs=3", "--svg", svg,
                               "--json", figures, "--folder", self.folder)
        self.assertIn("\n| | 1 KiB | 4 KiB |\n|---|---|---|\n| metaobj | ", text)
        with open(figures, encoding="utf-8") as file:
            points = json.load(file)["points"]
        # What every build has beside it.
        for name in ("metaobj", "gas .incbin", "GNU ld -r -b binary",
                     "GNU objcopy"):
            found = [point for point in points if point["name"] == name]
            self.assertEqual([point["size"] for point in found], [1024, 4096])
            for point in found:
                self.assertEqual(len(point["ratios"]), 3)
                self.assertGreater(point["peak"], 4096)
        again = self.path("again.svg")
        self.run_script("--from", figures, "--svg", again)
        with open(svg, "rb") as first, open(again, "rb") as second:
            self.assertEqual(first.read(), second.read())

    def test_drawing(self):
        """One curve for each program that was measured, in each panel."""
        # Not by its name: a test beside this one has the same.
        spec = importlib.util.spec_from_file_location(
            "embed_benchmark", os.path.join(bench.benchmarks(), "embed.py"))
        embed = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(embed)
        points = [{"size": size, "name": name, "ratios": [ratio], "peak": size}
                  for size in (1024, 1 << 22)
                  for name, ratio in (("metaobj", 1), ("GNU objcopy", 3))]
        root = xml.etree.ElementTree.fromstring(embed.draw(points))
        curves = [line.get("class") for line in root.iter(
            "{http://www.w3.org/2000/svg}polyline")]
        self.assertEqual(curves, ["curve", "curve ours"] * 2)
        self.assertEqual(embed.table(points).splitlines()[2],
                         "| metaobj | 1.00 x cp, 0.001 MiB | "
                         "1.00 x cp, 4.00 MiB |")


if __name__ == "__main__":
    toolchain.main()
