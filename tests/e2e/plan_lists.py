# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metaobj_plan.lists reads and writes what `metaobj plan` does, byte for byte, and
tells what is wrong in any other file."""

import json
import os
import sys

from lib import buffer_lists, toolchain

POOLS = ["--pool=sram:4K", "--pool=dram"]
LIST = '''id,lower,upper,size
conv1,0,2,4096
pool1,1,3,1024
"conv2, ""wide""",2,4,2048
skip,1,5,1024
add,4,6,1024
'''
HEAD = "id,lower,upper,size\n"
ENTRY = '"name": "a", "lower": 0, "upper": 2, "size": 8'

#: A file, and what is said of it behind its name.
FAULTS = [
    ("", "1: is empty, expected id, lower, upper and size"),
    ("id,lower,upper\n", "1: has 0 columns 'size', expected id, lower, upper and size"),
    ("id,size,lower,upper,size\n",
     "1: has 2 columns 'size', expected id, lower, upper and size"),
    (HEAD + "a,0,1\n", "2: has 3 fields, but the first line 4"),
    (HEAD + "a,0,1,2\n\nb,0,-1,2\n",
     "4: upper is '-1', not a whole number of 64 bits"),
    (HEAD + "a,0,1,18446744073709551616\n",
     "2: size is 18446744073709551616, not a whole number of 64 bits"),
    (HEAD + "a,0,1,\u0663\n", "2: size is '\u0663', not a whole number of 64 bits"),
    (HEAD + "a,2,2,1\n", "2: lower is 2, upper 2: the buffer never lives"),
    (HEAD + "a,0,1,2\na,0,1,2\n",
     "3: the name is 'a', expected a text that no other buffer has"),
    (HEAD + '"a,0,1,2\n', "2: is not CSV: unexpected end of data"),
    ("id,lower,upper,size,alignment\na,0,1,2,3\n",
     "2: alignment is 3, which is not a power of two"),
    ("id,lower,upper,size,pools\na,0,1,2,\nb,0,1,2,sram\n",
     "3: has 'pools', which `metaobj plan` and metaobj_plan.plan() take, but not this "
     "module"),
    ("id,lower,upper,size,in_place\na,0,2,2,\nb,1,3,2,a\n",
     "3: has 'in_place', which `metaobj plan` and metaobj_plan.plan() take, but not "
     "this module"),
    (HEAD.encode() + b"\xff,0,1,2\n", " is not UTF-8: 'utf-8' codec can't decode "
     "byte 0xff in position 20: invalid start byte"),
    ("[\n{]", "2: is not JSON: Expecting property name enclosed in double quotes"),
    ("[" * 100000, " is nested too deeply"),
    ("{}", " buffers is None, expected a list of objects"),
    ("[5]", " buffers[0] is 5, expected an object with name, lower, upper, size"),
    ('[{"name": "a"}]', " buffers[0] is {'name': 'a'}, expected an object with name, "
     "lower, upper, size"),
    ("[{%s}, {%s}]" % (ENTRY, ENTRY), " buffers[1]: the name is 'a', expected a text "
     "that no other buffer has"),
    ("[{%s}]" % ENTRY.replace("8", "8.5"),
     " buffers[0]: size is 8.5, not a whole number of 64 bits"),
    ("[{%s}]" % ENTRY.replace("8", "true"),
     " buffers[0]: size is True, not a whole number of 64 bits"),
    ("[{%s}]" % ENTRY.replace('"a"', "[]"),
     " buffers[0]: the name is [], expected a text that no other buffer has"),
    ('{"pools": [{}], "buffers": []}',
     " pools[0] is {}, expected an object with name"),
    ('{"pools": [{"name": "a", "limit": -1}], "buffers": []}',
     " pools[0]: limit is -1, not a whole number of 64 bits"),
]

#: Damages a file in many ways; each way is read, or refused by a ValueError.
DAMAGE = """
import random, sys
from metaobj_plan import lists

numbers = random.Random(1)
seen = {True: 0, False: 0}
for path in sys.argv[1:]:
    with open(path, "rb") as file:
        whole = file.read()
    for _ in range(1500):
        data = bytearray(whole)
        for _ in range(numbers.randint(1, 4)):
            place = numbers.randrange(len(data))
            data[place] = numbers.choice([numbers.randrange(256), *b'",[]{}\\n0:-9'])
        if numbers.random() < 0.3:
            del data[numbers.randrange(len(data)):]
        with open("damaged", "wb") as file:
            file.write(data)
        try:
            found = lists.read("damaged")
            lists.to_json(found, found.plan(effort=0))
            seen[True] += 1
        except ValueError as problem:
            assert str(problem), data
            seen[False] += 1
print(min(seen.values()) > 100)
"""


class PlanLists(toolchain.ToolTest):
    def setUp(self):
        super().setUp()
        library = os.path.join(toolchain.OPTIONS.build, "lib", "libmetaobj_plan.so.1")
        if not os.path.exists(library):
            self.skipTest("this build has no libmetaobj_plan.so.1")
        self.environment = {
            **os.environ, "METAOBJ_PLAN_LIBRARY": os.path.abspath(library),
            "PYTHONPATH": os.path.abspath(toolchain.source_path("python/plan")),
            "PYTHONDONTWRITEBYTECODE": "1"}

    def python(self, *arguments):
        return toolchain.start([sys.executable, "-W", "error", *arguments],
                               cwd=self.folder, env=self.environment)

    def planned(self, *arguments):
        """Standard output of a run that succeeds."""
        result = self.python("-m", "metaobj_plan.lists", *arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout

    def expected(self, *arguments):
        return toolchain.start([toolchain.OPTIONS.metaobj, "plan", *arguments],
                               cwd=self.folder).stdout

    def contents(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def test_same_as_the_tool(self):
        self.write("list.csv", LIST)
        buffer_lists.write(self.path("drawn.csv"), buffer_lists.draw("inference", 500))
        for name in ("list.csv", "drawn.csv"):
            for pools in ([], POOLS if name == "list.csv" else ["--pool=a:1M", "--pool=b"]):
                for effort in ("0", "3"):
                    given = [name, "--effort=" + effort, *pools]
                    wanted = [name, "--plan-effort=" + effort, *pools]
                    self.assertEqual(self.planned(*given),
                                     self.expected("--csv", *wanted))
                    self.assertEqual(self.planned(*given, "-o", "plan.json"), "")
                    self.assertEqual(self.contents("plan.json"),
                                     self.expected("--json", *wanted))

    def test_own_output(self):
        """Plans are lists again; JSON keeps the pools, and both alignments."""
        self.write("list.csv", "size,alignment,id,other,upper,lower\n"
                               "10,64,a,x,3,0\n\n7,4,b,,2,1\n9,1,c,,4,3\n")
        wanted = self.expected("--json", "list.csv", *POOLS)
        self.planned("list.csv", *POOLS, "-o", "plan.json")
        self.assertEqual(self.contents("plan.json"), wanted)
        self.planned("plan.json", "-o", "again.json")
        self.assertEqual(self.contents("again.json").replace("plan.json", "list.csv"),
                         wanted)
        self.planned("plan.json", "-o", "plan.csv")
        self.planned("plan.csv", *POOLS, "-o", "last.json")
        self.assertEqual(self.contents("last.json").replace("plan.csv", "list.csv"),
                         wanted)
        buffers = json.loads(wanted)["buffers"]
        self.write("plain.json", json.dumps(buffers))
        self.assertEqual(self.planned("plain.json", *POOLS), self.contents("plan.csv"))

    def test_faults(self):
        """Nothing is written, and what was there stays."""
        self.write("plan.csv", "before")
        for content, text in FAULTS:
            if isinstance(content, str):
                content = content.encode()
            self.write("list", content)
            result = self.python("-m", "metaobj_plan.lists", "list", "-o", "plan.csv")
            self.assertEqual((result.returncode, result.stdout, result.stderr),
                             (1, "", f"metaobj_plan.lists: error: list:{text}\n"))
        self.write("list", LIST)
        for arguments, text in (
                (["--pool=a:4K"], "6144 bytes live at the same time, but the pools "
                                  "have at most 4096"),
                (["--pool=a", "--pool=a"], "found two pools of one name"),
                (["--effort=10"], "effort"), (["--effort=-1"], "effort")):
            result = self.python("-m", "metaobj_plan.lists", "list", "-o", "plan.csv",
                                 *arguments)
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertIn(text, result.stderr)
            self.assertNotIn("Traceback", result.stderr)
        for pool in ("a=1", "a:", "a:01", "a:1G", "a:-1"):
            result = self.python("-m", "metaobj_plan.lists", "list", "--pool=" + pool)
            self.assertEqual(result.returncode, 2)
            self.assertIn("expected name or name:limit, in bytes, K or M, found "
                          f"'{pool}'", result.stderr)
        result = self.python("-m", "metaobj_plan.lists", "missing", "-o", "plan.csv")
        self.assertEqual(result.returncode, 1)
        self.assertIn("'missing'", result.stderr)
        self.assertEqual(self.contents("plan.csv"), "before")

    def test_surrogates(self):
        """A name that UTF-8 does not have is refused before a file is opened."""
        self.write("list", "[{%s}]" % ENTRY.replace('"a"', '"\\ud800"'))
        self.write("plan.csv", "before")
        result = self.python("-m", "metaobj_plan.lists", "list", "-o", "plan.csv")
        self.assertEqual(result.returncode, 1)
        self.assertIn("surrogates not allowed", result.stderr)
        self.assertEqual(self.contents("plan.csv"), "before")

    def test_damaged_files(self):
        self.write("list.csv", LIST)
        self.planned("list.csv", *POOLS, "-o", "list.json")
        result = self.python("-c", DAMAGE, "list.csv", "list.json")
        self.assertEqual((result.returncode, result.stdout, result.stderr),
                         (0, "True\n", ""))


if __name__ == "__main__":
    toolchain.main()
