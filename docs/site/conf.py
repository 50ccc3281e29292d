# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sphinx's configuration of the site, which ./dev site builds.

The folder of sources is the project's own, so links between pages lead where they
lead in the files.
"""

import builtins
import pathlib
import posixpath
import re
import shutil
import sys

from docutils import nodes
from pygments.lexers import CLexer
from sphinx import addnodes

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "python/plan")]

project = "metaobj"
version = re.search(r"project\(metaobj VERSION ([\d.]+)",
                    (SOURCE / "CMakeLists.txt").read_text())[1]
copyright = "the authors of metaobj, Apache-2.0 WITH LLVM-exception"
root_doc = "README"
include_patterns = ["*.md", "contrib/*/*.md", "docs/*.md", "docs/site/*.md",
                    "examples/*/*.md", "python/*.md", "python/plan/*.md", "runtime_crt/*.md",
                    "runtime_crt/*/*.md", "tests/*.md"]
exclude_patterns = [".*", "build*", "dist", "src", "tests/*/*", "third_party"]
extensions = ["myst_parser", "sphinx.ext.autodoc"]
default_role = "code"
smartquotes = False

myst_heading_anchors = 4

# They call the shared libraries when they are imported.
autodoc_mock_imports = ["metaobj._library", "metaobj._tensors", "metaobj_plan._library"]
autodoc_default_options = {"members": True, "undoc-members": True}
autodoc_member_order = "bysource"

html_theme = "furo"
html_title = "metaobj " + version
html_show_sphinx = False
html_copy_source = False

#: Doxygen writes pages of the headers in these folders.
HEADERS = ("include", "runtime_crt/include")


def add_navigation(app, docname, text):
    """The groups of docs/README.md, then the pages that it does not list."""
    if docname != root_doc:
        return
    groups = {"": ["docs/README"]}
    listed = {root_doc, "docs/README"}
    for title, lines in re.findall(r"^## (.+)\n\n((?:- .+\n)+)",
                                   (SOURCE / "docs/README.md").read_text(), re.MULTILINE):
        groups[title] = []
        for name, page in re.findall(r"^- \[(.+?)\]\((.+?)\.md\)", lines, re.MULTILINE):
            page = posixpath.normpath("docs/" + page)
            groups[title].append("%s <%s>" % (name, page))
            listed.add(page)
    others = sorted(app.env.found_docs - listed)
    groups["Interfaces"] = [page for page in others if page.startswith("docs/site/")]
    groups["Project"] = [page for page in others if not page.startswith("docs/site/")]
    for title, entries in groups.items():
        text[0] += "\n```{toctree}\n:hidden:\n%s\n\n%s\n```\n" % (
            title and ":caption: " + title, "\n".join(entries))


def link_files(app, doctree):
    """Links to headers lead to Doxygen's pages, links to folders to an archive."""
    folder = posixpath.dirname(app.env.docname)
    for node in [*doctree.findall(addnodes.download_reference),
                 *doctree.findall(addnodes.pending_xref)]:
        path = posixpath.normpath(posixpath.join("/", folder, node["reftarget"]))[1:]
        if node.get("refdomain") == "py" and hasattr(builtins, node["reftarget"]):
            node.replace_self(node.children)  # Not a field of this name
            continue
        if node.get("refdomain") or not path or not (SOURCE / path).exists():
            continue
        if any((SOURCE / path).is_relative_to(SOURCE / each) for each in HEADERS):
            name = posixpath.basename(path).replace("_", "__").replace(".", "_8")
            target = "headers/%s.html" % (name if (SOURCE / path).is_file() else "files")
        elif (SOURCE / path).is_dir():
            target = "_downloads/%s.zip" % path.replace("/", "-")
            shutil.make_archive(app.outdir / target.removesuffix(".zip"), "zip", SOURCE, path)
        else:
            continue
        node.replace_self(nodes.reference("", "", *node.children,
                                          refuri=posixpath.relpath(target, folder or ".")))


def mark_docstring(app, what, name, object_, options, lines):
    """Indented lines are code, as in Markdown; `name: text` describes an argument."""
    text = "\n".join(lines)
    text = re.sub(r"^(\S.*\n)\n(?= {4})", r"\1\n::\n\n", text, flags=re.MULTILINE)
    if what in ("function", "method"):
        text = re.sub(r"^(?=[a-z_]+: )", ":param ", text, flags=re.MULTILINE)
    lines[:] = text.split("\n")


def add_index(app, error):
    """The front page has the name that servers look for."""
    if not error:
        shutil.copy(app.outdir / (root_doc + ".html"), app.outdir / "index.html")


def setup(app):
    app.add_lexer("ld", CLexer)  # Linker scripts
    app.connect("source-read", add_navigation)
    app.connect("doctree-read", link_files, priority=0)
    app.connect("autodoc-process-docstring", mark_docstring)
    app.connect("build-finished", add_index)
