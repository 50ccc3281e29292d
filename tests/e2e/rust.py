# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rust programs use models by the module that metaobj writes (emit --emit-rust).

rustc compiles the module with and without std, and reads every type, exported
or not, from objects. The example recognises digits on the host as the C demo
does; its build.rs runs as Cargo would run it.
"""

import json
import os
import re
import struct

from lib import toolchain
from lib.target_list import TARGETS
from lib.toolchain import Parameter

PARAMETERS = [
    Parameter("weight", 2, 32, (2, 3), struct.pack("<6f", 1, 2, 3, 4, 5, 6.5)),
    Parameter("conv.bias", 0, 32, (2,), struct.pack("<2i", -5, 7)),
    Parameter("type", 1, 8, (4,), bytes([1, 2, 3, 250])),
    Parameter("scalar", 0, 64, (), struct.pack("<q", -(1 << 62))),
    Parameter("half", 2, 16, (2,), struct.pack("<2e", 1.5, -2)),
    Parameter("wave", 5, 64, (1,), struct.pack("<2f", 0.5, -1)),
    Parameter("mask", 1, 1, (3,), bytes([1, 0, 7])),
    Parameter("nothing", 2, 32, (0, 4), b""),
    Parameter("conv_bias", 0, 16, (1,), struct.pack("<h", 9)),
    Parameter("zeros", 0, 8, (3000,), bytes(3000)),
]
STORAGE_IDS = ["--sid=weight=3"]

#: Type annotations prove the types.
CLIENT = """
#![deny(warnings)]
include!("model.rs");
use tvmgen_default::*;

fn main() {
    let weight: &'static [[f32; 3]; 2] = param::weight();
    println!("{:?}", weight);
    let bias: &'static [i32; 2] = param::conv_bias();
    println!("{:?}", bias);
    let bytes: &'static [u8; 4] = param::r#type();
    println!("{:?}", bytes);
    let scalar: &'static i64 = param::scalar();
    println!("{}", scalar);
    let half: &'static [u16; 2] = param::half();
    println!("{:x?}", half);
    let wave: &'static [[f32; 2]; 1] = param::wave();
    println!("{:?}", wave);
    let mask: &'static [u8; 3] = param::mask();
    println!("{:?}", mask);
    let nothing: &'static [[f32; 4]; 0] = param::nothing();
    println!("{:?}", nothing);
    let other: &'static [i16; 1] = param::conv_bias_2();
    println!("{:?}", other);
    println!("{} {}", NUM_PARAMS, PARAM_NAME_BYTES);
    for each in params().iter() {
        println!(
            "{} {:?} {:?} {}",
            String::from_utf8_lossy(each.name()),
            each.tensor().dtype.bits,
            each.tensor().shape(),
            each.size()
        );
    }
    println!("{:?}", params().param(0).storage_id());
    let registry = unsafe { &*module().registry };
    let first = unsafe { *registry.funcs };
    let null = core::ptr::null_mut();
    let codes = core::ptr::null_mut();
    println!("{}", unsafe { first(null, codes, 0, null, codes, null) });
    print_zeros();
}
"""

ZEROS = """
fn print_zeros() {
    println!("{}", param::zeros().iter().filter(|each| **each == 0).count());
}
"""

COMPRESSED_ZEROS = """
fn print_zeros() {
    println!("{:x?}", &param::zeros()[..4]);
}
"""

#: What CLIENT prints, but for the last line.
PRINTED = """\
[[1.0, 2.0, 3.0], [4.0, 5.0, 6.5]]
[-5, 7]
[1, 2, 3, 250]
-4611686018427387904
[3e00, c000]
[[0.5, -1.0]]
[1, 0, 7]
[]
[9]
%(count)d 10
%(table)s
Some(3)
1000
"""

LIBRARY = """
#![no_std]
#![deny(warnings)]
pub mod model {
    include!("model.rs");
}
pub fn sum() -> f32 {
    model::tvmgen_default::param::weight()[1].iter().sum()
}
"""

EXECUTOR_LIBRARY = """
#![no_std]
#![deny(warnings)]
include!("model.rs");
pub fn failed() -> i32 {
    unsafe { tvmgen_digits::failed_operator() }
}
"""

FFI_FUNCTION = """
int __tvm_ffi_add(void *handle, const void *arguments, int count,
                  void *result) { return 5; }
