# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""All outputs of a run appear, or none.

A model in two shards with header, map and depfile is six files. strace ends
metaobj, or makes a system call fail, at each step that gives them their names;
whatever happens, each file is there as a whole, the metadata object is new only
when all are, and an error leaves all old files as they were.
"""

import os
import re
import resource

from lib import toolchain
from lib.toolchain import Parameter

#: In the order in which they get their names; the metadata object is last.
NAMES = ["m.d", "m.json", "m.h", "m.shard-2-of-2.o", "m.shard-1-of-2.o", "m.o"]

#: The system calls that give files names and take them away.
NAMING = "link,linkat,rename,renameat,renameat2,unlink,unlinkat"

LEFT_BEHIND = re.compile(r"\.[0-9a-f]{8}\.tmp$")


class OutputsTest(toolchain.ToolTest):
    """Two models, so that each output has an old and a new form."""

    def setUp(self):
        super().setUp()
        self.out = self.path("out")
        os.mkdir(self.out)
        for model, size in (("old", 100), ("new", 200)):
            self.write(model + ".params", toolchain.params_file(
                [Parameter(name, 1, 8, (size,), name.encode() * size)
                 for name in "ab"]))

    def arguments(self, model, **places):
        """Writes all six files of a model; `places` are others than usual."""
        stem = os.path.join(self.out, "m")
        options = {"header": stem + ".h", "map": stem + ".json",
                   "depfile": stem + ".d", "o": stem + ".o", **places}
        return [toolchain.OPTIONS.metaobj, "emit", "--shards=2",
                "--mtriple=x86_64-unknown-linux-gnu", f"--function=f_{model}",
                self.path(model + ".params"),
                *(f"--{name}={path}" for name, path in options.items())]

    def small_arguments(self, output):
        """Writes one small file."""
        return [toolchain.OPTIONS.metaobj, "emit", "--function=f",
                "--mtriple=x86_64-unknown-linux-gnu", "-o", output]

    def emit(self, model):
        result = toolchain.start(self.arguments(model))
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def files(self):
        """Contents by name."""
        found = {}
        for name in os.listdir(self.out):
            with open(os.path.join(self.out, name), "rb") as file:
                found[name] = file.read()
        return found

    def clear(self):
        for name in os.listdir(self.out):
            os.remove(os.path.join(self.out, name))

    def put(self, files):
        """Makes the folder hold exactly `files`."""
        self.clear()
        for name, contents in files.items():
            with open(os.path.join(self.out, name), "wb") as file:
                file.write(contents)

    def both_forms(self):
        """The old files and the new ones, all different."""
        self.emit("old")
        old = self.files()
        self.clear()
        self.emit("new")
        new = self.files()
        self.clear()
        self.assertEqual(sorted(old), sorted(NAMES))
        for name in NAMES:
            self.assertNotEqual(old[name], new[name], name)
        return old, new

    def traced(self, *injections):
        """Writes the new files under strace, which injects."""
        return toolchain.start(
            [toolchain.find_tool("strace"), "-f", "-o", self.path("trace"),
             *(part for each in injections for part in ("-e", each)),
             *self.arguments("new")])

    def check_injected(self):
        with open(self.path("trace"), encoding="utf-8") as trace:
            self.assertIn("(INJECTED)", trace.read())


class Killed(OutputsTest):
    """SIGKILL, before each step."""

    def kill_at_each_step(self, old, new):
        """Returns how many files of other names each run has left."""
        left = []
        for step in range(1, 100):
            self.put(old)
            result = self.traced(f"inject={NAMING}:signal=KILL:when={step}")
            found = self.files()
            others = [name for name in found if name not in NAMES]
            for name in others:
                self.assertRegex(name, LEFT_BEHIND)
                self.assertIn(found[name], [*old.values(), *new.values()])
            is_new = [found.get(name) == new[name] for name in NAMES]
            for name in NAMES:
                self.assertIn(found.get(name), (old.get(name), new[name]))
            # They get their names in this order.
            self.assertEqual(is_new, sorted(is_new, reverse=True))
            left.append(len(others))
            if result.returncode == 0:
                self.assertTrue(all(is_new))
                self.assertGreater(step, len(NAMES))
                return left
            self.assertEqual(result.returncode, -9)
        self.fail("it never came to its end")

    def test_new_files(self):
        """Nothing is left behind at all."""
        _, new = self.both_forms()
        self.assertEqual(sum(self.kill_at_each_step({}, new)), 0)

    def test_old_files(self):
        """Names are left only of the files whose turn it was."""
        old, new = self.both_forms()
        left = self.kill_at_each_step(old, new)
        self.assertLessEqual(max(left), len(NAMES))
        self.assertEqual((left[0], left[-1]), (0, 0))


class Failing(OutputsTest):
    """A step that cannot be done."""

    def fail_at_each_step(self, old, new, calls):
        """Returns how many steps made metaobj fail."""
        failures = 0
        for step in range(1, 100):
            self.put(old)
            result = self.traced(f"inject={calls}:error=EPERM:when={step}")
            with open(self.path("trace"), encoding="utf-8") as trace:
                was_injected = "(INJECTED)" in trace.read()
            if result.returncode == 0:
                self.assertEqual(self.files(), new)
            else:
                failures += 1
                self.assertRegex(
                    result.stderr,
                    f"^metaobj: error: {re.escape(self.out)}/m[^:]*: cannot "
                    "write: operation not permitted\n")
                self.assertEqual(self.files(), old)
            if not was_injected:
                return failures
        self.fail("it never came to its end")

    def test_rename(self):
        """Each rename fails once: all old files are as they were."""
        old, new = self.both_forms()
        failures = self.fail_at_each_step(old, new, "rename,renameat,renameat2")
        self.assertEqual(failures, len(NAMES))

    def test_link(self):
        """Each link fails once, with and without old files."""
        old, new = self.both_forms()
        self.assertEqual(
            self.fail_at_each_step({}, new, "linkat"), len(NAMES))
        self.fail_at_each_step(old, new, "link,linkat")

    def test_nothing_comes_back(self):
        """Where an old file cannot be kept, the error says what is new."""
        old, new = self.both_forms()
        self.put(old)
        result = self.traced("inject=link:error=EPERM",
                             "inject=rename:error=EPERM:when=3")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(
            result.stderr,
            f"metaobj: error: {self.out}/m.h: cannot write: operation not "
            f"permitted; '{self.out}/m.json' is new already; "
            f"'{self.out}/m.d' is new already\n"
            "metaobj: hint: the outputs do not belong together: write them "
            "again\n")
        self.assertEqual(
            self.files(),
            {**old, "m.d": new["m.d"], "m.json": new["m.json"]})

    def test_one_that_cannot_be_written(self):
        """A folder that is missing: none of the others appears."""
        old, _ = self.both_forms()
        for option in ("header", "map", "depfile", "o"):
            for before in ({}, old):
                self.put(before)
                result = toolchain.start(self.arguments(
                    "new", **{option: f"{self.out}/absent/x"}))
                self.assertEqual(result.returncode, 1)
                self.assertIn("no such file or directory", result.stderr)
                self.assertEqual(self.files(), before)

    def test_same_place(self):
        """Two outputs in one place, under two names."""
        os.symlink("m.h", os.path.join(self.out, "link"))
        for path in (f"{self.out}/../out/m.h", f"{self.out}/link"):
            result = toolchain.start(self.arguments("new", map=path))
            self.assertEqual(result.returncode, 1)
            self.assertEqual(
                result.stderr,
                f"metaobj: error: {path}: is the place of two outputs\n"
                "metaobj: hint: name another file for one of them\n")
            self.assertEqual(os.listdir(self.out), ["link"])


    def test_same_pipe(self):
        """Two outputs in one stream are none; a device takes many."""
        for output, other, named in (("-", "/dev/stdout", "/dev/stdout"),
                                     ("/dev/stdout", "-", "<stdout>")):
            result = toolchain.start(
                [*self.small_arguments(output), f"--map={other}"])
            self.assertEqual(result.returncode, 1)
            self.assertEqual(
                result.stderr,
                f"metaobj: error: {named}: is the place of two outputs\n"
                "metaobj: hint: name another file for one of them\n")
        result = toolchain.start(
            [*self.small_arguments("/dev/null"), "--map=/dev/./null"])
        self.assertEqual((result.returncode, result.stderr), (0, ""))


class Places(OutputsTest):
    """Names, links, and file systems without files without names."""

    def start_without_nameless(self, arguments):
        """The folder itself cannot be opened, which is how they are made."""
        result = toolchain.start(
            [toolchain.find_tool("strace"), "-f", "-o", self.path("trace"),
             "-P", self.out, "-e", "inject=open,openat:error=EOPNOTSUPP",
             *arguments])
        self.check_injected()
        return result

    def test_without_nameless(self):
        """The same files, and nothing else."""
        old, new = self.both_forms()
        for before in ({}, old):
            self.put(before)
            result = self.start_without_nameless(self.arguments("new"))
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertEqual(self.files(), new)

    def test_error_without_nameless(self):
        """What was written before the error goes away."""
        result = self.start_without_nameless(
            self.arguments("new", map=f"{self.out}/absent/x"))
        self.assertEqual(result.returncode, 1)
        self.assertEqual(os.listdir(self.out), [])

    def test_long_names(self):
        """The temporary name is no longer than the output's."""
        for name in ("x" * 255, "x" * 252, "\u00e4" * 127, "\u20ac" * 85,
                     "\U0001f600" * 63 + "xyz"):
            output = os.path.join(self.out, name)
            for start in (toolchain.start, toolchain.start,
                          self.start_without_nameless):
                result = start(self.small_arguments(output))
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertEqual(os.listdir(self.out), [name])
            os.remove(output)

    def test_name_too_long(self):
        """One byte more than a file system takes."""
        output = os.path.join(self.out, "x" * 256)
        result = toolchain.start(self.small_arguments(output))
        self.assertEqual(result.returncode, 1)
        self.assertIn("cannot write: file name too long", result.stderr)

    def test_percent(self):
        """A folder with a sign that patterns of names use."""
        self.out = self.path("50%")
        os.mkdir(self.out)
        for start in (toolchain.start, self.start_without_nameless):
            result = start(self.small_arguments(self.out + "/%.o"))
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertEqual(os.listdir(self.out), ["%.o"])

    def test_dangling_link(self):
        """The file appears where the link points; the link stays."""
        os.mkdir(self.path("build"))
        os.symlink("../build/new.o", os.path.join(self.out, "first"))
        os.symlink("first", os.path.join(self.out, "second"))
        output = os.path.join(self.out, "second")
        result = toolchain.start(self.small_arguments(output))
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(os.listdir(self.path("build")), ["new.o"])
        self.assertEqual(sorted(os.listdir(self.out)), ["first", "second"])
        self.assertTrue(os.path.islink(output))

    def test_link_to_itself(self):
        os.symlink("loop", os.path.join(self.out, "loop"))
        output = os.path.join(self.out, "loop")
        result = toolchain.start(self.small_arguments(output))
        self.assertEqual(result.returncode, 1)
        self.assertEqual(
            result.stderr, f"metaobj: error: {output}: cannot write: too many "
                           "levels of symbolic links\n")
        self.assertTrue(os.path.islink(output))

    def test_many_shards(self):
        """More files than the process may have open."""
        result = toolchain.start(
            [toolchain.OPTIONS.metaobj, "emit", "--shards=300",
             "--mtriple=x86_64-unknown-linux-gnu", self.path("new.params"),
             "-o", os.path.join(self.out, "m.o")],
            preexec_fn=lambda: resource.setrlimit(
                resource.RLIMIT_NOFILE, (200, 200)))
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        names = os.listdir(self.out)
        self.assertEqual(len(names), 301)
        self.assertFalse([n for n in names if LEFT_BEHIND.search(n)])


