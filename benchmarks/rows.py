# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rows of the table: each function measures one and fills the table."""

import filecmp
import os
import random
import shutil

import devices
import filesystems
import inputs
import overhead
import peers
from table import OURS, Entry
from timing import MIB, Command, Failure
from work import ours, size_text

GIB = 1024 * MIB


def one_file(work):
    """1: one parameter against cp; peers with less."""
    for size in work.scale.one_file:
        params = work.params([size])
        text = size_text(size)
        work.compare(ours(1, f"{text}, fresh", "cp", 1.0, 0.75,
                          size >= 256 * MIB),
                     work.emit_params(params), work.copy(params),
                     work.scale.pairs, size)
        work.compare(ours(1, f"{text}, overwritten", "cp"),
                     work.emit_params(params), work.copy(params),
                     work.scale.pairs, size, fresh=False)
    payload_peers(work)


def payload_peers(work):
    """Each peer with as much as it can take."""
    known = peers.payload_peers(work.emitter)
    quick = [peer for peer in known if peer.largest >= work.scale.peers]
    slow = [peer for peer in known if peer not in quick]
    for size, chosen in ((work.scale.peers, quick),
                         (work.scale.slow_peers, slow)):
        fitting = [peer for peer in chosen if peer.largest >= size]
        work.peers(1, size_text(size), fitting, work.params([size]), True)
    rest = [peer for peer in slow if peer.largest < work.scale.slow_peers]
    if rest:
        size = min(peer.largest for peer in rest)
        work.peers(1, size_text(size), rest, work.params([size]), True)


