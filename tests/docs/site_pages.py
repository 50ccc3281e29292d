# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The site that ./dev site builds: every page, every link, and the search.

Its HTML has no link to a file or an anchor that is missing, and each page of docs.
Chromium finds pages by words. Screenshots go to the folder reports of the build.
"""

import functools
import html.parser
import http.server
import os
import pathlib
import shutil
import sys
import tempfile
import threading
import unittest
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "e2e"), str(HERE.parent / "live")]
import compilers
from lib import toolchain

BUILD_SECONDS = 3000
CHROMIUM_SECONDS = 300
#: Words, and a page that the search has to show for them.
SEARCHES = {"safetensors": "docs/params.html", "porting board": "docs/porting.html",
            "add_param": "docs/site/python.html"}
SCREENSHOTS = {"site.png": "index.html", "site-headers.png": "headers/metaobj_8h.html",
               "site-python.png": "docs/site/python.html"}


class Page(html.parser.HTMLParser):
    """Links and anchors of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors = set(), {"", "top"}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or name == "name" and tag == "a":
                self.anchors.add(value)
            elif name in ("href", "src") and value:
                self.links.add(value)


def broken_links(folder):
    """'page: link' for each that leads to nothing; the number of all links."""
    pages = {path: Page(path.read_text()) for path in folder.rglob("*.html")}
    broken, count = [], 0
    for path, page in pages.items():
        for link in page.links:
            url = urllib.parse.urlsplit(link)
            # The last one Doxygen writes for classes with private ones inside.
            if url.scheme or url.netloc or link == "#nested-classes":
                continue
            count += 1
            target = pathlib.Path(os.path.normpath(path.parent / urllib.parse.unquote(url.path)))
            target = target if url.path else path
            anchor = urllib.parse.unquote(url.fragment)
            if not target.is_file() or target in pages and anchor not in pages[target].anchors:
                broken.append("%s: %s" % (path.relative_to(folder), link))
    return sorted(broken), count


@functools.cache
def site():
    """The folder of the site, built anew; a skip where that cannot be."""
    for tool in "doxygen", "chromium":
        toolchain.find_tool(tool)
    toolchain.python_with("pip", "venv", "ensurepip")
    if compilers.obstacle():
        raise unittest.SkipTest(compilers.obstacle())
    result = toolchain.start([toolchain.source_path("dev"), "site"], timeout=BUILD_SECONDS)
    if result.returncode:
        raise RuntimeError("./dev site: " + result.stdout + result.stderr)
    return pathlib.Path(toolchain.source_path("build/site/html"))


class SiteTest(toolchain.ToolTest):
    def chromium(self, url, *flags):
        with tempfile.TemporaryDirectory(prefix="metaobj-chromium.",
                                         ignore_cleanup_errors=True) as profile:
            return self.run_tool(
                "chromium", "--headless", "--no-sandbox", "--disable-gpu",
                "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run",
                "--disable-background-networking", "--disable-component-update",
                "--virtual-time-budget=20000", "--user-data-dir=" + profile, *flags, url,
                timeout=CHROMIUM_SECONDS)

    def test_pages(self):
        """Each page of docs is there, in the groups of docs/README.md."""
        front = Page((site() / "index.html").read_text()).links
        pages = sorted(pathlib.Path(toolchain.source_path("docs")).glob("*.md"))
        self.assertGreater(len(pages), 20)
        for page in pages:
            name = "docs/%s.html" % page.stem
            self.assertTrue((site() / name).is_file(), name)
            self.assertIn(name, front)

    def test_links(self):
        broken, count = broken_links(site())
        self.assertEqual(broken, [])
        self.assertGreater(count, 10000)

    def test_broken_links(self):
        """A missing file and a missing anchor are found."""
        folder = pathlib.Path(self.folder)
        self.write("a.html", '<p id="here"><a href="b.html#there">b</a>'
                             '<a href="c.html">c</a><a href="#here">a</a>')
        self.write("b.html", '<a href="a.html#here">a</a>')
        self.assertEqual(broken_links(folder),
                         (["a.html: b.html#there", "a.html: c.html"], 4))

    def test_search(self):
        """Words lead to pages, in a browser."""
        handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(site()))
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        root = "http://127.0.0.1:%d/" % server.server_address[1]

        def found(words):
            document = self.chromium(root + "search.html?" + urllib.parse.urlencode({"q": words}),
                                     "--dump-dom")
            results = document.partition('id="search-results"')[2].partition("</div>")[0]
            return {link.partition("#")[0].partition("?")[0] for link in Page(results).links}

        for words, page in SEARCHES.items():
            self.assertIn(page, found(words), words)
        self.assertEqual(found("nosuchwordanywhere"), set())
        reports = pathlib.Path(toolchain.OPTIONS.build, "reports")
        reports.mkdir(parents=True, exist_ok=True)
        for name, page in SCREENSHOTS.items():
            self.chromium(root + page, "--window-size=1300,1000",
                          "--screenshot=%s" % (reports / name))
            self.assertEqual((reports / name).read_bytes()[:4], b"\x89PNG")


if __name__ == "__main__":
    toolchain.main()