class OnTheDisk(OutputsTest):
    def test_nobody_waits_for_the_disk(self):
        """That is the system's work, as with linkers."""
        _, new = self.both_forms()
        result = toolchain.start(
            [toolchain.find_tool("strace"), "-f", "-o", self.path("trace"),
             "-e", "inject=fsync,fdatasync:error=EIO", *self.arguments("new")])
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(self.files(), new)


class Times(OutputsTest):
    """What has not changed keeps its time."""

    LONG_AGO = (1_000_000_000, 1_000_000_000)

    def age(self):
        for name in os.listdir(self.out):
            os.utime(os.path.join(self.out, name), self.LONG_AGO)

    def renewed(self):
        return sorted(
            name for name in os.listdir(self.out)
            if os.stat(os.path.join(self.out, name)).st_mtime
            != self.LONG_AGO[0])

    def test_unchanged(self):
        """Header and map stay, the others are written anew."""
        self.emit("old")
        self.age()
        self.emit("old")
        self.assertEqual(self.renewed(), sorted(set(NAMES) - {"m.h", "m.json"}))

    def test_changed(self):
        """One byte more, one less, or another one: written anew."""
        self.emit("old")
        header = os.path.join(self.out, "m.h")
        with open(header, "rb") as file:
            right = file.read()
        for wrong in (right + b"\n", right[:-1], right[:-2] + b"x\n", b""):
            with open(header, "wb") as file:
                file.write(wrong)
            self.age()
            self.emit("old")
            self.assertIn("m.h", self.renewed())
            with open(header, "rb") as file:
                self.assertEqual(file.read(), right)


if __name__ == "__main__":
    toolchain.main()
