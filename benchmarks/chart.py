# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Panels of curves as SVG: both axes logarithmic, text and no scripts.

The same numbers give the same bytes. Colours are told apart by people who see
few of them, and each curve has a mark of its own shape besides.
"""

import json
import math
from collections import namedtuple
from xml.sax.saxutils import escape

#: A curve: [(x, y)], in order of x. The first one of a chart is drawn thick.
Curve = namedtuple("Curve", "name points")
#: `labels` are the texts below the x axis: {x: text}. `level` is a horizontal
#: line with a text: (y, text), or None.
Panel = namedtuple("Panel", "title x_title y_title labels level curves")

PANEL_WIDTH, PANEL_HEIGHT = 460, 300
LEFT, RIGHT, TOP, BOTTOM = 64, 32, 40, 52
TITLE_HEIGHT, LEGEND_HEIGHT = 40, 36
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#000000")
STYLE = ("text{font-family:sans-serif;font-size:12px;fill:#222}"
         ".title{font-size:16px;font-weight:bold}.panel{font-weight:bold}"
         ".small{font-size:11px;fill:#555}.grid{stroke:#ddd}"
         ".axis{stroke:#555;fill:none}.level{stroke:#555;stroke-dasharray:5 4}"
         ".curve{fill:none;stroke-width:1.5}.ours{stroke-width:3}")


def number(value):
    """A coordinate: one digit behind the point is a tenth of a pixel."""
    return f"{value:.1f}"


def value_text(value):
    """0.01, 1, 1,000 as people write them."""
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"


def powers_of_ten(least, most):
    """Powers of ten that enclose both."""
    first = math.floor(math.log10(least) + 1e-9)
    last = max(math.ceil(math.log10(most) - 1e-9), first + 1)
    return [10.0 ** power for power in range(first, last + 1)]


def mark(shape, x, y, colour):
    """A small figure at a point: circle, square, triangle, diamond."""
    if shape == 0:
        return (f'<circle cx="{number(x)}" cy="{number(y)}" r="4" '
                f'fill="{colour}"/>')
    corners = {1: ((-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)),
               2: ((0, -4.5), (4.5, 3.5), (-4.5, 3.5)),
               3: ((0, -5), (5, 0), (0, 5), (-5, 0)),
               4: ((0, 4.5), (4.5, -3.5), (-4.5, -3.5))}[shape % 5 or 4]
    points = " ".join(f"{number(x + dx)},{number(y + dy)}"
                      for dx, dy in corners)
    return f'<polygon points="{points}" fill="{colour}"/>'


class Axes:
    """Turns values into places of one panel."""

    def __init__(self, panel, left, top):
        self.left, self.top = left + LEFT, top + TOP
        self.width = PANEL_WIDTH - LEFT - RIGHT
        self.height = PANEL_HEIGHT - TOP - BOTTOM
        values = [y for curve in panel.curves for _, y in curve.points]
        if panel.level:
            values.append(panel.level[0])
        self.ticks = powers_of_ten(min(values), max(values))
        self.xs = sorted(panel.labels)

    def x(self, value):
        first, last = math.log(self.xs[0]), math.log(self.xs[-1])
        share = (math.log(value) - first) / (last - first)
        return self.left + share * self.width

    def y(self, value):
        first, last = math.log(self.ticks[0]), math.log(self.ticks[-1])
        share = (math.log(value) - first) / (last - first)
        return self.top + self.height - share * self.height


def text(x, y, content, anchor="start", kind="", more=""):
    kind = f' class="{kind}"' if kind else ""
    return (f'<text x="{number(x)}" y="{number(y)}" text-anchor="{anchor}"'
            f"{kind}{more}>{escape(content)}</text>")


def line(x1, y1, x2, y2, kind):
    return (f'<line x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" '
            f'y2="{number(y2)}" class="{kind}"/>')


def draw_frame(panel, axes):
    """Titles, grid and the texts beside it."""
    right, bottom = axes.left + axes.width, axes.top + axes.height
    parts = [text(axes.left, axes.top - 14, panel.title, kind="panel")]
    for tick in axes.ticks:
        y = axes.y(tick)
        parts.append(line(axes.left, y, right, y, "grid"))
        parts.append(text(axes.left - 6, y + 4,
                          value_text(tick), "end", "small"))
    for value in axes.xs:
        x = axes.x(value)
        parts.append(line(x, axes.top, x, bottom, "grid"))
        parts.append(text(x, bottom + 16, panel.labels[value], "middle",
                          "small"))
    parts.append(f'<rect x="{number(axes.left)}" y="{number(axes.top)}" '
                 f'width="{axes.width}" height="{axes.height}" class="axis"/>')
    parts.append(text(axes.left + axes.width / 2, bottom + 36, panel.x_title,
                      "middle"))
    middle = axes.top + axes.height / 2
    x = axes.left - LEFT + 12
    parts.append(text(x, middle, panel.y_title, "middle", more=(
        f' transform="rotate(-90 {number(x)} {number(middle)})"')))
    if panel.level:
        y = axes.y(panel.level[0])
        parts.append(line(axes.left, y, right, y, "level"))
        parts.append(text(right - 4, y - 5, panel.level[1], "end", "small"))
    return parts


def draw_curve(axes, curve, index):
    colour = COLOURS[index % len(COLOURS)]
    places = [(axes.x(x), axes.y(y)) for x, y in curve.points]
    points = " ".join(f"{number(x)},{number(y)}" for x, y in places)
    kind = "curve ours" if index == 0 else "curve"
    return ([f'<polyline points="{points}" stroke="{colour}" '
             f'class="{kind}"/>'] +
            [mark(index, x, y, colour) for x, y in places])


def draw_legend(names, top):
    """One line with every curve's mark and name."""
    parts, x = [], LEFT
    for index, name in enumerate(names):
        parts.append(mark(index, x, top - 4, COLOURS[index % len(COLOURS)]))
        parts.append(text(x + 10, top, name))
        x += 34 + 7 * len(name)
    return parts


