# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The formula for Homebrew and the recipe for conda, on a release's sources.

    recipes_test.py <repository> <folder with the source archive> <program> <scratch folder>

Ruby runs the formula with a stand-in for Homebrew (formula.rb), and bash the
recipe's commands; rattler-build of PyPI renders the recipe. Neither Homebrew's
formulas nor conda's packages can be had here: the names of what is required are
not tested, and both build the planner alone, with the options that Homebrew and
conda give. Their tests run the program of the build.
"""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile

import pip_test

Path = pathlib.Path
#: Renders a recipe, which fails where a key or a type is wrong.
RENDER = """
import sys, rattler_build
variants = rattler_build.Stage0Recipe.from_file(sys.argv[1]).render(rattler_build.VariantConfig(
    {"c_compiler": ["gcc"], "cxx_compiler": ["gxx"], "c_stdlib": ["sysroot"]}))
for variant in variants:
    print(variant.recipe.package.name, variant.recipe.package.version)
"""


def options_of(text: str) -> set[str]:
    return set(re.findall(r"-D(METAOBJ_\w+)", text))


def give_program(program: str, prefix: Path) -> Path:
    (prefix / "bin").mkdir(parents=True)
    (prefix / "bin/metaobj").symlink_to(program)
    return prefix


def main() -> int:
    repository, dist, program, scratch = [Path(name).resolve() for name in sys.argv[1:]]
    formula, recipe = (repository / "contrib" / name for name in ("homebrew/metaobj.rb", "conda/recipe.yaml"))
    if missing := [name for name in ("ruby", "ninja") if not shutil.which(name)]:
        print("SKIPPED: not found: " + ", ".join(missing))
        return pip_test.SKIPPED
    import yaml
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    archive, = (path for path in dist.glob("metaobj-*.tar.gz") if "-linux-" not in path.name)
    with tarfile.open(archive) as packed:
        packed.extractall(scratch)
    source = scratch / archive.name.removesuffix(".tar.gz")
    version = source.name.removeprefix("metaobj-")

    known = set(re.findall(r"option\((METAOBJ_\w+)|cmake_dependent_option\((METAOBJ_\w+)",
                           (source / "CMakeLists.txt").read_text()))
    known = {name for pair in known for name in pair}
    for path in formula, recipe:
        assert options_of(path.read_text()) and options_of(path.read_text()) <= known, path

    planner = ["-DMETAOBJ_PLAN_ONLY=ON"]
    prefix = give_program(program, scratch / "homebrew")
    told = pip_test.run("ruby", "-W", Path(__file__).parent / "formula.rb", formula, prefix, *planner, cwd=source)
    assert "url: https://metaobj.example/%s\n" % archive.name in told, told
    assert (prefix / "lib/libmetaobj_plan.so.1").exists(), told

    values = yaml.safe_load(recipe.read_text())
    assert values["context"]["version"] == version, values
    prefix = give_program(program, scratch / "conda")
    environment = {**os.environ, "PREFIX": str(prefix), "CMAKE_ARGS": " ".join(planner),
                   "PATH": "%s:%s" % (prefix / "bin", os.environ["PATH"])}
    pip_test.run("bash", "-euxc", "\n".join(values["build"]["script"]), cwd=source, env=environment)
    assert (prefix / "lib/libmetaobj_plan.so.1").exists()
    pip_test.run("bash", "-euxo", "pipefail", "-c", "\n".join(values["tests"][0]["script"]), cwd=scratch,
                 env=environment)

    tools = scratch / "rattler"
    pip_test.run(sys.executable, "-m", "venv", tools)
    fetched = subprocess.run([tools / "bin/pip", "install", "--quiet", "--disable-pip-version-check",
                              "py-rattler-build"], text=True, stderr=subprocess.PIPE, check=False)
    if fetched.returncode:
        print("SKIPPED: the recipe is not rendered: " + (fetched.stderr.strip() or "pip says nothing"))
        return pip_test.SKIPPED
    told = pip_test.run(tools / "bin/python", "-c", RENDER, recipe)
    assert told == "metaobj %s\n" % version, told
    shutil.rmtree(scratch)
    return 0


if __name__ == "__main__":
    sys.exit(main())
