#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes libraries of runtime_crt, alone or with a model, for firmware projects.

    make_packs.py <folder> [--name TvmCrt] [--layers backend memory runtime]
                  [--add model.c tvmgen_model.h ...]

writes <folder>/<name>, which is at once a library for the Arduino IDE and
PlatformIO and a component for ESP-IDF, and <folder>/metaobj.<name>.<version>.pack,
a CMSIS-Pack with the same files. --layers are those of amalgamate.py: `ffi` is
for operators of today's TVM, and the default for those of its old C runtime.
--add puts a model's sources, its emitted C and header into the library.

The same sources give the same bytes.
"""

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from xml.sax.saxutils import escape

ROOT = pathlib.Path(__file__).resolve().parents[2]
CRT = ROOT / "runtime_crt"
LICENSE = "Apache-2.0 WITH LLVM-exception"
SENTENCE = "Runs machine learning models that were compiled to operators."
PARAGRAPH = ("The C runtime for operators of Apache TVM, without "
             "an interpreter and without a heap.")
#: The oldest time that ZIP has.
ZIP_TIME = (1980, 1, 1, 0, 0, 0)


class PackError(Exception):
    """Why there is no library."""


def version():
    """metaobj's own, of which the runtime is a part."""
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(metaobj VERSION ([\d.]+)", text)[1]


def copy_sources(source, options):
    """The runtime and the model's files: src is the one folder for includes."""
    with tempfile.TemporaryDirectory() as folder:
        layers = ["--layers", *options.layers] if options.layers else []
        result = subprocess.run(
            [sys.executable, "-B", CRT / "scripts" / "amalgamate.py", folder,
             *layers], stderr=subprocess.PIPE, text=True, check=False)
        if result.returncode:
            raise PackError(result.stderr.strip().splitlines()[-1])
        made = pathlib.Path(folder)
        shutil.copytree(made / "include", source)
        shutil.copy(made / "tvm_crt.c", source)
        shutil.copy(made / "crt_config.h", source)
    for path in options.add:
        if (source / path.name).exists():
            raise PackError(f"{path}: there are two files {path.name}")
        shutil.copyfile(path, source / path.name)


def umbrella(options):
    """The header by which Arduino finds the library."""
    headers = [path.name for path in options.add if path.suffix == ".h"]
    if "ffi" in (options.layers or ()):
        headers.append("tvm_crt/ffi.h")
    else:
        headers += ["tvm/runtime/c_runtime_api.h", "tvm/runtime/crt/crt.h"]
    guard = f"{options.name.upper()}_H"
    return "\n".join([f"// SPDX-License-Identifier: {LICENSE}",
                      f"#ifndef {guard}", f"#define {guard}",
                      *(f"#include <{name}>" for name in sorted(headers)),
                      f"#endif // {guard}", ""])


def library_properties(name):
    """Arduino's library specification, version 1.5."""
    return (f"name={name}\nversion={version()}\nauthor=metaobj\n"
            f"maintainer=metaobj\nsentence={SENTENCE}\nparagraph={PARAGRAPH}\n"
            f"category=Data Processing\nurl=\narchitectures=*\n"
            f"includes={name}.h\n")


def library_json(name):
    """PlatformIO's manifest. It takes no exception in a licence: LICENSE has it."""
    return json.dumps(
        {"name": name, "version": version(), "description": SENTENCE,
         "keywords": ["machine-learning", "tvm"],
         "license": LICENSE.split()[0],
         "frameworks": "*", "platforms": "*", "headers": f"{name}.h",
         "build": {"srcDir": "src", "includeDir": "src"}}, indent=2) + "\n"


def component_yml():
    """The manifest of ESP-IDF's component manager."""
    return (f'version: "{version()}"\ndescription: {SENTENCE}\n'
            f"license: {LICENSE}\ndependencies:\n  idf: \">=5.0\"\n")


def component_cmake(sources):
    listed = "".join(f'\n  "{path}"' for path in sources)
    return (f"# SPDX-License-Identifier: {LICENSE}\n"
            f"idf_component_register(SRCS{listed}\n  INCLUDE_DIRS src)\n")


def pdsc(name, sources):
    """The description of a CMSIS-Pack, version 1.7 of the format."""
    files = ['<file category="include" name="src/"/>',
             '<file category="header" name="src/crt_config.h" attr="config" '
             f'version="{version()}"/>']
    files += [f'<file category="sourceC" name="{escape(path)}"/>'
              for path in sources]
    listed = "\n".join(f"        {line}" for line in files)
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<package schemaVersion="1.7.7" \
xmlns:xs="http://www.w3.org/2001/XMLSchema-instance" \
xs:noNamespaceSchemaLocation="PACK.xsd">
  <vendor>metaobj</vendor>
  <name>{name}</name>
  <description>{SENTENCE} {PARAGRAPH}</description>
  <url></url>
  <license>LICENSE</license>
  <releases>
    <release version="{version()}">{SENTENCE}</release>
  </releases>
  <components>
    <component Cvendor="metaobj" Cclass="Machine Learning" Cgroup="{name}" \
Cversion="{version()}">
      <description>{SENTENCE}</description>
      <files>
{listed}
      </files>
    </component>
  </components>
</package>
"""


def write_pack(path, files):
    """A ZIP file whose bytes depend on the files alone."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name, ZIP_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)


def make(options):
    library = options.folder / options.name
    if library.exists():
        raise PackError(f"{library}: is there already; remove it first")
    source = library / "src"
    library.mkdir(parents=True)
    try:
        copy_sources(source, options)
        (source / f"{options.name}.h").write_text(umbrella(options),
                                                  encoding="utf-8")
        shutil.copyfile(ROOT / "LICENSE", library / "LICENSE")
        sources = sorted(path.relative_to(library).as_posix()
                         for path in source.rglob("*.c"))
        files = {path.relative_to(library).as_posix(): path.read_bytes()
                 for path in library.rglob("*") if path.is_file()}
        for name, text in (
                ("library.properties", library_properties(options.name)),
                ("library.json", library_json(options.name)),
                ("idf_component.yml", component_yml()),
                ("CMakeLists.txt", component_cmake(sources))):
            (library / name).write_text(text, encoding="utf-8")
    except BaseException:
        shutil.rmtree(library)
        raise
    description = f"metaobj.{options.name}.pdsc"
    files[description] = pdsc(options.name, sources).encode()
    write_pack(options.folder / f"metaobj.{options.name}.{version()}.pack",
               files)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--name", default="TvmCrt")
    parser.add_argument("--layers", nargs="+")
    parser.add_argument("--add", nargs="+", type=pathlib.Path, default=[],
                        metavar="FILE")
    options = parser.parse_args()
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", options.name):
        parser.error(f"--name={options.name}: letters, digits and underscores, "
                     "please")
    try:
        make(options)
    except (PackError, OSError) as error:
        sys.exit(f"make_packs.py: {error}")


if __name__ == "__main__":
    main()
