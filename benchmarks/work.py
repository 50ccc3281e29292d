# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What all rows share: the tool, sizes, a folder, comparisons with cp."""

import os
import subprocess
from dataclasses import dataclass, replace

import inputs
from table import OURS, Entry
from timing import MIB, Command, Failure, Stopwatch


@dataclass(frozen=True)
class Scale:
    """How much is measured. Sizes in bytes, times in seconds."""
    name: str
    one_file: tuple
    peers: int
    slow_peers: int
    reflink: int
    small: tuple
    counts: tuple
    memory: tuple
    names: int
    pairs: int
    small_pairs: int
    peer_pairs: int
    peer_budget: float
    device: int = 16 * MIB
    device_calls: int = 1002


FULL = Scale("full", one_file=(256 * MIB, 1024 * MIB), peers=256 * MIB,
             slow_peers=16 * MIB, reflink=1024 * MIB,
             small=(16 * MIB, MIB), counts=(10000, 100000),
             memory=(MIB, 16 * MIB, 256 * MIB, 1024 * MIB, 4096 * MIB),
             names=10000, pairs=11, small_pairs=51, peer_pairs=5,
             peer_budget=45)
#: The same without what takes longest.
SHORT = replace(FULL, name="short", one_file=(256 * MIB,), reflink=256 * MIB,
                memory=(MIB, 16 * MIB, 256 * MIB, 1024 * MIB), pairs=9,
                small_pairs=31, peer_pairs=3, peer_budget=5)
QUICK = replace(FULL, name="quick", one_file=(64 * MIB,), peers=16 * MIB,
                slow_peers=MIB, reflink=64 * MIB, counts=(2000,),
                memory=(MIB, 64 * MIB), pairs=9, small_pairs=15, peer_pairs=3,
                peer_budget=1)
TINY = replace(QUICK, name="tiny", one_file=(65536,), peers=65536,
               slow_peers=4096, reflink=65536, small=(32768, 16384),
               counts=(20,), memory=(4096, 65536), names=100, pairs=3,
               small_pairs=3, device=65536, device_calls=12)
SCALES = {scale.name: scale for scale in (FULL, SHORT, QUICK, TINY)}


def size_text(size):
    """16 MiB, 1 GiB."""
    for unit, name in ((1024 * MIB, "GiB"), (MIB, "MiB"), (1024, "KiB")):
        if size >= unit and size % unit == 0:
            return f"{size // unit} {name}"
    return f"{size} bytes"


class Work:
    """One measurement: programs, folder, scale and the table to fill."""

    def __init__(self, metaobj, emitter, folder, scale, table, only=None,
                 before=None):
        self.metaobj = os.path.abspath(metaobj)
        self.before = before and os.path.abspath(before)
        self.emitter = emitter and os.path.abspath(emitter)
        self.folder = folder
        self.scale = scale
        self.table = table
        self.only = only
        self.watch = Stopwatch(folder)
        self.help = subprocess.run(
            [self.metaobj, "emit", "--help-all"], stdout=subprocess.PIPE,
            encoding="utf-8", check=True).stdout
        self.kept = {}

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def has(self, option):
        """Whether metaobj emit has the option."""
        return f"  {option}" in self.help

    def params(self, sizes):
        """A params file; the last one is kept for the next row."""
        key = tuple(sizes)
        if key not in self.kept:
            self.forget()
            self.kept[key] = inputs.write_params(self.path("params.bin"), sizes)
        return self.kept[key]

    def forget(self):
        """Removes the params file."""
        for params in self.kept.values():
            inputs.remove(params.path)
        self.kept.clear()

    def emit(self, *arguments, output=None):
        """The command for this machine's metadata object."""
        output = output or self.path("metadata.o")
        return Command((self.metaobj, "emit", "--quiet",
                        "--mtriple=x86_64-unknown-linux-gnu", *arguments, "-o",
                        output), (output,))

    def emit_params(self, params, *arguments):
        """The same for a params file. Tensors that happen to be equal are
        written like all others."""
        flags = ("--dedup=off",) if self.has("--dedup") else ()
        return self.emit(*flags, *arguments, params.path)

    def copy(self, params):
        output = self.path("copy")
        return Command(("cp", params.path, output), (output,))

    def add(self, entry):
        """For the table, when it is wanted there."""
        if not self.only or (self.only == OURS) == (entry.what == OURS):
            self.table.add(entry)

    def compare(self, entry, ours, theirs, pairs, size=0, fresh=True,
                budget=None):
        """Fills the entry with ratios, or with why there are none."""
        comparison = None
        if self.only and (self.only == OURS) != (entry.what == OURS):
            return None
        try:
            comparison = self.watch.compare(ours, theirs, pairs, size, fresh,
                                            budget)
            entry.values = comparison.ratios
        except Failure as failure:
            entry.note = f"failed: {failure}"
        self.add(entry)
        return comparison

    def peers(self, row, work, peers, params, memory=False):
        """Peers of a row against cp; with `memory` what they take of it."""
        size = sum(size for _, _, size in params.tensors)
        for peer in peers:
            entry = Entry(row, work, peer.name, "cp")
            if not peer.path():
                entry.note = f"{os.path.basename(peer.program)} is not installed"
                self.add(entry)
                continue
            comparison = self.compare(
                entry, peer.command(self.folder, params), self.copy(params),
                self.scale.peer_pairs, size, budget=self.scale.peer_budget)
            if comparison and memory:
                self.add(Entry(6, f"peak memory, {work}", peer.name,
                               "payload", [comparison.peak / size]))


def ours(row, work, against, bar=None, stretch=None, judged=True):
    """An entry of metaobj's."""
    return Entry(row, work, OURS, against, bar=bar, stretch=stretch,
                 judged=judged)
