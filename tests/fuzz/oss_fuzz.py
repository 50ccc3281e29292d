# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""contrib/oss-fuzz/build.sh, on a build with fuzz targets.

What it leaves is all that OSS-Fuzz needs: each target, with options and seeds,
runs each of its seeds with the libraries beside it. The image and the build by
OSS-Fuzz's own compiler are not tested here.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import zipfile

#: What may come from the machine: the loader, glibc.
FROM_MACHINE = re.compile(r"linux-vdso|ld-linux|^lib(c|m|dl|rt|pthread|resolv)\.so")


def run(*command, **options):
    done = subprocess.run([str(each) for each in command], text=True, errors="replace", check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    if done.returncode:
        raise SystemExit("FAILED: %s\n%s" % (" ".join(map(str, command)), done.stdout[-4000:]))
    return done.stdout


def check(program, out, scratch):
    """A target, alone in its folder with the libraries."""
    assert (out / (program.name + ".options")).read_text().startswith("[libfuzzer]\nmax_len = ")
    environment = {**os.environ, "LD_LIBRARY_PATH": str(out / "lib")}
    for line in run("ldd", program, env=environment).splitlines():
        name, _, path = line.strip().partition(" => ")
        assert FROM_MACHINE.search(name) or "/ld-linux" in line or path.startswith(str(out / "lib")), \
            "%s: %s" % (program.name, line)
    seeds = scratch / program.name
    with zipfile.ZipFile(out / (program.name + "_seed_corpus.zip")) as archive:
        archive.extractall(seeds)
        count = len(archive.namelist())
    log = run(program, "-runs=0", "-rss_limit_mb=1024", seeds, cwd=scratch, env=environment)
    # Empty ones do not count.
    found = re.search(r"(\d+) files found in", log)
    assert count and found and int(found[1]) == count, log[-2000:]
    return count


def main():
    parser = argparse.ArgumentParser()
    for name in "source", "build", "folder":
        parser.add_argument("--" + name, required=True, type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("programs", nargs="*", help="default: all")
    options = parser.parse_args()
    shutil.rmtree(options.folder, ignore_errors=True)
    out, work, scratch = (options.folder / name for name in ("out", "work", "scratch"))
    for folder in out, work, scratch:
        folder.mkdir(parents=True)
    run(options.source / "contrib/oss-fuzz/build.sh", cwd=options.source, env={
        **os.environ, "METAOBJ_BUILD": str(options.build), "OUT": str(out), "WORK": str(work)})

    expected = {re.sub(r"(.*)Fuzz\.c(pp)?", r"fuzz-\1", path.name)
                for path in (options.source / "tests/fuzz").glob("*Fuzz.c*")}
    programs = [path for path in sorted(out.glob("fuzz-*")) if not path.suffix]
    assert {path.name for path in programs} == expected, expected ^ {
        path.name for path in programs}
    seeds = sum(check(path, out, scratch) for path in programs
                if not options.programs or path.name in options.programs)
    print("%d targets, %d seeds, %d libraries" % (
        len(programs), seeds, len(list((out / "lib").iterdir()))))
    shutil.rmtree(options.folder)


if __name__ == "__main__":
    main()
