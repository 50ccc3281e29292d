# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files for hosted services say nothing that is not so.

YAML has the keys that its reader wants; each command is one of ./dev or of the
machine; each file that is named is there; lists of LLVMs are those of ./dev.
Text files are as .editorconfig says. Fragments of the change log are gathered.
A page says of each public header whether it is stable.
"""

import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

try:
    import yaml
except ImportError:
    print("SKIPPED: %s has no module yaml" % sys.executable)
    sys.exit(77)

SOURCE = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(SOURCE / "tools"))
sys.dont_write_bytecode = True
import gather_changes
#: What workflows call besides files of the project.
OF_MACHINE = {"apt-get", "gh", "git"}
#: In a container, root reads the folder of another user.
OWN_FOLDER = ["git", "config", "--global", "--add", "safe.directory", "$GITHUB_WORKSPACE"]
STAGES = {"pre-commit", "commit-msg", "pre-push"}
#: As TVM wrote them.
GENERATED = "tests/runtime_crt/generated/"
failures = []


def expect(holds, *words):
    if not holds:
        failures.append(" ".join(map(str, words)))


def read(path):
    """A YAML file; `on` of workflows stays a word."""
    text = re.sub(r"^on:", "'on':", (SOURCE / path).read_text(), flags=re.MULTILINE)
    return yaml.safe_load(text)


def commands_of_dev():
    """The words that ./dev takes, and those that its help shows."""
    text = (SOURCE / "dev").read_text()
    taken = set(re.findall(r"^(\w+)\)$", text[text.index('\ncase "${1:-}" in'):], re.MULTILINE))
    shown = set(re.findall(r"^#   \./dev (\w+)", text, re.MULTILINE))
    expect(taken and taken == shown, "./dev takes and shows other commands:", taken ^ shown)
    return taken


def llvms_of_dev():
    text = (SOURCE / "dev").read_text()
    return set(" ".join(re.findall(r"^(?:default_llvm=|other_llvms=\()([\d ]+)", text,
                                   re.MULTILINE)).split())


def check_script(where, script, commands):
    """Each command of a script is there. Returns their words."""
    found = []
    for command in re.split(r"\n|&&", script):
        words = shlex.split(command)
        if not words or words[0].startswith("#"):
            continue
        found.append(words)
        program = words[0]
        if program == "./dev":
            expect(len(words) > 1 and words[1] in commands, where, "unknown command:", command)
        elif "/" in program:
            path = SOURCE / program
            expect(path.is_file() and path.stat().st_mode & 0o111, where, "no program", program)
        else:
            expect(program in OF_MACHINE, where, "unknown program:", command)
    return found


def check_workflows(commands):
    """Jobs have a machine, rights, steps; every script is known."""
    paths = sorted((SOURCE / ".github/workflows").glob("*.yml"))
    found = []
    for path in paths:
        workflow = read(path)
        for key in "name", "on", "permissions", "jobs":
            expect(key in workflow, path.name, "has no", key)
        expect(workflow["permissions"] == {"contents": "read"}, path.name, "starts with more rights")
        for name, job in workflow["jobs"].items():
            where = "%s, %s:" % (path.name, name)
            expect("runs-on" in job and job.get("steps"), where, "no machine or no steps")
            expect(job.get("needs", name) in workflow["jobs"], where, "needs an unknown job")
            matrix = job.get("strategy", {}).get("matrix", {})
            before = len(found)
            for step in job["steps"]:
                expect(("run" in step) != ("uses" in step), where, "a step runs or uses", step)
                if "uses" in step:
                    expect(re.fullmatch(r"[\w./-]+@v\d+", step["uses"]), where, step["uses"])
                    continue
                # No text from outside becomes a part of a script.
                inside = set(re.findall(r"\$\{\{ *(.*?) *\}\}", step["run"]))
                expect(inside <= {"matrix.command"}, where, "in a script:", inside)
                scripts = matrix["command"] if inside else [step["run"]]
                for script in scripts:
                    found += check_script(where, script, commands)
            own = found[before:]
            if "container" in job:
                expect(OWN_FOLDER in own and own.index(OWN_FOLDER) < next(
                    (i for i, words in enumerate(own) if "/" in words[0]), 0), where,
                    "git refuses the folder before", shlex.join(OWN_FOLDER))
    expect(len(paths) >= 3, "only", len(paths), "workflows")
    versions = {word for words in found if words[:2] == ["./dev", "matrix"] for word in words[2:]}
    expect(versions == llvms_of_dev(), "workflows test LLVM", versions, "and ./dev", llvms_of_dev())
    for needed in (["./dev", "check"], ["./dev", "fuzz"], ["./dev", "release"], ["./dev", "site"],
                   [".ci/run"]):
        expect(any(words[:len(needed)] == needed for words in found), "no workflow runs", needed)


def check_action():
    """Inputs are used, and nothing else; the script is there."""
    path = SOURCE / "contrib/action/action.yml"
    action = read(path)
    step, = action["runs"]["steps"]
    used = set(re.findall(r"inputs\.(\w+)", " ".join(step["env"].values())))
    expect(used == set(action["inputs"]), "action.yml: declared and used:", used ^ set(action["inputs"]))
    expect("${{" not in step["run"], "action.yml: text from outside in the script")
    script = path.parent / re.search(r"\$GITHUB_ACTION_PATH/([\w.]+)", step["run"])[1]
    read_names = set(re.findall(r"get\('(\w+)'\)|get\(\"(\w+)\"\)", script.read_text()))
    read_names = {a or b for a, b in read_names if not (a or b).startswith("GITHUB_")}
    given = set(step["env"]) - {"GH_TOKEN"}
    expect(read_names == given, "action.yml gives, report.py reads:", read_names ^ given)


def check_forms():
    """Issue forms have what GitHub wants of them."""
    forms = [path for path in (SOURCE / ".github/ISSUE_TEMPLATE").glob("*.yml")
             if path.name != "config.yml"]
    expect(forms, "no forms")
    for path in forms:
        form = read(path)
        expect({"name", "description", "body"} <= set(form), path.name, "lacks a key")
        for part in form["body"]:
            is_text = part["type"] == "markdown"
            expect(("value" if is_text else "label") in part["attributes"], path.name, part)
            expect(is_text or "id" in part, path.name, "no id:", part)
    expect(read(".github/ISSUE_TEMPLATE/config.yml"), "config.yml is empty")


def check_hooks(commands):
    """Hooks of pre-commit call ./dev."""
    config = read(".pre-commit-config.yaml")
    expect(set(config["default_install_hook_types"]) == STAGES, "stages are installed")
    for repository in config["repos"]:
        expect(repository["repo"] == "local", "hooks of others:", repository["repo"])
        for hook in repository["hooks"]:
            expect(set(hook["stages"]) <= STAGES, hook["id"], hook["stages"])
            for words in check_script("hook %s:" % hook["id"], hook["entry"], commands):
                expect(words[0] == "./dev", hook["id"], "calls", words[0])


def check_oss_fuzz():
    """The build of OSS-Fuzz installs what ./dev has for a build."""
    folder = SOURCE / "contrib/oss-fuzz"
    project = read(folder / "project.yaml")
    expect({"language", "sanitizers", "fuzzing_engines"} <= set(project), "project.yaml lacks a key")
    known = set(re.findall(r"[\w.+-]+", (SOURCE / "dev").read_text()))
    image = (folder / "Dockerfile").read_text()
    packages = set(image.partition("--no-install-recommends")[2].partition("\nCOPY")[0].split())
    unknown = packages - known - {"\\"}
    expect(packages and not unknown, "Dockerfile: ./dev knows no package", unknown)
    for path in re.findall(r"^COPY metaobj/(\S+)", image, re.MULTILINE):
        expect((SOURCE / path).is_file(), "Dockerfile: no file", path)


def check_signed():
    """./dev signed takes the author's line alone."""
    author = "A B <a@b.example>"
    environment = {"PATH": "/usr/bin:/bin", "HOME": "/", "GIT_AUTHOR_NAME": "A B",
                   "GIT_AUTHOR_EMAIL": "a@b.example"}
    for line, status in (("Signed-off-by: " + author, 0), ("Signed-off-by: C <c@b.example>", 1),
                         ("No, Signed-off-by: " + author, 1), ("", 1)):
        message = pathlib.Path(sys.argv[2])
        message.write_text("[Room] What it does\n\n%s\n" % line)
        done = subprocess.run([SOURCE / "dev", "signed", "--message", message], env=environment,
                              text=True, stderr=subprocess.PIPE, check=False)
        expect(done.returncode == status, "signed:", repr(line), done.returncode, done.stderr)
        said = "no line 'Signed-off-by: %s'; git commit --signoff adds it\n" % author
        expect(done.stderr.endswith(said if status else ""), "signed says:", done.stderr)


