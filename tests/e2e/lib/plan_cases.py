# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of the Python package metaobj_plan, which plan_python.py runs.

The variable METAOBJ names the program.
"""

import concurrent.futures
import csv
import dataclasses
import os
import pickle
import random
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

import buffer_lists

import metaobj_plan
from metaobj_plan import Code, PlanError, ReasonKind

#: lower, upper, size.
LIST = ([0, 1, 2, 1, 4], [2, 3, 4, 5, 6], [4096, 1024, 2048, 1024, 1024])
NAMES = ["conv1", "pool1", "conv2", "skip", "add"]


def draw(count=200, seed=1):
    """lower, upper, size, alignment."""
    numbers = random.Random(seed)
    rows = [(lower, lower + 1 + numbers.randrange(20), numbers.randrange(2000),
             1 << numbers.randrange(7))
            for lower in (numbers.randrange(count) for _ in range(count))]
    return [list(column) for column in zip(*rows)]


class PlainCases(unittest.TestCase):
    """Lists; without NumPy."""

    def test_lists(self):
        plan = metaobj_plan.plan(*LIST)
        self.assertEqual(plan, metaobj_plan.Plan(
            offsets=[0, 4096, 0, 5120, 0], pools=[0] * 5, sizes=[6144], total=6144,
            lower_bound=6144, method="through time", steps=0, too_many_pairs=0,
            is_optimal=True, lower_bounds=[6144]))
        self.assertEqual(metaobj_plan.plan(tuple(LIST[0]), range(7, 12), LIST[2]).total, 9216)
        empty = metaobj_plan.plan([], [], [])
        self.assertEqual((empty.offsets, empty.pools, empty.sizes), ([], [], [0]))
        with self.assertRaises(dataclasses.FrozenInstanceError):
            plan.total = 0
        self.assertFalse("numpy" in sys.modules)

    def tool(self, columns, *options):
        """Offsets and pools of the command line."""
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
            writer = csv.writer(file)
            writer.writerow(["id", "lower", "upper", "size", "alignment"])
            writer.writerows((number, *row) for number, row in enumerate(zip(*columns)))
            file.flush()
            done = subprocess.run(
                [os.environ["METAOBJ"], "plan", "--csv", file.name, *options],
                check=True, capture_output=True, text=True)
        rows = list(csv.DictReader(done.stdout.splitlines()))
        return ([int(row["offset"]) for row in rows],
                [row.get("pool", "workspace") for row in rows])

    def test_equal(self):
        """The plan is that of `metaobj plan`."""
        lists = {"drawn": draw()}
        for kind in buffer_lists.KINDS:
            columns = [list(column) for column in zip(*buffer_lists.draw(kind, 500))]
            lists[kind] = [*columns, [16] * 500]
        for name, columns in lists.items():
            for effort in (0, 2):
                for pools in (None, {"sram": 20000, "dram": None}):
                    with self.subTest(name, effort=effort, pools=pools):
                        plan = metaobj_plan.plan(*columns, pools=pools, effort=effort)
                        names = list(pools or ["workspace"])
                        self.assertEqual(
                            (plan.offsets, [names[pool] for pool in plan.pools]),
                            self.tool(columns, f"--plan-effort={effort}", *(
                                ["--pool=sram:20000", "--pool=dram"] if pools else [])))
                        self.assertEqual(plan.total, sum(plan.sizes))
                        metaobj_plan.check(*columns[:3], plan, columns[3], pools=pools)

    def test_pools(self):
        expected = ([4096, 2048], [0, 1, 0, 1, 0], [0, 0, 0, 1024, 0])
        for pools in ({"sram": 4096, "dram": None}, [("sram", 4096), ("dram", None)],
                      (["sram", 4096], ["dram", 2048])):
            plan = metaobj_plan.plan(*LIST, pools=pools)
            self.assertEqual((plan.sizes, plan.pools, plan.offsets), expected)
            # What is not in the other one.
            self.assertEqual(plan.lower_bounds[1], 2048)

    def test_places(self):
        """Buffers that may lie in some pools only, or have a place."""
        pools = {"sram": 4096, "dram": None}
        given = {"allowed": [None, [1], (0, 1), {1}, [0]],
                 "fixed": [None, None, (0, 64), None, None]}
        plan = metaobj_plan.plan(*LIST, names=NAMES, pools=pools, **given)
        self.assertEqual((plan.pools[1], plan.pools[2], plan.offsets[2], plan.pools[3],
                          plan.pools[4]), (1, 0, 64, 1, 0))
        metaobj_plan.check(*LIST, plan, names=NAMES, pools=pools, **given)

        def check(in_pools, offsets, **options):
            metaobj_plan.check(*LIST, offsets, names=NAMES, pools=pools, in_pools=in_pools,
                               sizes=[4096, 8192], **options)
        error = self.refuse(
            Code.WRONG_POOL, "buffer conv1 may not lie in pool sram", plan.pools, plan.offsets,
            do=check, allowed=[[1]] + [None] * 4)
        self.assertEqual((error.buffer, error.pool), (0, 0))
        self.refuse(Code.MOVED, "buffer conv1 is at 0 of pool 0, but has its place at 16 of "
                    "pool 1", plan.pools, plan.offsets, do=check, fixed=[(1, 16)] + [None] * 4)
        self.refuse(Code.NO_POOL_ALLOWED, "buffer conv1 may lie in no pool that there is",
                    *LIST, names=NAMES, pools=pools, allowed=[[2]] + [None] * 4)
        for wrong in ([], [-1], [64]):
            with self.assertRaisesRegex(ValueError, "wanted are positions from 0 to 63"):
                metaobj_plan.plan([0], [1], [1], allowed=[wrong])
        with self.assertRaisesRegex(ValueError, "fixed has length 2, but size has 1"):
            metaobj_plan.plan([0], [1], [1], fixed=[None, None])

    def test_costs(self):
        """The fast pool is for what is used most."""
        given = ([0, 0, 0], [1, 1, 1], [64, 64, 64], 16, NAMES[:3], {"fast": 64, "slow": None})
        plan = metaobj_plan.plan(*given, traffic=[10, 30, 20], costs=[1, 5])
        self.assertEqual((plan.pools, plan.cost, plan.is_optimal),
                         ([1, 0, 1], 30 + 5 * 10 + 5 * 20, True))
        self.refuse(Code.COSTS_FALL, "pool slow costs 4, less than the pool before it, 5; the "
                    "fastest comes first", *given, costs=[5, 4])
        with self.assertRaisesRegex(ValueError, "costs has length 1, but there are 2 pools"):
            metaobj_plan.plan(*given, costs=[1])

    def test_known(self):
        """The result is never larger."""
        columns = draw(300)
        best = metaobj_plan.plan(*columns, effort=4)
        self.assertGreater(best.steps, 0)
        self.assertLess(best.total, metaobj_plan.plan(*columns, effort=0).total)
        for known in (best, (best.pools, best.offsets)):
            again = metaobj_plan.plan(*columns, known=known, effort=0)
            self.assertEqual((again.offsets, again.method), (best.offsets, "as known before"))

    def refuse(self, code, text, *arguments, do=metaobj_plan.plan, **options):
        with self.assertRaises(PlanError) as caught:
            do(*arguments, **options)
        self.assertEqual((caught.exception.code, str(caught.exception)), (code, text))
        return caught.exception

    def test_faults(self):
        lower, upper, size = LIST
        error = self.refuse(
            Code.EMPTY_LIFETIME, "buffer skip lives from 9 until before 5, which is not a time",
            [0, 1, 2, 9, 4], upper, size, names=NAMES)
        self.assertEqual((error.buffer, error.other_buffer, error.pool, error.numbers),
                         (3, None, None, (9, 5, 0, 0)))
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((str(again), vars(again)), (str(error), vars(error)))
        self.refuse(Code.EMPTY_LIFETIME, "buffer 3 lives from 9 until before 5, which is not "
                    "a time", [0, 1, 2, 9, 4], upper, size)
        self.refuse(Code.BAD_ALIGNMENT, "buffer conv2 is aligned to 3, which is not a power "
                    "of two", *LIST, [1, 1, 3, 1, 1], NAMES)
        self.refuse(Code.NO_POOL, "there is no pool to plan", *LIST, pools=[])
        self.refuse(Code.EFFORT_TOO_HIGH, "the effort is 10, but the highest is 9", *LIST,
                    effort=10)
        self.refuse(Code.TOO_MANY_BYTES, "the buffers have more bytes in all than 63 bits can "
                    "count", [0], [1], [2**64 - 1])
        self.refuse(Code.POOLS_TOO_SMALL, "6144 bytes live at the same time, but the pools "
                    "have at most 6000", *LIST, pools={"sram": 6000})
        error = self.refuse(
            Code.NO_PLAN_EXISTS, "every plan takes at least 17 bytes of pool sram, which has "
            "at most 10", [0, 0, 1], [2, 2, 3], [1, 1, 1], [16, 16, 1],
            pools={"sram": 10})
        self.assertEqual(error.pool, 0)
        self.refuse(Code.NO_PLAN_EXISTS, "every plan takes at least 124 bytes of pool b, which "
                    "has at most 100", [0] * 3, [1] * 3, [60] * 3, pools={"a": 100, "b": 100})
        error = self.refuse(
            Code.OVERLAP, "the known plan: buffers conv1 and pool1 overlap, and both live at 1",
            *LIST, names=NAMES, known=([0] * 5, [0] * 5))
        self.assertEqual((error.buffer, error.other_buffer), (0, 1))
        # Names are any text.
        for name, shown in (("\udcff\0", "\\udcff\\0"), ("näme " * 100, "näme " * 100)):
            self.refuse(Code.EMPTY_LIFETIME, f"buffer {shown} lives from 1 until before 1, "
                        "which is not a time", [1], [1], [1], names=[name])

    def test_arguments(self):
        """What is no list of buffers."""
        for kind, text, arguments, options in (
                (TypeError, r"size\[0\] is 1.5, but must be a whole number from 0 to 2\*\*64",
                 ([0], [1], [1.5]), {}),
                (ValueError, r"upper\[1\] is -1, but must be", ([0, 0], [1, -1], [1, 1]), {}),
                (ValueError, r"lower\[0\] is 1844674407370955161[0-9], but",
                 ([2**64], [1], [1]), {}),
                (ValueError, "lower has length 2, but size has 1", ([0, 1], [1], [1]), {}),
                (ValueError, "alignment has length 2, but size has 1", ([0], [1], [1], [1, 1]),
                 {}),
                (ValueError, "names has length 0, but size has 1", ([0], [1], [1]),
                 {"names": []}),
                (TypeError, r"alignment\[0\] is '8', but", ([0], [1], [1], ["8"]), {}),
                (ValueError, r"limits\[1\] is -5, but", ([0], [1], [1]),
                 {"pools": {"a": 1, "b": -5}}),
                (TypeError, "the pool 'ab' is not a pair of name and limit", ([0], [1], [1]),
                 {"pools": ["ab"]}),
                (ValueError, "offsets has length 2, but size has 1", ([0], [1], [1]),
                 {"known": ([0, 0], [0, 0])}),
                (ValueError, r"pools of the plan\[0\] is 4294967296, but", ([0], [1], [1]),
                 {"known": ([2**32], [0])}),
                (ValueError, r"effort\[0\] is -1, but", ([0], [1], [1]), {"effort": -1})):
            with self.subTest(text), self.assertRaisesRegex(kind, text) as caught:
                metaobj_plan.plan(*arguments, **options)
            self.assertNotIsInstance(caught.exception, PlanError)
        plan = metaobj_plan.plan(*LIST)
        with self.assertRaisesRegex(TypeError, "leave them out"):
            metaobj_plan.check(*LIST, plan, sizes=[6144])
        with self.assertRaisesRegex(ValueError, "sizes has length 2, but there are 1 pools"):
            metaobj_plan.check(*LIST, plan.offsets, sizes=[1, 2])

    def test_check(self):
        """Each planted fault is found."""
        lower, upper, size, alignment = columns = draw()
        names = [f"tensor {number}" for number in range(len(lower))]
        plan = metaobj_plan.plan(*columns, names, {"fast": 20000, "slow": None}, effort=1)
        sizes, pools = plan.sizes, {"fast": 20000, "slow": None}

        def check(offsets, in_pools=plan.pools, sizes=sizes):
            metaobj_plan.check(*columns[:3], offsets, alignment, names, pools, in_pools, sizes)
        check(plan.offsets)
        metaobj_plan.check(*columns[:3], plan, alignment, names, pools)

        overlapping = [
            (first, second) for first in range(200) for second in range(first)
            if lower[first] < upper[second] and lower[second] < upper[first]
            and plan.pools[first] == plan.pools[second] and size[first] and size[second]
            and alignment[first] >= alignment[second] and size[second] <= size[first]]
        numbers = random.Random(2)
        for first, second in numbers.sample(overlapping, 20):
            offsets = list(plan.offsets)
            offsets[second] = offsets[first]
            with self.assertRaisesRegex(PlanError, "overlap, and both live at") as caught:
                check(offsets)
            error = caught.exception
            self.assertEqual(error.code, Code.OVERLAP)
            # It may find another one that the moved buffer overlaps.
            self.assertIn(second, (error.buffer, error.other_buffer))
            self.assertIn(f"tensor {second} ", str(error) + " ")
            self.assertTrue(lower[second] <= error.numbers[0] < upper[second])
        aligned = alignment.index(64)
        offsets = list(plan.offsets)
        offsets[aligned] += 1
        self.refuse(Code.UNALIGNED, f"buffer tensor {aligned} is at {offsets[aligned]}, which "
                    "is not a multiple of 64", offsets, do=check)
        offsets[aligned] = 1 << 20
        error = self.refuse(
            Code.OUTSIDE_POOL, f"buffer tensor {aligned} has {size[aligned]} bytes at 1048576, "
            f"but the pool has {sizes[plan.pools[aligned]]}", offsets, do=check)
        self.assertEqual(error.pool, plan.pools[aligned])
        in_pools = list(plan.pools)
        in_pools[5] = 2
        self.refuse(Code.UNKNOWN_POOL, "buffer tensor 5 is in pool 2, but there are 2",
                    plan.offsets, in_pools, do=check)
        error = self.refuse(Code.POOL_TOO_LARGE, "pool fast has 20001 bytes of at most 20000",
                            plan.offsets, sizes=[20001, sizes[1]], do=check)
        self.assertEqual(error.pool, 0)
        # Without sizes the limits count.
        metaobj_plan.check([0], [1], [8], [8], 8, pools={"a": 16})
        self.refuse(Code.OUTSIDE_POOL, "buffer 0 has 8 bytes at 16, but the pool has 16",
                    [0], [1], [8], [16], 8, pools={"a": 16}, do=metaobj_plan.check)

    def test_in_place(self):
        """An operator that writes over its input."""
        given = ([0, 1, 2], [2, 3, 4], [64, 64, 32])
        plan = metaobj_plan.plan(*given, in_place=[None, 0, 1])
        self.assertEqual((plan.offsets, plan.total, plan.lower_bound, plan.is_optimal),
                         ([0, 0, 0], 64, 64, True))
        self.assertEqual(metaobj_plan.plan(*given).total, 128)
        metaobj_plan.check(*given, plan, in_place=[None, 0, 1])
        self.refuse(Code.OVERLAP, "buffers 0 and 1 overlap, and both live at 1", *given, plan,
                    in_place=[None, None, 1], do=metaobj_plan.check)
        error = self.refuse(
            Code.WRONG_PAIR, "buffer y cannot lie in the place of x, which ends at 2 with 8 "
            "bytes: it must begin before y, end at 2 and have at least 9 bytes", [0, 1], [2, 3],
            [8, 9], names="xy", in_place=[None, 0])
        self.assertEqual((error.buffer, error.other_buffer), (1, 0))
        self.refuse(Code.UNKNOWN_PAIR, "buffer 0 may lie in the place of buffer 5, but there "
                    "are 1", [0], [1], [1], in_place=[5])
        with self.assertRaisesRegex(ValueError, "in_place has length 1, but size has 3"):
            metaobj_plan.plan(*given, in_place=[None])
        with self.assertRaisesRegex(ValueError, "in_place.0. is -1, but must be"):
            metaobj_plan.plan(*given, in_place=[None, -1, None])

    def test_explain(self):
        """Why buffers are not in the first pool, with names."""
        pools = {"sram": 4096, "dram": None}
        plan = metaobj_plan.plan(*LIST, names=NAMES, pools=pools)
        reasons = metaobj_plan.explain(*LIST, plan, names=NAMES, pools=pools)
        self.assertEqual([reason.kind for reason in reasons], [
            ReasonKind.NO_ROOM if pool else ReasonKind.IN_FIRST_POOL for pool in plan.pools])
        self.assertEqual(reasons[1], metaobj_plan.Reason(
            ReasonKind.NO_ROOM, 0, 1, 4096, (0,), "pool sram has no room at 1: 4096 bytes live "
            "there, the largest is conv1"))
        self.assertEqual(reasons[0][1:], (0, 0, 0, (), ""))
        given = {"allowed": [[1], None, None, None, None],
                 "fixed": [None, (1, 64), None, None, None], "pools": [("a", 2000), ("b", None)]}
        reasons = metaobj_plan.explain(
            *LIST, [4096, 64, 8192, 16384, 0], in_pools=[1, 1, 1, 1, 0], **given)
        self.assertEqual([(reason.kind.name, reason.pool, reason.text) for reason in reasons], [
            ("IN_FIRST_POOL", 1, ""),
            ("FIXED_ELSEWHERE", 0, "its place is fixed in another pool than a"),
            ("LARGER_THAN_POOL", 0, "pool a has at most 2000 bytes"),
            ("NO_ROOM", 0, "pool a has no room at 4: 1024 bytes live there, the largest is 4"),
            ("IN_FIRST_POOL", 0, "")])
        self.refuse(Code.OVERLAP, "buffers conv1 and pool1 overlap, and both live at 1", *LIST,
                    [0] * 5, names=NAMES, do=metaobj_plan.explain)

    def test_progress(self):
        """Each call tells how far the search is, and none changes the plan."""
        columns = draw(300)
        calls = []
        plan = metaobj_plan.plan(*columns, effort=3, progress=calls.append)
        self.assertEqual(plan, metaobj_plan.plan(*columns, effort=3))
        self.assertGreater(len(calls), 2)
        for before, now in zip(calls, calls[1:]):
            self.assertGreater(now.steps, before.steps)
            self.assertLessEqual(now.bytes, before.bytes)
            self.assertEqual(now.lower_bound, plan.lower_bound)
        self.assertLessEqual(plan.total, calls[-1].bytes)
        self.assertFalse(plan.is_stopped)

    def test_stop(self):
        """The best plan so far is returned; what progress raises comes out."""
        columns = draw(300)
        calls = []

        def stop(now):
            calls.append(now)
            return len(calls) < 3
        plan = metaobj_plan.plan(*columns, effort=9, progress=stop)
        self.assertEqual((len(calls), plan.is_stopped, plan.is_optimal), (3, True, False))
        self.assertEqual(plan.total, calls[-1].bytes)
        metaobj_plan.check(*columns[:3], plan, columns[3])
        self.refuse(Code.STOPPED, "the search was stopped before it found a plan", *columns,
                    pools={"sram": plan.lower_bound}, effort=9, progress=lambda now: False)

        def fail(now):
            raise LookupError(now.steps)
        with self.assertRaisesRegex(LookupError, "^[0-9]+$"):
            metaobj_plan.plan(*columns, effort=9, progress=fail)

    def test_interrupt(self):
        """Ctrl-C ends an hour's search, with progress and without."""
        columns = draw(300)
        for progress in (None, lambda now: True):
            timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                metaobj_plan.plan(*columns, effort=9, progress=progress)
            timer.join()

    def test_threads(self):
        """They plan at the same time, and each gets its own plan."""
        lists = [draw(150, seed) for seed in range(16)]
        alone = [metaobj_plan.plan(*columns, effort=1) for columns in lists]
        self.assertGreater(len({plan.total for plan in alone}), 8)
        with concurrent.futures.ThreadPoolExecutor(8) as threads:
            together = list(threads.map(
                lambda columns: metaobj_plan.plan(*columns, effort=1), lists))
        self.assertEqual(together, alone)