"""

FUNCTION = "int twice(int number) { return 2 * number; }"

IREE_FUNCTION = """
static const void *const header[] = {"header"};
const void *const *net_library_query(unsigned version,
                                     const void *environment) {
  return version == 6 ? header : 0;
}
"""

FFI_CLIENT = """
unsafe extern "C" fn add(_name: *const u8, symbol: *mut core::ffi::c_void) -> CInt {
    let function: unsafe extern "C" fn(usize, usize, i32, usize) -> i32 =
        core::mem::transmute(symbol);
    function(0, 0, 0, 0) + 1
}
fn main() {
    let table = tvm_ffi_table();
    for each in table.iter() {
        println!("{} {}", String::from_utf8_lossy(each.name()), each.address.is_null());
    }
    println!("{} {} {}", table.len(), unsafe { table.register(add) },
             param::weight()[1][2]);
}
"""

FUNCTIONS_CLIENT = """
fn main() {
    for each in function_table().iter() {
        let function: unsafe extern "C" fn(i32) -> i32 =
            unsafe { core::mem::transmute(each.function) };
        println!("{} {}", String::from_utf8_lossy(each.name()), unsafe { function(21) });
    }
}
"""

IREE_CLIENT = """
fn main() {
    let table = iree_table();
    let query: &'static IreeQuery = table.row(0);
    let null = core::ptr::null();
    println!("{} {} {}", table.len(), unsafe { query(6, null).is_null() },
             unsafe { query(5, null).is_null() });
}
"""


class Rust(toolchain.ToolTest):
    """Programs of rustc for the host."""

    def system_tool(self, name):
        """That of the system, if it has one: others are of other versions."""
        path = "/usr/bin/" + name
        return path if os.access(path, os.X_OK) else toolchain.find_tool(name)

    def rustc(self, *arguments):
        """Runs the system's rustc; returns what it prints."""
        result = toolchain.start([self.system_tool("rustc"), "--edition=2021",
                                  *arguments])
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout

    def emit_model(self, *flags):
        """Operators, metadata and the module of Rust."""
        operators = self.compile(
            TARGETS["x86-64"], self.write("op.c", toolchain.operator_source(
                ["tvmgen_default_add"])), self.path("op.o"), "-fPIC")
        params = self.write("p.params", toolchain.params_file(PARAMETERS))
        self.emit(operators, params, *STORAGE_IDS, *flags,
                  f"--emit-rust={self.path('model.rs')}",
                  "-o", self.path("metadata.o"))
        return [operators, self.path("metadata.o")]

    def table(self, names):
        """What CLIENT prints of the parameters with these names."""
        return "\n".join(
            f"{p.name} {p.bits} {list(p.shape)} {len(p.data)}"
            for p in PARAMETERS if p.name in names)

    def test_types(self):
        """Each parameter is a reference of its type, exported or not."""
        names = {p.name for p in PARAMETERS}
        for flags, zeros, last, plain in (
                ([], ZEROS, "3000\n", names),
                (["--place=*:visibility=global"], ZEROS, "3000\n", names),
                (["--dedup=link", "--place=*:visibility=global"], ZEROS, "3000\n", names),
                (["--compress=zstd"], COMPRESSED_ZEROS, "[28, b5, 2f, fd]\n",
                 names - {"zeros"}),
                (["--compress=zstd", "--place=*:visibility=global"], COMPRESSED_ZEROS,
                 "[28, b5, 2f, fd]\n", names - {"zeros"})):
            with self.subTest(flags=flags):
                objects = self.emit_model(*flags)
                source = self.write("main.rs", CLIENT + zeros)
                program = self.path("main")
                self.rustc(source, "-o", program,
                           *[f"-Clink-arg={each}" for each in objects])
                self.assertEqual(
                    self.run_tool(program), PRINTED % {
                        "count": len(plain), "table": self.table(plain)} +
                    last)

    def test_little_aligned(self):
        """Elements at odd addresses are bytes."""
        self.emit_model("--place=weight:align=1")
        with open(self.path("model.rs"), encoding="utf-8") as file:
            self.assertIn("pub fn weight() -> &'static [u8; 24]", file.read())

    def test_another_object(self):
        """A safe function panics if the object is not the module's."""
        self.emit_model("--skip-param=conv.bias")
        wrong = self.path("wrong.o")
        os.rename(self.path("metadata.o"), wrong)
        objects = self.emit_model()
        program = self.path("main")
        self.rustc(self.write("main.rs", CLIENT + ZEROS), "-o", program,
                   f"-Clink-arg={objects[0]}", f"-Clink-arg={wrong}")
        result = toolchain.start([program])
        self.assertEqual(result.returncode, 101)
        self.assertIn("panicked", result.stderr)

    def test_without_std(self):
        """The module needs no std, and warns of nothing."""
        for flags in ([], ["--place=*:visibility=global", "--section-symbols"],
                      ["--registry-index", "--compress=zstd"]):
            with self.subTest(flags=flags):
                self.emit_model(*flags)
                self.rustc(self.write("lib.rs", LIBRARY), "--crate-type=lib",
                           "--emit=metadata", "-o", self.path("lib.rmeta"))

    def test_executors(self):
        """Structures and functions of every kind of executor."""
        digits = toolchain.source_path("examples/digits/model/")
        with open(digits + "graph.json", encoding="utf-8") as file:
            nodes = json.load(file)["nodes"]
        names = [n["name"] for n in nodes if n["op"] == "tvm_op"]
        operators = self.compile(TARGETS["x86-64"], self.write(
            "op.c", toolchain.operator_source(names)), self.path("op.o"))
        for flags, wanted in (
                ([], "pub fn run(inputs: *mut Inputs, outputs: *mut Outputs)"),
                (["--interface=packed"], "pub fn run("),
                (["--packed-wrappers=entry"], "pub fn run_packed("),
                (["--workspace-io"], "pub fn map_inputs() -> Inputs"),
                (["--workspace-io", "--pool=fast:8K,caller", "--pool=slow"],
                 "map_outputs(_pools: &WorkspacePools) -> Outputs"),
                (["--pool=fast,caller", "--constant-pool=c,caller"],
                 "pub const C_CONSTANT_POOL_DATA: [u8; "),
                (["--device=ethos-u=*conv2d*"], "pub ethos_u: *mut c_void")):
            with self.subTest(flags=flags):
                self.emit(operators, digits + "digits.params",
                          f"--graph={digits}graph.json", "--inputs=image",
                          "--model=digits", "--executor=aot", *flags,
                          f"--emit-rust={self.path('model.rs')}",
                          "-o", self.path("metadata.o"))
                with open(self.path("model.rs"), encoding="utf-8") as file:
                    self.assertIn(wanted, file.read())
                self.rustc(self.write("lib.rs", EXECUTOR_LIBRARY),
                           "--crate-type=lib", "--emit=metadata", "-o",
                           self.path("lib.rmeta"))

    def test_tables(self):
        """Tables in place of a registry, and what is in them."""
        params = self.write("p.params", toolchain.params_file(PARAMETERS))
        for source, flags, client, printed in (
                (FFI_FUNCTION, [params, "--abi=tvm-ffi"], FFI_CLIENT,
                 "__tvm_ffi_add false\n1 6 6.5\n"),
                (FUNCTION, ["--abi=functions", "--match=twice"],
                 FUNCTIONS_CLIENT, "twice 42\n"),
                (IREE_FUNCTION, ["--abi=iree"], IREE_CLIENT,
                 "1 false true\n")):
            with self.subTest(flags=flags):
                functions = self.compile(
                    TARGETS["x86-64"], self.write("functions.c", source),
                    self.path("functions.o"), "-fPIC")
                self.emit(functions, *flags, "-o", self.path("metadata.o"),
                          f"--emit-rust={self.path('model.rs')}")
                program = self.path("main")
                self.rustc(self.write(
                    "main.rs", "#![deny(warnings)]\ninclude!(\"model.rs\");\n"
                    "use tvmgen_default::*;\n" + client), "-o", program,
                    f"-Clink-arg={functions}",
                    f"-Clink-arg={self.path('metadata.o')}")
                self.assertEqual(self.run_tool(program), printed)

    def test_parts(self):
        """The parts that modules are made of are a module, in Rust's format."""
        parts = toolchain.source_path("src/Emit/Text/RustModule.rs")
        self.rustc(parts, "-Dwarnings", "--crate-type=lib", "--emit=metadata",
                   "-o", self.path("parts.rmeta"))
        result = toolchain.start([self.system_tool("rustfmt"),
                                  "--edition=2021", "--check", parts])
        self.assertEqual((result.returncode, result.stdout), (0, ""))

    def build_example(self, out):
        """Compiles and runs build.rs as Cargo does; returns its link-args."""
        example = toolchain.source_path("examples/rust")
        builder = self.path("build-script")
        self.rustc(os.path.join(example, "build.rs"), "-o", builder)
        os.mkdir(out)
        environment = {**os.environ, "CARGO_MANIFEST_DIR": example,
                       "OUT_DIR": out, "METAOBJ": toolchain.OPTIONS.metaobj,
                       "CC": toolchain.find_tool("clang")}
        lines = self.run_tool(builder, env=environment).splitlines()
        key = "cargo:rustc-link-arg="
        return [line[len(key):] for line in lines if line.startswith(key)]

    def test_example(self):
        """The example in Rust recognises what the demo in C recognises."""
        out = self.path("out")
        objects = self.build_example(out)
        program = self.path("digits")
        os.environ["OUT_DIR"] = out
        self.addCleanup(os.environ.pop, "OUT_DIR")
        self.rustc(toolchain.source_path("examples/rust/src/main.rs"), "-Dwarnings",
                   "-o", program, *[f"-Clink-arg={each}" for each in objects])
        printed = self.run_tool(program)
        rows = re.findall(r"^image \d+: label (\d), predicted (\d)$", printed,
                          re.MULTILINE)
        self.assertEqual(len(rows), 40)
        self.assertIn("40 of 40 right", printed)
        self.assertIn("conv2_weight [24, 12, 3, 3] 2592", printed)

    def test_depfile(self):
        """Make learns of the module; it appears with the object or not at all.
        """
        self.emit_model(f"--depfile={self.path('m.d')}")
        with open(self.path("m.d"), encoding="utf-8") as file:
            self.assertIn("model.rs", file.read().split(":")[0])
        os.remove(self.path("model.rs"))
        params = self.path("p.params")
        result = self.metaobj(
            "emit", params, params, "--mtriple=x86_64", "-o",
            self.path("no.o"), f"--emit-rust={self.path('model.rs')}")
        self.assertNotEqual(result.returncode, 0)
        self.assertFalse(os.path.exists(self.path("model.rs")))


if __name__ == "__main__":
    toolchain.main()
