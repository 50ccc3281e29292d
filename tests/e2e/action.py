# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The script of the action for CI (contrib/action), with real objects and a
double of GitHub's program gh."""

import json
import os
import sys

from lib import toolchain

SCRIPT = "contrib/action/report.py"
#: Writes its arguments into a file, and shows comments that there are.
GH = """#!%s
import json, os, sys
with open(os.environ["GH_LOG"], "a") as log:
    json.dump(sys.argv[1:], log)
    log.write("\\n")
if "--jq" in sys.argv:
    print(os.environ["GH_FOUND"])
sys.exit(int(os.environ["GH_STATUS"]))
"""


class ActionTest(toolchain.ToolTest):

    def setUp(self):
        super().setUp()
        for name, size in (("base.o", 16), ("new.o", 528)):
            self.write("w.bin", bytes(range(16)) * (size // 16))
            self.write("w.yaml", "metaobj-params: 1\nparams:\n"
                       f"  - {{name: w, file: w.bin, dtype: uint8, shape: [{size}]}}\n")
            self.emit("--mtriple=thumbv7m-none-eabi", "--function=tvmgen_f", self.path("w.yaml"),
                      "-o", self.path(name))
        self.emit("--mtriple=thumbv7m-none-eabi", self.path("w.yaml"), "-o", self.path("alone.o"))
        os.mkdir(self.path("bin"))
        os.chmod(self.write("bin/gh", GH % sys.executable), 0o755)

    def report(self, status, found="", gh_status=0, **variables):
        """Runs the script, which ends with a status; returns what it prints."""
        result = toolchain.start(
            [sys.executable, "-B", toolchain.source_path(SCRIPT)], cwd=self.folder,
            env={"PATH": self.path("bin"), "METAOBJ": toolchain.OPTIONS.metaobj,
                 "GITHUB_STEP_SUMMARY": self.path("summary"), "GITHUB_REPOSITORY": "a/b",
                 "GH_LOG": self.path("log"), "GH_FOUND": found, "GH_STATUS": str(gh_status),
                 **variables})
        self.assertEqual((result.returncode, result.stderr), (status, ""), result.stdout)
        return result.stdout

    def calls(self):
        """The calls of gh."""
        with open(self.path("log")) as file:
            return [json.loads(line) for line in file]

    def test_size_and_check(self):
        text = self.report(0, IMAGE="new.o", BASE="base.o", CHECK="alone.o\n")
        self.assertTrue(text.startswith("<!-- metaobj report -->\n"), text)
        self.assertIn("### <code>new.o</code> against <code>base.o</code>", text)
        self.assertIn("| parameter | <code>w</code> | 16 | 528 | +512 (", text)
        self.assertIn("### `metaobj check`: passed, 1 file\n", text)
        self.assertNotIn("<pre>", text)
        with open(self.path("summary")) as file:
            self.assertEqual(file.read() + "\n", text)
        self.assertFalse(os.path.exists(self.path("log")))

    def test_without_base(self):
        self.assertIn("<pre>\n", self.report(0, IMAGE="new.o"))

    def test_budget(self):
        self.write("budget.json", '{"params": {"w": 100}}')
        text = self.report(1, IMAGE="new.o", BASE="base.o", BUDGET="budget.json")
        self.assertIn("528 bytes, 428 more than the limit of 100", text)
        self.assertIn("::error::metaobj: see the report above", text)

    def test_check_fails(self):
        """Functions that nothing defines, and a name that would be HTML."""
        os.rename(self.path("base.o"), self.path("<b>.o"))
        text = self.report(1, CHECK="new.o\n <*.o \n\n")
        self.assertIn("### `metaobj check`: failed, 2 files", text)
        self.assertIn("&lt;b&gt;.o", text)
        self.assertNotIn("<b>", text)

    def test_comment(self):
        text = self.report(0, IMAGE="new.o", BASE="base.o", PULL_REQUEST="7")
        listed, made = self.calls()
        self.assertIn("repos/a/b/issues/7/comments", listed)
        self.assertEqual(made, ["api", "--method", "POST", "repos/a/b/issues/7/comments",
                                "--raw-field", "body=" + text[:-1]])

    def test_comment_again(self):
        url = "https://api.github.com/repos/a/b/issues/comments/5"
        self.report(0, IMAGE="new.o", BASE="base.o", PULL_REQUEST="7", found=url)
        self.assertEqual(self.calls()[1][:4], ["api", "--method", "PATCH", url])

    def test_no_permission(self):
        text = self.report(2, IMAGE="new.o", PULL_REQUEST="7", gh_status=1)
        self.assertIn("::error::cannot read the comments: ", text)

    def test_wrong_usage(self):
        self.assertEqual(self.report(2), "::error::nothing to do: set 'check' or 'image'\n")
        self.assertEqual(self.report(2, CHECK="no*.o"), "::error::check: no file matches 'no*.o'\n")
        self.assertIn("::error::metaobj: error: none.o: ", self.report(2, IMAGE="none.o"))
        self.assertEqual(self.report(2, IMAGE="new.o", METAOBJ="/no/metaobj"),
                         "::error::cannot run '/no/metaobj': No such file or directory\n")


if __name__ == "__main__":
    toolchain.main()
