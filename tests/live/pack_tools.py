#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tools of firmware projects take what contrib/packs and zephyr give them.

Arduino's builder (Debian's) compiles a sketch with the library for a Mega, which
simavr runs. From PyPI (pack-tools-requirements.txt): ESP-IDF's component manager
packs the component, PlatformIO reads its manifest, and Zephyr's west fetches the
module. West reads its own part of module.yml, not Zephyr's. PlatformIO compares
the licence with a list on the network; here it gets the one line that counts.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile

import compilers

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "e2e"))
from lib import toolchain  # noqa: E402

REQUIREMENTS = HERE / "pack-tools-requirements.txt"
ARDUINO = pathlib.Path("/usr/share/arduino/hardware")
SKETCH = """#include <TvmCrt.h>
#include <avr/sleep.h>
#include <tvm/runtime/crt/stack_allocator.h>
alignas(16) static uint8_t memory[512];
static tvm_workspace_t workspace;
void setup() {
  void *first = nullptr, *second = nullptr;
  Serial.begin(115200);
  StackMemoryManager_Init(&workspace, memory, sizeof memory);
  StackMemoryManager_Allocate(&workspace, 40, &first);
  StackMemoryManager_Allocate(&workspace, 40, &second);
  Serial.print("apart: ");
  Serial.println((int)((uint8_t *)second - (uint8_t *)first));
  Serial.flush();
  cli(); // The simulator ends.
  sleep_mode();
}
void loop() {}
"""
MANIFEST = """manifest:
  projects:
    - name: tvm_crt
      url: %s
      revision: %s
      path: modules/tvm_crt
"""
READ_MANIFEST = """if True:
    import json, sys
    from platformio.package.manifest.parser import ManifestParserFactory
    from platformio.package.manifest.schema import ManifestSchema
    ManifestSchema.load_spdx_licenses = staticmethod(
        lambda *_: {"licenses": [{"licenseId": "Apache-2.0"}]})
    parser = ManifestParserFactory.new_from_file(sys.argv[1])
    print(json.dumps(ManifestSchema().load_manifest(parser.as_dict())))"""


class PackTools(toolchain.ToolTest):
    def setUp(self):
        super().setUp()
        self.folder = pathlib.Path(self.folder)

    def run_tool(self, *command, cwd=None, timeout=300):
        done = subprocess.run(list(map(str, command)), text=True, stdout=subprocess.PIPE, check=False,
                              stderr=subprocess.STDOUT, cwd=cwd or self.folder, timeout=timeout)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def library(self, *arguments):
        self.run_tool(sys.executable, "-B", toolchain.source_path("contrib/packs/make_packs.py"),
                      self.folder / "libraries", *arguments)
        return self.folder / "libraries/TvmCrt"

    def of_pypi(self, name):
        return compilers.environment(REQUIREMENTS, "pack-tools-environment") / "bin" / name

    def test_arduino(self):
        for needed in "arduino-builder", "arduino-ctags", "simavr":
            if not shutil.which(needed):
                self.skipTest(f"{needed} is not installed")
        # Functions by name need pointers of 32 bits, operators do not.
        self.library("--layers", "backend", "memory")
        sketch = self.folder / "sketch/sketch.ino"
        build = self.folder / "build"
        for each in sketch.parent, build:
            each.mkdir()
        sketch.write_text(SKETCH)
        self.run_tool("arduino-builder", "-compile", "-hardware", "/usr/share/arduino-builder",
                      "-hardware", ARDUINO, "-tools", "/usr/bin", "-libraries", self.folder / "libraries",
                      "-fqbn", "arduino:avr:mega:cpu=atmega2560", "-build-path", build,
                      # Arduino's core is newer than Debian's avr-gcc.
                      "-prefs=compiler.cpp.extra_flags=-DDECIMAL_DIG=__DECIMAL_DIG__", sketch)
        # It ends with the signal of the sleep, or with a status.
        done = subprocess.run(["simavr", "-m", "atmega2560", "-f", "16000000", build / "sketch.ino.elf"],
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
                              check=False)
        # Blocks are multiples of 16 bytes.
        self.assertRegex(done.stdout, r"apart: 48\b")

    def test_esp_idf(self):
        library = self.library()
        self.run_tool(self.of_pypi("compote"), "component", "pack", "--name", "tvmcrt", cwd=library)
        packed, = (library / "dist").glob("tvmcrt_*.tgz")
        with tarfile.open(packed) as archive:
            names = {name.removeprefix("./") for name in archive.getnames()}
        self.assertLessEqual({"idf_component.yml", "CMakeLists.txt", "LICENSE", "src/tvm_crt.c"}, names)

    def test_platformio(self):
        read = json.loads(self.run_tool(self.of_pypi("python3"), "-c", READ_MANIFEST,
                                        self.library() / "library.json"))
        self.assertEqual((read["name"], read["license"], read["platforms"]), ("TvmCrt", "Apache-2.0", ["*"]))

    def test_west(self):
        """A workspace names the sources, of a commit, as a project."""
        west = self.of_pypi("west")
        source = self.folder / "source"
        shutil.copytree(toolchain.source_path("zephyr"), source / "zephyr")
        shutil.copytree(toolchain.source_path("contrib/zephyr"), source / "contrib/zephyr")
        application = self.folder / "workspace/application"
        application.mkdir(parents=True)
        git = ["git", "-c", "user.name=T", "-c", "user.email=t@t.example"]
        for folder in source, application:
            if folder == application:
                commit = self.run_tool("git", "-C", source, "rev-parse", "HEAD").strip()
                (application / "west.yml").write_text(MANIFEST % (source.as_uri(), commit))
            self.run_tool(*git, "init", "--quiet", folder)
            self.run_tool(*git, "-C", folder, "add", "--all")
            self.run_tool(*git, "-C", folder, "commit", "--quiet", "--message=all")
        self.run_tool(west, "init", "-l", application)
        workspace = application.parent
        self.run_tool(west, "update", cwd=workspace)
        listed = self.run_tool(west, "list", "-f", "{name} {abspath}", cwd=workspace)
        place = pathlib.Path(re.search("^tvm_crt (.*)$", listed, re.MULTILINE)[1])
        module = (place / "zephyr/module.yml").read_text()
        for name in re.findall(r"contrib/zephyr[\w/]*", module):
            self.assertTrue((place / name).exists(), name)


if __name__ == "__main__":
    toolchain.main()