def reflink(work):
    """4: on file systems that share blocks, in images of their own."""
    sizes = (work.scale.reflink // 16, work.scale.reflink)
    for kind in filesystems.KINDS:
        title = f"{kind} image"
        reason = filesystems.obstacle(kind)
        if reason:
            work.add(Entry(4, title, OURS, "cp --reflink", note=reason))
            continue
        work.forget()
        try:
            with filesystems.mounted(kind, work.folder, 3 * sizes[-1]) as root:
                for size in sizes:
                    reflink_pair(work, kind, root, size)
        except Failure as failure:
            work.add(Entry(4, title, OURS, "cp --reflink",
                           note=f"cannot be measured: {failure}"))


def reflink_pair(work, kind, root, size):
    """One size on one mounted image."""
    params = inputs.write_params(os.path.join(root, "params.bin"), [size])
    filesystems.call("sync", "-f", root)
    copied = os.path.join(root, "copy")
    copy = Command(("cp", "--reflink=always", params.path, copied), (copied,))
    emit = work.emit(params.path, output=os.path.join(root, "metadata.o"))
    try:
        work.compare(ours(4, f"{size_text(size)}, {kind} image",
                          "cp --reflink"),
                     emit, copy, work.scale.pairs)
    finally:
        inputs.remove(params.path)


def small(work):
    """5: where starting the process counts."""
    goals = {16 * MIB: (1.5, 1.2), MIB: (2.5, 1.6)}
    for size in work.scale.small:
        bar, stretch = goals.get(size, (None, None))
        params = work.params([size])
        text = size_text(size)
        work.compare(ours(5, f"{text}, fresh", "cp", bar, stretch),
                     work.emit_params(params), work.copy(params),
                     work.scale.small_pairs, size)
        gas = peers.payload_peers(work.emitter)[:1]
        work.peers(5, text, gas, params)


def memory(work):
    """6: peak memory, whatever the payload."""
    for size in work.scale.memory if work.only != "peers" else ():
        command = work.emit_params(work.params([size]))
        entry = ours(6, f"peak memory in MiB, {size_text(size)}", "", 16)
        try:
            entry.values = [work.watch.run(command).peak / MIB]
        except Failure as failure:
            entry.note = f"failed: {failure}"
        command.remove_outputs()
        work.add(entry)


def many(work, row, size, goals):
    """Rows 7 and 8: many tensors of one size."""
    for count in work.scale.counts:
        bar, stretch = goals.get(count, (None, None))
        params = work.params([size] * count)
        text = f"{count:,} tensors of {size:,} bytes"
        work.compare(ours(row, text, "cp", bar, stretch),
                     work.emit_params(params), work.copy(params),
                     work.scale.pairs, count * size)
        if row == 7:
            known = peers.payload_peers(work.emitter)
            work.peers(row, text, [peer for peer in known if peer.most >= count
                                   and peer.largest >= count * size], params)


def many_tensors(work):
    """7: tensors that need no padding."""
    many(work, 7, 4096, {10000: (1.5, 1.2), 100000: (1.5, 1.2)})


def padded_tensors(work):
    """8: tensors with padding between them."""
    many(work, 8, 4084, {10000: (1.5, 1.2), 100000: (1.5, 1.2)})


def memory_of_many(work):
    """9: peak memory with many tensors."""
    count = work.scale.counts[-1]
    judged = count == 100000
    command = work.emit_params(work.params([4096] * count))
    entry = ours(9, f"peak memory in MiB, {count:,} tensors", "", 64, 32,
                 judged)
    try:
        entry.values = [work.watch.run(command).peak / MIB]
    except Failure as failure:
        entry.note = f"failed: {failure}"
    command.remove_outputs()
    work.add(entry)


def against_compilers(work, row, text, names, tensors, goals):
    """metaobj and the other compilers, each against clang -c."""
    path = work.path("names.txt")
    inputs.write_names(path, names)
    emit = [f"--functions={path}"]
    if tensors:
        work.forget()
        emit.append(inputs.write_params(
            work.path("few.bin"), [len(data) for _, data in tensors]).path)
    against = "clang -c"
    program = shutil.which("clang-19") or shutil.which("clang")
    if not program:
        work.add(Entry(row, text, OURS, against, note="clang is not installed"))
        return
    clang = peers.compile_registry(work.folder, names, tensors, program)
    work.compare(ours(row, text, against, *goals), work.emit(*emit), clang,
                 work.scale.small_pairs)
    gcc = shutil.which("gcc")
    if gcc:
        work.compare(Entry(row, text, "gcc -c", against),
                     peers.compile_registry(work.folder, names, tensors, gcc),
                     clang, work.scale.pairs)
    if not tensors and shutil.which("as"):
        work.compare(Entry(row, text, "gas", against),
                     peers.assemble_registry(work.folder, names), clang,
                     work.scale.small_pairs)


def small_model(work):
    """10: a tiny model, the whole process."""
    noise = random.Random(1)
    tensors = [(name, noise.randbytes(10000))
               for name in inputs.tensor_names(10)]
    against_compilers(work, 10, "30 functions, 100 KB",
                      inputs.function_names(30), tensors, (0.1, 0.03))


def many_names(work):
    """11: a long registry."""
    count = work.scale.names
    goals = (0.1, 0.06) if count == 10000 else (None, None)
    against_compilers(work, 11, f"{count:,} function names",
                      inputs.function_names(count), [], goals)


def overheads(work):
    """12: bytes of the object that are neither payload nor name."""
    for flags, bar in (((), 24), (("--param-sections",), 88)):
        text = "a section each" if flags else "one section"
        entry = ours(12, f"bytes per parameter, {text}", "", bar)
        if flags and not work.has(flags[0]):
            entry.note = f"metaobj emit has no {flags[0]}"
            work.add(entry)
            continue
        try:
            found = overhead.per_parameter(work, flags)
        except Failure as failure:
            entry.note = f"failed: {failure}"
            work.add(entry)
            continue
        entry.values = [found.container]
        work.add(entry)
        table = ours(12, f"the same with the parameter table, {text}", "")
        table.values = [found.whole]
        work.add(table)


def same_bytes(path, other):
    """Whether two files are equal; cmp reads files of any size."""
    return filecmp.cmp(path, other, shallow=False)


def in_process(work):
    """14: metaobj link against ld.lld on the same inputs."""
    lld = peers.find_program("ld.lld")
    size = work.scale.one_file[-1]
    text = f"joining {size_text(size)} of parameters"
    if not shutil.which(lld):
        work.add(Entry(14, text, OURS, "ld.lld -r",
                       note="ld.lld is not installed"))
        return
    emit = work.emit(work.params([size]).path)
    try:
        work.watch.run(emit)
        for threads in (1, os.cpu_count()):
            link_pair(work, f"{text}, {threads} threads", lld,
                      emit.outputs[0], f"--threads={threads}", size)
    except Failure as failure:
        work.add(Entry(14, text, OURS, "ld.lld -r", note=f"failed: {failure}"))
    emit.remove_outputs()


def link_pair(work, text, lld, made, threads, size):
    """Both linkers, after a look at what they write."""
    ours_path, theirs_path = work.path("ours"), work.path("theirs")
    link = Command((work.metaobj, "link", "-r", made, "-o", ours_path,
                    "--quiet", "--", threads), (ours_path,))
    theirs = Command((lld, "-r", made, "-o", theirs_path, threads),
                     (theirs_path,))
    work.watch.run(link)
    work.watch.run(theirs)
    if not same_bytes(ours_path, theirs_path):
        raise Failure("other bytes than those of ld.lld")
    work.compare(ours(14, text, "ld.lld -r"), link, theirs,
                 work.scale.peer_pairs, size)


def start_up(work):
    """15: the least that each command does, against an earlier metaobj."""
    made = work.emit_params(work.params([4096]))
    commands = [("emit", made.arguments[1:], made.outputs)]
    try:
        work.watch.run(made)
    except Failure as failure:
        work.add(Entry(15, "start-up", OURS, "before",
                       note=f"failed: {failure}"))
        return
    kept = work.path("kept.o")
    shutil.copyfile(made.outputs[0], kept)
    commands += [(name, (name, kept), ()) for name in ("inspect", "check")]
    for name, arguments, outputs in commands:
        entry = ours(15, f"start-up of {name}", "before", 1.05)
        if not work.before:
            entry.note = "no --before"
            work.add(entry)
            continue
        work.compare(entry, Command((work.metaobj, *arguments), outputs),
                     Command((work.before, *arguments), outputs),
                     work.scale.small_pairs)


def linking(work):
    """What comes after: a linker has to copy the parameters once more."""
    size = work.scale.one_file[-1]
    params = work.params([size])
    emit = work.emit(params.path, "--place=*:visibility=global")
    try:
        work.watch.run(emit)
    except Failure as failure:
        work.add(Entry(0, "link", OURS, "cp", note=f"failed: {failure}"))
        return
    for linker in ("ld.bfd", peers.find_program("ld.lld")):
        name = {"ld.bfd": "GNU ld"}.get(linker, "lld")
        entry = Entry(0, f"linking {size_text(size)} of parameters", name, "cp")
        if not shutil.which(linker):
            entry.note = f"{linker} is not installed"
            work.add(entry)
            continue
        work.compare(entry, peers.link_command(linker, work.folder,
                                               emit.outputs[0]),
                     work.copy(params), work.scale.peer_pairs, size)
    emit.remove_outputs()


#: Row 0 is no target: what comes after metaobj.
ROWS = {1: one_file, 4: reflink, 5: small, 6: memory, 7: many_tensors, 8: padded_tensors, 9: memory_of_many,
        10: small_model, 11: many_names, 12: overheads, 14: in_process,
        15: start_up, 16: devices.devices, 0: linking}