def check_texts():
    """UTF-8, ends of lines, and the width of Markdown."""
    config = (SOURCE / ".editorconfig").read_text()
    for setting in "charset = utf-8", "end_of_line = lf", "insert_final_newline = true":
        expect(setting in config, ".editorconfig:", setting)
    names = subprocess.run(["git", "-C", SOURCE, "ls-files", "-z"], stdout=subprocess.PIPE, text=True,
                           check=False).stdout.split("\0")
    for name in names if len(names) > 1 else []:
        path = SOURCE / name
        if not name or not path.is_file() or name.startswith(GENERATED) or path.suffix not in (
                ".c", ".cpp", ".h", ".py", ".sh", ".md", ".txt", ".cmake", ".yml", ".yaml"):
            continue
        data = path.read_bytes()
        expect(not data or data.endswith(b"\n"), name, "has no newline at its end")
        expect(b"\r" not in data, name, "has carriage returns")
        try:
            data.decode()
        except UnicodeDecodeError as error:
            failures.append("%s: %s" % (name, error))
    words = len((SOURCE / "CONTRIBUTING.md").read_text().split())
    expect(words <= 700, "CONTRIBUTING.md has", words, "words, more than 700")


def check_stability():
    """The page names each public header."""
    page = (SOURCE / "docs/stability.md").read_text()
    headers = [path for folder in ("include/metaobj", "include/metaobj-c", "runtime_crt/include/tvm_crt")
               for path in (SOURCE / folder).glob("*.h")]
    expect(len(headers) > 40, "only", len(headers), "headers")
    for path in headers:
        expect(page.count("`%s`" % path.name) >= 1, "docs/stability.md does not name", path.name)