def draw(title, names, panels, columns=2):
    """The SVG file's text. `names` has every curve, the thick one first."""
    rows = (len(panels) + columns - 1) // columns
    width = columns * PANEL_WIDTH
    height = TITLE_HEIGHT + LEGEND_HEIGHT + rows * PANEL_HEIGHT
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
             f'height="{height}" viewBox="0 0 {width} {height}" role="img">',
             f"<title>{escape(title)}</title>", f"<style>{STYLE}</style>",
             f'<rect width="{width}" height="{height}" fill="#fff"/>',
             text(LEFT, 28, title, kind="title")]
    parts += draw_legend(names, TITLE_HEIGHT + 20)
    for index, panel in enumerate(panels):
        axes = Axes(panel, index % columns * PANEL_WIDTH, TITLE_HEIGHT +
                    LEGEND_HEIGHT + index // columns * PANEL_HEIGHT)
        parts += draw_frame(panel, axes)
        # The thick curve comes last, above the others.
        for curve in sorted(panel.curves, key=lambda curve: -names.index(
                curve.name)):
            if curve.points:
                parts += draw_curve(axes, curve, names.index(curve.name))
    return "\n".join([*parts, "</svg>", ""])


def write(arguments, measure, draw_points):
    """Draws points into --svg, measured now or those of --from; --json keeps
    them. Returns the points, as plain data."""
    if arguments.source:
        with open(arguments.source, encoding="utf-8") as file:
            points = json.load(file)["points"]
    else:
        points = measure(arguments)
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({"schema": 1, "points": points}, file, indent=1)
            file.write("\n")
    with open(arguments.svg, "w", encoding="utf-8") as file:
        file.write(draw_points(points))
    return points
