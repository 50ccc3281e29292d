# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The curves of the benchmarks: drawn from given numbers, and measured.

`bench_growth.py --metaobj ... --source ... --write-golden` writes the expected
drawing anew.
"""

import json
import math
import os
import sys
import unittest
import xml.etree.ElementTree

import bench
from lib import toolchain

MIB = 1 << 20


def fixed_points():
    """Figures that nobody measured, on both axes."""
    points = []
    for axis, values in (("payload", (MIB, 64 * MIB, 4096 * MIB)),
                         ("tensors", (1, 1000, 100000))):
        for index, value in enumerate(values):
            for name, ratio, peak in (("metaobj", 1.5 / (index + 1), 5 * MIB),
                                      ("gas .incbin", 2.5 + index, MIB * 9),
                                      ("LLVM i8 array", 5, 60 * MIB * 4 **
                                       index)):
                if axis == "payload" and index == 2 and name != "metaobj":
                    continue  # Peers end earlier than metaobj does.
                points.append({"axis": axis, "value": value, "name": name,
                               "ratios": [ratio, ratio * 2, ratio / 2],
                               "peak": peak})
    return points


def golden():
    return os.path.join(toolchain.OPTIONS.source, "tests", "golden",
                        "growth.svg")


class GrowthTest(toolchain.ToolTest):
    def setUp(self):
        super().setUp()
        self.scripts = bench.benchmarks()
        import growth  # Found only now.
        self.growth = growth

    def test_drawing(self):
        with open(golden(), encoding="utf-8") as file:
            self.assertEqual(self.growth.draw(fixed_points()), file.read())

    def test_places(self):
        """Curves lie where the numbers say, between the lines of the grid."""
        root = xml.etree.ElementTree.fromstring(
            self.growth.draw(fixed_points()))
        svg = "{http://www.w3.org/2000/svg}"
        ours = [line for line in root.iter(svg + "polyline")
                if line.get("class") == "curve ours"]
        self.assertEqual(len(ours), 4)
        places = [tuple(map(float, place.split(",")))
                  for place in ours[0].get("points").split()]
        # Equal steps to the right: 1 MiB, 64 MiB, 4 GiB.
        self.assertAlmostEqual(places[1][0] - places[0][0],
                               places[2][0] - places[1][0], delta=0.2)
        # Down from 1.5 to 0.5, where y has a decade of known height.
        scale = [float(text.get("y")) for text in root.iter(svg + "text")
                 if text.text in ("1", "10") and text.get("class") == "small"]
        decade = abs(scale[0] - scale[1])
        self.assertAlmostEqual(places[2][1] - places[0][1],
                               decade * math.log10(3), delta=0.3)

    def test_measured(self):
        svg, figures = self.path("growth.svg"), self.path("growth.json")
        script = [sys.executable, "-B",
                  os.path.join(self.scripts, "growth.py"), "--metaobj",
                  toolchain.OPTIONS.metaobj]
        result = toolchain.start(
            [*script, "--scale=tiny", "--pairs=3", "--svg", svg, "--json",
             figures, "--folder", self.folder])
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        with open(figures, encoding="utf-8") as file:
            points = json.load(file)["points"]
        self.assertEqual(
            [point["value"] for point in points if point["name"] == "metaobj"],
            [4096, 65536, 1, 10])
        again = self.path("again.svg")
        result = toolchain.start([*script, "--from", figures, "--svg", again])
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(svg, "rb") as first, open(again, "rb") as second:
            self.assertEqual(first.read(), second.read())


def write_golden():
    toolchain.OPTIONS, _ = toolchain.parse_arguments()
    bench.benchmarks()
    import growth
    with open(golden(), "w", encoding="utf-8") as file:
        file.write(growth.draw(fixed_points()))


if __name__ == "__main__":
    if "--write-golden" in sys.argv:
        write_golden()
    else:
        toolchain.main()