def refusal(source):
    """Why fragments are not gathered."""
    try:
        return gather_changes.gather(source)
    except gather_changes.ChangesError as error:
        return str(error)


def check_changes():
    """Fragments have the form of entries; a release moves them in their order."""
    expect(gather_changes.fragments(SOURCE) is not None, "fragments")
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder)
        (source / "changes").mkdir()
        (source / "CMakeLists.txt").write_text("project(metaobj VERSION 0.2.0 LANGUAGES C)\n")
        log = source / "CHANGELOG.md"
        log.write_text("# Changes\n\nNewest first.\n\n## 0.1.0\n\n- First.\n")
        expect(refusal(source).startswith("no fragments"), refusal(source))
        fragment = source / "changes/b.md"
        for text, reason in (("New.\n", "changes/b.md: the first line starts with 'Ne'"),
                             ("- New.\nMore.\n", "changes/b.md:2: a line starts with"),
                             ("- %s\n" % ("x" * 119), "changes/b.md:1: a line starts with")):
            fragment.write_text(text)
            expect(refusal(source).startswith(reason), refusal(source))
        fragment.write_text("- New,\n  and good.\n")
        (source / "changes/a.md").write_text("- Other.\n")
        expect(refusal(source) == "CHANGELOG.md: 0.2.0 with 2 fragments", "gathered")
        expect(log.read_text() == "# Changes\n\nNewest first.\n\n## 0.2.0\n\n- Other.\n- New,\n"
               "  and good.\n\n## 0.1.0\n\n- First.\n", "gathered:", log.read_text())
        expect(not list((source / "changes").iterdir()), "fragments stay")
        fragment.write_text("- Again.\n")
        expect(refusal(source).startswith("CHANGELOG.md has 0.2.0 already"), refusal(source))


def main():
    commands = commands_of_dev()
    check_workflows(commands)
    check_action()
    check_forms()
    check_hooks(commands)
    check_oss_fuzz()
    check_signed()
    check_changes()
    check_stability()
    check_texts()
    for failure in failures:
        print("FAILED: " + failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
