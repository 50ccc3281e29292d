# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page of `metaobj size --html` in Chromium.

A server of the test's own gives Chromium the page in frames with the widths of
a phone and of a screen, and a script around the frames tells what Chromium made
of it: all figures are those of --json, boxes of the maps have areas by their
bytes, nothing is wider than the screen, labels can be read in light and dark
colours, nothing else is loaded, and hostile names are text. Screenshots go to
the folder reports of the build; docs/report.md shows one of them.
"""

import glob
import http.server
import json
import os
import re
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor

from lib import toolchain
from lib.toolchain import Parameter

WIDTHS = {"phone": 360, "screen": 1000}
#: Of the first thousand pixels of the page.
SCREENSHOTS = {"size-page.png": ("/screen.html", (1000, 940), []),
               "size-page-dark.png": ("/screen.html", (1000, 940),
                                      ["--force-dark-mode"]),
               "size-page-phone.png": ("/phone.html", (500, 1500), [])}

PROGRAM = """
int digits_run(void *inputs, void *outputs);
int count = 1;
static char heap[700];
void *TVMBackendAllocWorkspace(int a, int b, long long c, int d, int e) {
  return heap;
}
int TVMBackendFreeWorkspace(int a, int b, void *c) { return 0; }
void *memset(void *to, int value, __SIZE_TYPE__ size) {
  for (volatile char *at = to; size--;)
    *at++ = (char)value;
  return to;
}
void *memcpy(void *to, const void *from, __SIZE_TYPE__ size) {
  const char *in = from;
  for (volatile char *at = to; size--;)
    *at++ = *in++;
  return to;
}
int _start(void) { return digits_run(0, &count); }
"""

#: Names that would end a text, an attribute or a style.
HOSTILE = ["<img src=x onerror=alert(1)>", "\"' style=\"color:red",
           "</style><script>alert(1)</script>", "&amp;", "x" * 3000,
           "\u202eright to left", "a\tb\nc", "</title>", "<!-- body -->"]
#: How these are shown.
SHOWN = {HOSTILE[1]: r"\22' style=\22color:red",
         HOSTILE[4]: "x" * 120 + "..." + "x" * 60,
         HOSTILE[5]: r"\E2\80\AEright to left",
         HOSTILE[6]: r"a\09b\0Ac"}

FRAME = """<!DOCTYPE html><link rel="icon" href="data:,"><style>body{margin:0}</style>
<iframe width="%d" height="%d" style="border:0" src="%s"></iframe>"""

#: Writes what the frames show into the document.
LOOK = r"""<!DOCTYPE html><meta charset="utf-8">
<link rel="icon" href="data:,"><pre></pre>
<script>
function rectangle(element) {
  const r = element.getBoundingClientRect();
  return [r.left, r.top, r.width, r.height];
}
function look(frame) {
  const page = frame.contentDocument, view = frame.contentWindow;
  const values = e => [...e.querySelectorAll("data")].map(d => d.value);
  const all = (css, f, from = page) => [...from.querySelectorAll(css)].map(f);
  const colours = e => [view.getComputedStyle(e).color,
                        view.getComputedStyle(e).backgroundColor];
  return {
    width: page.documentElement.clientWidth,
    needed: page.documentElement.scrollWidth,
    overflowing: all("section *", e => e).filter(
      e => !e.closest(".map") &&
           e.getBoundingClientRect().right > view.innerWidth + 0.5).length,
    loaded: view.performance.getEntriesByType("resource").map(e => e.name),
    scripts: page.scripts.length, images: page.images.length,
    title: page.title,
    page: colours(page.body),
    sums: all(".sums li", e => [e.firstChild.data, values(e)]),
    rows: all("tr[id]", e => [e.id, e.cells[0].firstChild.data, values(e)]),
    maps: all(".map", map => ({
      id: map.id, place: rectangle(map),
      parts: all(":scope > *", e => ({
        place: rectangle(e), values: values(e)[0], children: e.className})
        , map),
      labels: all(".tile, .head", e => ({
        text: e.getAttribute("aria-label"), link: e.getAttribute("href"),
        value: values(e)[0], isLeaf: e.classList.contains("tile"),
        colours: colours(e), place: rectangle(e),
        isFocusable: e.tabIndex >= 0,
        isShown: !!e.firstElementChild.getClientRects().length,
        found: !e.hash || !!page.getElementById(e.hash.slice(1))}), map)}))};
}
onload = () => {
  const result = {};
  for (const frame of document.querySelectorAll("iframe"))
    result[frame.name] = look(frame);
  document.querySelector("pre").textContent = JSON.stringify(result);
  document.querySelectorAll("iframe").forEach(e => e.remove());
};
</script>
""" + "".join(
    f'<iframe name="{name}" width="{width}" height="1200" style="border:0" '
    'src="page.html"></iframe>' for name, width in WIDTHS.items())


class Server:
    """Gives out pages, and remembers what it was asked for."""

    def __init__(self, pages):
        asked = self.asked = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                asked.append(self.path)
                data = pages.get(self.path)
                self.send_response(200 if data else 404)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(data or b"")

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0),
                                                      Handler)
        self.root = "http://127.0.0.1:%d" % self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


def luminance(colour):
    """WCAG's relative luminance of "rgb(1, 2, 3)"."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055)**2.4
              for part in parts]
    return sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), linear))


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