class NumpyCases(unittest.TestCase):
    """Arrays."""

    def test_arrays(self):
        import numpy
        expected = metaobj_plan.plan(*draw(), pools={"a": 9000, "b": None}, effort=0)
        columns = [numpy.array(column) for column in draw()]
        for kinds in (["int64"] * 4, ["int32", "uint64", ">u4", "uint8"]):
            given = [column.astype(kind) for column, kind in zip(columns, kinds)]
            plan = metaobj_plan.plan(*given, pools={"a": numpy.int64(9000), "b": None},
                                     effort=numpy.uint8(0))
            for found, wanted in ((plan.offsets, expected.offsets),
                                  (plan.pools, expected.pools)):
                self.assertIsInstance(found, numpy.ndarray)
                self.assertEqual(found.dtype, numpy.int64)
                self.assertEqual(found.tolist(), wanted)
            self.assertEqual((plan.sizes, plan.total), (expected.sizes, expected.total))
            metaobj_plan.check(*given[:3], plan, given[3], pools={"a": 9000, "b": None})
            metaobj_plan.plan(*given, pools={"a": 9000, "b": None}, known=plan, effort=0)
        # Every second element, and one array suffices.
        plan = metaobj_plan.plan(columns[0][::2], list(columns[1][::2]), columns[2][::2])
        self.assertIsInstance(plan.offsets, numpy.ndarray)
        self.assertIsInstance(metaobj_plan.plan(*LIST).offsets, list)
        for wrong in (numpy.zeros(3), numpy.zeros((3, 1), dtype="int64")):
            with self.assertRaisesRegex(TypeError, r"lower\[0\] is .*, but must be a whole"):
                metaobj_plan.plan(wrong, [1, 1, 1], [1, 1, 1])


if __name__ == "__main__":
    unittest.main()
