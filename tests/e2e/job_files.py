# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Command lines become job files and mean the same.

--print-config writes the job of a command line. The job file gives the same job
again, and the same bytes where it is run.
"""

import os
import shutil

from lib import toolchain

#: Without files that must exist: a job is only read.
LINES = [line.split() for line in """
emit a.o -o m.o
emit a.o b.npz -o m.o --quiet
emit a.o -om.o
emit a.o --output=m.o --emit=llvm-ir
emit a.o -o m.o -g
emit a.o -o m.o -g=false --record
emit a.o -o m.o --abi=tvm-ffi --register=ctor
emit a.o -o m.o --register
emit a.o -o m.o --register=net --prefix=
emit a.o -o m.o --function=f --function=g --functions=list.txt
emit a.o -o m.o --match=a* --match=[bc]? --exclude=*d
emit a.o -o m.o --place=w*:section=.fast,align=16 --place=*:compress=zstd
emit a.o -o m.o --placement=rules.yaml --preset=tvm --preset=zephyr
emit a.o -o m.o --mtriple=riscv32 --mattr=+m,+c --mattr=-a --mcpu=
emit a.o -o m.o --float-abi=soft --code-model=medium --relocation-model=pic
emit a.o -o m.o --shards=3 --sid=w=1 --sid=b=c=2
emit a.o -o m.o --shard=1/3 --dedup=off --compress=zstd:9,ratio=80
emit a.o -o m.bin --emit=params-image --base=0x10000000 --generation=7
emit a.o -o m.o --executor=aot --graph=g.json --inputs=x --pool=sram:64K --pool=dram
emit a.o -o m.o --executor=main --main-input=x:int8:1x4 --main-output=int8:4 --main-pool=ws:128
emit a.o -o m.o --ffi-root=relax.VMExecutable=vm.bin --ffi-import=cuda=dev.bin
emit -o m.o -- -odd-name.o
inspect a.o b.bin --base=32768 --verify --public-key=key.pem
inspect a.o --extract=w -o w.npy
check a.o b.o -r --quiet
diff a.o b.o --json
size a.o --budget=limits.json --html=page.html
plan g.json --pool=sram:64K --plan-effort=9 --alignment=64 --workspace-io --csv
link a.o b.o -o x.elf --memory=flash=0x0:256K,ram=0x20000000:64K --bin=x.bin
link a.o -r -o x.o --localize --keep=f -- --verbose
link a.o -o x.elf --board=microbit --with-runtime=graph,startup --gc-sections=false
device time a.o g.json --via=host --repeat=5 --input=x=x.bin
device memory --via=gdb:localhost:3333 --read=0x0,64,out.bin --write=0x10,in.bin
self-test --mtriple=avr --mcpu=atmega328p --json
targets --json
""".strip().splitlines()]

OPERATOR = """
define i32 @tvmgen_net_f(ptr, ptr, i32, ptr, ptr, ptr) { ret i32 0 }
"""


class JobFiles(toolchain.ToolTest):
    """Command lines and files of settings."""

    def config_of(self, *arguments):
        """The job file of a command line."""
        result = self.metaobj(arguments[0], "--print-config", *arguments[1:])
        self.assertEqual((result.returncode, result.stderr), (0, ""), arguments)
        return result.stdout

    def test_round_trip(self):
        """The job of the job of a command line is the same."""
        # Paths of a file count from its folder, so it is in this one.
        for line in LINES:
            with self.subTest(line=line):
                if line[0] == "device" and not toolchain_has_link(self):
                    continue
                first = self.config_of(*line)
                with open("job.yaml", "w", encoding="utf-8") as file:
                    file.write(first)
                self.assertEqual(
                    self.config_of(line[0], "--config=job.yaml"), first)

    def test_same_bytes(self):
        """An object by a command line and by its job file, from elsewhere."""
        with open("op.ll", "w", encoding="utf-8") as file:
            file.write(OPERATOR)
        with open("params.yaml", "w", encoding="utf-8") as file:
            file.write("metaobj-params: 1\nparams:\n- {name: w, file: w.bin, "
                       "dtype: int8, shape: [4]}\n")
        with open("w.bin", "wb") as file:
            file.write(b"abcd")
        line = ["emit", "op.ll", "params.yaml", "--mtriple=thumbv7m-none-eabi",
                "--place=w:align=16", "--record", "--header=net.h", "--quiet"]
        self.run_metaobj(*line, "-o", "one.o")
        os.mkdir("elsewhere")
        config = self.config_of(*line, "-o", "two.o")
        with open("job.yaml", "w", encoding="utf-8") as file:
            file.write(config)
        before = os.getcwd()
        os.chdir("elsewhere")
        try:
            self.run_metaobj("emit", "--config=../job.yaml")
            # The command line is nearer: its output counts from here.
            self.run_metaobj("emit", "--config=../job.yaml", "-o", "three.o")
        finally:
            os.chdir(before)
        with open("one.o", "rb") as file:
            wanted = file.read()
        for name in ("two.o", "elsewhere/three.o"):
            with open(name, "rb") as file:
                self.assertEqual(file.read(), wanted, name)
        shutil.rmtree("elsewhere")

    def run_metaobj(self, *arguments):
        """Runs it without a word."""
        result = self.metaobj(*arguments)
        self.assertEqual((result.returncode, result.stdout, result.stderr),
                         (0, "", ""), arguments)


def toolchain_has_link(test):
    """Is the linker built in?"""
    return "link" in test.metaobj("--version").stdout


class Help(toolchain.ToolTest):
    """What --help prints."""

    def test_fits(self):
        """On a screen of 80 columns and 45 lines."""
        result = self.metaobj("--help")
        commands = [line.split()[0] for line in
                    result.stdout.split("Commands:\n")[1].split("\n\n")[0]
                    .splitlines()]
        self.assertGreater(len(commands), 8)
        texts = {"": result.stdout}
        for command in commands:
            texts[command] = self.metaobj(command, "--help").stdout
        if "device" in commands:
            for action in ("run", "time", "compare", "load", "memory", "reset"):
                texts[action] = self.metaobj("device", action, "--help").stdout
                self.assertIn(f"\n  metaobj device {action} ", texts[action])
                self.assertEqual("<object" in texts[action].split("\n\n")[1],
                                 action not in ("memory", "reset"), action)
        for name, text in texts.items():
            lines = text.splitlines()
            self.assertGreater(len(lines), 8, name)
            self.assertLessEqual(len(lines), 45, name)
            for line in lines:
                self.assertLessEqual(len(line), 80, name)
        for command in commands:
            everything = self.metaobj(command, "--help-all").stdout
            self.assertIn("--print-config", everything)
            for line in everything.splitlines():
                self.assertLessEqual(len(line), 80, command)


if __name__ == "__main__":
    toolchain.main()
