# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parameters that are split across shards come together again.

For several numbers of shards the objects are written one by one, and by Ninja
and GNU parallel at the same time: always the same bytes. lld and GNU ld link
them, directly and by way of a relocatable object, with a program that prints
every byte of every parameter and finds them by storage id. `metaobj inspect`
says the same of the objects together, of the relocatable object and of one
object without shards. strace shows that nobody reads the parameters of others.
"""

import json
import os
import platform
import random
import re

from lib import toolchain
from lib.toolchain import Parameter

TRIPLE = "x86_64-unknown-linux-gnu"

CLIENT = """
#include <metaobj-c/metaobj_abi.h>
#include <inttypes.h>
#include <stdio.h>
METAOBJ_DECLARE_PARAMS(tvmgen_default);
typedef union { int64_t v_int64; void *v_handle; } TVMValue;
extern int _lookup_linked_param(TVMValue *, int *, int, TVMValue *, int *,
                                void *);
int main(void) {
  const metaobj_param_table_t *table = tvmgen_default_params();
  for (uint32_t i = 0; i != table->num_params; ++i) {
    const metaobj_param_t *p = metaobj_param_at(table, i);
    printf("%s %u ", p->name, (unsigned)((uintptr_t)p->tensor.data % 64));
    for (uint64_t k = 0; k != p->size; ++k)
      printf("%02x", ((const unsigned char *)p->tensor.data)[k]);
    if (p->storage_id >= 0) {
      TVMValue id = {.v_int64 = p->storage_id}, found = {.v_handle = 0};
      int type = 0, found_type;
      _lookup_linked_param(&id, &type, 1, &found, &found_type, 0);
      printf(" %d", found.v_handle == p->tensor.data);
    }
    printf("\\n");
  }
  return 0;
}
"""

RANDOM = random.Random(9)
TIED = RANDOM.randbytes(50_000)
PARAMETERS = [
    *(Parameter(f"layer{i}", 0, 8, (size,), RANDOM.randbytes(size))
      for i, size in enumerate([60_000, 300, 40_000, 5, 70_000, 1])),
    Parameter("embedding", 0, 8, (50_000,), TIED),
    Parameter("empty", 0, 8, (0,), b""),
    Parameter("scalar", 0, 8, (), b"x"),
    Parameter("head", 0, 8, (50_000,), TIED),
]
STORAGE_IDS = {"embedding": 2, "head": 0, "scalar": 5}
COUNTS = (1, 2, 7)
LINKERS = {"lld": "ld.lld", "GNU ld": "ld.bfd"}


class Shards(toolchain.ToolTest):
    """One model in several objects."""

    def setUp(self):
        super().setUp()
        self.params = self.write("net.params",
                                 toolchain.params_file(PARAMETERS))
        self.arguments = [
            f"--mtriple={TRIPLE}", "--relocation-model=pic", self.params,
            *(f"--sid={name}={i}" for name, i in STORAGE_IDS.items())]

    def shards(self, count, *options):
        """The objects, the metadata first."""
        self.emit(*self.arguments, f"--shards={count}", *options, "-o",
                  self.path(f"m{count}.o"))
        return [self.path(f"m{count}.o")] + [
            self.path(f"m{count}.shard-{k}-of-{count}.o")
            for k in range(1, count + 1)]

    def inspect(self, *arguments):
        """What inspect says, but for the name of the file."""
        result = self.metaobj("inspect", "--json", *arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        found = json.loads(result.stdout)
        del found["file"]
        return found

    def check_program(self, linker, objects):
        """The program prints what the parameters are."""
        program = self.path("program")
        self.run_tool(
            "clang", f"--target={TRIPLE}", "-O1", "-pie",
            "-Wl,--fatal-warnings",
            f"--ld-path={toolchain.find_tool(LINKERS[linker])}",
            f"-I{toolchain.OPTIONS.source}/include",
            self.write("client.c", CLIENT), *objects, "-o", program)
        wanted = [f"{p.name} 0 {p.data.hex()}" +
                  (" 1" if p.name in STORAGE_IDS else "") for p in PARAMETERS]
        self.assertEqual(self.run_tool(program).splitlines(), wanted)
        return program

    def test_programs(self):
        """Every byte, with any number and every linker."""
        if platform.machine() != "x86_64":
            self.skipTest("the host is not an x86-64")
        for count in COUNTS:
            objects = self.shards(count)
            for linker in LINKERS:
                with self.subTest(count=count, linker=linker):
                    self.check_program(linker, objects)
                    # In any order, and as an archive's members.
                    self.check_program(linker, objects[::-1])
                    joined = self.path("joined.o")
                    self.run_tool(LINKERS[linker], "-r", *objects, "-o",
                                  joined)
                    self.check_program(linker, [joined])

    def test_inspect(self):
        """The same for any number, before and after a linker."""
        options = ["--place=layer2:align=4096", "--place=layer[45]:section="
                   ".rodata.flash,visibility=global"]
        for more in ([], options, [*options, "--dedup=off"],
                     [*options, "--param-sections"]):
            whole = self.path("whole.o")
            self.emit(*self.arguments, *more, "-o", whole)
            wanted = self.inspect(whole)
            self.assertEqual(len(wanted["params"]), len(PARAMETERS))
            for count in COUNTS:
                with self.subTest(options=more, count=count):
                    objects = self.shards(count, *more)
                    self.assertEqual(self.inspect("--together", *objects),
                                     wanted)
                    for linker in LINKERS.values():
                        joined = self.path("joined.o")
                        self.run_tool(linker, "-r", *objects, "-o", joined)
                        self.assertEqual(self.inspect(joined), wanted)

    def test_check(self):
        """Nothing is wrong with them."""
        result = self.metaobj("check", *self.shards(3))
        self.assertEqual((result.returncode, result.stdout, result.stderr),
                         (0, "", ""))

    def test_balance(self):
        """No shard has more than its part and one parameter."""
        largest = max(len(p.data) for p in PARAMETERS)
        stored = sum(len(p.data) for p in PARAMETERS) - len(TIED)
        for count in (2, 3, 5):
            for path in self.shards(count)[1:]:
                self.assertLess(os.path.getsize(path),
                                stored / count + largest + 4096)

    def test_ninja_and_parallel(self):
        """Both write all objects at the same time, and the same ones."""
        count = 5
        objects = self.shards(count)
        metaobj = toolchain.OPTIONS.metaobj
        command = " ".join([metaobj, "emit", "--quiet",
                            "--abi=tvm-crt-u16", *self.arguments])
        edges = "".join(
            f"build n.{k}.o: shard {self.params}\n  shard = {k}/{count}\n"
            for k in range(count + 1))
        self.write("build.ninja",
                   f"rule shard\n  command = {command} --shard=$shard -o $out "
                   f"--depfile=$out.d\n  depfile = $out.d\n  deps = gcc\n"
                   f"{edges}")
        self.run_tool("ninja", "-C", self.path())
        self.assertIn("no work to do",
                      self.run_tool("ninja", "-C", self.path()))
        self.run_tool("parallel", command, f"--shard={{}}/{count}", "-o",
                      self.path("p.{}.o"), ":::", *range(count + 1))
        for shard, path in enumerate(objects):
            with open(path, "rb") as file:
                wanted = file.read()
            for way in "np":
                with open(self.path(f"{way}.{shard}.o"), "rb") as file:
                    self.assertEqual(file.read(), wanted)

    def ranges_read(self, *arguments):
        """The ranges of the parameters' file that emit reads."""
        trace = self.path("trace")
        self.run_tool("strace", "-f", "-y", "-o", trace, "-e",
                      "trace=pread64,preadv,read,mmap,copy_file_range,ioctl",
                      toolchain.OPTIONS.metaobj, "emit", "--quiet",
                      *self.arguments, *arguments)
        ranges = []
        with open(trace, encoding="utf-8") as file:
            for line in file:
                if "net.params" not in line:
                    continue
                found = re.search(r"(?:pread64|preadv)\(.*, (\d+)\) += (\d+)$",
                                  line)
                self.assertTrue(found, f"another way to read: {line}")
                ranges.append((int(found[1]), int(found[1]) + int(found[2])))
        self.assertTrue(ranges)
        return ranges

    def test_reads(self):
        """A shard reads its own parameters, the metadata none."""
        count = 3
        directory = 8192  # The piece in which directories are read.
        for dedup, more in (("off", 0), ("model", 64)):
            with open(self.path("map.json"), "wb"):
                pass
            self.shards(count, f"--dedup={dedup}",
                        f"--map={self.path('map.json')}")
            with open(self.path("map.json"), encoding="utf-8") as file:
                sections = json.load(file)["sections"]
            for shard in range(count + 1):
                ranges = self.ranges_read(
                    f"--dedup={dedup}", f"--shard={shard}/{count}", "-o",
                    self.path("one.o"))
                for section in sections:
                    for param in section["params"]:
                        begin = param["source"]["offset"]
                        end = begin + param["bytes"]
                        taken = sum(max(0, min(end, b) - max(begin, a))
                                    for a, b in ranges)
                        # Equal ones are read by all who need to know.
                        is_tied = param["name"] in ("embedding", "head")
                        if shard == 0 or section["shard"] != shard:
                            if dedup == "off" or not is_tied or shard == 0:
                                self.assertLessEqual(taken, directory + more,
                                                     param["name"])
                        elif not param["shares"]:
                            self.assertGreaterEqual(taken, param["bytes"])


if __name__ == "__main__":
    toolchain.main()
