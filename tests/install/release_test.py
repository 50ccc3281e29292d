# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tools/release.py: sources, the program of this build, and the planner's wheel.

They are made twice, with equal bytes; the checksums hold; what is in them works;
the SBOM names what is linked. Program and package of a release build, and the
large wheels, are made by ./dev release alone.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

import pip_test

IDENTITY = ["-c", "user.name=T", "-c", "user.email=t@t.example"]


def git(repository, *arguments):
    pip_test.run("git", "-C", repository, *IDENTITY, *arguments, env={
        **os.environ, "GIT_AUTHOR_DATE": "@1700000000 +0000", "GIT_COMMITTER_DATE": "@1700000000 +0000"})


def copy_repository(source, to):
    """The sources as they are now, as one commit."""
    names = subprocess.run(
        ["git", "-C", source, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        stdout=subprocess.PIPE, text=True, check=False).stdout.split("\0")
    if names == [""]:
        return False
    for name in filter(None, names):
        if (source / name).exists() or (source / name).is_symlink():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source / name, to / name, follow_symlinks=False)
    git(to, "init", "--quiet")
    git(to, "add", "--all")
    git(to, "commit", "--quiet", "--message=all")
    return True


def fails(repository, text, *arguments):
    """The script ends with this error."""
    done = subprocess.run(
        [sys.executable, "-B", repository / "tools/release.py", "--source", repository, *arguments],
        text=True, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1 and text in done.stderr, (done.returncode, done.stderr)


def check_errors(repository, folder, version):
    fails(repository, "the tag is v9.9, and the version v", "--tag=v9.9")
    (repository / "changes").mkdir(exist_ok=True)
    (repository / "changes/new.md").write_text("- New.\n")
    git(repository, "add", "changes")
    git(repository, "commit", "--quiet", "--message=new")
    tag = "--tag=v" + version
    fails(repository, ".md is in no version of CHANGELOG.md: run tools/gather_changes.py", tag)
    log = (repository / "CHANGELOG.md").read_text()
    (repository / "CHANGELOG.md").write_text(log.replace("\n## %s\n" % version, "\n## Next\n"))
    git(repository, "commit", "--quiet", "--all", "--message=log")
    fails(repository, "CHANGELOG.md has no %s: run tools/gather_changes.py" % version, tag)
    git(repository, "reset", "--quiet", "--hard", "HEAD~2")
    fails(repository, "%s is there: remove it" % folder, "--out", folder)
    fails(repository, "%s/bin/metaobj is not there" % folder, "--build", folder)
    (repository / "LICENSE").write_text("changed")
    fails(repository, "LICENSE and 0 more are not committed, and would not be in the release")
    git(repository, "checkout", "--quiet", "LICENSE")


def check_comparison(repository, folder):
    """One other byte, and one other file, are found."""
    sys.path.insert(0, str(repository / "tools"))
    sys.dont_write_bytecode = True
    import release
    for name in "a", "b":
        (folder / name).mkdir()
        (folder / name / "file").write_text("same")
    assert release.compare(folder / "a", folder / "b") == [folder / "a/file"]
    (folder / "b/file").write_text("sane")
    for text in "two runs made other bytes: compare ", "two runs made other files: file and file, more":
        try:
            release.compare(folder / "a", folder / "b")
        except release.ReleaseError as error:
            assert text in str(error), error
        else:
            raise SystemExit("FAILED: not found: " + text)
        (folder / "b/more").write_text("")
    try:
        release.LICENCES.clear()
        release.Library("libc6", False)
    except release.ReleaseError as error:
        assert "unknown licence of 'glibc' (package libc6)" in str(error), error
    else:
        raise SystemExit("FAILED: a licence came from nowhere")


def check_bill(path, files, with_wheel):
    """All files with their checksums, and what is linked into each."""
    bill = json.loads(path.read_text())
    assert bill["spdxVersion"] == "SPDX-2.3"
    packages = {each["SPDXID"]: each for each in bill["packages"]}
    assert len(packages) == len(bill["packages"])
    linked = {}
    for each in bill["relationships"]:
        first, second = each["spdxElementId"], each["relatedSpdxElement"]
        assert second in packages and (first in packages or first == "SPDXRef-DOCUMENT"), each
        linked.setdefault(packages.get(first, {}).get("name"), set()).add(
            (each["relationshipType"], packages[second]["name"]))
    assert {name for _, name in linked[None]} == set(files), linked[None]
    program, = (name for name in files if "-linux-" in name and name.endswith(".tar.gz"))
    names = {name for _, name in linked[program]}
    assert {"zlib", "libzstd", "libarchive", "openssl", "glibc"} <= names, names
    assert any(name.startswith("llvm-toolchain-") for name in names), names
    if with_wheel:
        wheel, = (name for name in files if name.endswith(".whl"))
        names = {name for kind, name in linked[wheel] if kind == "DYNAMIC_LINK"}
        assert "glibc" in names and any(name.startswith("gcc-") for name in names), linked[wheel]
    print("%s: %d packages" % (path.name, len(packages)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--version", required=True)
    for name in "source", "build", "folder":
        parser.add_argument("--" + name, required=True, type=lambda path: pathlib.Path(path).resolve())
    options = parser.parse_args()
    folder = options.folder
    shutil.rmtree(folder, ignore_errors=True)
    repository = folder / "repository"
    repository.mkdir(parents=True)
    if not copy_repository(options.source, repository):
        print("SKIPPED: no repository of git: " + str(options.source))
        return pip_test.SKIPPED
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        check_errors(repository, pathlib.Path(scratch), options.version)
        check_comparison(repository, pathlib.Path(scratch))

    obstacle = pip_test.obstacle(folder)
    names = ["source", "program"] + ([] if obstacle else ["plan-wheel"])
    out = folder / "out"
    pip_test.run(sys.executable, "-B", repository / "tools/release.py", "--source", repository,
                 "--build", options.build, "--work", folder / "work", "--out", out, "--only", *names)
    pip_test.run("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=out)
    files = sorted(path.name for path in out.iterdir())
    stem, machine = "metaobj-" + options.version, os.uname().machine
    expected = {"SHA256SUMS", stem + ".spdx.json", stem + ".tar.gz",
                "%s-linux-%s.tar.gz" % (stem, machine)}
    if not obstacle:
        wheel, = (name for name in files if name.endswith(".whl"))
        assert re.fullmatch(r"metaobj_plan-%s-py3-none-manylinux_\w+_%s\.whl" % (
            re.escape(options.version), machine), wheel), wheel
        expected.add(wheel)
    assert set(files) == expected, files
    check_bill(out / (stem + ".spdx.json"), expected - {"SHA256SUMS", stem + ".spdx.json"}, not obstacle)

    name = "%s-linux-%s" % (stem, machine)
    with tarfile.open(out / (name + ".tar.gz")) as archive:
        members = {member.name: member for member in archive.getmembers()}
        assert {member.mtime for member in members.values()} == {1700000000}
        assert all(member.uid == 0 and not member.uname for member in members.values())
        archive.extractall(folder / "unpacked")
    for member in "LICENSE", "share/manual/metaobj.1", "licenses/zlib.txt", "licenses/glibc.txt":
        assert members[name + "/" + member].size, member
    found = pip_test.run(folder / "unpacked" / name / "bin/metaobj", "--version")
    assert found.startswith("metaobj " + options.version), found
    with tarfile.open(out / (stem + ".tar.gz")) as archive:
        assert stem + "/CMakeLists.txt" in archive.getnames()
    # Tests of other ways to install take what is in out.
    for name in "repository", "unpacked":
        shutil.rmtree(folder / name)
    if obstacle:
        print("SKIPPED: the planner's wheel: " + obstacle)
        return pip_test.SKIPPED
    return 0


if __name__ == "__main__":
    sys.exit(main())