class SizePageTest(toolchain.ToolTest):
    """Pages as Chromium shows them."""

    def digits(self):
        """The digits example for a Cortex-M3, linked, with a second model."""
        flags = ["--target=thumbv7m-none-eabi", "-mfloat-abi=soft", "-Os",
                 "-ffreestanding", "-w"]
        for folder in ("include", "config"):
            flags += ["-I", toolchain.source_path("runtime_crt/" + folder)]
        sources = sorted(glob.glob(
            toolchain.source_path("examples/digits/operators/*.c")))
        sources.append(self.write("program.c", PROGRAM))

        def compile_one(source):
            output = self.path(os.path.basename(source) + ".o")
            self.run_tool("clang", *flags, "-c", source, "-o", output)
            return output

        with ThreadPoolExecutor(2) as pool:
            objects = list(pool.map(compile_one, sources))
        model = toolchain.source_path("examples/digits/model/")
        self.emit("--quiet", *objects[:-1], model + "digits.params",
                  "--graph=" + model + "graph.json", "--inputs=image",
                  "--model=digits", "--executor=aot", "--workspace-io",
                  "--prefix=digits",
                  "-o", self.path("digits.o"))
        self.write("keywords.params", toolchain.params_file(
            [Parameter("keywords_weight", 0, 8, (1500,), bytes(range(250)) * 6),
             Parameter("keywords_bias", 0, 32, (16,), bytes(range(64)))]))
        self.emit("--quiet", objects[0], self.path("keywords.params"),
                  "--prefix=keywords", "--entry=keywords",
                  "-o", self.path("keywords.o"))
        linked = self.path("firmware.elf")
        self.run_tool("ld.lld", *objects, self.path("digits.o"),
                      self.path("keywords.o"), "-o", linked)
        return linked

    def measure(self, *files):
        """What --json says, and the bytes of the page."""
        page = self.path("page.html")
        result = self.metaobj(
            "size", "--json", "--html=" + page,
            *(os.path.basename(file) for file in files), cwd=self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(page, "rb") as file:
            return json.loads(result.stdout), file.read()

    def chromium(self, url, *flags):
        """Runs Chromium in a profile of its own; returns standard output."""
        # Its last process may still write when it has ended.
        with tempfile.TemporaryDirectory(
                prefix="metaobj-chromium.",
                ignore_cleanup_errors=True) as profile:
            return self.run_tool(
                "chromium", "--headless", "--no-sandbox", "--disable-gpu",
                "--disable-dev-shm-usage", "--hide-scrollbars",
                "--no-first-run", "--disable-background-networking",
                "--disable-component-update", "--user-data-dir=" + profile,
                *flags, url)

    def serve(self, page):
        pages = {"/page.html": page, "/look.html": LOOK.encode()}
        for name, width in WIDTHS.items():
            pages[f"/{name}.html"] = (
                FRAME % (width, 1500, "page.html")).encode()
        server = Server(pages)
        self.addCleanup(server.stop)
        return server

    def look(self, server, *flags):
        """What the frames show: by "phone" and "screen"."""
        document = self.chromium(server.root + "/look.html", "--dump-dom",
                                 *flags)
        text = re.search("<pre>(.*)</pre>", document, re.S)[1]
        for entity, letter in (("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", "\xa0"),
                               ("&amp;", "&")):
            text = text.replace(entity, letter)
        return json.loads(text)

    def check_figures(self, report, shown):
        sums = {name: int(value) for name, (value,) in shown["sums"]}
        expected = {"flash": report["flash"], "RAM": report["ram"],
                    "file": report["file_bytes"]}
        for saved in ("compression", "sharing"):
            if report["saved_by_" + saved]:
                expected["saved by " + saved] = report["saved_by_" + saved]
        self.assertEqual(sums, expected)

        rows = [(row, name, [int(value) for value in values])
                for row, name, values in shown["rows"]]
        expected = [(f"file-0-pool-{index}", pool["name"], [pool["bytes"]])
                    for index, pool in enumerate(report["pools"])]
        expected += [(f"file-0-use-{use}", use, [size])
                     for use, size in report["uses"].items()]
        expected += [(f"file-0-section-{index}", each["name"], [each["bytes"]])
                     for index, each in enumerate(report["sections"])]
        expected += [(f"file-0-param-{index}", each["name"],
                      [each["bytes"], each["stored_bytes"], each["own_bytes"]])
                     for index, each in enumerate(report["params"])]
        self.assertEqual([(row, values) for row, _, values in rows],
                         [(row, values) for row, _, values in expected])
        return rows, expected

    def check_maps(self, report, shown):
        """Areas by bytes; each label is complete, and leads to its row."""
        self.assertEqual([each["id"] for each in shown["maps"]],
                         ["file-0-flash", "file-0-RAM"])
        for each, total in zip(shown["maps"], (report["flash"], report["ram"])):
            whole = each["place"][2] * each["place"][3]
            self.assertEqual(sum(int(part["values"]) for part in each["parts"]),
                             total)
            for part in each["parts"]:
                area = part["place"][2] * part["place"][3]
                self.assertAlmostEqual(area / whole,
                                       int(part["values"]) / total, 2, part)
            for label in each["labels"]:
                plain = label["text"].replace("\u202f", "")
                self.assertIn(": %s bytes, " % label["value"], plain)
                self.assertTrue(label["found"] and label["isFocusable"], label)

    def check_look(self, shown):
        for name, page in shown.items():
            self.assertEqual(page["width"], WIDTHS[name])
            self.assertLessEqual(page["needed"], WIDTHS[name], name)
            self.assertEqual((page["overflowing"], page["loaded"],
                              page["scripts"], page["images"]), (0, [], 0, 0))
            self.assertGreaterEqual(contrast(*page["page"]), 7)
            labels = [label for each in page["maps"]
                      for label in each["labels"] if label["isLeaf"]]
            for label in labels:
                self.assertGreaterEqual(contrast(*label["colours"]), 4.5, label)
            self.assertTrue(any(label["isShown"] for label in labels))

    def test_linked_image(self):
        """The figures, on a phone and on a screen, in light and dark colours."""
        report, page = self.measure(self.digits())
        self.assertEqual(page, self.measure(self.path("firmware.elf"))[1])
        server = self.serve(page)
        reports = os.path.join(toolchain.OPTIONS.build, "reports")
        os.makedirs(reports, exist_ok=True)

        def screenshot(name):
            url, size, flags = SCREENSHOTS[name]
            path = os.path.join(reports, name)
            self.chromium(server.root + url, *flags,
                          "--window-size=%d,%d" % size, "--screenshot=" + path)
            with open(path, "rb") as file:
                self.assertEqual(file.read(4), b"\x89PNG")

        with ThreadPoolExecutor(2) as pool:
            made = list(pool.map(lambda task: task(), [
                lambda: self.look(server),
                lambda: self.look(server, "--force-dark-mode"),
                *(lambda name=name: screenshot(name) for name in SCREENSHOTS)]))
        light, dark = made[:2]
        self.assertEqual(set(server.asked),
                         {"/look.html", "/page.html", "/phone.html",
                          "/screen.html"})
        for shown in (light, dark):
            self.check_look(shown)
            for each in shown.values():
                rows, expected = self.check_figures(report, each)
                self.assertEqual(rows, expected)
                self.check_maps(report, each)
        self.assertGreater(luminance(light["phone"]["page"][1]), 0.8)
        self.assertLess(luminance(dark["phone"]["page"][1]), 0.1)
        boxes = [label["text"].split(":")[0] for each in light["screen"]["maps"]
                 for label in each["labels"] if not label["isLeaf"]]
        # Functions have tiles in .text.
        self.assertEqual(boxes, [".rodata", "digits", "keywords", ".text",
                                 ".bss"])

    def test_hostile_names(self):
        """Names of an object are text, whatever they are."""
        params = [Parameter(name, 0, 8, (400 + index,), bytes(400 + index))
                  for index, name in enumerate(HOSTILE)]
        self.write("p.params", toolchain.params_file(params))
        path = self.path("<b>&\".o")
        # It warns of the long name.
        made = self.metaobj("emit", "--mtriple=wasm32-unknown-unknown",
                            self.path("p.params"), "-o", path)
        self.assertEqual(made.returncode, 0, made.stderr)
        report, page = self.measure(path)
        self.assertNotIn(b"<script", page)
        self.assertNotIn(b"<img", page)
        server = self.serve(page)
        shown = self.look(server)
        self.assertEqual(set(server.asked), {"/look.html", "/page.html"})
        self.check_look(shown)
        rows, _ = self.check_figures(report, shown["phone"])
        self.assertEqual(shown["phone"]["title"], "Sizes: <b>&\\22.o")
        # As in text: escaped, and long ones cut.
        names = {name for row, name, _ in rows if "-param-" in row}
        self.assertEqual(names, {SHOWN.get(name, name) for name in HOSTILE})



if __name__ == "__main__":
    toolchain.main()
